//! What is rolled back with a version: files saved together, modules, births, states; the same on any number of threads.

use super::*;
use crate::stage;

#[test]
fn files_saved_together_are_rolled_back_together_and_later_saves_stay() {
    let mut world = World::new(5);
    let uses = counter("npc.memory.seen = rules.more");
    world.save(&[("lib/rules.lua", "return { step = {}, more = 1 }"), ("npc/counter.lua", &uses)]);
    world.save(&[("npc/hermit.lua", &hermit("'two'"))]);
    world.steps(PROBATION);
    assert!(world.status("npc/counter.lua").starts_with("v2 rolled back, v1 live"));
    assert!(world.status("lib/rules.lua").starts_with("v2 rolled back, v1 live"));
    assert_eq!(world.status("npc/hermit.lua"), "v2 live");
    let hermit = world.living("hermit")[0];
    assert_eq!(world.memory(hermit, "tag"), Value::String("two".into()));
    assert!(world.living("counter").iter().all(|id| world.memory(*id, "seen") == Value::Nil));
}

#[test]
fn a_module_is_rolled_back_for_all_files_that_require_it_and_not_for_other_faults() {
    let mut world = World::new(5);
    world.save(&[("lib/rules.lua", "return { step = 'many' }"), ("npc/hermit.lua", &hermit("'two'"))]);
    world.steps(SECOND);
    assert!(world.status("lib/rules.lua").starts_with("v2 rolled back, v1 live: scripts/npc/counter.lua:6"));
    // The hermit fails; the module that it does not require is on probation too and stays.
    let mut world = World::new(5);
    world.save(&[("lib/rules.lua", "return { step = 2 }")]);
    world.save(&[("npc/hermit.lua", &hermit("nil + 1"))]);
    world.steps(PROBATION);
    assert!(world.status("npc/hermit.lua").starts_with("v2 rolled back, v1 live"));
    assert_eq!(world.status("lib/rules.lua"), "v2 live");
}

#[test]
fn creatures_born_under_a_version_that_fails_restart_and_states_are_restored() {
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
    world.steps(PROBATION);
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
fn a_new_file_that_fails_is_taken_away_and_a_deleted_one_is_no_probation() {
    let mut world = World::new(1);
    let newt = |body: &str| stage::ticking("newt", body);
    world.save(&[("npc/newt.lua", &newt("error('no')"))]);
    let spawn = Command::Spawn { behaviour: "newt".into(), count: 3, at: None };
    world.sim.step(&[spawn], &NoClock);
    world.steps(SECOND);
    assert!(world.status("npc/newt.lua").starts_with("v1 rolled back, v0 live"));
    world.save(&[("npc/newt.lua", &newt("npc.memory.fine = true"))]);
    world.steps(PROBATION);
    assert_eq!(world.status("npc/newt.lua"), "v2 live");
    world.save(&[("npc/newt.lua", "")]);
    world.steps(PROBATION);
    assert_eq!(world.sim.stats().rollbacks, 1);
}

#[test]
fn a_rollback_is_the_same_on_any_number_of_threads() {
    let run = |threads| {
        let mut world = World::with(40, threads, ScriptParams::default());
        let sometimes = "if npc.id % 7 == 3 and npc:random() < 0.2 then npc.memory.bad = true error('sometimes') end";
        world.save(&[("npc/counter.lua", &counter(sometimes))]);
        world.steps(PROBATION);
        let at = world.row("npc/counter.lua").since_step;
        (world.status("npc/counter.lua"), at, world.sim.hash())
    };
    let once = run(1);
    assert!(once.0.starts_with("v2 rolled back"), "{}", once.0);
    assert_eq!(once, run(2));
    assert_eq!(once, run(3));
}

#[test]
fn an_error_that_names_another_file_rolls_back_its_own() {
    for place in ["npc/hermit.lua:1", "scripts/npc/hermit.lua:1", "lib/rules.lua:1"] {
        let mut world = World::new(5);
        let spoof = counter(&format!("error('{place}: it was the other one', 0)"));
        world.save(&[("npc/hermit.lua", &hermit("'two'"))]);
        world.save(&[("npc/counter.lua", &spoof)]);
        world.steps(PROBATION);
        let status = world.status("npc/counter.lua");
        assert!(status.starts_with("v2 rolled back, v1 live"), "{place}: {status}");
        assert_eq!(world.status("npc/hermit.lua"), "v2 live", "{place}");
    }
}

/// Many are kept as they were in blocks: each gets its own memory back, also where others died and new ones came in between.
#[test]
fn each_of_many_gets_its_own_memory_back() {
    let mut world = World::with(600, 1, ScriptParams { vms: 1, ..ScriptParams::default() });
    world.save(&[("npc/counter.lua", &counter("npc.memory.me = npc.id"))]);
    world.steps(PROBATION);
    let before = world.living("counter");
    let fails_late = "npc.memory.me = -1 npc.memory.calls = (npc.memory.calls or 0) + 1 if npc.memory.calls > 3 then error('no') end";
    world.save(&[("npc/counter.lua", &counter(fails_late))]);
    // Each was called once or twice.
    world.steps(12);
    assert!(before.iter().all(|id| world.memory(*id, "me") == Value::Number(-1.0)));
    let changes: Vec<Command> = (before.iter().step_by(50).map(|id| Command::Kill { id: *id }))
        .chain([Command::Spawn { behaviour: "counter".into(), count: 12, at: None }])
        .collect();
    world.sim.step(&changes, &NoClock);
    world.steps(SECOND * 2);
    assert!(world.status("npc/counter.lua").starts_with("v3 rolled back, v2 live"));
    for id in world.living("counter") {
        assert_eq!(world.memory(id, "me"), Value::Number(id.number() as f64), "{id}");
        assert_eq!(world.memory(id, "calls"), Value::Nil, "{id}");
    }
}
