//! Searches over ground that does not cost the same everywhere, beside each other in one run: `cargo bench --bench weighted`.
//!
//! The ground is patches of 16 × 16 cells that cost 1, 2 or 4 (seeded), over maps of the folder that `MOVINGAI` names (default:
//! `../shared/movingai`) or, without it, the project's own. All searches must find the same cost: that is asserted. Times
//! are sums over the queries, best of three each, and printed as multiples of A*'s. The last column is jump point search on
//! the same queries where all ground costs the same: what costs make more expensive.

use bestiary::Cell;
use bestiary::testing::grid::{CostLayer, Field};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{Algorithm, SearchOptions, Solver};
use bestiary::testing::world::format::{self, load_scenario};
use std::path::{Path, PathBuf};
use std::time::Instant;

const MAPS: [&str; 4] = ["bg512/AR0411SR", "dao/arena2", "rooms/32room_000", "mazes/maze512-8-0"];
const SIDE: u32 = 16;
/// In eighths of plain ground.
const COSTS: [u8; 3] = [8, 16, 32];
const QUERIES: usize = 10;
const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::AStar, Algorithm::Dijkstra, Algorithm::Bidirectional, Algorithm::FringeBuckets];

fn main() {
    println!(
        "{:24} {:>10} {:>9} {:>13} {:>14} {:>6}",
        "map", "astar µs", "dijkstra", "bidirectional", "fringe-buckets", "jps"
    );
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/movingai");
    let root = std::env::var_os("MOVINGAI").map_or(shared, PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps");
    for name in MAPS {
        let of = |root: &Path| root.join(format!("{name}.map"));
        match [of(&root), of(&own)].into_iter().find(|map| map.is_file()) {
            Some(map) => measure(name, &map),
            None => println!("{name:24} skipped: there is no such map in {}", root.display()),
        }
    }
}

fn measure(name: &str, map: &Path) {
    let world = format::load(map).expect("a map").world;
    let field = Field::of_world(&world, 0.0, 1.0).expect("a size that can be searched");
    let mut rand = Rand::new(1, Purpose::Spawning, 0);
    let across = field.width().div_ceil(SIDE);
    let patches: Vec<u8> =
        (0..across * field.height().div_ceil(SIDE)).map(|_| COSTS[rand.index(COSTS.len())]).collect();
    let (width, nodes) = (field.width(), field.nodes() as u32);
    let of = |i: u32| patches[(i / width / SIDE * across + i % width / SIDE) as usize];
    let layer = CostLayer::new(width, 1.0, (0..nodes).map(of).collect());
    let all = load_scenario(&map.with_extension("map.scen")).expect("a scenario beside the map").queries;
    let queries: Vec<(Cell, Cell)> =
        (0..QUERIES).map(|i| &all[i * all.len() / QUERIES]).map(|q| (q.start, q.goal)).collect();
    let options = |algorithm| SearchOptions { algorithm, ..SearchOptions::default() };
    let weighted = |a| Solver::on_ground(&field, Some(&layer), options(a)).expect("takes costs");
    let mut solvers: Vec<Solver> = ALGORITHMS.map(weighted).into();
    solvers.push(Solver::new(&field, options(Algorithm::Jps)).expect("fits"));
    let (mut sums, mut waypoints) = (vec![0.0; solvers.len()], Vec::new());
    for (start, goal) in queries {
        let mut costs = Vec::new();
        for (solver, sum) in solvers.iter_mut().zip(&mut sums) {
            let mut best = f64::INFINITY;
            let mut cost = None;
            for _ in 0..3 {
                let before = Instant::now();
                cost = solver.solve(start, goal, &mut waypoints);
                best = best.min(before.elapsed().as_secs_f64() * 1e6);
            }
            *sum += best;
            costs.push(cost);
        }
        assert!(
            costs[..ALGORITHMS.len()].iter().all(|cost| *cost == costs[0]),
            "{name}: {start:?} {goal:?}: {costs:?}"
        );
    }
    print!("{name:24} {:10.0}", sums[0] / QUERIES as f64);
    for (sum, width) in sums[1..].iter().zip([9, 13, 14, 6]) {
        print!(" {:width$.3}", sum / sums[0]);
    }
    println!();
}
