//! The worlds of the running test, stored beside the machine so that handles in Lua are only numbers.

use crate::body::AgentId;
use crate::lua::api::params::{PlainLimits, ScriptParams};
use crate::lua::host::budget;
use crate::lua::host::spec_host::contract::{Act, Build, SpecFile, SpecWorld, Unused, WorldPlan};
use crate::lua::host::spec_host::outcome::Scene;
use crate::lua::host::spec_host::reasons;
use crate::lua::host::spec_host::verdict::Claims;
use mlua::{AppDataRefMut, Error, Lua, Result};
use std::collections::BTreeMap;

/// Steps that all worlds of one test may take together: a thousand seconds.
const STEPS_PER_TEST: u64 = 20_000;
/// Counts of anything that is done with a world …
const COUNTS_PER_CALL: u64 = 20;
/// … and of a change to it, which is kept until the next step.
const COUNTS_PER_ACT: u64 = 60;
/// Lines that creatures said, of those that a failure shows.
const LINES_OF_LOG: usize = 8;
/// Worlds that one test may have.
const WORLDS_PER_TEST: usize = 16;

/// Application data of a spec's machine.
pub(crate) struct Stage {
    build: Build,
    spec: SpecFile,
    /// Of data that is sent.
    pub limits: PlainLimits,
    /// Of worlds that name none.
    pub seed: u64,
    /// By number; numbers are not used again in later tests.
    worlds: BTreeMap<usize, Live>,
    made: usize,
    steps_left: u64,
    /// What the running test has stated.
    pub claims: Claims,
    /// A world without a seed of its own was built.
    pub seed_used: bool,
}

struct Live {
    world: Box<dyn SpecWorld>,
    /// Errors of its scripts do not end the test.
    errors_allowed: bool,
    /// Errors up to the last step.
    errors_seen: usize,
    seed: u64,
    /// Creatures that the test holds, in order of request.
    held: Vec<AgentId>,
}

impl Stage {
    pub(super) fn new(spec: &SpecFile, build: Build, params: &ScriptParams) -> Self {
        Self {
            build,
            seed: 0,
            spec: spec.clone(),
            limits: params.plain_limits(),
            worlds: BTreeMap::new(),
            made: 0,
            steps_left: STEPS_PER_TEST,
            claims: Claims::default(),
            seed_used: false,
        }
    }

    pub(super) fn of(lua: &Lua) -> Result<AppDataRefMut<'_, Self>> {
        lua.app_data_mut::<Self>().ok_or_else(|| Error::runtime("worlds exist in specs only"))
    }

    fn live(&mut self, number: usize) -> Result<&mut Live> {
        self.worlds.get_mut(&number).ok_or_else(|| Error::runtime("this world belongs to another test"))
    }

    /// Ends all worlds: the next test begins with none, and with this seed.
    pub(super) fn clear(lua: &Lua, seed: u64) {
        if let Ok(mut stage) = Self::of(lua) {
            stage.worlds.clear();
            stage.steps_left = STEPS_PER_TEST;
            stage.claims = Claims::default();
            (stage.seed, stage.seed_used) = (seed, false);
        }
    }

    /// The world made last.
    pub(super) fn scene(lua: &Lua) -> Option<Scene> {
        let stage = Self::of(lua).ok()?;
        let live = stage.worlds.values().next_back()?;
        let (mut log, reasons) = (live.world.spoken(), reasons::of_creatures(&live.world.view(), &live.held));
        log.drain(..log.len().saturating_sub(LINES_OF_LOG));
        Some(Scene { drawing: live.world.draw(), reasons, log, seed: live.seed })
    }

    /// What the running test did to its worlds without effect.
    pub(super) fn unused(lua: &Lua) -> Option<Unused> {
        Self::of(lua).ok()?.worlds.values().find_map(|live| live.world.unused())
    }

    /// The test holds a creature.
    pub(super) fn hold(lua: &Lua, number: usize, id: AgentId) -> Result<()> {
        let mut stage = Self::of(lua)?;
        let held = &mut stage.live(number)?.held;
        if held.len() < reasons::CREATURES && !held.contains(&id) {
            held.push(id);
        }
        Ok(())
    }

    /// Builds a world and returns its number.
    pub(super) fn build(lua: &Lua, plan: WorldPlan) -> Result<usize> {
        let mut stage = Self::of(lua)?;
        if stage.worlds.len() >= WORLDS_PER_TEST {
            return Err(Error::runtime(format!("a test has at most {WORLDS_PER_TEST} worlds")));
        }
        let (seed, errors_allowed) = (plan.seed, plan.errors_allowed);
        let plan = WorldPlan { spec: stage.spec.clone(), ..plan };
        let world =
            budget::paused(|| (stage.build)(plan)).map_err(|e| Error::runtime(quoted("world: ", &e.to_string())))?;
        stage.made += 1;
        let number = stage.made;
        stage.worlds.insert(number, Live { world, errors_allowed, errors_seen: 0, seed, held: Vec::new() });
        Ok(number)
    }

    /// Does something with a world of the running test.
    pub(super) fn with<R>(lua: &Lua, number: usize, f: impl FnOnce(&mut dyn SpecWorld) -> R) -> Result<R> {
        budget::charge(COUNTS_PER_CALL)?;
        let mut stage = Self::of(lua)?;
        let live = stage.live(number)?;
        Ok(budget::paused(|| f(&mut *live.world)))
    }

    /// One act, with what makes it impossible as an error of the spec.
    pub(super) fn act(lua: &Lua, number: usize, act: Act) -> Result<()> {
        budget::charge(COUNTS_PER_ACT)?;
        Self::with(lua, number, |w| w.act(act))?.map_err(|e| Error::runtime(e.to_string()))
    }

    /// One step. Errors that a creature's script raises in it end the test, unless they are allowed.
    pub(super) fn step(lua: &Lua, number: usize) -> Result<()> {
        let mut stage = Self::of(lua)?;
        let Some(left) = stage.steps_left.checked_sub(1) else {
            return Err(Error::runtime(format!("the worlds of one test take at most {STEPS_PER_TEST} steps")));
        };
        stage.steps_left = left;
        let live = stage.live(number)?;
        let errors = budget::paused(|| {
            live.world.step();
            live.world.errors()
        });
        let new = errors.get(live.errors_seen).cloned();
        live.errors_seen = errors.len();
        match new {
            Some(e) if !live.errors_allowed => Err(Error::runtime(quoted("a creature's script failed: ", &e))),
            _ => Ok(()),
        }
    }
}

/// Messages with a place of their own go in quotes, so that this place is not taken for the spec's.
fn quoted(before: &str, message: &str) -> String {
    if message.contains(".lua:") { format!("{before}\"{message}\"") } else { format!("{before}{message}") }
}
