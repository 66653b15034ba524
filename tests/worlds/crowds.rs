//! Crowds that hold each other up: a share of what `cargo bench --bench deadlock` runs, and what becomes of bodies in the path.

#[path = "../../benches/deadlock/run.rs"]
mod run;
#[path = "../../benches/deadlock/scenes.rs"]
mod scenes;

use bestiary::Vec2;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::usual_setup;
use bestiary::testing::world::format;
use bestiary::{Command, Sim};
use scenes::{Make, SCENES, Scene};

const USUAL: Make = Make { radius_m: 0.35, mixed: 0.0, speed_m_s: 1.4, width_m: None, kept_steps: 1 };

fn all_hold(names: &[&str], make: Make, seeds: std::ops::Range<u64>) {
    for name in names {
        for seed in seeds.clone() {
            let outcome = Scene::named(name, make, seed).expect("there is such a scene").run(make, seed);
            assert!(outcome.holds(), "{name}, seed {seed}, {make:?}: {outcome:?}");
        }
    }
}

#[test]
fn in_every_scene_all_arrive_without_overlap_and_none_waits_before_free_ground() {
    all_hold(&SCENES, USUAL, 1..3);
}

/// As bodies do where there are many.
#[test]
fn so_they_do_where_they_keep_their_velocities() {
    all_hold(&SCENES, Make { kept_steps: 2, ..USUAL }, 1..2);
}

#[test]
fn bodies_of_other_sizes_and_speeds_arrive_too() {
    all_hold(&["doorway1", "corridor1.6"], Make { radius_m: 0.25, ..USUAL }, 1..2);
    all_hold(&["gate", "corridor2"], Make { mixed: 0.4, speed_m_s: 3.0, ..USUAL }, 1..2);
}

#[test]
fn groups_swap_through_a_passage_that_admits_one() {
    all_hold(&["squad1.2"], USUAL, 1..3);
}

#[test]
fn the_same_crowd_moves_the_same_on_any_number_of_threads() {
    let scene = Scene::named("corridor1.6", USUAL, 3).expect("there is such a scene");
    for kept_steps in [1, 2] {
        let hash = |threads| {
            let mut sim = scene.sim(Make { kept_steps, ..USUAL }, 3, threads);
            (0..300).for_each(|_| {
                sim.step(&[], &NoClock);
            });
            sim.hash()
        };
        let one = hash(1);
        assert_eq!(one, hash(2));
        assert_eq!(one, hash(8));
    }
}

#[test]
fn one_that_rests_in_a_passage_lets_another_pass_and_comes_back() {
    let scene = Scene::named("resting1.2", USUAL, 1).expect("there is such a scene");
    let rests = scene.errands.len() - 1;
    let mut sim = scene.sim(USUAL, 1, 1);
    let at = scene.errands[rests].from;
    let place = |sim: &Sim| sim.agents().bodies.position[rests];
    let (mut farthest, mut watch) = (0.0_f32, run::Watch::new(&scene, USUAL, 0.05));
    while watch.left() && watch.outcome.steps < watch.most_steps {
        sim.step(&[], &NoClock);
        watch.note(&sim);
        farthest = farthest.max(place(&sim).distance(at));
    }
    assert_eq!(watch.outcome.in_time, watch.outcome.bodies);
    assert!(farthest > 1.0, "it made space: {farthest}");
    (0..600).for_each(|_| {
        sim.step(&[], &NoClock);
    });
    assert!(place(&sim).distance(at) < 0.1, "it is at {} and was at {at}", place(&sim));
}

/// Two halls, joined by a near door and a far one. What is in a door does not make space there.
const TWO_DOORS: &str = "format = 1
[ground]
rows = '''
....................#...................
....................#...................
........................................
....................#...................
....................#...................
....................#...................
....................#...................
....................#...................
....................#...................
....................#...................
........................................
....................#...................
....................#...................
'''
";
const POST: &str = "return behaviour { name = 'post', body = { radius = 0.45 }, start = 's', states = { s = {
  enter = function(npc) npc:avoidance('none') end } } }";
const GOER: &str = "local tactics = require 'lib.tactics'
return behaviour { name = 'goer', body = { radius = 0.35, speed = 2 }, start = 's', states = { s = {
  tick = function(npc) npc.memory.status = tactics.go(npc, 30.5, 3.5) end HANDLER } } }";

fn two_doors(handler: &str) -> Sim {
    let goer = GOER.replace("HANDLER", handler);
    let files = [
        ("npc/post.lua", POST),
        ("npc/goer.lua", &goer),
        ("lib/tactics.lua", include_str!("../../scripts/lib/tactics.lua")),
        ("lib/roaming.lua", include_str!("../../scripts/lib/roaming.lua")),
    ];
    let world = format::parse("doors.toml", TWO_DOORS.as_bytes()).expect("is a map").world;
    let mut sim = Sim::new(usual_setup(world, ModSet::from_files(files), 1)).expect("starts");
    let spawn = |behaviour: &str| Command::Spawn { behaviour: behaviour.into(), count: 1, at: None };
    sim.step(&[spawn("post"), spawn("goer")], &NoClock);
    let at = |slot: usize, x: f32, y: f32| Command::Place {
        id: sim.agents().bodies.id(slot),
        at: Vec2::new(x, y),
        storey: None,
    };
    let places = [at(0, 20.5, 2.5), at(1, 12.5, 2.5)];
    sim.step(&places, &NoClock);
    sim
}

#[test]
fn a_path_past_a_doorway_that_is_blocked_is_found() {
    let mut sim = two_doors("");
    (0..1_200).for_each(|_| {
        sim.step(&[], &NoClock);
    });
    let bodies = &sim.agents().bodies;
    assert!(bodies.position[0].distance(Vec2::new(20.5, 2.5)) < 0.1, "what does not make space stays");
    assert!(bodies.position[1].distance(Vec2::new(30.5, 3.5)) < 1.5, "it is at {}", bodies.position[1]);
}

#[test]
fn a_state_with_a_handler_decides_for_itself_and_is_called_every_eight_seconds() {
    let mut sim =
        two_doors(", on_stuck = function(npc, by) npc.memory.by = by npc.memory.n = (npc.memory.n or 0) + 1 end");
    (0..900).for_each(|_| {
        sim.step(&[], &NoClock);
    });
    let memory = sim.memory(sim.agents().bodies.id(1)).expect("it lives").to_string();
    assert!(sim.agents().bodies.position[1].x < 20.0, "no other path was looked for");
    // 45 s, of which it walks for 4 s: every 8 s from the time when it came to the door.
    let often = ["n 4,", "n 5,"].iter().any(|n| memory.contains(n));
    assert!(memory.contains("by \"doorway\"") && often, "{memory}");
}
