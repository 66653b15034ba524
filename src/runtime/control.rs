//! What a front end may ask of a running world, and what it gets to see.

use crate::body::AgentId;
use crate::sim::{Command, Snapshot};
use std::sync::Arc;

/// Sent by a front end. Only `Command` reaches the simulation; the rest is about watching it.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    Pause(bool),
    /// One step, then stand still again.
    SingleStep,
    /// 1.0 is as fast as life; 0.25..=16.
    Speed(f32),
    /// Whose details the snapshot shall carry.
    Focus(Option<AgentId>),
    Command(Command),
    /// Evaluates a line of Lua as this creature; the answer comes as a [`Reply`], what it asks to be done as commands.
    Ask {
        id: AgentId,
        line: String,
    },
    /// How the line can go on.
    Complete {
        id: AgentId,
        line: String,
    },
    /// Writes the creature's moment as a spec file.
    Export {
        id: AgentId,
    },
    Quit,
}

/// An answer to a question. A frame carries the last few: who has seen a number has seen all up to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Counts up from 1.
    pub seq: u64,
    pub text: ReplyText,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplyText {
    Evaluated {
        line: String,
        lines: Vec<String>,
        failed: bool,
    },
    /// The words that can stand in the line from a character on.
    Completed {
        line: String,
        from: usize,
        words: Vec<String>,
    },
    /// The spec file that was written.
    Exported {
        file: String,
    },
    /// Why no spec file was written.
    NotExported {
        reason: String,
    },
}

/// How the world is being run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pacing {
    pub paused: bool,
    /// As asked for.
    pub speed: f32,
    /// Steps a second, measured over the last second.
    pub steps_per_s: f32,
}

impl Default for Pacing {
    fn default() -> Self {
        Self { paused: false, speed: 1.0, steps_per_s: 0.0 }
    }
}

/// The latest of everything.
#[derive(Clone)]
pub struct Frame {
    pub snapshot: Arc<Snapshot>,
    pub pacing: Pacing,
    /// The last answers, oldest first.
    pub replies: Arc<[Reply]>,
}
