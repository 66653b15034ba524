//! Timers are data of a creature: they outlast reloads, count in the hash, and are undone with a version that fails.

use crate::game::Game;

/// A creature that sets its timers when it is born, and another timer in its tick.
fn probe(greeting: &str, tick: &str) -> String {
    format!(
        "return behaviour {{ name = \"probe\", start = \"s\", states = {{ s = {{\n\
         enter = function(npc) npc:after(2, 'late') npc:every(0.5, 'beat') end,\n\
         timer = function(npc, name)\n\
           npc.memory[name] = (npc.memory[name] or 0) + 1\n\
           npc.memory.said = '{greeting}'\n\
         end,\n\
         tick = function(npc) {tick} end }} }} }}"
    )
}

const MAP: &str = "[[spawn]]\nbehaviour = \"probe\"\narea = [1, 1, 30, 20]\ncount = 9\n";

#[test]
fn timers_outlast_a_reload_and_call_the_new_handler() {
    let mut game = Game::new(MAP, &[("npc/probe.lua", &probe("one", ""))]);
    game.steps(20).save("npc/probe.lua", &probe("two", "")).steps(30);
    assert_eq!(game.remembered("late"), ["1"; 9]);
    assert_eq!(game.remembered("said"), ["\"two\""; 9]);
}

#[test]
fn timers_count_in_the_hash_and_are_the_same_on_any_number_of_threads() {
    let hashes = |threads, seconds: &str| {
        let file = probe("one", "").replace("npc:after(2", &format!("npc:after({seconds}"));
        Game::on_threads(threads, MAP, &[("npc/probe.lua", &file)]).steps(15).sim.hash()
    };
    assert_eq!(hashes(1, "2"), hashes(4, "2"));
    assert_ne!(hashes(1, "2"), hashes(1, "3"));
}

#[test]
fn a_version_that_fails_leaves_no_timers() {
    let mut game = Game::new(MAP, &[("npc/probe.lua", &probe("one", ""))]);
    let failing = probe("two", "npc:after(1, 'stray') npc:cancel('late') error('no')");
    game.steps(20).save("npc/probe.lua", &failing).steps(60);
    assert_eq!(game.remembered("late"), ["1"; 9]);
    assert_eq!(game.remembered("stray"), ["nil"; 9]);
}
