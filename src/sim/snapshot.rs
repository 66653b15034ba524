//! A picture of the world after a step: all that the dashboard ever sees of the simulation.

use super::{CodeInfo, ErrorGroup, LogLine, PathInfo, ProfileRow, WhyLine};
use crate::agent::{Catalogue, Symbol, Value};
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::geom::Vec2;
use crate::world::World;
use std::sync::Arc;

/// The world after a step.
#[derive(Clone)]
pub struct Snapshot {
    pub world: Arc<World>,
    /// Names behind the symbols.
    pub catalogue: Arc<Catalogue>,
    pub seed: u64,
    /// Steps since the world began.
    pub step: u64,
    pub step_ms: u32,
    pub pathfinding_on: bool,
    /// Everyone alive, in order of slot.
    pub agents: Vec<AgentMark>,
    pub player: Option<AgentId>,
    /// One row a behaviour, in order of name.
    pub roster: Vec<RosterRow>,
    /// The chosen creature.
    pub focus: Option<Focus>,
    /// One row a script file, in order of path.
    pub scripts: Vec<ScriptRow>,
    /// Errors of scripts by place, the most frequent first.
    pub errors: Vec<ErrorGroup>,
    /// What the functions of scripts cost, the dearest first.
    pub profile: Vec<ProfileRow>,
    /// Oldest first.
    pub log: Vec<LogLine>,
    /// How often the pathfinder returned each code so far.
    pub codes: Vec<(CodeInfo, u64)>,
    /// Mean over the last second, milliseconds a step.
    pub phases: PhaseTimes,
    pub arrivals: u64,
}

/// One creature on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentMark {
    pub id: AgentId,
    pub position: Vec2,
    pub heading: f32,
    pub radius: f32,
    pub behaviour: Symbol,
    pub state: Symbol,
    /// 0..=1.
    pub health: f32,
    pub glyph: char,
    pub is_player: bool,
}

/// One behaviour's people.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RosterRow {
    pub behaviour: String,
    pub alive: u32,
    pub spawned: u32,
    pub died: u32,
    /// (state, how many are in it), in order of name; states nobody is in are left out.
    pub states: Vec<(String, u32)>,
}

/// One script file.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptRow {
    /// As shown: `npc/wolf.lua`.
    pub path: String,
    /// The mod it came from.
    pub mod_name: String,
    /// The version that is live; 1 when the world began.
    pub version: u32,
    pub status: ScriptStatus,
    /// The step of the last change of status.
    pub since_step: u64,
    /// Behaviours that use it: 1 for a behaviour itself, the dependants for a module.
    pub users: u32,
    /// Errors raised while running since this version went live.
    pub errors: u64,
    /// What checks found in the version that is live, in order of line.
    pub remarks: Arc<[Diagnostic]>,
}

/// Whether the newest text of a file is what runs.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptStatus {
    Live,
    /// Version `version` did not load; the row's own version lives on.
    Rejected {
        version: u32,
        message: String,
    },
    /// Version `version` failed while it ran; the row's own version lives again. Names the line to blame.
    RolledBack {
        version: u32,
        message: String,
    },
}

/// Where the time of a step went, milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PhaseTimes {
    pub step: f32,
    pub script: f32,
    pub search: f32,
    pub abstraction: f32,
    pub motion: f32,
}

/// Everything about the chosen creature.
#[derive(Clone, Debug)]
pub struct Focus {
    pub id: AgentId,
    /// False once it died: the rest is how it was last seen.
    pub alive: bool,
    pub behaviour: String,
    pub state: String,
    pub state_since: u64,
    /// The tactical state, as its script reports it.
    pub tactic: String,
    pub health: f32,
    pub max_health: f32,
    pub position: Vec2,
    pub heading: f32,
    pub radius: f32,
    /// Metres a second.
    pub speed: f32,
    /// Where it steers to at this moment.
    pub steering: Option<Vec2>,
    /// Empty when they are not in use.
    pub feelers: Vec<Feeler>,
    pub path: PathInfo,
    pub memory: Value,
    /// What happened to it, oldest first.
    pub story: Vec<StoryLine>,
    /// Why it is in its state: the changes that led there, newest last.
    pub why: Vec<WhyLine>,
    /// Calls and errors of its script so far.
    pub script_ticks: u32,
}

/// One probe ahead of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feeler {
    pub from: Vec2,
    pub to: Vec2,
    pub touching: bool,
}

/// One thing that happened to the chosen creature, in a designer's words.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryLine {
    pub step: u64,
    /// `rest → attack`, `SEARCH_OK`, `hurt 5 by wolf 17`.
    pub what: String,
    /// `wolf.lua:21`, or more words; may be empty.
    pub why: String,
    /// A number that a library keeps in its part of the memory: left out where room is scarce.
    pub minor: bool,
}
