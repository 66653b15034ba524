//! Creatures that scripts bring into the world: within a quota, and the same on any number of threads.

use crate::game::{Game, setup};
use bestiary::testing::lua::ModSet;
use bestiary::{Setup, Sim, SimParams};

/// Each creature brings another one every turn, and leaves after a while.
const CELL: &str = "return behaviour { name = 'cell', body = { radius = 0.2 }, start = 's', states = { s = {
  tick = function(npc) npc:spawn('cell', npc.x, npc.y) if npc.age > 4 then npc:despawn() end end } } }";

const MAP: &str = "[[spawn]]\nbehaviour = \"cell\"\narea = [15, 10, 25, 20]\ncount = 2\n";

#[test]
fn a_chain_reaction_ends_at_the_quota() {
    let usual = setup(MAP, ModSet::from_files([("npc/cell.lua", CELL)]));
    let sim = SimParams { most_spawned: 50, ..usual.sim.clone() };
    let mut game = Game { sim: Sim::new(Setup { sim, ..usual }).expect("begins") };
    let mut most = 0;
    for _ in 0..300 {
        most = most.max(game.steps(1).sim.agents().bodies.living().count());
    }
    assert!((50..=52).contains(&most), "{most}");
}

#[test]
fn what_comes_and_goes_is_the_same_on_any_number_of_threads() {
    let hash = |threads| Game::on_threads(threads, MAP, &[("npc/cell.lua", CELL)]).steps(200).sim.hash();
    assert_eq!(hash(1), hash(4));
}
