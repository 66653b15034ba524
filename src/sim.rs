//! The step, the scheduler, commands, events, the snapshot.
//!
//! Six phases a step, in this order: commands, perception, scripts, searches, motion, events. What enters from outside
//! enters as a [`Command`]; what leaves, leaves as a [`Snapshot`] or a [`Stats`].

mod ask;
mod boards;
mod changes;
mod command;
mod crowd_counts;
mod crowd_info;
mod crowd_watch;
pub(crate) mod crowding;
mod death_notes;
mod deaths;
mod doors;
mod due;
mod edits;
mod effects;
mod event_recorder;
mod focus;
mod gates;
mod ground_use;
mod hash;
mod influence;
mod layers;
pub(crate) mod log;
mod map_reload;
mod map_version;
mod midway;
mod note_events;
mod params;
mod path_info;
mod planning;
pub(crate) mod post_log;
mod preparation;
mod probation;
mod reload;
mod reload_notes;
mod requests;
mod review_paths;
pub(crate) mod reviews;
mod rollback;
mod setup;
mod shards;
mod shown_crowd;
mod shown_graph;
mod shown_paths;
mod shown_search;
mod sleep_info;
mod snapshot;
mod snapshot_builder;
mod sources;
mod spawn;
mod spawner;
mod stats;
mod step;
mod stuck;
mod transits;
mod versions;
mod walled_in;
mod zones;

pub use crate::agent::Eyes;
pub(crate) use crate::agent::PLAYER;
pub use crate::agent::feelers::Probe;
pub use crate::agent::recorder::{EventKind, EventText, WhyLine};
pub use crate::nav::SearchLoad;
pub use ask::{Answer, Completion};
pub use changes::WorldCounts;
pub use command::{Command, SourceFile};
pub use crowd_info::{CrowdCell, ShownCrowd, ShownFlow};
pub use crowd_watch::CrowdCounts;
pub use focus::{Focus, GroupMark, KnownMark, SleepInfo};
pub use ground_use::GroundUse;
pub use log::{ErrorGroup, Level, Log, LogLine};
pub(crate) use map_reload::map_file;
pub use map_version::{MapFaults, MapVersion};
pub use midway::{Between, Saved};
pub(crate) use params::MOST_THREADS;
pub use params::{Population, SimParams};
pub use path_info::{CodeInfo, CodeOutcome, GoalInfo, PathInfo, ShownGraph, ShownSearch, WindowInfo};
pub use setup::Setup;
pub(crate) use shown_paths::ShownPath;
pub use snapshot::{
    AgentMark, PhaseTimes, ProfileRow, RosterRow, ScriptRow, ScriptStatus, ShownLayer, ShownTile, Snapshot,
};
pub use stats::StepTimes;
pub(crate) use stats::{Stats, share};
pub(crate) use versions::Undone;

use crate::agent::combat::Combat;
use crate::agent::{Agents, Catalogue, Guides, Motion, MotionParams, SightMeter, Species, StepView, Symbol};
use crate::body::AgentId;
use crate::crowd::CrowdParams;
use crate::diag::Clock;
use crate::lua::analysis::coverage::Coverage;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::program::Program;
use crate::lua::host::vm::Vm;
use crate::lua::source::mods::{FileKey, ModSet};
use crate::nav::{LevelsSource, Service};
use crate::rng::Rand;
use crate::world::World;
use note_events::Places;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A living world. Owns everything that changes; two of them with the same inputs stay equal.
pub struct Sim {
    params: SimParams,
    seed: u64,
    /// What scripts and searches read, as it is now.
    now: StepView,
    /// The map as it was read last, without what became of it in the world.
    map: Arc<World>,
    /// Creatures beyond what the map spawns.
    population: Vec<Population>,
    searches: Service,
    /// `step_expansions` of `[nav]`, which is for each ten thousand creatures, and `straight_share`, as they were set.
    search_share: (u32, f32),
    levels: LevelsSource,
    mods: Arc<ModSet>,
    /// The scripts as they were loaded.
    pub(crate) program: Arc<Program>,
    /// The sources that were rolled back (`None`: a deletion) and not reloaded since.
    pub(crate) rolled_back: BTreeMap<FileKey, Undone>,
    shards: shards::Shards,
    spawner: spawner::Spawner,
    /// Which doors change by themselves.
    door_rand: Rand,
    changes: changes::Changes,
    motion: Motion,
    motion_params: MotionParams,
    /// Where bodies steer that are led along their paths; of this step alone.
    guides: Guides,
    crowd_params: CrowdParams,
    script_params: ScriptParams,
    combat: Combat,
    entrance: transits::Entrance,
    crowd_watch: crowd_watch::CrowdWatch,
    influence_scratch: sources::InfluenceScratch,
    /// Agents whose script is called in the next step before its turn.
    wake: Vec<bool>,
    /// Behaviours whose creatures end their sleep in the next step.
    waking: BTreeSet<Symbol>,
    log: Log,
    deaths: death_notes::DeathNotes,
    scripts: versions::ScriptTable,
    faults: log::FaultGroups,
    probations: versions::Probations,
    prepared: shards::Prepared,
    /// Places in scripts as they are live now: file and line, and the source line.
    places: Places,
    /// A VM apart that evaluates questions, and the program it has loaded.
    question_vm: Option<(Arc<Program>, Vm)>,
    stats: Stats,
}

impl Sim {
    /// From now on the time that looking takes is measured: [`StepTimes::sight_ns`].
    pub fn measure_sight(&mut self, clock: Box<dyn Clock + Send>) {
        self.now.sight = Some(Arc::new(SightMeter::new(clock)));
    }

    /// How many steps were made.
    pub fn step_count(&self) -> u64 {
        self.now.step
    }

    /// The seed of all random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Length of a step, milliseconds.
    pub fn step_ms(&self) -> u32 {
        self.params.step_ms
    }

    /// What exists besides agents.
    pub fn world(&self) -> &World {
        &self.now.world
    }

    /// All agents.
    pub fn agents(&self) -> &Agents {
        &self.now.agents
    }

    /// The species that the scripts declare.
    pub fn catalogue(&self) -> &Catalogue {
        &self.now.catalogue
    }

    /// The player's character, while it lives.
    pub fn player(&self) -> Option<AgentId> {
        self.now.player
    }

    /// The newest lines of the log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// What became of changes of the world.
    pub fn world_counts(&self) -> WorldCounts {
        self.changes.counts
    }

    /// The scripts that run.
    pub fn mods(&self) -> &Arc<ModSet> {
        &self.mods
    }

    /// Adds what scripts did so far; nothing unless `ScriptParams::coverage` is set.
    pub fn coverage(&self, into: &mut Coverage) {
        self.shards.all.iter().for_each(|s| s.vm.coverage(into));
    }

    fn species(&self, slot: usize) -> Option<&Species> {
        self.catalogue().find(self.now.agents.behaviour[slot])
    }

    /// `wolf 17`.
    fn name_of(&self, slot: usize) -> String {
        let symbol = self.now.agents.behaviour[slot];
        format!("{} {}", self.catalogue().symbols.name(symbol), self.now.agents.bodies.id(slot))
    }

    /// Adds a line to the log.
    fn note(&mut self, level: Level, text: String) {
        self.log.push(self.now.step, level, None, text);
    }

    /// Adds a line about a creature to the log.
    fn note_of(&mut self, slot: usize, level: Level, text: String) {
        let speaker = (self.now.agents.bodies.id(slot), self.name_of(slot));
        self.log.push(self.now.step, level, Some(speaker), text);
    }

    /// What scripts and searches of this step read.
    pub(crate) fn view(&self) -> StepView {
        self.now.clone()
    }
}
