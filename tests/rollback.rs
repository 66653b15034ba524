//! A version that loads and then fails is undone: scripts, memory and state are what they were before it came.

mod stage;

use bestiary::agent::Value;
use bestiary::body::AgentId;
use bestiary::diag::NoClock;
use bestiary::script::{ModSet, ScriptParams};
use bestiary::sim::{Command, Level, Population, ScriptRow, ScriptStatus, Setup, Sim, SimParams, SourceFile};
use std::sync::Arc;

/// Steps in a second.
const SECOND: u64 = 20;
/// Longer than any version is on trial.
const TRIAL: u64 = 4 * SECOND;

/// A creature that counts its ticks; `extra` stands before the count, line 5.
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
            world: Arc::new(stage::open_ground(60, 40)),
            mods: ModSet::from_files(files),
            seed: 5,
            population: people.map(|(b, count)| Population { behaviour: b.into(), count }).into(),
            sim: SimParams { threads, ..SimParams::default() },
            nav: Default::default(),
            motion: Default::default(),
            script,
            levels: Default::default(),
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

    fn living(&self, behaviour: &str) -> Vec<AgentId> {
        let symbol = self.sim.catalogue().named(behaviour).expect("a behaviour").symbol;
        let a = self.sim.agents();
        a.bodies.living().filter(|s| a.behaviour[*s] == symbol).map(|s| a.bodies.id(s)).collect()
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

#[test]
fn a_version_that_raises_in_its_first_tick_is_gone_within_a_second_even_with_one_creature() {
    for counters in [1, 2, 7, 50] {
        let mut world = World::new(counters);
        let before = world.counts();
        world.save(&[("npc/counter.lua", &counter("npc.memory.count = 'spoilt' local x = nil + 1"))]);
        world.steps(SECOND - 1);
        let status = world.status("npc/counter.lua");
        let blame = "v2 rolled back, v1 live: scripts/npc/counter.lua:5: error: attempt to perform arithmetic (add)";
        assert!(status.starts_with(blame), "{counters}: {status}");
        let said = world.errors().into_iter().find(|e| e.starts_with("npc/counter.lua v2 rolled back, v1 lives on: "));
        assert!(said.expect("a line in the log").contains("scripts/npc/counter.lua:5: error: attempt"));
        assert_eq!(world.sim.stats().rollbacks, 1);
        world.steps(SECOND);
        let after = world.counts();
        assert!(before.iter().zip(&after).all(|(b, a)| a > b), "they count on from {before:?}: {after:?}");
        let errors = world.sim.stats().script_errors;
        world.steps(TRIAL);
        assert_eq!(world.sim.stats().script_errors, errors, "nothing fails any more");
    }
}

#[test]
fn overruns_count_like_errors_and_a_caught_error_does_not() {
    let mut world = World::new(5);
    world.save(&[("npc/counter.lua", &counter("while true do end"))]);
    world.steps(SECOND);
    assert!(world.status("npc/counter.lua").starts_with("v2 rolled back, v1 live: scripts/npc/counter.lua:5: error"));
    world.save(&[("npc/counter.lua", &counter("pcall(error, 'no')"))]);
    world.steps(TRIAL);
    assert_eq!(world.status("npc/counter.lua"), "v3 live");
}

#[test]
fn a_version_that_came_through_its_trial_stays_and_so_does_one_that_fails_a_little() {
    let mut world = World::new(5);
    world.save(&[("npc/counter.lua", &counter("if npc.time > 6 then error('late') end"))]);
    world.steps(TRIAL);
    assert_eq!(world.status("npc/counter.lua"), "v2 live");
    world.steps(2 * SECOND);
    assert!(world.sim.stats().script_errors > 3, "it fails now, long after it was saved");
    assert_eq!(world.status("npc/counter.lua"), "v2 live");

    let mut world = World::new(5);
    let first = world.living("counter")[0].number();
    let once = format!("if npc.id == {first} and not npc.memory.once then npc.memory.once = true error('once') end");
    world.save(&[("npc/counter.lua", &counter(&once))]);
    world.steps(TRIAL);
    assert_eq!((world.status("npc/counter.lua").as_str(), world.sim.stats().script_errors), ("v2 live", 1));
}

#[test]
fn saving_again_tries_again_and_the_last_good_text_is_the_one_before_the_trial() {
    let mut world = World::new(5);
    let bad = counter("error('bad')");
    world.save(&[("npc/counter.lua", &bad)]);
    world.steps(SECOND);
    world.save(&[("npc/counter.lua", &bad)]);
    world.steps(SECOND);
    assert!(world.status("npc/counter.lua").starts_with("v3 rolled back, v1 live"), "tried, and failed again");
    // Version 4 runs for half a second; version 5 takes its place and fails: version 4 has proved nothing yet.
    world.save(&[("npc/counter.lua", &counter("npc.memory.four = true"))]);
    world.steps(SECOND / 2);
    world.save(&[("npc/counter.lua", &bad)]);
    world.steps(SECOND);
    assert!(
        world.status("npc/counter.lua").starts_with("v5 rolled back, v1 live"),
        "{}",
        world.status("npc/counter.lua")
    );
    assert!(
        world.living("counter").iter().all(|id| world.memory(*id, "four") == Value::Nil),
        "as if it had never been"
    );
    world.save(&[("npc/counter.lua", &counter("npc.memory.six = true"))]);
    world.steps(TRIAL);
    assert_eq!(world.status("npc/counter.lua"), "v6 live");
    world.save(&[("npc/counter.lua", &bad)]);
    world.steps(SECOND);
    assert!(world.status("npc/counter.lua").starts_with("v7 rolled back, v6 live"));
    assert!(world.living("counter").iter().all(|id| world.memory(*id, "six") == Value::Bool(true)));
}

#[test]
fn who_saves_every_other_second_loses_the_last_save_alone() {
    let mut world = World::new(5);
    for version in 2..=4 {
        world.save(&[("npc/counter.lua", &counter(&format!("npc.memory.version = {version}")))]);
        world.steps(3 * SECOND / 2);
    }
    assert_eq!(world.status("npc/counter.lua"), "v4 live");
    world.save(&[("npc/counter.lua", &counter("npc.memory.version = 5 error('bad')"))]);
    world.steps(SECOND);
    assert!(
        world.status("npc/counter.lua").starts_with("v5 rolled back, v4 live"),
        "{}",
        world.status("npc/counter.lua")
    );
    assert!(world.living("counter").iter().all(|id| world.memory(*id, "version") == Value::Number(4.0)));
    // One that raised an error is not come back to, however long ago that was.
    let first = world.living("counter")[0].number();
    let once = format!("if npc.id == {first} and not npc.memory.once then npc.memory.once = true error('once') end");
    world.save(&[("npc/counter.lua", &counter(&once))]);
    world.steps(2 * SECOND);
    world.save(&[("npc/counter.lua", &counter("error('bad')"))]);
    world.steps(SECOND);
    assert!(
        world.status("npc/counter.lua").starts_with("v7 rolled back, v4 live"),
        "{}",
        world.status("npc/counter.lua")
    );
}

#[test]
fn what_was_saved_together_goes_together_and_what_came_later_stays() {
    let mut world = World::new(5);
    let uses = counter("npc.memory.seen = rules.more");
    world.save(&[("lib/rules.lua", "return { step = {}, more = 1 }"), ("npc/counter.lua", &uses)]);
    world.save(&[("npc/hermit.lua", &hermit("'two'"))]);
    world.steps(TRIAL);
    assert!(world.status("npc/counter.lua").starts_with("v2 rolled back, v1 live"));
    assert!(world.status("lib/rules.lua").starts_with("v2 rolled back, v1 live"));
    assert_eq!(world.status("npc/hermit.lua"), "v2 live");
    let hermit = world.living("hermit")[0];
    assert_eq!(world.memory(hermit, "tag"), Value::Text("two".into()));
    assert!(world.living("counter").iter().all(|id| world.memory(*id, "seen") == Value::Nil));
}

#[test]
fn a_module_is_rolled_back_for_all_who_require_it_and_not_for_the_faults_of_others() {
    let mut world = World::new(5);
    world.save(&[("lib/rules.lua", "return { step = 'many' }"), ("npc/hermit.lua", &hermit("'two'"))]);
    world.steps(SECOND);
    assert!(world.status("lib/rules.lua").starts_with("v2 rolled back, v1 live: scripts/npc/counter.lua:6"));
    // The hermit fails; the module that it does not require is on trial too and stays.
    let mut world = World::new(5);
    world.save(&[("lib/rules.lua", "return { step = 2 }")]);
    world.save(&[("npc/hermit.lua", &hermit("nil + 1"))]);
    world.steps(TRIAL);
    assert!(world.status("npc/hermit.lua").starts_with("v2 rolled back, v1 live"));
    assert_eq!(world.status("lib/rules.lua"), "v2 live");
}

#[test]
fn nobody_is_sent_back_to_a_version_that_failed_itself() {
    let mut world = World::new(5);
    world.save(&[("npc/counter.lua", &counter("if npc.time > 6 then error('late') end"))]);
    world.steps(3 * TRIAL);
    assert_eq!(world.status("npc/counter.lua"), "v2 live");
    world.save(&[("npc/counter.lua", &counter("npc.memory.three = true error('still wrong')"))]);
    world.steps(TRIAL);
    assert_eq!((world.status("npc/counter.lua").as_str(), world.sim.stats().rollbacks), ("v3 live", 0));
    // Mended, it is good for coming back to.
    world.save(&[("npc/counter.lua", &counter(""))]);
    world.steps(TRIAL);
    world.save(&[("npc/counter.lua", &counter("error('wrong')"))]);
    world.steps(TRIAL);
    assert!(world.status("npc/counter.lua").starts_with("v5 rolled back, v4 live"));
}

#[test]
fn creatures_born_under_a_version_that_fails_begin_anew_and_states_go_back() {
    let two_states = |tick: &str| {
        format!(
            r#"return behaviour {{ name = "hermit", start = "rest", states = {{
                 rest = {{ enter = function(npc) npc.memory.entered = (npc.memory.entered or 0) + 1 end,
                           tick = function(npc) {tick} end }},
                 away = {{ tick = function(npc) error("lost") end }} }} }}"#
        )
    };
    let mut world = World::new(1);
    world.save(&[("npc/hermit.lua", &two_states(""))]);
    world.steps(TRIAL);
    let hermit = world.living("hermit")[0];
    world.save(&[("npc/hermit.lua", &two_states("npc.memory.gone = true return 'away'"))]);
    let spawn = Command::Spawn { behaviour: "hermit".into(), count: 1, at: None };
    world.sim.step(&[spawn], &NoClock);
    world.steps(SECOND);
    assert!(world.status("npc/hermit.lua").starts_with("v3 rolled back, v2 live"));
    world.steps(SECOND);
    let all = world.living("hermit");
    assert_eq!(all.len(), 2);
    let a = world.sim.agents();
    for id in &all {
        assert_eq!(world.sim.catalogue().symbols.name(a.state[id.slot()]), "rest");
        assert_eq!(world.memory(*id, "gone"), Value::Nil);
    }
    let born = all.into_iter().find(|id| *id != hermit).expect("a second one");
    assert_eq!(
        world.memory(born, "entered"),
        Value::Number(1.0),
        "it entered its start state in the version that lives"
    );
}

#[test]
fn a_new_file_that_fails_is_taken_away_and_a_deleted_one_is_no_trial() {
    let mut world = World::new(1);
    let newt = |body: &str| stage::ticking("newt", body);
    world.save(&[("npc/newt.lua", &newt("error('no')"))]);
    let spawn = Command::Spawn { behaviour: "newt".into(), count: 3, at: None };
    world.sim.step(&[spawn], &NoClock);
    world.steps(SECOND);
    assert!(world.status("npc/newt.lua").starts_with("v1 rolled back, v0 live"));
    world.save(&[("npc/newt.lua", &newt("npc.memory.fine = true"))]);
    world.steps(TRIAL);
    assert_eq!(world.status("npc/newt.lua"), "v2 live");
    world.save(&[("npc/newt.lua", "")]);
    world.steps(TRIAL);
    assert_eq!(world.sim.stats().rollbacks, 1);
}

/// The counter with an `on_reload`, line 3.
fn migrating(migration: &str) -> String {
    counter("")
        .replace("start = \"rest\",", &format!("start = \"rest\",\n  on_reload = function(npc, old) {migration} end,"))
}

#[test]
fn on_reload_is_called_once_for_everybody_before_anything_else() {
    let mut world = World::new(5);
    let migrate = "npc.memory.from = old npc.memory.times = (npc.memory.times or 0) + 1 npc.memory.count = npc.memory.count * 1000";
    let before = world.counts();
    world.save(&[("npc/counter.lua", &migrating(migrate))]);
    world.steps(TRIAL);
    for (id, (before, after)) in world.living("counter").into_iter().zip(before.into_iter().zip(world.counts())) {
        assert_eq!((world.memory(id, "from"), world.memory(id, "times")), (Value::Number(1.0), Value::Number(1.0)));
        assert!(after > before * 1000.0 && after < before * 1000.0 + 30.0, "{before} became {after}");
    }
    // Who is born later has nothing to migrate.
    world.sim.step(&[Command::Spawn { behaviour: "counter".into(), count: 1, at: None }], &NoClock);
    world.steps(SECOND);
    let born = *world.living("counter").iter().max_by_key(|id| id.slot()).expect("somebody");
    assert_eq!(world.memory(born, "times"), Value::Nil);
    // A changed module reloads its users: they migrate too, from the version of their own that goes on.
    world.save(&[("lib/rules.lua", "return { step = 2 }")]);
    world.steps(SECOND);
    let first = world.living("counter")[0];
    assert_eq!((world.memory(first, "from"), world.memory(first, "times")), (Value::Number(2.0), Value::Number(2.0)));
}

#[test]
fn a_migration_that_fails_is_undone_at_once_and_half_migrated_memory_with_it() {
    for migration in [
        "npc.memory.count = nil error('no')",
        "npc.memory.count = nil while true do end",
        "npc.memory.count = nil return 'rest'",
    ] {
        let mut world = World::new(5);
        let before = world.counts();
        world.save(&[("npc/counter.lua", &migrating(migration))]);
        world.steps(6);
        let status = world.status("npc/counter.lua");
        assert!(
            status.starts_with("v2 rolled back, v1 live: scripts/npc/counter.lua:4: error:"),
            "{migration}: {status}"
        );
        world.steps(SECOND);
        assert!(before.iter().zip(world.counts()).all(|(b, a)| a > *b), "{migration}");
    }
}

#[test]
fn a_rollback_is_the_same_on_any_number_of_threads() {
    let run = |threads| {
        let mut world = World::with(40, threads, ScriptParams::default());
        let sometimes = "if npc.id % 7 == 3 and npc:random() < 0.2 then npc.memory.bad = true error('sometimes') end";
        world.save(&[("npc/counter.lua", &counter(sometimes))]);
        world.steps(TRIAL);
        let at = world.row("npc/counter.lua").since_step;
        (world.status("npc/counter.lua"), at, world.sim.hash())
    };
    let once = run(1);
    assert!(once.0.starts_with("v2 rolled back"), "{}", once.0);
    assert_eq!(once, run(2));
    assert_eq!(once, run(3));
}

#[test]
fn the_trial_can_be_set_and_switched_off() {
    let params = ScriptParams { trial_ms: 0, ..ScriptParams::default() };
    let mut world = World::with(5, 1, params);
    world.save(&[("npc/counter.lua", &counter("error('no')"))]);
    world.steps(TRIAL);
    assert_eq!(world.status("npc/counter.lua"), "v2 live");
    let params = ScriptParams { trial_errors: 30, ..ScriptParams::default() };
    let mut world = World::with(1, 1, params);
    world.save(&[("npc/counter.lua", &counter("error('no')"))]);
    world.steps(TRIAL);
    assert_eq!(world.status("npc/counter.lua"), "v2 live", "one creature raises ten errors in three seconds");
}

#[test]
fn errors_are_grouped_by_place_and_counted_in_the_picture() {
    let mut world = World::with(20, 1, ScriptParams { trial_ms: 0, ..ScriptParams::default() });
    world.save(&[("npc/counter.lua", &counter("error('at ' .. npc.time .. ' by ' .. npc.id)"))]);
    world.steps(TRIAL);
    let snapshot = world.sim.snapshot(None, Default::default());
    let [group] = &snapshot.errors[..] else { panic!("one place: {:?}", snapshot.errors) };
    assert_eq!((group.path.as_str(), group.line), ("npc/counter.lua", 5));
    assert!(group.count > 200, "{}", group.count);
    assert_eq!(group.count, world.sim.stats().script_errors);
    assert_eq!(world.errors().len(), 1, "one line that counts: {:?}", world.errors());
}
