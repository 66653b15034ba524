//! A version that loads and then fails is undone: scripts, memory and state are what they were before it came.

mod migration;
mod prepared;
mod reach;
mod verdict;

use crate::stage;
use bestiary::AgentId;
use bestiary::ScriptParams;
use bestiary::Value;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::usual_setup;
use bestiary::{Command, Level, Population, ScriptRow, ScriptStatus, Setup, Sim, SimParams, SourceFile};
use std::sync::Arc;

/// Steps in a second.
const SECOND: u64 = 20;
/// Longer than any version is on probation.
const PROBATION: u64 = 4 * SECOND;

/// A creature that counts its ticks; `extra` comes before the count, line 5.
fn counter(extra: &str) -> String {
    format!(
        r#"local rules = require "lib.rules"
return behaviour {{
  name = "counter", start = "rest",
  states = {{ rest = {{ tick = function(npc)
    {extra}
    npc.memory.count = (npc.memory.count or 0) + rules.step
  end }} }},
}}"#
    )
}

/// Another creature, which says in memory what its file says.
fn hermit(tag: &str) -> String {
    stage::ticking("hermit", &format!("npc.memory.tag = {tag}"))
}

const RULES: &str = "return { step = 1 }";

struct World {
    sim: Sim,
}

impl World {
    fn new(counters: u32) -> Self {
        Self::with(counters, 1, ScriptParams::default())
    }

    fn with(counters: u32, threads: usize, script: ScriptParams) -> Self {
        let (counter, hermit) = (counter(""), hermit("'one'"));
        let files = [("npc/counter.lua", counter.as_str()), ("npc/hermit.lua", &hermit), ("lib/rules.lua", RULES)];
        let people = [("counter", counters), ("hermit", 1)];
        let sim = Sim::new(Setup {
            population: people.map(|(b, count)| Population { behaviour: b.into(), count }).into(),
            sim: SimParams { threads, ..SimParams::default() },
            script,
            ..usual_setup(stage::open_ground(60, 40), ModSet::from_files(files), 5)
        });
        let mut world = Self { sim: sim.expect("loads") };
        world.steps(SECOND);
        world
    }

    fn steps(&mut self, n: u64) {
        for _ in 0..n {
            self.sim.step(&[], &NoClock);
        }
    }

    /// Saves files together.
    fn save(&mut self, files: &[(&str, &str)]) {
        let file = |(path, text): &(&str, &str)| SourceFile {
            mod_name: "base".into(),
            path: (*path).into(),
            text: (!text.is_empty()).then(|| (*text).to_owned()),
        };
        self.sim.step(&[Command::Reload { files: files.iter().map(file).collect() }], &NoClock);
    }

    fn row(&mut self, path: &str) -> ScriptRow {
        let snapshot = self.sim.snapshot(None, Default::default());
        snapshot.scripts.into_iter().find(|r| r.path == path).expect("a row")
    }

    /// `v2 live`, or `v3 rolled back, v2 live: message`.
    fn status(&mut self, path: &str) -> String {
        let row = self.row(path);
        match row.status {
            ScriptStatus::Live => format!("v{} live", row.version),
            ScriptStatus::Rejected { version, message } => {
                format!("v{version} rejected, v{} live: {message}", row.version)
            }
            ScriptStatus::RolledBack { version, message } => {
                format!("v{version} rolled back, v{} live: {message}", row.version)
            }
        }
    }

    /// Of which there is at least one: what tests ask of all of them is asked of something.
    fn living(&self, behaviour: &str) -> Vec<AgentId> {
        let symbol = self.sim.catalogue().named(behaviour).expect("a behaviour").symbol;
        let a = self.sim.agents();
        let ids: Vec<AgentId> =
            a.bodies.living().filter(|s| a.behaviour[*s] == symbol).map(|s| a.bodies.id(s)).collect();
        assert!(!ids.is_empty(), "a {behaviour} lives");
        ids
    }

    fn memory(&self, id: AgentId, key: &str) -> Value {
        self.sim.memory(id).and_then(|m| m.get(key).cloned()).unwrap_or_default()
    }

    fn counts(&self) -> Vec<f64> {
        let number = |id| match self.memory(id, "count") {
            Value::Number(n) => n,
            other => panic!("the count is {other}"),
        };
        self.living("counter").into_iter().map(number).collect()
    }

    fn errors(&self) -> Vec<String> {
        self.sim.log().lines().filter(|l| l.level == Level::Error).map(|l| l.text.clone()).collect()
    }
}
