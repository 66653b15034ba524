//! What a front end sends to a running world, and what it gets back.

use crate::body::AgentId;
use crate::sim::{Command, Snapshot};
use std::sync::Arc;

/// Sent by a front end. Only `Command` reaches the simulation; the rest is about watching it.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    /// Stops and continues time.
    Pause(bool),
    /// One step, then pause again.
    SingleStep,
    /// 1.0 is as fast as life; 0.25..=16.
    Speed(f32),
    /// The creature whose details the snapshot holds while it lives.
    Focus(Option<AgentId>),
    /// Whether the snapshot holds the layers of influence.
    Influence(bool),
    /// Whether the snapshot holds the crowd on the ground.
    Crowd(bool),
    /// Whether the snapshot holds the flow field of the selected creature's goal.
    Flow(bool),
    /// Whether the snapshot holds the graph that the selected creature plans over.
    Graph(bool),
    /// Whether the snapshot holds the last search of the selected creature.
    Search(bool),
    /// Whether the snapshot holds the potentials of gates.
    Potentials(bool),
    /// Whether the snapshot holds where creatures lose time, summed from now on.
    TimeLost(bool),
    /// Goes to the simulation.
    Command(Command),
    /// Evaluates a line of Lua as this creature; the result comes as a [`Reply`], the changes that it requests are applied as commands.
    Ask(AgentId, String),
    /// How a line that was typed for this creature can go on.
    Complete(AgentId, String),
    /// Writes the creature's moment as a spec file.
    Export(AgentId),
    /// Ends the thread.
    Quit,
}

/// The reply to a request. A frame holds the last few, in order of number.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Counts up from 1.
    pub seq: u64,
    /// What it says.
    pub text: ReplyText,
}

/// What a reply says.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplyText {
    /// A line of Lua was evaluated.
    Evaluated {
        /// What was typed.
        line: String,
        /// What it gave, or the error.
        lines: Vec<String>,
        /// Whether it is an error.
        failed: bool,
    },
    /// The words that can replace the line from a byte on.
    Completed {
        /// What was typed.
        line: String,
        /// Where the completed word begins, in characters.
        from: usize,
        /// What it may be completed to.
        words: Vec<String>,
    },
    /// The path of the spec file that was written.
    Exported(String),
    /// What prevented it.
    NotExported(String),
}

/// How the world is being run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pacing {
    /// Whether time has stopped.
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
    /// The world after the newest step.
    pub snapshot: Arc<Snapshot>,
    /// How fast it runs.
    pub pacing: Pacing,
    /// The last replies, oldest first.
    pub replies: Arc<[Reply]>,
}
