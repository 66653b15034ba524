//! What scripts learn of the costs of paths: with pathfinding switched off, and in a world that changes.

use crate::game::{Game, noting, setup};
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::{Command, Setup, Sim, SimParams};

/// A creature that asks for the cost of a path to (35, 15), and what it got.
fn asker(tick: &str) -> String {
    let on_cost = "on_cost = function(npc, x, y, cost, exact, reason)
      npc.memory.found = `{x} {y} {if cost then cost // 1 else cost} {exact} {reason}`
    end,
    tick =";
    noting("asker", "faction = 'town', radius = 0.4", tick).replace("tick =", on_cost)
}

const SPAWN: &str = "[[spawn]]\nbehaviour = \"asker\"\narea = [5, 15, 5.1, 15.1]\ncount = 1\n";

fn found(game: &Game) -> String {
    game.remembered("found").concat()
}

#[test]
fn a_question_ends_though_pathfinding_is_switched_off() {
    let ask = "if npc.memory.turn == 3 then pathfinder.ask_cost(npc, 35, 15) end";
    let mut game = Game::new(SPAWN, &[("npc/asker.lua", &asker(ask))]);
    game.sim.step(&[Command::SetPathfinding(false)], &NoClock);
    game.steps(30);
    assert_eq!(found(&game), "\"35 15 nil false pathfinding off\"");
}

#[test]
fn a_question_ends_though_the_world_changes_in_every_step() {
    let ask = "if npc.memory.turn == 1 then pathfinder.ask_cost(npc, 35, 15) end
        npc:dig(npc.x, npc.y + 2, if npc.memory.turn % 2 == 0 then 'wall' else 'grass')";
    let map = "[changes]\n".to_owned() + &SPAWN.replace("count = 1", "count = 7");
    let wall = "[[object]]\nname = \"wall\"\nat = [20, 14]\nboxes = [{ size = [1, 27], top = 3 }]\n";
    let mut game = Game::new(&(map + wall), &[("npc/asker.lua", &asker(ask))]);
    game.steps(60);
    let all = game.remembered("found");
    assert_eq!(all.len(), 7);
    assert!(all.iter().all(|found| found.starts_with("\"35 15 ") && found.contains("nil\"")), "{all:?}");
}

/// A creature on one side of a wall; the straight line to (35, 15) is 30 metres, and the path 36 at least.
const WALLED: &str = "[[spawn]]\nbehaviour = \"mute\"\narea = [5, 15, 5.1, 15.1]\ncount = 1\n
[[object]]\nname = \"wall\"\nat = [20, 14]\nboxes = [{ size = [1, 27], top = 3 }]\n";

/// What paths cost round walls is prepared for creatures that ask: before the first of them lives, though it comes later, its question is a
/// module's, or a save brings it.
#[test]
fn the_first_that_asks_learns_what_the_path_round_a_wall_costs() {
    let mute = noting("mute", "radius = 0.4", "");
    let asks = "npc.memory.cost = pathfinder.cost(npc, 35, 15)";
    let asker = noting("asker", "radius = 0.4", asks);
    let through = format!("local far = require 'lib.far'\n{}", noting("through", "radius = 0.4", "far(npc)"));
    let far = format!("return function(npc) {asks} end");
    let files =
        [("npc/mute.lua", &*mute), ("npc/asker.lua", &asker), ("npc/through.lua", &through), ("lib/far.lua", &far)];
    let cost =
        |game: &Game| game.remembered("cost").iter().find_map(|cost| cost.parse::<f32>().ok()).expect("it asked");
    let lives = |behaviour: &str| {
        let mut game = Game::new(WALLED, &files);
        game.steps(3);
        let at = Some(bestiary::Vec2::new(5.0, 15.0));
        game.sim.step(&[Command::Spawn { behaviour: behaviour.into(), count: 1, at }], &NoClock);
        game.steps(3);
        cost(&game)
    };
    assert!(lives("asker") > 36.0, "{}", lives("asker"));
    assert!(lives("through") > 36.0, "{}", lives("through"));
    let mut game = Game::new(WALLED, &files);
    game.steps(3).save("npc/mute.lua", &mute.replace("npc.memory.turn =", &format!("{asks} npc.memory.turn =")));
    game.steps(6);
    assert!(cost(&game) > 36.0, "{}", cost(&game));
}

/// Where no creature asks, nothing is prepared for that, as a question that a person types for one of them shows: until one comes that asks.
#[test]
fn nothing_is_prepared_for_those_that_do_not_ask() {
    let mute = noting("mute", "radius = 0.4", "");
    let asker = noting("asker", "radius = 0.4", "npc.memory.cost = pathfinder.cost(npc, 35, 15)");
    let mut game = Game::new(WALLED, &[("npc/mute.lua", &mute), ("npc/asker.lua", &asker)]);
    game.steps(3);
    let id = game.sim.agents().bodies.id(0);
    let cost = |game: &mut Game| {
        let answer = game.sim.ask(id, "(pathfinder.cost(npc, 35, 15))");
        answer.lines.concat().parse::<f32>().unwrap_or_else(|_| panic!("{:?}", answer.lines))
    };
    assert!((29.0..31.0).contains(&cost(&mut game)), "{}", cost(&mut game));
    let at = Some(bestiary::Vec2::new(5.0, 18.0));
    game.sim.step(&[Command::Spawn { behaviour: "asker".into(), count: 1, at }], &NoClock);
    game.steps(3);
    assert!(cost(&mut game) > 36.0, "{}", cost(&mut game));
}

/// Over ground that costs a little more or less from cell to cell nothing is certain of lines: where there are many creatures that does not
/// matter, where there are few each is a search, and so it is where none may sleep.
#[test]
fn nearly_the_cheapest_is_enough_for_many_creatures_alone() {
    let map = "[ground]\nsize = [90, 90]\n[ground.vegetation]\nnoise = 40\nseed = 9\nhigh = 0.6\n
[[spawn]]\nbehaviour = \"walker\"\narea = [10, 10, 80, 80]\ncount = 20\n";
    let go = "if npc.memory.turn == 1 then
        pathfinder.set_position_target(npc, if npc.x < 45 then npc.x + 25 else npc.x - 25, npc.y)
      end
      pathfinder.tick(npc)";
    let walker = noting("walker", "radius = 0.4", go);
    let in_sight = |many: usize, sleep: bool| {
        let mut usual = setup(map, ModSet::from_files([("npc/walker.lua", walker.as_str())]));
        usual.script.sleep = sleep;
        let sim = SimParams { many, ..usual.sim.clone() };
        let mut game = Game { sim: Sim::new(Setup { sim, ..usual }).unwrap_or_else(|faults| panic!("{faults:?}")) };
        game.steps(20);
        let counts = game.sim.search_counts();
        assert!(counts.fixed.searches >= 20, "{counts:?}");
        counts.in_sight
    };
    let (few, many, awake) = (in_sight(21, true), in_sight(20, true), in_sight(20, false));
    assert!(many >= 18, "{many} of 20");
    assert!(few <= 5, "{few} of 20");
    assert_eq!(awake, few);
}
