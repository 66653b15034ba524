//! Areas of a map: several rectangles of one name, and what they add to the hash.

use crate::game::Game;

const WALKER: &str = "return behaviour { name = 'walker', start = 's', states = { s = {
  entered = function(npc, area) npc.memory.seen = (npc.memory.seen or '') .. '+' .. area end,
  left = function(npc, area) npc.memory.seen = (npc.memory.seen or '') .. '-' .. area end,
  tick = function(npc) npc:charge(39, npc.y) end } } }";

const SPAWN: &str = "[[spawn]]\nbehaviour = \"walker\"\narea = [1, 11, 2, 12]\ncount = 1\n";

/// `[[area]]` with this name, from one x to another.
fn area(name: &str, x0: u32, x1: u32) -> String {
    format!("[[area]]\nname = \"{name}\"\narea = [{x0}, 5, {x1}, 20]\nroles = [\"ground\"]\n")
}

#[test]
fn rectangles_of_one_name_are_one_area() {
    let yard = [area("yard", 6, 10), area("yard", 10, 14), area("gate", 18, 20), SPAWN.into()].concat();
    let mut game = Game::new(&yard, &[("npc/walker.lua", WALKER)]);
    assert_eq!(game.steps(200).remembered("seen"), ["\"+yard-yard+gate-gate\""]);
}

#[test]
fn a_creature_in_an_area_changes_the_hash_only_where_its_behaviour_handles_areas() {
    let hash = |map: &str, file: &str| {
        let file = file.replace("npc.memory.seen = ", "local _ = ");
        Game::new(map, &[("npc/walker.lua", &file)]).steps(60).sim.hash()
    };
    let with = [area("yard", 1, 30), SPAWN.into()].concat();
    assert_ne!(hash(SPAWN, WALKER), hash(&with, WALKER));
    let heedless = WALKER.replace("entered", "hurt").replace("left", "heard");
    assert_eq!(hash(SPAWN, &heedless), hash(&with, &heedless));
}
