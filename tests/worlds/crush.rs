//! Creatures of every size and speed that press through narrow places: none overlap, and none come to lie in a wall.

use bestiary::testing::agent::collide::SKIN_M;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::{bare_world, usual_setup};
use bestiary::{Command, Obb, Object, Sim, Vec2, Volume, World};
use std::sync::Arc;

/// A behaviour that goes to one place after the other, as straight as its manner of avoidance lets it.
fn roamer(name: &str, manner: &str, radius: f32, speed: f32) -> (String, String) {
    let code = format!(
        "return behaviour {{ name = \"{name}\", start = \"roam\",
           body = {{ radius = {radius}, height = 1.8, speed = {speed}, acceleration = 60, turn_rate = 12, health = 40, faction = \"crowd\" }},
           states = {{ roam = {{
             enter = function(npc) npc:avoidance(\"{manner}\") end,
             tick = function(npc)
               local x, y = npc:spot(14)
               if x then npc:steer(x, y) end
             end,
           }} }} }}"
    );
    (format!("npc/{name}.lua"), code)
}

/// A behaviour that stays where it is.
fn stone() -> (String, String) {
    let code = "return behaviour { name = \"stone\", start = \"rest\", body = { radius = 0.4, speed = 1, health = 40, faction = \"crowd\" },
           states = { rest = { tick = function(npc) npc:stop() end } } }";
    ("npc/stone.lua".into(), code.into())
}

/// Chambers, corridors one cell wide, corners, single cells, and boxes at an angle.
fn maze() -> World {
    const ROWS: [&str; 16] = [
        "........................",
        ".####.####..#.#.#.#.....",
        ".#......#...............",
        ".#.####.#...#.#.#.#.....",
        ".#.#..#.#...............",
        ".#.#..#.#....##.........",
        ".#......#......##.......",
        ".####.###........##.....",
        "........................",
        "#######.################",
        "........................",
        "..#..#...#..............",
        "...##.....#.............",
        "..#..#.....#............",
        "........................",
        "........................",
    ];
    let ground = bare_world(24, 16, |x, y| ROWS[y].as_bytes()[x] == b'#').ground;
    let boxes = [(19.0, 3.0, 2.0, 0.2, 0.6), (20.0, 12.5, 1.5, 0.4, -0.4), (16.5, 12.0, 0.6, 0.6, 0.8)];
    let volumes: Vec<Volume> = boxes
        .iter()
        .map(|(x, y, w, h, angle)| Volume {
            footprint: Obb::new(Vec2::new(*x, *y), Vec2::new(*w, *h), *angle),
            base_m: 0.0,
            top_m: 3.0,
            object: 0,
        })
        .collect();
    let object = Object { name: "boxes".into(), kind: "wall".into(), volumes: 0..volumes.len() as u32 };
    World::new("maze", Arc::unwrap_or_clone(ground), vec![object], volumes)
}

fn sim(files: &[(String, String)], world: World, threads: usize) -> Sim {
    let mods = ModSet::from_files(files.iter().map(|(name, code)| (name.as_str(), code.as_str())));
    let mut setup = usual_setup(world, mods, 3);
    setup.sim.threads = threads;
    Sim::new(setup).expect("the scripts load")
}

/// No body lies in a wall, and no two overlap.
pub(crate) fn check(sim: &Sim, step: u32) {
    let b = &sim.agents().bodies;
    let living: Vec<usize> = b.living().collect();
    for (i, me) in living.iter().copied().enumerate() {
        let inner = (b.radius[me] - SKIN_M - 1e-3).max(0.0);
        assert!(
            sim.world().is_free(b.position[me], inner, b.height[me], b.moves[me]),
            "step {step}: {me} lies in a wall"
        );
        for other in living[..i].iter().copied() {
            let depth = b.radius[me] + b.radius[other] - b.position[me].distance(b.position[other]);
            let share = depth / b.radius[me].min(b.radius[other]);
            assert!(share <= 0.05, "step {step}: {me} and {other} overlap by {share} of a radius");
        }
    }
}

/// Runs a world and checks every step.
fn run(sim: &mut Sim, steps: u32) {
    for step in 0..steps {
        sim.step(&[], &NoClock);
        check(sim, step);
    }
    assert_eq!(sim.stats().script_errors, 0);
}

#[test]
fn none_overlap_and_none_come_to_lie_in_a_wall() {
    let kinds = [
        roamer("walker", "orca", 0.25, 1.4),
        roamer("runner", "orca", 0.45, 8.0),
        roamer("arrow", "orca", 0.3, 30.0),
        roamer("ox", "orca", 1.2, 3.0),
        roamer("beetle", "feelers", 0.35, 4.0),
        roamer("bull", "none", 0.4, 6.0),
        stone(),
    ];
    let mut sim = sim(&kinds, maze(), 1);
    let spawn = |name: &str, count| Command::Spawn { behaviour: name.into(), count, at: None };
    let crowd = [("walker", 14), ("runner", 8), ("arrow", 4), ("ox", 2), ("beetle", 6), ("bull", 6), ("stone", 6)];
    sim.step(&crowd.map(|(name, count)| spawn(name, count)), &NoClock);
    assert!(sim.agents().bodies.living().count() >= 40, "they are there");
    let start = sim.agents().bodies.position.clone();
    run(&mut sim, 500);
    let far = sim.agents().bodies.position.iter().zip(start).filter(|(at, from)| at.distance(*from) > 1.0).count();
    assert!(far >= 30, "{far} have got on");
}

/// Enough bodies for several threads: each is found from the state at the beginning of the step alone.
#[test]
fn a_crowd_moves_alike_on_any_number_of_threads() {
    let hash = |threads: usize| {
        let mut sim =
            sim(&[roamer("walker", "orca", 0.25, 1.4)], bare_world(40, 40, |x, y| x % 9 == 0 && y % 7 == 0), threads);
        sim.step(&[Command::Spawn { behaviour: "walker".into(), count: 300, at: None }], &NoClock);
        assert!(sim.agents().bodies.living().count() >= 290, "they are there");
        run(&mut sim, 40);
        sim.hash()
    };
    let one = hash(1);
    assert_eq!(one, hash(2));
    assert_eq!(one, hash(8));
}
