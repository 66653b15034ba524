//! One event, of a fixed small size: names and strings are kept elsewhere and referred to by number.

use super::Word;
use crate::agent::{Handler, Symbol};
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::nav::{Code, Reason};

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    Born,
    /// A change of strategic state. `handler` is `None` when no handler returned it; `place` is file and line, and
    /// on a second line the source line.
    State {
        from: Symbol,
        to: Symbol,
        handler: Option<Handler>,
        place: Word,
    },
    /// A result of the pathfinder, and its details.
    Path {
        code: Code,
        nodes: u32,
        waypoints: u16,
        reason: Option<Reason>,
    },
    /// Its goal is a point.
    Goal(Vec2),
    /// Its goal is an agent.
    Chase {
        behaviour: Symbol,
        id: AgentId,
    },
    Hurt {
        by: Option<(Symbol, AgentId)>,
        amount: f32,
    },
    Killed {
        behaviour: Symbol,
        id: AgentId,
    },
    Said(Word),
    Shouted(Word),
    Sent {
        name: Word,
        to: AgentId,
    },
    Heard {
        what: Word,
        behaviour: Symbol,
        from: AgentId,
    },
    Message {
        name: Word,
        behaviour: Symbol,
        from: AgentId,
    },
    /// An error of its script: place and message.
    Fault {
        place: Word,
        overrun: bool,
    },
    /// Its script changed an entry of its memory.
    Memory {
        key: Word,
        old: Brief,
        new: Brief,
    },
    /// A person did something to it.
    Manual(Word),
    Died,
}

/// A value of memory in eight bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Brief {
    Nil,
    Bool(bool),
    Whole(i32),
    Number(f32),
    Text(Word),
    Table,
}

impl Brief {
    pub fn number(n: f64) -> Self {
        let whole = n as i32;
        if f64::from(whole) == n { Self::Whole(whole) } else { Self::Number(n as f32) }
    }
}

/// An event and when it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    pub step: u32,
    /// How often, when it came again and again.
    pub times: u16,
    pub what: What,
}
