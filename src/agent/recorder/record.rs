//! One event: names and strings are kept elsewhere and referred to by number.

use super::Word;
use crate::agent::{Handler, Symbol};
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::nav::{Code, Reason};
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum What {
    /// A life begins.
    Born,
    /// A change of strategic state.
    State {
        /// The state before.
        from: Symbol,
        /// The new state.
        to: Symbol,
        /// The handler that returned it; `None` when none did.
        handler: Option<Handler>,
        /// File and line, then the source line.
        place: Word,
    },
    /// A result of the pathfinder, and its details.
    Path {
        /// What the pathfinder returned.
        code: Code,
        /// Nodes that the search expanded.
        nodes: u32,
        /// Waypoints of the path.
        waypoints: u16,
        /// Why the search failed.
        reason: Option<Reason>,
    },
    /// Its goal is a point.
    Goal(Vec2),
    /// Its goal is an agent.
    Chase {
        /// The target's behaviour.
        behaviour: Symbol,
        /// The target.
        id: AgentId,
    },
    /// What became of its sight of a creature that it follows.
    Sight {
        /// What happened.
        seeing: Seeing,
        /// The behaviour of the other creature.
        behaviour: Symbol,
        /// The other creature.
        id: AgentId,
    },
    /// It lost health by no creature: so much.
    Hurt(f32),
    /// Another creature hurt it.
    HurtBy {
        /// The attacker's behaviour.
        behaviour: Symbol,
        /// The attacker.
        id: AgentId,
        /// Health that was lost.
        amount: f32,
    },
    /// It killed another creature.
    Killed {
        /// The victim's behaviour.
        behaviour: Symbol,
        /// The victim.
        id: AgentId,
    },
    /// What it said.
    Said(Word),
    /// It opened or closed a door.
    Door {
        /// The door's name.
        name: Word,
        /// Whether it opened it.
        open: bool,
    },
    /// What it had changed in the world.
    Changed(Word),
    /// What it shouted.
    Shouted(Word),
    /// It sent a message.
    Sent {
        /// What kind of message it was.
        name: Word,
        /// The receiver.
        to: AgentId,
    },
    /// It joined a group, or left it.
    Group {
        /// The group's name.
        name: Word,
        /// Whether it joined.
        joins: bool,
    },
    /// It posted something on a board.
    Posted {
        /// Under which key.
        key: Word,
        /// What it was.
        value: Brief,
    },
    /// It heard a shout.
    Heard {
        /// What was shouted.
        what: Word,
        /// The behaviour of the creature that shouted.
        behaviour: Symbol,
        /// The creature that shouted.
        from: AgentId,
    },
    /// It got a message.
    Message {
        /// What kind of message it was.
        name: Word,
        /// The sender's behaviour.
        behaviour: Symbol,
        /// The sender.
        from: AgentId,
    },
    /// An error of its script.
    Fault {
        /// File, line and message.
        place: Word,
        /// Whether it spent its budget.
        overrun: bool,
    },
    /// Its script changed an entry of its memory.
    Memory {
        /// The path of the entry.
        key: Word,
        /// What it was.
        old: Brief,
        /// What it is now.
        new: Brief,
    },
    /// A person did something to it.
    Manual(Word),
    /// Its life ended.
    Died,
}

/// What becomes of the sight of a creature that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seeing {
    /// It is seen, at the beginning.
    Saw,
    /// It is no longer seen.
    Lost,
    /// It is seen again.
    Found,
    /// The path leads to where it was last seen.
    ToLastSeen,
    /// It is looked for there.
    Searches,
    /// It was not found.
    GaveUp,
}

impl Seeing {
    /// The event as a sentence about the other creature.
    pub fn of(self, other: &str) -> String {
        match self {
            Self::Saw => format!("saw {other}"),
            Self::Lost => format!("lost sight of {other}"),
            Self::Found => format!("found {other} again"),
            Self::ToLastSeen => format!("went to where it last saw {other}"),
            Self::Searches => format!("searched for {other}"),
            Self::GaveUp => format!("gave up the search for {other}"),
        }
    }
}

/// A value of memory, in brief.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Brief {
    /// No value.
    Nil,
    /// True or false.
    Bool(bool),
    /// A whole number that fits.
    Whole(i32),
    /// Any other number, rounded.
    Number(f32),
    /// A string, cut.
    String(Word),
    /// A table, whatever it holds.
    Table,
}

impl Brief {
    /// A number of Lua; whole ones stay exact where they fit.
    pub fn number(n: f64) -> Self {
        let whole = n as i32;
        if f64::from(whole) == n { Self::Whole(whole) } else { Self::Number(n as f32) }
    }
}

/// An event and when it was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The step in which it happened, the last time.
    pub step: u32,
    /// How often, when it came again and again.
    pub times: u16,
    /// The event.
    pub what: What,
}
