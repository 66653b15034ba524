//! Creatures on paths of each style: where they walk, how far beside their line, and how they turn.

use bestiary::testing::diag::NoClock;
use bestiary::testing::path::{BodySight, Sees};
use bestiary::{AgentId, Command, Config, Key, MoveClass, Obb, Planner, Sim, Start, Value, Vec2};
use std::fs;

const STEP_S: f32 = 0.05;

/// A body that walks from place to place.
#[derive(Clone, Copy, Debug)]
struct Walker {
    style: &'static str,
    radius: f32,
    speed: f32,
    turn_rate: f32,
    turn_radius: f32,
}

const USUAL: Walker = Walker { style: "round", radius: 0.4, speed: 4.0, turn_rate: 6.0, turn_radius: 0.0 };

/// What was seen of one walk.
#[derive(Debug, Default)]
struct Seen {
    arrivals: u64,
    walked_m: f32,
    /// The farthest from its line, metres.
    beside_m: f32,
    /// The most that it turned more than its tightest arc allows, radians a step.
    beyond_rad: f32,
    /// The greatest angle between where it looks and where it goes while it is faster than a metre a second, radians.
    aside_rad: f32,
}

/// A map drawn as rows, with thin turned boxes, and one walker on it.
fn world(rows: &[String], boxes: &[Obb], walker: Walker, planner: Planner, threads: usize, seed: u64) -> Sim {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let Walker { style, radius, speed, turn_rate, turn_radius } = walker;
    let script = format!(
        "local tactics = require 'lib.tactics'
        return behaviour {{ name = 'walker', start = 'go', body = {{ radius = {radius}, speed = {speed}, turn_rate = {turn_rate},
          turn_radius = {turn_radius}, path_style = '{style}', comfort_m = 0.3 }},
          states = {{ go = {{ tick = function(npc)
            local m = npc.memory
            local status = m.x and tactics.go(npc, m.x, m.y) or 'arrived'
            if status == 'arrived' or status == 'blocked' then m.x, m.y = npc:spot(30) end
          end }} }} }}"
    );
    let object = |b: &Obb| {
        let (x, y, turn) = (b.centre.x, b.centre.y, b.axis.y.atan2(b.axis.x).to_degrees());
        let (w, d) = (2.0 * b.half.x, 2.0 * b.half.y);
        format!(
            "[[object]]\nkind = 'wall'\nat = [{x}, {y}]\nturn = {turn}\nboxes = [{{ size = [{w}, {d}], top = 2 }}]\n"
        )
    };
    let objects: String = boxes.iter().map(object).collect();
    let rows = rows.join("\n");
    let map = format!("format = 1\nname = 'walks'\n[ground]\nrows = \"\"\"\n{rows}\n\"\"\"\n{objects}");
    fs::create_dir_all(dir.path().join("npc")).expect("made");
    let manifest = "name = \"walkers\"\nversion = \"1.0.0\"\napi = 2\ndepends = [\"base\"]\n";
    for (file, text) in [("mod.toml", manifest), ("npc/walker.lua", &script), ("walks.toml", &map)] {
        fs::write(dir.path().join(file), text).expect("written");
    }
    let mut config = Config::default();
    config.sim.threads = threads;
    let population = vec!["walker=1".parse().expect("a population")];
    let map = dir.path().join("walks.toml").display().to_string();
    let mods = vec![dir.path().to_owned()];
    let start = Start { map, seed, config, population, mods, planner: Some(planner), ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

/// Walks for some steps, and looks at each.
fn walk(sim: &mut Sim, walker: Walker, steps: u32) -> Seen {
    let slot = sim.agents().bodies.living().last().expect("a walker");
    let id: AgentId = sim.agents().bodies.id(slot);
    let (mut seen, mut line, mut searches) = (Seen::default(), Vec::new(), 0);
    for _ in 0..steps {
        let (before, heading) = (sim.agents().bodies.position[slot], sim.agents().bodies.heading[slot]);
        sim.step(&[], &NoClock);
        let (bodies, world) = (&sim.agents().bodies, sim.world());
        let (here, velocity) = (bodies.position[slot], bodies.velocity[slot]);
        assert!(world.is_free(here, walker.radius - 0.021, 1.0, MoveClass::WALK), "{walker:?} touches at {here}");
        let turned = angle(bodies.heading[slot] - heading);
        seen.walked_m += before.distance(here);
        if velocity.length() > 1.0 {
            seen.aside_rad = seen.aside_rad.max(angle(velocity.y.atan2(velocity.x) - bodies.heading[slot]));
        }
        if walker.turn_radius > 0.0 {
            seen.beyond_rad = seen.beyond_rad.max(turned - velocity.length() / walker.turn_radius * STEP_S);
        }
        let focus = sim.snapshot(Some(id), Default::default()).focus.expect("it lives");
        if focus.path.searches != searches || focus.path.line.len() < 2 {
            (searches, line) = (focus.path.searches, Vec::new());
            line.push(here);
            line.extend_from_slice(&focus.path.line);
            let sight = BodySight {
                world: sim.world(),
                radius_m: walker.radius - 2e-3,
                height_m: 1.0,
                moves: MoveClass::WALK,
                field: None,
                costs: None,
            };
            let touches = line.windows(2).skip(1).find(|pair| !sight.clear(pair[0], pair[1]));
            // The end of a path over cells is not looked at by the source's windows.
            assert!(
                touches.is_none() || walker.style == "grid",
                "{walker:?}: the path touches something at {touches:?}"
            );
        }
        let follows = focus.steering.is_some_and(|to| focus.path.waypoints.contains(&to));
        if follows && line.len() > 1 {
            let beside = line.windows(2).map(|pair| from_piece(here, pair[0], pair[1])).fold(f32::INFINITY, f32::min);
            seen.beside_m = seen.beside_m.max(beside);
        }
    }
    seen.arrivals = sim.stats().arrivals;
    seen
}

fn angle(turn: f32) -> f32 {
    let turn = turn.rem_euclid(std::f32::consts::TAU);
    turn.min(std::f32::consts::TAU - turn)
}

fn from_piece(at: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = to - from;
    let share = ((at - from).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
    at.distance(from + along * share)
}

/// Closed cells and thin turned boxes at random places.
fn noise(seed: u64, size: usize, closed: u64) -> (Vec<String>, Vec<Obb>) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut row = |_| (0..size).map(|_| if next(100) < closed { '#' } else { '.' }).collect();
    let rows: Vec<String> = (0..size).map(&mut row).collect();
    let mut share = || next(1000) as f32 / 1000.0;
    let mut some = |_| {
        let centre = Vec2::new(2.0 + share() * (size as f32 - 4.0), 2.0 + share() * (size as f32 - 4.0));
        Obb::new(centre, Vec2::new(0.3 + share() * 1.7, 0.1), share() * 3.0)
    };
    let boxes = (0..size / 4).map(&mut some).collect();
    (rows, boxes)
}

/// So far beside its line a body is at most that turns on the spot, metres.
const BESIDE_M: f32 = 0.15;

#[test]
fn bodies_walk_along_their_paths_and_these_touch_nothing() {
    let mut all = Vec::new();
    for (case, style) in ["grid", "straight", "round"].into_iter().cycle().take(18).enumerate() {
        let radius = [0.3, 0.45, 0.7][case / 3 % 3];
        let planner = [Planner::Static, Planner::Window][case / 9];
        let walker = Walker { style, radius, ..USUAL };
        let (rows, boxes) = noise(case as u64 + 1, 30, 4);
        let seen = walk(&mut world(&rows, &boxes, walker, planner, 1, case as u64), walker, 600);
        all.push((walker, planner, seen));
    }
    for (walker, planner, seen) in &all {
        assert!(seen.walked_m > 30.0, "{walker:?} {planner:?}: {seen:?}");
        assert!(seen.beside_m < BESIDE_M || walker.style == "grid", "{walker:?} {planner:?}: {seen:?}");
    }
}

/// So far beside its line a body is at most that turns on arcs, as a share of their radius, and at least so many metres.
const BESIDE_SHARE: f32 = 0.06;

#[test]
fn bodies_on_arcs_stay_near_their_line_and_arrive_among_obstacles() {
    for case in 0..9 {
        let turn_radius = [0.8, 2.0, 4.0][case % 3];
        let walker = Walker { turn_radius, ..USUAL };
        let (rows, boxes) = noise(case as u64 + 1, 40, 1);
        let seen = walk(&mut world(&rows, &boxes, walker, Planner::Static, 1, case as u64), walker, 1_000);
        assert!(seen.arrivals >= 3, "{walker:?}: {seen:?}");
        assert!(seen.beside_m < BESIDE_M.max(turn_radius * BESIDE_SHARE), "{walker:?}: {seen:?}");
    }
}

/// Where there is space for it no body turns more than its tightest arc allows, and each goes where it looks.
#[test]
fn on_open_ground_bodies_that_cannot_turn_on_the_spot_go_by_arcs() {
    for turn_radius in [0.8, 2.0, 4.0] {
        let walker = Walker { turn_radius, ..USUAL };
        let rows = vec![".".repeat(90); 90];
        let mut sim = world(&rows, &[], walker, Planner::Static, 1, 5);
        let slot = sim.agents().bodies.living().last().expect("a walker");
        let id = sim.agents().bodies.id(slot);
        sim.step(&[Command::Place { id, at: Vec2::new(45.0, 45.0), storey: None }], &NoClock);
        let seen = walk(&mut sim, walker, 300);
        assert!(seen.walked_m > 50.0 && seen.beyond_rad < 1e-3 && seen.aside_rad < 1e-3, "{walker:?}: {seen:?}");
        assert!(seen.beside_m < turn_radius * BESIDE_SHARE, "{walker:?}: {seen:?}");
    }
}

/// It looks where it goes: before a bend it is as slow as it turns.
/// Where there is space the arc round a corner is as wide as the body can turn at full speed (3 m here), and is walked at 0.85 of its
/// turn rate; where there is none it brakes for a tight one, and looks a little aside in it.
#[test]
fn a_body_that_turns_slowly_brakes_before_a_corner() {
    for (wide, slower, most_aside) in [(4, 5.4, 0.35), (1, 3.0, 0.7)] {
        let is_wall = |x: usize, y: usize| x < 24 - wide && y >= wide;
        let rows: Vec<String> =
            (0..24).map(|y| (0..24).map(|x| if is_wall(x, y) { '#' } else { '.' }).collect()).collect();
        let walker = Walker { speed: 6.0, turn_rate: 2.0, ..USUAL };
        let mut sim = world(&rows, &[], walker, Planner::Static, 1, 1);
        let slot = sim.agents().bodies.living().last().expect("a walker");
        let id = sim.agents().bodies.id(slot);
        let middle = wide as f32 / 2.0;
        let to = [("x", 24.0 - middle), ("y", 22.0)].map(|(name, v)| Command::SetMemory {
            id,
            path: vec![Key::String(name.into())],
            value: Value::Number(v.into()),
        });
        let at = Command::Place { id, at: Vec2::new(1.5, middle), storey: None };
        let heading = Command::SetBody { id, health: None, heading: Some(0.0) };
        let commands = [at, heading, to[0].clone(), to[1].clone()];
        sim.step(&commands, &NoClock);
        let (mut fastest, mut slowest, mut aside) = (0.0_f32, f32::INFINITY, 0.0_f32);
        for step in 0..400 {
            sim.step(&[], &NoClock);
            let bodies = &sim.agents().bodies;
            let (here, velocity, heading) = (bodies.position[slot], bodies.velocity[slot], bodies.heading[slot]);
            if here.y > 15.0 {
                break;
            }
            if step > 40 {
                fastest = fastest.max(velocity.length());
                slowest = slowest.min(velocity.length());
                aside = aside.max(angle(velocity.y.atan2(velocity.x) - heading));
            }
        }
        assert!(fastest > 5.5, "{wide} m wide: on the straight it runs: {fastest}");
        assert!((0.5..slower).contains(&slowest), "{wide} m wide: at the corner it is slower: {slowest}");
        assert!(aside < most_aside, "{wide} m wide: it goes where it looks: {aside}");
    }
}

#[test]
fn creatures_on_lines_give_the_same_world_on_any_number_of_threads() {
    let run = |threads| {
        let (rows, boxes) = noise(9, 40, 3);
        let walker = Walker { turn_radius: 1.0, ..USUAL };
        let mut sim = world(&rows, &boxes, walker, Planner::Static, threads, 4);
        sim.step(&[Command::Spawn { behaviour: "walker".into(), count: 30, at: None }], &NoClock);
        (0..200).for_each(|_| _ = sim.step(&[], &NoClock));
        (sim.hash(), sim.stats().arrivals)
    };
    let one = run(1);
    assert!(one.1 > 10, "{one:?}");
    assert_eq!([run(2), run(8)], [one.clone(), one]);
}
