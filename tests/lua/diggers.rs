//! A world that creatures change in every step: the others still find their paths.

use crate::game::{Game, noting, setup};
use bestiary::testing::lua::ModSet;
use bestiary::{NavParams, Setup, Sim, SimParams, Value};

/// Twelve that dig beside themselves in an eastern corridor: each in every sixth step, in turn.
const DIG: &str = "npc:dig(npc.x + 1.6, npc.y, if npc.memory.turn % 2 == 0 then 'wall' else 'grass')";

/// Goes from one end of the corridors to the other and back.
const RUNNER: &str = "local tactics = require 'lib.tactics'
return behaviour { name = 'runner', body = { radius = 0.3, speed = 6 }, start = 'run', states = { run = {
  tick = function(npc)
    npc.memory.x = npc.memory.x or 30
    if tactics.go(npc, npc.memory.x, 15) == 'arrived' then
      npc.memory.x = 32 - npc.memory.x
      npc.memory.arrived = (npc.memory.arrived or 0) + 1
    end
  end } } }";

/// Walls with a gap at one end, north and south in turn: a path is many turns long. The last corridors are the diggers'.
fn map() -> String {
    let wall =
        |i: i32| format!("{{ size = [1, 27], at = [{}, {}], top = 3 }}, ", 4 * i, 15 + if i % 2 == 0 { -2 } else { 2 });
    let walls: String = (1..8).map(wall).collect();
    let spawns = "[[spawn]]\nbehaviour = \"runner\"\narea = [0.5, 12, 1.5, 18]\ncount = 6\n
        [[spawn]]\nbehaviour = \"digger\"\narea = [33, 2, 36, 28]\ncount = 12\n";
    format!("[changes]\nby = [\"diggers\"]\n[[object]]\nname = \"walls\"\nat = [0, 0]\nboxes = [{walls}]\n{spawns}")
}

fn run(threads: usize, steps: u64) -> (Vec<Value>, u64, String) {
    let digger = noting("digger", "faction = 'diggers', radius = 0.3", DIG);
    let (tactics, roaming) =
        (include_str!("../../scripts/lib/tactics.lua"), include_str!("../../scripts/lib/roaming.lua"));
    let files = [
        ("lib/tactics.lua", tactics),
        ("lib/roaming.lua", roaming),
        ("npc/digger.lua", digger.as_str()),
        ("npc/runner.lua", RUNNER),
    ];
    let usual = setup(&map(), ModSet::from_files(files));
    // A search takes many steps.
    let nav = NavParams { slice_expansions: 2, ..usual.nav.clone() };
    let sim = Sim::new(Setup { sim: SimParams { threads, ..usual.sim.clone() }, nav, ..usual });
    let mut game = Game { sim: sim.unwrap_or_else(|faults| panic!("{faults:?}")) };
    game.steps(steps);
    let bodies = &game.sim.agents().bodies;
    let arrived = bodies.living().filter_map(|slot| game.sim.memory(bodies.id(slot))?.get("arrived").cloned());
    let (arrived, edits) = (arrived.collect(), game.sim.world_counts().edits);
    (arrived, edits, game.sim.hash())
}

#[test]
fn searches_end_though_something_changes_in_every_step() {
    let (arrived, edits, _) = run(1, 1_200);
    assert!(edits > 1_000, "{edits}");
    assert_eq!(arrived.len(), 6, "each of the runners came to the other end: {arrived:?}");
}

#[test]
fn a_world_that_changes_in_every_step_repeats_on_any_number_of_threads() {
    let one = run(1, 200);
    assert_eq!(run(2, 200), one);
    assert_eq!(run(8, 200), one);
}
