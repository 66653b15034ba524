//! What happens to a creature between two of its ticks, and what it sends out.

use super::{Symbol, Value};
use crate::body::AgentId;
use crate::nav::Code;
use std::sync::Arc;

/// Delivered to the creature's script before its next tick, in the order in which it happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A search ended or gave up: handler `on_path(npc, code)`.
    Path(Code),
    /// Handler `hurt(npc, by, amount)`; `by` is `None` when no agent did it.
    Hurt {
        /// The agent that struck, if one did.
        by: Option<AgentId>,
        /// Health that was lost.
        amount: f32,
    },
    /// Handler `died(npc)`: the last call in a life.
    Died,
    /// Handler `heard(npc, what, from)`.
    Heard {
        /// What was shouted.
        what: Arc<str>,
        /// The agent that shouted.
        from: AgentId,
    },
    /// Handler `message(npc, from, name, data)`.
    Message {
        /// The sender.
        from: AgentId,
        /// What kind of message it is.
        name: String,
        /// What comes with it.
        data: Value,
    },
    /// A person wants it to be in this state: `leave` and `enter` are called as for any change.
    Force(Symbol),
}

/// What a creature sends to others; delivered after the step's scripts have all run.
#[derive(Clone, Debug, PartialEq)]
pub enum Outgoing {
    /// To one agent.
    Message {
        /// The agent that gets it.
        to: AgentId,
        /// What kind of message it is.
        name: String,
        /// What comes with it.
        data: Value,
    },
    /// Received by every agent within `radius_m`.
    Shout {
        /// What is shouted.
        what: String,
        /// How far it is heard, metres.
        radius_m: f32,
    },
    /// Shown beside the creature and in the log; not heard by scripts.
    Say {
        /// One line for the log.
        text: String,
    },
}
