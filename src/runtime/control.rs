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
    Quit,
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
}
