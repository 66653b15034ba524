//! The selected creature, as front ends show it.

use super::{PathInfo, WhyLine};
use crate::agent::feelers::Probe;
use crate::agent::recorder::EventText;
use crate::agent::{Eyes, Value};
use crate::body::{AgentId, MoveClass};
use crate::geom::Vec2;
use std::sync::Arc;

/// Everything about the selected creature.
#[derive(Clone, Debug)]
pub struct Focus {
    /// The creature.
    pub id: AgentId,
    /// The behaviour's name.
    pub behaviour: String,
    /// The state's name.
    pub state: String,
    /// The step when it entered the state.
    pub state_since: u64,
    /// Until when it sleeps; `None`: it is awake.
    pub sleep: Option<SleepInfo>,
    /// The tactical state, as its script reports it.
    pub tactic: String,
    /// From 0 to `max_health`.
    pub health: f32,
    /// The health it was born with.
    pub max_health: f32,
    /// Its centre, metres.
    pub position: Vec2,
    /// Radians.
    pub heading: f32,
    /// Metres.
    pub radius: f32,
    /// How it moves.
    pub moves: MoveClass,
    /// Its eyes.
    pub eyes: Eyes,
    /// The creatures that it knows of.
    pub known: Vec<KnownMark>,
    /// Metres a second.
    pub speed: f32,
    /// Where it steers to at this moment.
    pub steering: Option<Vec2>,
    /// Empty when they are not in use.
    pub feelers: Vec<Probe>,
    /// Its pathfinder.
    pub path: PathInfo,
    /// What its script remembers.
    pub memory: Value,
    /// Its timers: the name of each, and the step in which it is due; the first one due comes first.
    pub timers: Vec<(String, u64)>,
    /// The groups that it is in, in the order in which it joined them.
    pub groups: Vec<GroupMark>,
    /// What is posted for its faction, in order of key.
    pub board: Vec<(String, Arc<Value>)>,
    /// What happened to it, oldest first.
    pub story: Vec<EventText>,
    /// Why it is in its state: the changes that led there, newest last.
    pub why: Vec<WhyLine>,
}

/// A creature that sleeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SleepInfo {
    /// The step in which it wakes at the latest.
    pub until: u64,
    /// The creatures that end its sleep when they come near: `predator within 14 m in sight`.
    pub unless: Vec<String>,
}

/// A group that a creature is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMark {
    /// Its name.
    pub name: String,
    /// How many members it has.
    pub members: usize,
    /// Whether the creature leads it.
    pub leads: bool,
}

/// A creature that another one knows of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownMark {
    /// Which.
    pub id: AgentId,
    /// Where it was last seen or heard, metres.
    pub position: Vec2,
    /// Whether it is in sight.
    pub in_sight: bool,
    /// Whether it was only heard.
    pub heard: bool,
}
