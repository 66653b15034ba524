//! Creatures that scripts bring into the world: within a quota, and the same on any number of threads.

use crate::game::{Game, setup};
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::{Command, ScriptParams, Setup, Sim, SimParams};

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

/// Of many creatures that scripts bring into the world, each has a share of a turn; those of the map have whole ones.
#[test]
fn a_crowd_that_scripts_brought_shares_turns() {
    let busy = "local n = 0 while true do n += 1 npc.memory.n = n end";
    let queen = "return behaviour { name = 'queen', start = 's', states = { s = { tick = function(npc)
        for _ = 1, 4 do npc:spawn('drone', 20, 15) end end } } }";
    let drone = format!(
        "return behaviour {{ name = 'drone', start = 's', states = {{ s = {{ tick = function(npc) {busy} end }} }} }}"
    );
    let map = "[[spawn]]\nbehaviour = \"drone\"\narea = [1, 1, 9, 9]\ncount = 1\n\
               [[spawn]]\nbehaviour = \"queen\"\narea = [15, 10, 25, 20]\ncount = 5\n";
    let usual = setup(map, ModSet::from_files([("npc/drone.lua", &*drone), ("npc/queen.lua", queen)]));
    let script = ScriptParams { instructions_per_call: 5_000, instructions_per_turn: 10_000, ..usual.script.clone() };
    let mut game = Game { sim: Sim::new(Setup { script, ..usual }).expect("begins") };
    let turns = |game: &Game| -> Vec<f64> { game.remembered("n").iter().filter_map(|n| n.parse().ok()).collect() };
    let first = turns(game.steps(12));
    assert!(first.len() < 90, "{}", first.len());
    let many = turns(game.steps(120));
    assert!(many.len() > 320, "{}", many.len());
    assert!(many[0] > 0.9 * first[0], "it is of the map");
    assert!(many[1..].iter().all(|n| *n < 0.75 * first[0]), "{:?}", &many[..4]);
}

/// Of many that die at once a few have a line each in the log, and one counts the rest: what else is said there can still be read.
#[test]
fn a_line_counts_the_deaths_of_a_second_but_for_the_first_few() {
    let map = "[[spawn]]\nbehaviour = \"cell\"\narea = [1, 1, 39, 29]\ncount = 30\n";
    let calm = "return behaviour { name = 'cell', start = 's', states = { s = {} } }";
    let mut game = Game::new(map, &[("npc/cell.lua", calm)]);
    let bodies = &game.steps(1).sim.agents().bodies;
    let all: Vec<Command> = bodies.living().map(|slot| Command::Kill { id: bodies.id(slot) }).collect();
    game.sim.step(&all, &NoClock);
    game.steps(20);
    let log: Vec<&str> = game.sim.log().lines().map(|l| l.text.as_str()).collect();
    assert_eq!(log.iter().filter(|text| **text == "died").count(), 3);
    assert_eq!(log.last(), Some(&"27 more died within a second: cell ×27"));
}
