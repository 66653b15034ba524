//! Searches over ground that does not cost the same everywhere, beside each other in one run: `cargo bench --bench weighted`.
//!
//! On maps of the folder that `MOVINGAI` names (default: `../shared/movingai`) or, without it, the project's own. The ground is
//! either what the map says (grass 1, swamp 2, water 4, trees 6; all of it open), or patches of so many cells a side that cost 1, 2 or 4
//! (seeded). All searches must find the same cost: that is asserted. Times are sums over the queries, best of three each, and
//! printed as multiples of A*'s. The last column is jump point search on the same queries where all ground costs the same:
//! what costs make more expensive.

use bestiary::Cell;
use bestiary::testing::grid::{BitGrid, CostLayer, Field};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{Algorithm, SearchOptions, Solver};
use bestiary::testing::world::format::load_scenario;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Maps, and the sides of patches; 0 where the map says what its ground is.
const CASES: [(&str, u32); 10] = [
    ("wc3maps512/dustwallowkeys", 0),
    ("wc3maps512/icecrown", 0),
    ("bg512/AR0411SR", 16),
    ("dao/arena2", 16),
    ("rooms/32room_000", 64),
    ("rooms/32room_000", 16),
    ("rooms/32room_000", 4),
    ("rooms/32room_000", 1),
    ("mazes/maze512-8-0", 16),
    ("mazes/maze512-8-0", 4),
];
/// In eighths of plain ground.
const COSTS: [u8; 3] = [8, 16, 32];
const QUERIES: usize = 10;
const ALGORITHMS: [Algorithm; 5] =
    [Algorithm::AStar, Algorithm::Jps, Algorithm::Dijkstra, Algorithm::Bidirectional, Algorithm::FringeBuckets];

fn main() {
    println!(
        "{:26} {:>6} {:>9} {:>6} {:>9} {:>13} {:>14} {:>11}",
        "map", "patch", "astar µs", "jps", "dijkstra", "bidirectional", "fringe-buckets", "uniform jps"
    );
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/movingai");
    let root = std::env::var_os("MOVINGAI").map_or(shared, PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps");
    for (name, patch) in CASES {
        let of = |root: &Path| root.join(format!("{name}.map"));
        match [of(&root), of(&own)].into_iter().find(|map| map.is_file()) {
            Some(map) => measure(name, &map, patch),
            None => println!("{name:26} skipped: there is no such map in {}", root.display()),
        }
    }
}

/// The map's field and the costs of its ground.
fn ground(map: &Path, patch: u32) -> (Field, CostLayer) {
    let text = std::fs::read_to_string(map).expect("a map");
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let mut grid = BitGrid::new(width, height);
    let mut rand = Rand::new(1, Purpose::Spawning, 0);
    let side = patch.max(1);
    let across = width.div_ceil(side);
    let patches: Vec<u8> = (0..across * height.div_ceil(side)).map(|_| COSTS[rand.index(COSTS.len())]).collect();
    let (mut costs, mut walls) = (Vec::new(), Vec::new());
    for (y, row) in (0..).zip(rows) {
        for (x, kind) in (0..).zip(row) {
            let (closed, cost) = match kind {
                b'.' | b'G' => (false, 8),
                b'S' => (false, 16),
                b'W' => (patch > 0, 32),
                b'T' => (patch > 0, 48),
                _ => (true, 8),
            };
            if closed {
                grid.close(x, y);
            }
            walls.push(closed);
            costs.push(if patch == 0 { cost } else { patches[(y as u32 / side * across + x as u32 / side) as usize] });
        }
    }
    let layer = CostLayer::with_closed(width, 1.0, costs, |i| walls[i]);
    (Field::new(&grid).expect("a size that can be searched"), layer)
}

fn measure(name: &str, map: &Path, patch: u32) {
    let (field, layer) = ground(map, patch);
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
    let side = if patch == 0 { "map's".to_owned() } else { patch.to_string() };
    print!("{name:26} {side:>6} {:9.0}", sums[0] / QUERIES as f64);
    for (sum, width) in sums[1..].iter().zip([6, 9, 13, 14, 11]) {
        print!(" {:width$.3}", sum / sums[0]);
    }
    println!();
}
