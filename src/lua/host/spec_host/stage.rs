//! The worlds of the running test, stored beside the machine so that handles in Lua are only numbers.

use crate::lua::api::params::{PlainLimits, ScriptParams};
use crate::lua::host::budget;
use crate::lua::host::spec_host::contract::{Act, Build, Scene, SpecFile, SpecWorld, WorldPlan};
use mlua::{AppDataRefMut, Error, Lua, Result};
use std::collections::BTreeMap;

/// Steps that all worlds of one test may take together: a thousand seconds.
const STEPS_PER_TEST: u64 = 20_000;
/// Counts of anything that is done with a world …
const COUNTS_PER_CALL: u64 = 20;
/// … and of a change to it, which is kept until the next step.
const COUNTS_PER_ACT: u64 = 60;
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
}

struct Live {
    world: Box<dyn SpecWorld>,
    /// Errors of its scripts do not end the test.
    errors_allowed: bool,
    /// Errors up to the last step.
    errors_seen: usize,
    seed: u64,
}

impl Stage {
    pub(super) fn new(spec: &SpecFile, build: Build, params: &ScriptParams, seed: u64) -> Self {
        Self {
            build,
            seed,
            spec: spec.clone(),
            limits: params.plain_limits(),
            worlds: BTreeMap::new(),
            made: 0,
            steps_left: STEPS_PER_TEST,
        }
    }

    pub(super) fn of(lua: &Lua) -> Result<AppDataRefMut<'_, Self>> {
        lua.app_data_mut::<Self>().ok_or_else(|| Error::runtime("worlds exist in specs only"))
    }

    fn live(&mut self, number: usize) -> Result<&mut Live> {
        self.worlds.get_mut(&number).ok_or_else(|| Error::runtime("this world belongs to another test"))
    }

    /// Ends all worlds: the next test begins with none.
    pub(super) fn clear(lua: &Lua) {
        if let Ok(mut stage) = Self::of(lua) {
            stage.worlds.clear();
            stage.steps_left = STEPS_PER_TEST;
        }
    }

    /// The world made last.
    pub(super) fn scene(lua: &Lua) -> Option<Scene> {
        let stage = Self::of(lua).ok()?;
        let live = stage.worlds.values().next_back()?;
        Some(Scene { drawing: live.world.draw(), seed: live.seed })
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
        stage.worlds.insert(number, Live { world, errors_allowed, errors_seen: 0, seed });
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
