//! When a version is rolled back, when it stays, and which version is live then.

use super::*;

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
        let said = world.errors().into_iter().find(|e| e.starts_with("npc/counter.lua v2 rolled back, v1 live: "));
        assert!(said.expect("a line in the log").contains("scripts/npc/counter.lua:5: error: attempt"));
        assert_eq!(world.sim.stats().rollbacks, 1);
        world.steps(SECOND);
        let after = world.counts();
        assert!(before.iter().zip(&after).all(|(b, a)| a > b), "they count on from {before:?}: {after:?}");
        let errors = world.sim.stats().script_errors;
        world.steps(PROBATION);
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
    world.steps(PROBATION);
    assert_eq!(world.status("npc/counter.lua"), "v3 live");
}

#[test]
fn a_version_that_came_through_its_probation_stays_and_so_does_one_that_fails_a_little() {
    let mut world = World::new(5);
    world.save(&[("npc/counter.lua", &counter("if npc.time > 6 then error('late') end"))]);
    world.steps(PROBATION);
    assert_eq!(world.status("npc/counter.lua"), "v2 live");
    world.steps(2 * SECOND);
    assert!(world.sim.stats().script_errors > 3, "it fails now, long after it was saved");
    assert_eq!(world.status("npc/counter.lua"), "v2 live");

    let mut world = World::new(5);
    let first = world.living("counter")[0].number();
    let once = format!("if npc.id == {first} and not npc.memory.once then npc.memory.once = true error('once') end");
    world.save(&[("npc/counter.lua", &counter(&once))]);
    world.steps(PROBATION);
    assert_eq!((world.status("npc/counter.lua").as_str(), world.sim.stats().script_errors), ("v2 live", 1));
}

#[test]
fn saving_again_tries_again_and_the_last_good_text_is_the_one_before_the_probation() {
    let mut world = World::new(5);
    let bad = counter("error('bad')");
    world.save(&[("npc/counter.lua", &bad)]);
    world.steps(SECOND);
    world.save(&[("npc/counter.lua", &bad)]);
    world.steps(SECOND);
    assert!(world.status("npc/counter.lua").starts_with("v3 rolled back, v1 live"), "tried, and failed again");
    // Version 4 runs for a tenth of a second; version 5 takes its place and fails: version 4 has proved nothing yet.
    world.save(&[("npc/counter.lua", &counter("npc.memory.four = true"))]);
    world.steps(2);
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
    world.steps(PROBATION);
    assert_eq!(world.status("npc/counter.lua"), "v6 live");
    world.save(&[("npc/counter.lua", &bad)]);
    world.steps(SECOND);
    assert!(world.status("npc/counter.lua").starts_with("v7 rolled back, v6 live"));
    assert!(world.living("counter").iter().all(|id| world.memory(*id, "six") == Value::Bool(true)));
}

#[test]
fn saving_every_other_second_loses_only_the_last_save() {
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
fn a_version_that_failed_itself_is_never_restored() {
    let mut world = World::new(5);
    world.save(&[("npc/counter.lua", &counter("if npc.time > 6 then error('late') end"))]);
    world.steps(3 * PROBATION);
    assert_eq!(world.status("npc/counter.lua"), "v2 live");
    world.save(&[("npc/counter.lua", &counter("npc.memory.three = true error('still wrong')"))]);
    world.steps(PROBATION);
    assert_eq!((world.status("npc/counter.lua").as_str(), world.sim.stats().rollbacks), ("v3 live", 0));
    // Mended, it is good for coming back to.
    world.save(&[("npc/counter.lua", &counter(""))]);
    world.steps(PROBATION);
    world.save(&[("npc/counter.lua", &counter("error('wrong')"))]);
    world.steps(PROBATION);
    assert!(world.status("npc/counter.lua").starts_with("v5 rolled back, v4 live"));
}

#[test]
fn the_probation_can_be_set_and_switched_off() {
    let params = ScriptParams { probation_ms: 0, ..ScriptParams::default() };
    let mut world = World::with(5, 1, params);
    world.save(&[("npc/counter.lua", &counter("error('no')"))]);
    world.steps(PROBATION);
    assert_eq!(world.status("npc/counter.lua"), "v2 live");
    let params = ScriptParams { probation_errors: 30, ..ScriptParams::default() };
    let mut world = World::with(1, 1, params);
    world.save(&[("npc/counter.lua", &counter("error('no')"))]);
    world.steps(PROBATION);
    assert_eq!(world.status("npc/counter.lua"), "v2 live", "one creature raises ten errors in three seconds");
}

#[test]
fn errors_are_grouped_by_place_and_counted_in_the_snapshot() {
    let mut world = World::with(20, 1, ScriptParams { probation_ms: 0, ..ScriptParams::default() });
    world.save(&[("npc/counter.lua", &counter("error('at ' .. npc.time .. ' by ' .. npc.id)"))]);
    world.steps(PROBATION);
    let snapshot = world.sim.snapshot(None, Default::default());
    let [group] = &snapshot.errors[..] else { panic!("one place: {:?}", snapshot.errors) };
    assert_eq!((group.path.as_str(), group.line), ("npc/counter.lua", 5));
    assert!(group.count > 200, "{}", group.count);
    assert_eq!(group.count, world.sim.stats().script_errors);
    assert_eq!(world.errors().len(), 1, "one line that counts: {:?}", world.errors());
}
