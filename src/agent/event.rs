//! What happens to a creature between two of its ticks, what it sends out, and what its script wants of its body.

use super::{Symbol, Value};
use crate::body::AgentId;
use crate::crowd::HeldBy;
use crate::geom::Vec2;
use crate::influence::LayerId;
use crate::nav::{Code, FoundCost};
use crate::world::Edit;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Delivered to the creature's script before its next tick, in the order in which it happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A search ended or gave up: handler `on_path(npc, code)`.
    Path(Code),
    /// A path's cost that was asked for: handler `on_cost(npc, x, y, cost, exact, reason)`.
    Cost(FoundCost),
    /// It is under way and gets nowhere: handler `on_stuck(npc, by)`.
    Stuck(HeldBy),
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
    /// Handler `message(npc, from, name, data)`. In a box: a crowd that shouts has many events, and no other is so large.
    Message(Box<Message>),
    /// A person wants it to be in this state: `leave` and `enter` are called as for any change.
    Force(Symbol),
}

/// A message that has arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The sender.
    pub from: AgentId,
    /// What kind of message it is.
    pub name: String,
    /// What comes with it.
    pub data: Value,
}

/// For the world hash.
impl Hash for Event {
    fn hash<H: Hasher>(&self, h: &mut H) {
        /// Strings as in [`Value::String`].
        const TEXT: u8 = 3;
        match self {
            Self::Path(code) => (1_u8, *code as u8).hash(h),
            Self::Hurt { by, amount } => (2_u8, by.map_or(u64::MAX, AgentId::number), amount.to_bits()).hash(h),
            Self::Died => 3_u8.hash(h),
            Self::Heard { what, from } => (4_u8, from.number(), TEXT, what.as_bytes()).hash(h),
            Self::Message(message) => {
                let Message { from, name, data } = &**message;
                (5_u8, from.number(), TEXT, name.as_bytes(), data).hash(h);
            }
            Self::Stuck(by) => (8_u8, *by as u8).hash(h),
            Self::Force(state) => (6_u8, state.0).hash(h),
            Self::Cost(FoundCost { to, cost, exact, reason }) => {
                (7_u8, to.x.to_bits(), to.y.to_bits(), cost.map(f32::to_bits), *exact, reason).hash(h);
            }
        }
    }
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
    /// A creature begins near a point.
    Spawn {
        /// What it is.
        behaviour: Symbol,
        /// Metres.
        at: Vec2,
    },
    /// The sender joins a group.
    Join {
        /// Its name.
        group: String,
    },
    /// The sender leaves a group.
    Leave {
        /// Its name.
        group: String,
    },
    /// Data for the board of the sender's faction, or of a group that it is in; nil removes it.
    Post {
        /// The group's name; `None`: its faction.
        group: Option<String>,
        /// The key that others read it under.
        key: String,
        /// What is posted.
        value: Arc<Value>,
    },
    /// A door of the map opens or closes.
    Door {
        /// The door's name.
        name: String,
        /// Whether it is to be open.
        open: bool,
    },
    /// Influence is added to a layer, or taken away.
    Influence {
        /// The layer.
        layer: LayerId,
        /// Where, metres.
        at: Vec2,
        /// How much.
        amount: f32,
    },
    /// Another change of the world.
    Edit(Edit),
    /// The sender leaves the world.
    Despawn,
    /// Shown beside the creature and in the log; not heard by scripts.
    Say {
        /// What is said; one line of the log.
        line: String,
    },
}

/// How a body avoids what it meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Avoids {
    /// Optimal reciprocal collision avoidance.
    #[default]
    Orca,
    /// Three probes steer it, as in the source.
    Feelers,
    /// Not at all: it goes straight, and stops where it touches.
    None,
}

impl Avoids {
    /// The kind in force where there are no paths: bodies that would only avoid each other use feelers, which see walls too.
    pub(crate) fn without_paths(self, no_paths: bool) -> Self {
        if no_paths && self == Self::Orca { Self::Feelers } else { self }
    }
}

/// How the body is to move.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Drive {
    /// Stand still.
    #[default]
    Stop,
    /// Go straight to a point at a share (0..=1) of top speed.
    Steer {
        /// Metres.
        to: Vec2,
        /// Share of the full speed, 0 to 1.
        pace: f32,
        /// Whether it avoids what it meets, as its [`Avoids`] says.
        avoids: bool,
    },
    /// Walk in a direction at a share of top speed: the player's character.
    Walk {
        /// A unit vector.
        direction: Vec2,
        /// Share of the full speed, 0 to 1.
        pace: f32,
    },
    /// Stand still and turn towards a point.
    Face {
        /// Metres.
        to: Vec2,
    },
}

/// Everything a script has asked of its body.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Intent {
    pub drive: Drive,
    /// How it avoids what it meets.
    pub avoids: Avoids,
    /// Strike at this one whenever it is within reach and the cooldown is over.
    pub attack: Option<AgentId>,
}
