//! Doors that open and close on maps of 512 × 512: the mesh that creatures plan over is cut again near them. Beside it the time that all of
//! it takes, which each change cost before. At the end its paths are as long as those of a mesh that is made of the world as it is.

use crate::{HEIGHT_M, RADIUS_M, figures};
use bestiary::MoveClass;
use bestiary::testing::geom::{Obb, Vec2};
use bestiary::testing::graph::{BodySize, Graph, GraphKind, Mover, Repair, Site};
use bestiary::testing::search::MeshSearch;
use bestiary::testing::world::format::{load, load_scenario};
use bestiary::testing::world::{Object, Volume, World};
use std::path::Path;
use std::time::Instant;

/// The maps: of a game, of a city, chambers, mazes, and one with the most polygons of all.
pub(crate) const MAPS: [&str; 8] = [
    "bg512/AR0411SR.map",
    "cities/NewYork_0_512.map",
    "rooms/8room_000.map",
    "mazes/maze512-32-0.map",
    "mazes/maze512-4-0.map",
    "mazes/maze512-1-0.map",
    "random/random512-10-0.map",
    "random/random512-35-0.map",
];
/// Doors on a map, and how often one of them opens or closes.
const DOORS: usize = 300;
const CHANGES: usize = 900;
/// The changes are timed so often; of each the least counts.
const ROUNDS: usize = 3;
/// What a change may take, milliseconds.
const GOAL_MS: f64 = 2.0;
/// Paths that are compared with those on a mesh made from nothing.
const PATHS: usize = 250;

/// The map with doors, closed, at places where its scenario has paths begin.
fn with_doors(path: &Path) -> World {
    let plain = load(path).expect("a Moving AI map").world;
    let scenario = load_scenario(&path.with_extension("map.scen")).expect("its scenario");
    let every = (scenario.queries.len() / DOORS).max(1);
    let leaf = |(i, at): (usize, Vec2)| Volume {
        footprint: Obb::new(at, Vec2::new(1.5, 0.2), i as f32 * 0.4),
        base_m: 0.0,
        top_m: 2.0,
        object: 0,
    };
    let places = scenario.queries.iter().step_by(every).map(|q| q.start.centre(1.0));
    let volumes: Vec<Volume> = places.enumerate().map(leaf).collect();
    let object = Object { name: "door".into(), kind: "door".into(), volumes: 0..volumes.len() as u32 };
    let doors = volumes.len() as u32;
    let mut world = World::new("doors", (*plain.ground).clone(), vec![object], volumes);
    (0..doors).for_each(|door| world.add_door(&format!("door{door}"), door, Vec::new(), None));
    world
}

fn mover(world: &World) -> Mover<'_> {
    Mover::new(world, BodySize { radius_m: RADIUS_M, height_m: HEIGHT_M, moves: MoveClass::WALK }, None)
}

fn made(world: &World) -> Box<dyn Graph> {
    GraphKind::Mesh.make(&mover(world), [Site::on_ground(Vec2::ZERO); 2]).expect("it is cut")
}

/// Opens and closes doors in turn; writes the least time that each change took so far, milliseconds, and returns how many polygons were
/// made.
fn turn_doors(world: &mut World, graph: &mut dyn Graph, times: &mut [f64]) -> u32 {
    let mut cut = 0;
    for (i, least) in times.iter_mut().enumerate() {
        let door = i * 7 % world.doors.len();
        let open = !world.doors[door].open;
        let change = world.set_door(door, open).expect("it turns");
        let began = Instant::now();
        let repair = graph.change(&mover(world), &[change.area]).expect("it is cut");
        *least = least.min(began.elapsed().as_secs_f64() * 1e3);
        let Repair::Local(polygons) = repair else { panic!("{repair:?}") };
        cut += polygons;
    }
    cut
}

pub(crate) fn run(name: &str, path: &Path) {
    let mut world = with_doors(path);
    let (mut graph, mut cut, mut times) = (made(&world), 0, vec![f64::INFINITY; CHANGES]);
    for round in 0..ROUNDS {
        if round > 0 {
            world = with_doors(path);
            graph = made(&world);
        }
        cut += turn_doors(&mut world, &mut *graph, &mut times);
    }
    let began = Instant::now();
    let fresh = made(&world);
    let whole_ms = began.elapsed().as_secs_f64() * 1e3;
    let scenario = load_scenario(&path.with_extension("map.scen")).expect("its scenario");
    let (mut search, mut out) = (MeshSearch::default(), Vec::new());
    for q in scenario.queries.iter().step_by((scenario.queries.len() / PATHS).max(1)) {
        let ends = [q.start.centre(1.0), q.goal.centre(1.0)];
        let mut length =
            |graph: &dyn Graph| search.solve(graph.as_mesh().expect("a mesh"), &mover(&world), ends, &mut out);
        let lengths = [length(&*graph), length(&*fresh)];
        let same = match lengths {
            [Some(a), Some(b)] => (a - b).abs() < 1e-4 * b.max(1.0),
            [a, b] => a.is_none() && b.is_none(),
        };
        assert!(same, "{ends:?}: {lengths:?}");
    }
    let ((mean, p99), most) = (figures(&times), times.iter().copied().fold(0.0, f64::max));
    println!(
        "{name:26} {} doors open and close: mean {mean:.3} ms, p99 {p99:.3} ms, most {most:.3} ms (goal: {GOAL_MS} ms; all of it: {whole_ms:.1} ms), {:.1} polygons made",
        world.doors.len(),
        f64::from(cut) / (ROUNDS * CHANGES) as f64,
    );
}
