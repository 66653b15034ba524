//! Doors that open and close on a map: the mesh near them is cut again.

use crate::{HEIGHT_M, RADIUS_M};
use bestiary::MoveClass;
use bestiary::testing::geom::{Obb, Vec2};
use bestiary::testing::graph::NavMesh;
use bestiary::testing::search::Polyanya;
use bestiary::testing::world::format::{load, load_scenario};
use bestiary::testing::world::{Object, Volume, World};
use std::path::Path;
use std::time::Instant;

/// Doors on the map, and how often one of them opens or closes.
const DOORS: usize = 40;
const CHANGES: usize = 400;
/// What a change may take, milliseconds.
const GOAL_MS: f64 = 2.0;

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

pub(crate) fn run(name: &str, path: &Path) {
    let body = (RADIUS_M, HEIGHT_M, MoveClass::WALK);
    let mut world = with_doors(path);
    let mut mesh = NavMesh::of_world(&world, RADIUS_M, HEIGHT_M, MoveClass::WALK).expect("it is cut");
    let (mut times, mut made) = (Vec::new(), 0);
    for i in 0..CHANGES {
        let door = i * 7 % world.doors.len();
        let open = !world.doors[door].open;
        let change = world.set_door(door, open).expect("it turns");
        let began = Instant::now();
        made += mesh.rebuild(&world, body, 0, change.area).expect("it is cut");
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    let fresh = NavMesh::of_world(&world, RADIUS_M, HEIGHT_M, MoveClass::WALK).expect("it is cut");
    let scenario = load_scenario(&path.with_extension("map.scen")).expect("its scenario");
    let (mut search, mut out) = (Polyanya::default(), Vec::new());
    for q in scenario.queries.iter().step_by(9) {
        let (from, to) = ((q.start.centre(1.0), 0), (q.goal.centre(1.0), 0));
        let lengths = [&mesh, &fresh].map(|mesh| search.solve(mesh, from, to, &mut out));
        let same = match lengths {
            [Some(a), Some(b)] => (a - b).abs() < 1e-4 * b.max(1.0),
            [a, b] => a.is_none() && b.is_none(),
        };
        assert!(same, "{from:?} to {to:?}: {lengths:?}");
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "{name}, a door opens or closes: mean {mean:.3} ms, p99 {:.3} ms, {:.1} polygons made of {} (goal: {GOAL_MS} ms)",
        times[times.len() * 99 / 100],
        f64::from(made) / CHANGES as f64,
        mesh.polygons(),
    );
}
