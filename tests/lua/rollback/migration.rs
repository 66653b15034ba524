//! `on_reload`: memory brought over to a new version, or not.

use super::*;

/// The counter with an `on_reload`, line 3.
fn migrating(migration: &str) -> String {
    counter("")
        .replace("start = \"rest\",", &format!("start = \"rest\",\n  on_reload = function(npc, old) {migration} end,"))
}

#[test]
fn on_reload_is_called_once_for_every_creature_before_any_other_handler() {
    let mut world = World::new(5);
    let migrate = "npc.memory.from = old npc.memory.times = (npc.memory.times or 0) + 1 npc.memory.count = npc.memory.count * 1000";
    let before = world.counts();
    world.save(&[("npc/counter.lua", &migrating(migrate))]);
    world.steps(PROBATION);
    for (id, (before, after)) in world.living("counter").into_iter().zip(before.into_iter().zip(world.counts())) {
        assert_eq!((world.memory(id, "from"), world.memory(id, "times")), (Value::Number(1.0), Value::Number(1.0)));
        assert!(after > before * 1000.0 && after < before * 1000.0 + 30.0, "{before} became {after}");
    }
    // A creature that is born later has nothing to migrate.
    world.sim.step(&[Command::Spawn { behaviour: "counter".into(), count: 1, at: None }], &NoClock);
    world.steps(SECOND);
    let born = *world.living("counter").iter().max_by_key(|id| id.slot()).expect("a creature");
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
