//! How fast searches over whole maps are, beside two published crates in the same run: `cargo bench --manifest-path benches/rivals/Cargo.toml`.
//!
//! Every length is asserted against the scenario file and every path walked; the times are printed, never judged. One map
//! of each kind is taken from the folder that `MOVINGAI` names (default: `../shared/movingai`), where it is there; the map
//! that comes with the program always runs. Words on the command line select among the maps. `QUERIES` is how many
//! queries a map, evenly spaced, are asked (default 40; a number larger than the file asks all), `REPS` how often (default 3);
//! `JUMPS=1` leaves the columns of A* out, which take most of the time.
//!
//! Times are means in µs over the queries, best of `REPS`; ours include the waypoints. `grid_pathfinding` jumps too, but
//! cuts corners, so that its lengths cannot be asserted; `pathfinding` is plain A*.

use bestiary::Cell;
use bestiary::testing::grid::Field;
use bestiary::testing::search::{
    Algorithm, Buckets, Connect, DIAGONAL, Estimate, FieldSearch, STRAIGHT, SearchOptions, Solver, Status, Steps,
    check_path, in_cells, unpack,
};
use bestiary::testing::world::format;
use bestiary::testing::world::format::Query;
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

const MAPS: &[&str] = &[
    "bg512/AR0411SR",
    "bg512/AR0700SR",
    "dao/arena2",
    "dao/orz900d",
    "dao/orz700d",
    "dao/ost100d",
    "da2/w_sundermount",
    "sc1/TheFrozenSea",
    "wc3maps512/dustwallowkeys",
    "cities/Berlin_1_1024",
    "rooms/32room_000",
    "rooms/8room_000",
    "mazes/maze512-32-0",
    "mazes/maze512-8-0",
    "mazes/maze512-1-0",
    "random/random512-10-0",
    "random/random512-35-0",
];
const SAME_LENGTH: f64 = 0.011;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let queries = number("QUERIES").unwrap_or(40);
    println!(
        "{:26} {:>9} {:>9} {:>9} {:>9} | {:>9} {:>9} | ratios: jps : gp, jps+ : gp, jps : pf, jps+ : pf, a* : pf, plain : pf",
        "map (µs a query)", "jps", "jps+", "a*", "plain a*", "gp jps", "pf a*"
    );
    for name in MAPS.iter().filter(|m| words.is_empty() || words.iter().any(|w| m.contains(w.as_str()))) {
        match find(name) {
            Some(scenario) => compare(name, &scenario, queries),
            None => println!("{name:26} skipped: there is no such map here (MOVINGAI names the folder)"),
        }
    }
}

/// A number from the environment.
fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// The scenario file of a map: in the benchmark set, else beside the program's own maps.
fn find(name: &str) -> Option<PathBuf> {
    let own = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let set = std::env::var_os("MOVINGAI").map_or_else(|| own.join("../shared/movingai"), PathBuf::from);
    [set, own.join("maps")].into_iter().map(|dir| dir.join(format!("{name}.map.scen"))).find(|f| f.is_file())
}

fn compare(name: &str, file: &Path, count: usize) {
    let scenario = format::load_scenario(file).expect("a scenario file");
    let world = format::load(&scenario.map).expect("its map").world;
    let field = Field::of_world(&world, 0.0, 1.0, bestiary::MoveClass::WALK).expect("a size that can be searched");
    let every = (scenario.queries.len() / count.max(1)).max(1);
    let queries: Vec<Query> = scenario.queries.iter().step_by(every).copied().collect();
    let ours = |algorithm| mean_us(&field, &queries, SearchOptions { algorithm, ..SearchOptions::default() });
    let (jps, plus) = (ours(Algorithm::Jps), ours(Algorithm::JpsPlus));
    let gp = grid_pathfinding_us(&field, &queries);
    if number("JUMPS").is_some() {
        println!(
            "{name:26} {jps:9.1} {plus:9.1} {:>9} {:>9} | {gp:9.1} {:>9} | {:.3} {:.3}",
            "",
            "",
            "",
            jps / gp,
            plus / gp
        );
        return;
    }
    let (astar, plain) = (ours(Algorithm::AStar), plain_us(&field, &queries));
    let pf = pathfinding_us(&field, &queries);
    println!(
        "{name:26} {jps:9.1} {plus:9.1} {astar:9.1} {plain:9.1} | {gp:9.1} {pf:9.1} | {:.3} {:.3} {:.4} {:.4} {:.3} {:.3}",
        jps / gp,
        plus / gp,
        jps / pf,
        plus / pf,
        astar / pf,
        plain / pf
    );
}

/// Mean over the queries of the best time of each.
fn mean_of_best(queries: &[Query], mut run: impl FnMut(&Query)) -> f64 {
    let best = |query: &Query, run: &mut dyn FnMut(&Query)| {
        (0..number("REPS").unwrap_or(3).max(1)).map(|_| timed(|| run(query))).fold(f64::INFINITY, f64::min)
    };
    queries.iter().map(|q| best(q, &mut run)).sum::<f64>() * 1e6 / queries.len() as f64
}

fn timed(run: impl FnOnce()) -> f64 {
    let before = Instant::now();
    run();
    before.elapsed().as_secs_f64()
}

fn mean_us(field: &Field, queries: &[Query], choice: SearchOptions) -> f64 {
    let mut solver = Solver::new(field, choice).expect("a fitting choice");
    let (mut waypoints, mut path) = (Vec::new(), Vec::new());
    for q in queries {
        solver.solve(q.start, q.goal, &mut waypoints);
        unpack(&waypoints, &mut path);
        match check_path(field, &path, q.start, q.goal) {
            Ok(length) => assert!((length - q.length).abs() <= SAME_LENGTH, "line {}: {length}", q.line),
            Err(fault) => assert!(q.is_unreachable(), "line {}: {fault}", q.line),
        }
    }
    mean_of_best(queries, |q| {
        black_box(solver.solve(q.start, q.goal, &mut waypoints));
    })
}

/// A* that looks at all neighbours of a cell; `a*` goes in canonical order.
fn plain_us(field: &Field, queries: &[Query]) -> f64 {
    let steps = Steps { field, connect: Connect::Eight, ordered: false };
    let mut search = FieldSearch::new(Buckets::default());
    let mut solve = |q: &Query| {
        search.begin(&steps, q.start, q.goal, Estimate::default());
        while search.run(&steps, u32::MAX) == Status::Running {}
        search.cost
    };
    for q in queries {
        let length = solve(q).map_or(0.0, in_cells);
        assert!((length - q.length).abs() <= SAME_LENGTH, "line {}: {length}", q.line);
    }
    mean_of_best(queries, |q| {
        black_box(solve(q));
    })
}

fn grid_pathfinding_us(field: &Field, queries: &[Query]) -> f64 {
    let mut grid = PathingGrid::new(field.width() as usize, field.height() as usize, false);
    for cell in (0..field.nodes() as u32).map(|n| field.cell(n)).filter(|c| !field.open(*c)) {
        grid.grid.set(cell.x, cell.y, true);
    }
    grid.allow_diagonal_move = true;
    grid.improved_pruning = false;
    grid.initialize();
    grid.generate_components();
    let point = |c: Cell| Point::new(c.x, c.y);
    mean_of_best(queries, |q| {
        black_box(grid.get_waypoints_single_goal(point(q.start), point(q.goal), false));
    })
}

fn pathfinding_us(field: &Field, queries: &[Query]) -> f64 {
    let estimate = |from: Cell, to: Cell| {
        let (dx, dy) = (u64::from(from.x.abs_diff(to.x)), u64::from(from.y.abs_diff(to.y)));
        dx.max(dy) * STRAIGHT + dx.min(dy) * (DIAGONAL - STRAIGHT)
    };
    let search = |q: &Query| {
        // It knows no components, so the same short cut is taken for it.
        field.may_join(q.start, q.goal).then(|| {
            let key = |c: Cell| (c.x, c.y);
            pathfinding::prelude::astar(
                &key(q.start),
                |(x, y)| neighbours(field, Cell::new(*x, *y)),
                |(x, y)| estimate(Cell::new(*x, *y), q.goal),
                |at| *at == key(q.goal),
            )
        })
    };
    for q in queries {
        if let Some(Some((_, cost))) = search(q) {
            assert!((in_cells(cost) - q.length).abs() <= SAME_LENGTH, "line {}: the crate disagrees", q.line);
        }
    }
    mean_of_best(queries, |q| {
        black_box(search(q));
    })
}

fn neighbours(field: &Field, at: Cell) -> impl Iterator<Item = ((i32, i32), u64)> {
    let open = |dx: i32, dy: i32| field.open(Cell::new(at.x + dx, at.y + dy));
    let (east, south, west, north) = (open(1, 0), open(0, 1), open(-1, 0), open(0, -1));
    let steps = [
        (1, 0, east),
        (0, 1, south),
        (-1, 0, west),
        (0, -1, north),
        (1, 1, east && south && open(1, 1)),
        (-1, 1, west && south && open(-1, 1)),
        (-1, -1, west && north && open(-1, -1)),
        (1, -1, east && north && open(1, -1)),
    ];
    steps
        .into_iter()
        .filter(|(_, _, free)| *free)
        .map(move |(dx, dy, _)| ((at.x + dx, at.y + dy), if dx != 0 && dy != 0 { DIAGONAL } else { STRAIGHT }))
}
