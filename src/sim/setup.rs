//! What a world begins with, and how it begins.

use super::note_events::Places;
use super::{
    Level, Log, Population, Sim, SimParams, Stats, changes, crowd_watch, layers, log, planning, shards, sources,
    spawner, transits, versions,
};
use crate::agent::combat::Combat;
use crate::agent::recorder::Recorder;
use crate::agent::{Guides, Motion, MotionParams, StepView, abilities};
use crate::crowd::CrowdParams;
use crate::diag::{Diagnostic, printable};
use crate::lua::api::params::ScriptParams;
use crate::lua::host::program::Program;
use crate::lua::source::mods::ModSet;
use crate::nav::{LevelsSource, NavParams, Service, settle_planner};
use crate::rng::{Purpose, Rand};
use crate::world::World;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Everything a world begins with.
pub struct Setup {
    /// What exists.
    pub world: Arc<World>,
    /// The scripts.
    pub mods: ModSet,
    /// Of all random numbers.
    pub seed: u64,
    /// Creatures beyond what the map spawns.
    pub population: Vec<Population>,
    /// The step, threads, respawning.
    pub sim: SimParams,
    /// Pathfinding.
    pub nav: NavParams,
    /// Steering and feelers.
    pub motion: MotionParams,
    /// Avoidance.
    pub crowd: CrowdParams,
    /// Budgets of scripts.
    pub script: ScriptParams,
    /// Where the levels come from in a world so large that paths use hierarchical search.
    pub levels: LevelsSource,
}

impl Sim {
    /// Loads the scripts, prepares regions for every size of body, and brings the first creatures to life.
    ///
    /// # Errors
    /// Every fault in the scripts, and behaviours that the map or the population name and no file declares.
    pub fn new(setup: Setup) -> Result<Self, Vec<Diagnostic>> {
        let Setup { world, mods, seed, population, sim: params, mut nav, motion, mut crowd, script, levels } = setup;
        let program = Arc::new(Program::load(&mods, &script, None)?);
        let spawner = spawner::Spawner::new(&world, &population, &program.catalogue, seed, params.respawn_s)?;
        let strangers = world.strange_movements(&program.movements);
        if !strangers.is_empty() {
            return Err(strangers);
        }
        let mut world = world;
        if world.storeys().any(|storey| program.movements != world.on(storey).ground.movements()) {
            Arc::make_mut(&mut world).set_movements(&program.movements);
        }
        let strangers = world.strange_abilities(&abilities(&program.catalogue.species));
        if !strangers.is_empty() {
            return Err(strangers);
        }
        let influence = layers::layers(&world, &program, params.step_ms as f32 / 1000.0).map_err(|d| vec![d])?;
        // Only now is it known what the ground costs each class.
        let notice = settle_planner(&mut nav, &world);
        let shards = shards::Shards::new(&script, params.threads.max(1), &program)?;
        let mut sim = Self {
            seed,
            search_share: (nav.step_expansions, nav.straight_share),
            map: Arc::clone(&world),
            population,
            now: StepView {
                gates: planning::of_world(&world, &mut crowd),
                world,
                agents: Arc::default(),
                near: Arc::default(),
                boards: Arc::default(),
                groups: Arc::default(),
                avoided: layers::avoided(&program.catalogue, &influence),
                influence,
                catalogue: Arc::clone(&program.catalogue),
                regions: Arc::default(),
                levels: Arc::default(),
                portals: Arc::default(),
                abilities: Arc::default(),
                nav: Arc::new(nav),
                recorder: Arc::new(Recorder::new(params.recorder_events, params.recorder_mb)),
                step: 0,
                step_s: params.step_ms as f32 / 1000.0,
                player: None,
                pathfinding_on: !params.feelers_only,
                spawned: 0,
                omniscient: params.omniscient,
                sight: None,
            },
            searches: Service::default(),
            levels,
            scripts: versions::ScriptTable::new(&mods, &program),
            faults: log::FaultGroups::default(),
            probations: versions::Probations::default(),
            shards,
            spawner,
            door_rand: Rand::new(seed, Purpose::Doors, 0),
            changes: changes::Changes::default(),
            motion: Motion::default(),
            motion_params: motion,
            guides: Guides::default(),
            crowd_params: crowd,
            combat: Combat::default(),
            entrance: transits::Entrance::default(),
            crowd_watch: crowd_watch::CrowdWatch::default(),
            influence_scratch: sources::InfluenceScratch::default(),
            wake: Vec::new(),
            waking: BTreeSet::new(),
            log: Log::default(),
            deaths: Default::default(),
            prepared: shards::Prepared::default(),
            rolled_back: BTreeMap::new(),
            places: Places::default(),
            question_vm: None,
            stats: Stats::default(),
            params,
            script_params: script,
            mods: Arc::new(mods),
            program,
        };
        if sim.now.recorder.is_on() {
            sim.shards.vms().for_each(|vm| vm.watch_memory());
        }
        notice.into_iter().for_each(|notice| sim.note(Level::Info, notice));
        sim.now.abilities = transits::abilities(&sim.now.world, &sim.now.catalogue);
        sim.prepare_searches();
        let outdated: Vec<_> = sim.mods.outdated().map(ToString::to_string).collect();
        outdated.into_iter().for_each(|warning| sim.note(Level::Warn, warning));
        for note in sim.mods.replacements() {
            sim.log.push(0, Level::Info, None, printable(&note));
        }
        sim.spawn_first();
        Ok(sim)
    }
}
