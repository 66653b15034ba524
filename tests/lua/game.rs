//! A whole world for tests: a map of open ground with what a test adds to it, and behaviours.

use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::usual_setup;
use bestiary::testing::world::format;
use bestiary::{Command, Level, ScriptParams, Setup, Sim, SimParams, SourceFile, Value};

pub(crate) struct Game {
    pub sim: Sim,
}

/// The map's name in messages; what tests add begins on line 4.
pub(crate) const MAP: &str = "test.toml";

/// A behaviour of one state with this body. Its `tick` counts its turns in `npc.memory.turn`, and `note(…)` writes what calls
/// returned, in order, to `npc.memory.seen`.
pub(crate) fn noting(name: &str, body: &str, tick: &str) -> String {
    format!(
        "return behaviour {{ name = '{name}', body = {{ {body} }}, start = 's', states = {{ s = {{
           tick = function(npc)
             local function note(...)
               local said = npc.memory.seen or ''
               for i = 1, select('#', ...) do said ..= tostring((select(i, ...))) .. ' ' end
               npc.memory.seen = said
             end
             npc.memory.turn = (npc.memory.turn or 0) + 1
             {tick}
           end }} }} }}"
    )
}

/// The settings of a world with what is below the map's ground: 40 × 30 m, where the map does not begin with its own.
pub(crate) fn setup(map: &str, mods: ModSet) -> Setup {
    let ground = if map.starts_with("[ground]") { "" } else { "[ground]\nsize = [40, 30]\n" };
    let text = format!("format = 1\n{ground}{map}");
    let loaded = format::parse(MAP, text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
    usual_setup(loaded.world, mods, 5)
}

impl Game {
    pub(crate) fn new(map: &str, files: &[(&str, &str)]) -> Self {
        Self::on_threads(1, map, files)
    }

    pub(crate) fn on_threads(threads: usize, map: &str, files: &[(&str, &str)]) -> Self {
        let usual = setup(map, ModSet::from_files(files.iter().copied()));
        let sim = Sim::new(Setup { sim: SimParams { threads, ..usual.sim.clone() }, ..usual });
        Self { sim: sim.unwrap_or_else(|faults| panic!("{faults:?}")) }
    }

    /// The faults for which no world begins.
    pub(crate) fn refused(map: &str, files: &[(&str, &str)]) -> Vec<String> {
        let faults = Sim::new(setup(map, ModSet::from_files(files.iter().copied()))).err().expect("is refused");
        faults.iter().map(ToString::to_string).collect()
    }

    pub(crate) fn steps(&mut self, n: u64) -> &mut Self {
        for _ in 0..n {
            self.sim.step(&[], &NoClock);
        }
        self
    }

    pub(crate) fn save(&mut self, path: &str, text: &str) -> &mut Self {
        let file = SourceFile { mod_name: "base".into(), path: path.into(), text: Some(text.to_owned()) };
        self.sim.step(&[Command::Reload { files: [file].into() }], &NoClock);
        self
    }

    /// An entry of the memory of each living creature, in order of slot.
    pub(crate) fn remembered(&self, key: &str) -> Vec<String> {
        let bodies = &self.sim.agents().bodies;
        let memory = |slot| self.sim.memory(bodies.id(slot)).and_then(|m| m.get(key).cloned()).unwrap_or(Value::Nil);
        bodies.living().map(|slot| memory(slot).to_string()).collect()
    }

    pub(crate) fn warnings(&self) -> Vec<String> {
        self.sim.log().lines().filter(|l| l.level == Level::Warn).map(|l| l.text.clone()).collect()
    }
}

/// A spawn area of so many creatures, for a map of [`setup`].
pub(crate) fn spawn(behaviour: &str, count: u32) -> String {
    format!("[[spawn]]\nbehaviour = \"{behaviour}\"\narea = [1, 1, 38, 28]\ncount = {count}\n")
}

/// A world in which every creature has a turn in each step.
pub(crate) fn brisk(threads: usize, script: ScriptParams, map: &str, files: &[(&str, &str)]) -> Game {
    let usual = setup(map, ModSet::from_files(files.iter().copied()));
    let (sim, script) = (SimParams { threads, ..usual.sim.clone() }, ScriptParams { tick_ms: 50, ..script });
    Game { sim: Sim::new(Setup { sim, script, ..usual }).expect("begins") }
}
