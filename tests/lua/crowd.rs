//! What is counted of a crowd: those that are stuck, time that is lost, and overlaps.

use crate::game::{Game, setup, spawn};
use crate::stage::ticking;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::{AgentId, Command, CrowdCounts, Setup, Sim, SimParams, Vec2};

/// A creature that steers to a point, straight.
const WALKER: &str =
    "return behaviour { name = 'walker', body = { radius = 0.4, speed = 2 }, start = 's', states = { s = {
    tick = function(npc) npc:steer(35, 8 + npc.id * 4) end } } }";
/// One that wants nothing.
const SITTER: &str = "return behaviour { name = 'sitter', body = { radius = 0.5 }, start = 's', states = { s = {} } }";

/// A row of creatures on open ground; where `walled`, walls enclose the first of them.
fn world(behaviour: &str, walled: bool, threads: usize) -> Game {
    let walls = if walled {
        "[[object]]\nname = \"cell\"\nboxes = [{ at = [4.5, 8.5], size = [4, 0.4], top = 2 }, { at = [4.5, 12.5], size = [4, 0.4], top = 2 },\n\
         { at = [2.5, 10.5], size = [0.4, 4], top = 2 }, { at = [5.2, 10.5], size = [0.4, 4], top = 2 }]\n"
    } else {
        ""
    };
    let usual = setup(walls, ModSet::from_files([("npc/walker.lua", WALKER), ("npc/sitter.lua", SITTER)]));
    let sim = SimParams { threads, ..usual.sim.clone() };
    let mut game = Game { sim: Sim::new(Setup { sim, ..usual }).expect("begins") };
    game.sim.count_crowd();
    let spawn = |x| Command::Spawn { behaviour: behaviour.into(), count: 1, at: Some(Vec2::new(x, 10.5)) };
    game.sim.step(&[spawn(12.5), spawn(20.5)], &NoClock);
    let put = |slot: usize, x| Command::Place { id: AgentId::new(slot, 0), at: Vec2::new(x, 10.5), storey: None };
    game.sim.step(&[put(0, 4.2), put(1, 12.5)], &NoClock);
    game
}

fn counts(game: &Game) -> CrowdCounts {
    game.sim.crowd_counts().expect("they are counted")
}

#[test]
fn one_that_cannot_get_on_is_stuck_and_those_that_go_or_rest_are_not() {
    let mut walled = world("walker", true, 1);
    assert_eq!(counts(walled.steps(200)).stuck_over_10s, 0, "not for ten seconds yet");
    assert_eq!(counts(walled.steps(60)).stuck_over_10s, 1);
    assert_eq!(counts(walled.steps(400)).stuck_over_10s, 1, "each counts once, and one at its goal does not");
    for behaviour in ["walker", "sitter"] {
        let mut free = world(behaviour, false, 1);
        assert_eq!(counts(free.steps(660)).stuck_over_10s, 0, "{behaviour}");
    }
}

#[test]
fn time_is_lost_by_those_that_want_to_go_on_and_where_they_are() {
    let lost = |behaviour: &str, walled: bool, threads| {
        let mut game = world(behaviour, walled, threads);
        game.sim.sum_time_lost(true);
        let counted = counts(game.steps(200));
        let shown = game.sim.shown_time_lost().expect("it is summed");
        (counted.time_lost_s, shown)
    };
    let (stuck_s, shown) = lost("walker", true, 1);
    let (free_s, freely) = lost("walker", false, 1);
    assert!((free_s..free_s + 10.5).contains(&stuck_s) && stuck_s > 8.0, "{stuck_s} against {free_s}");
    assert!(free_s < 2.0, "they get up to speed: {free_s}");
    let tenths = |x: f32| shown.tenths(Vec2::new(x, 10.5));
    assert!(tenths(4.5) > 50, "{}", tenths(4.5));
    assert_eq!(tenths(20.5), 0);
    assert!(freely.tenths(Vec2::new(4.5, 10.5)) < 10);
    assert_eq!(lost("sitter", true, 1).0, 0.0);
    assert_eq!(lost("walker", true, 8), (stuck_s, shown), "the same on any number of threads");
}

#[test]
fn what_was_lost_is_forgotten_by_and_by() {
    let mut game = world("walker", true, 1);
    game.sim.sum_time_lost(true);
    let here = Vec2::new(4.5, 10.5);
    let tenths = |game: &Game| game.sim.shown_time_lost().map(|shown| shown.tenths(here));
    let before = tenths(game.steps(100)).expect("it is summed");
    let id = game.sim.agents().bodies.id(0);
    game.sim.step(&[Command::Kill { id }], &NoClock);
    let after = tenths(game.steps(400)).expect("it is summed");
    assert!(before / 3 < after && after < before * 2 / 3, "half is left after 20 s: {before} → {after}");
    game.sim.sum_time_lost(false);
    assert_eq!(tenths(&game), None);
}

#[test]
fn the_deepest_overlap_is_a_share_of_the_smaller_radius() {
    let mut game = world("sitter", false, 1);
    assert_eq!(counts(game.steps(5)).overlap_max_share, 0.0);
    let more = Command::Spawn { behaviour: "walker".into(), count: 14, at: Some(Vec2::new(20.5, 10.5)) };
    game.sim.step(&[more], &NoClock);
    let before = counts(&game).overlap_max_share;
    // In one step they cannot all part.
    let heap: Vec<_> = (0..16)
        .map(|slot| Command::Place { id: AgentId::new(slot, 0), at: Vec2::new(20.5, 20.5), storey: None })
        .collect();
    game.sim.step(&heap, &NoClock);
    let bodies = &game.sim.agents().bodies;
    let mut deepest = 0.0_f32;
    for a in bodies.living() {
        for b in bodies.living().filter(|b| *b != a) {
            let depth = bodies.radius[a] + bodies.radius[b] - bodies.position[a].distance(bodies.position[b]);
            deepest = deepest.max(depth / bodies.radius[a].min(bodies.radius[b]));
        }
    }
    assert!(deepest > 0.05 && before < 0.05, "{before} → {deepest}");
    assert_eq!(counts(&game).overlap_max_share, deepest);
}

#[test]
fn watching_changes_nothing() {
    let hash = |watched: bool| {
        let mut game = world("walker", true, 2);
        game.sim.sum_time_lost(watched);
        game.steps(100).sim.hash()
    };
    assert_eq!(hash(true), hash(false));
}

/// A version that fails takes back how it had creatures avoid each other.
#[test]
fn avoidance_is_as_before_a_version_that_fails() {
    let good = "if npc.time < 0.4 then npc:avoidance('feelers') end";
    let bad = "npc:avoidance('none') if npc.time > 2 then error('no') end";
    let mut game = Game::new(&spawn("wolf", 2), &[("npc/wolf.lua", &ticking("wolf", good))]);
    let kinds = |game: &Game| game.sim.agents().intent.iter().map(|i| <&str>::from(i.avoids)).collect::<Vec<_>>();
    assert_eq!(kinds(game.steps(20)), ["feelers"; 2]);
    game.save("npc/wolf.lua", &ticking("wolf", bad)).steps(8);
    assert_eq!(kinds(&game), ["none"; 2]);
    game.steps(30);
    assert_eq!(kinds(&game), ["feelers"; 2]);
}
