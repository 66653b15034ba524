//! Shortest any-angle paths on navigation meshes: our Polyanya beside that of the crate `polyanya`, on the same meshes and the same
//! queries in one run. Lengths are asserted equal; the ratios of mean and 99th percentile are printed (1.0 or less is the goal).
//!
//! `cargo bench --bench mesh -- [PART OF A NAME]`, on the meshes of Moving AI maps from the folder that `MOVINGAI` names (default:
//! `../shared/movingai`; without it the project's own), and on towers.

#[path = "mesh/doors.rs"]
mod doors;
#[path = "mesh/rival.rs"]
mod rival;
#[path = "mesh/tower.rs"]
mod tower;

use bestiary::testing::graph::NavMesh;
use bestiary::testing::search::Polyanya;
use bestiary::testing::world::format::{load, load_scenario};
use bestiary::{MoveClass, Vec2};
use rival::Rival;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The body that meshes are made for, metres.
const RADIUS_M: f32 = 0.3;
const HEIGHT_M: f32 = 1.0;
/// Queries a map.
const QUERIES: usize = 1_000;
/// Each query is timed so often; the least counts.
const ROUNDS: usize = 5;
/// Lengths may differ by this share: the crate counts in single precision.
const SAME: f64 = 2e-3;

const MAPS: [&str; 7] = [
    "dao/arena2.map",
    "dao/orz103d.map",
    "dao/lak304d.map",
    "bg512/AR0411SR.map",
    "da2/ca_caverns1_mines.map",
    "cities/London_0_256.map",
    "cities/Berlin_1_1024.map",
];

/// A point and its storey.
pub(crate) type Place = (Vec2, u32);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    println!("{:28} polygons  queries      ours (mean, p99)    polyanya 0.18 (mean, p99)    ratio mean   p99", "");
    for name in MAPS.iter().filter(|name| is_wanted(name)) {
        match find(name) {
            Some(path) => map(name, &path),
            None => println!("{name:28} skipped: no such map (MOVINGAI names the folder)"),
        }
    }
    for name in doors::MAPS {
        if let Some(path) = find(name).filter(|_| is_wanted("doors")) {
            doors::run(name, &path);
        }
    }
    if is_wanted("tower") {
        tower::run();
    }
}

fn find(name: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = std::env::var_os("MOVINGAI").map_or_else(|| own.join("../shared/movingai"), PathBuf::from);
    [root.join(name), own.join("maps").join(name)].into_iter().find(|path| path.exists())
}

fn map(name: &str, path: &Path) {
    let world = load(path).expect("a Moving AI map").world;
    let began = Instant::now();
    let mesh = NavMesh::of_world(&world, RADIUS_M, HEIGHT_M, MoveClass::WALK).expect("it is cut");
    let built_ms = began.elapsed().as_secs_f64() * 1e3;
    let scenario = load_scenario(&path.with_extension("map.scen")).expect("its scenario");
    let ends = scenario.queries.iter().map(|q| ((q.start.centre(1.0), 0), (q.goal.centre(1.0), 0)));
    let every = (scenario.queries.len() / QUERIES).max(1);
    let queries: Vec<(Place, Place)> = ends.step_by(every).collect();
    let times = compare(&mesh, &Rival::of(&mesh), &queries);
    println!("{name:28} {:8}  {times}    built in {built_ms:.0} ms", mesh.polygons());
}

/// Seconds that each query took, ours and theirs, of those that the crate solves.
pub(crate) struct Times {
    ours: Vec<f64>,
    theirs: Vec<f64>,
    differ: usize,
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [(a, b), (c, d)] = [figures(&self.ours), figures(&self.theirs)];
        let us = 1e6;
        write!(f, "{:7}  {:8.2} {:8.2} µs  {:8.2} {:8.2} µs", self.ours.len(), a * us, b * us, c * us, d * us)?;
        write!(f, "   {:6.3} {:6.3}", a / c, b / d)?;
        if self.differ > 0 { write!(f, "   (and {} longer or lost in the crate)", self.differ) } else { Ok(()) }
    }
}

/// Mean and 99th percentile.
fn figures(times: &[f64]) -> (f64, f64) {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    (times.iter().sum::<f64>() / times.len() as f64, sorted[(sorted.len() * 99 / 100).min(sorted.len() - 1)])
}

/// Times every query on both, one after the other.
pub(crate) fn compare(mesh: &NavMesh, rival: &Rival, queries: &[(Place, Place)]) -> Times {
    let (mut search, mut out) = (Polyanya::default(), Vec::new());
    let mut times = Times { ours: Vec::new(), theirs: Vec::new(), differ: 0 };
    for (from, to) in queries {
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        let (mut length, mut other) = (None, None);
        for _ in 0..ROUNDS {
            let began = Instant::now();
            length = search.solve(mesh, *from, *to, &mut out);
            ours = ours.min(began.elapsed().as_secs_f64());
            let began = Instant::now();
            other = rival.path(*from, *to);
            theirs = theirs.min(began.elapsed().as_secs_f64());
        }
        match (length, other) {
            (Some(a), Some(b)) if (a - b).abs() <= SAME * a.max(1.0) => {}
            (None, None) => {}
            (Some(a), Some(b)) if a > b => panic!("{from:?} to {to:?}: {a} m, the crate has {b} m"),
            (None, Some(b)) => panic!("{from:?} to {to:?}: no path, the crate has one of {b} m"),
            _ => {
                times.differ += 1;
                continue;
            }
        }
        times.ours.push(ours);
        times.theirs.push(theirs);
    }
    times
}
