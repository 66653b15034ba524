//! How fast, how long and how large hierarchical searches are beside A* in the same run: `cargo bench --bench hierarchy`.
//!
//! A path must be found exactly where there is one, be legal, be as long as it is said to be and never beat the shortest;
//! all of that is asserted. The gaps, sizes and times are printed, never judged.
//!
//! The maps and scenarios are those of the sets `bg512`, `mazes` and `rooms` in the folder that `MOVINGAI` names (default:
//! `../shared/movingai`), or, if `MAPS` names a folder, all maps of that folder with random queries that have a path.
//! Words on the command line select among the maps; a word with a slash adds one of another set. `QUERIES` is how many
//! queries a map are asked (default 40).
//!
//! Times are means in µs over the queries, best of three; the searches take turns query by query, so that a busy machine
//! spoils all alike. `a*` goes in canonical order, `plain` looks at every neighbour; both keep the exact order with buckets.

use bestiary::Cell;
use bestiary::testing::grid::Field;
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{
    Algorithm, Buckets, Connect, Estimate, FieldSearch, SearchOptions, Solver, Status, Steps, check_path, in_cells,
    unpack,
};
use bestiary::testing::world::format;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

const SETS: [&str; 3] = ["bg512", "mazes", "rooms"];
const REPS: u32 = 3;
/// What the lengths of equal paths may differ by.
const SAME_LENGTH: f64 = 1e-6;

type Ends = (Cell, Cell);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let count = std::env::var("QUERIES").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    println!(
        "{:24} {:>7} {:>7} {:>6} | {:>8} {:>8} {:>8} {:>8} | {:>6} {:>6}",
        "map (µs a query)", "gap %", "worst", "KB", "a*", "plain", "hpa", "expanded", "a*:hpa", "plain:"
    );
    for (set, maps) in sets(&words) {
        let rows: Vec<Row> = maps.iter().map(|map| measure(map, count)).collect();
        sum_up(&set, &rows);
    }
}

/// The selected maps, set by set.
fn sets(words: &[String]) -> Vec<(String, Vec<PathBuf>)> {
    let selected = |set: &str, map: &Path| {
        let name = format!("{set}/{}", map.file_stem().unwrap_or_default().to_string_lossy());
        words.is_empty() || words.iter().any(|w| name.contains(w.as_str()))
    };
    if let Some(folder) = std::env::var_os("MAPS").map(PathBuf::from) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return vec![(name.clone(), maps_in(&folder).into_iter().filter(|m| selected(&name, m)).collect())];
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/movingai");
    let root = std::env::var_os("MOVINGAI").map_or(own, PathBuf::from);
    let mut names: Vec<&str> = SETS.to_vec();
    for set in words.iter().filter_map(|w| w.split_once('/')).map(|(set, _)| set) {
        if !names.contains(&set) {
            names.push(set);
        }
    }
    let of = |set: &str| maps_in(&root.join(set)).into_iter().filter(|m| selected(set, m)).collect::<Vec<_>>();
    let found: Vec<_> = names.into_iter().map(|set| (set.to_owned(), of(set))).collect();
    if found.iter().all(|(_, maps)| maps.is_empty()) {
        println!("skipped: there are no such maps in {} (MOVINGAI names the folder)", root.display());
    }
    found
}

fn maps_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let mut maps: Vec<_> = entries.filter(|p| p.extension().is_some_and(|e| e == "map")).collect();
    maps.sort();
    maps
}

/// What was measured on one map.
#[derive(Default)]
struct Row {
    gap: f64,
    worst: f64,
    bytes: usize,
    astar_us: f64,
    plain_us: f64,
    hpa_us: f64,
}

fn measure(map: &Path, count: usize) -> Row {
    let world = format::load(map).expect("a map").world;
    let field = Field::of_world(&world, 0.0, 1.0, bestiary::MoveClass::WALK).expect("a size that can be searched");
    let queries = queries(map, &field, count);
    let solver = |algorithm| {
        Solver::new(&field, SearchOptions { algorithm, ..SearchOptions::default() }).expect("a fitting choice")
    };
    let (mut hpa, mut astar, mut plain) = (solver(Algorithm::Hpa), solver(Algorithm::AStar), Plain::new(&field));
    let mut row = Row { bytes: hpa.engine.usage().prepared_bytes, ..Row::default() };
    let mut expanded = 0;
    let mut out = Vec::new();
    for (start, goal) in &queries {
        let gap = checked_gap(&field, &mut hpa, &mut astar, (*start, *goal));
        row.gap += gap;
        row.worst = row.worst.max(gap);
        expanded += hpa.engine.usage().counts.expanded;
        row.astar_us += best(|| astar.solve(*start, *goal, &mut out));
        row.plain_us += best(|| plain.solve(*start, *goal, &mut out));
        row.hpa_us += best(|| hpa.solve(*start, *goal, &mut out));
    }
    let n = queries.len().max(1) as f64;
    for sum in [&mut row.gap, &mut row.astar_us, &mut row.plain_us, &mut row.hpa_us] {
        *sum /= n;
    }
    row.print(&map.file_stem().unwrap_or_default().to_string_lossy(), f64::from(expanded) / n);
    row
}

impl Row {
    fn print(&self, name: &str, expanded: f64) {
        println!(
            "{name:24} {:7.3} {:7.2} {:6.0} | {:8.1} {:8.1} {:8.1} {expanded:8.0} | {:6.2} {:6.2}",
            self.gap * 100.0,
            self.worst * 100.0,
            self.bytes as f64 / 1000.0,
            self.astar_us,
            self.plain_us,
            self.hpa_us,
            self.astar_us / self.hpa_us,
            self.plain_us / self.hpa_us
        );
    }
}

/// Totals of a set: the ratio of the sums, and the worst map.
fn sum_up(set: &str, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    let sum = |part: fn(&Row) -> f64| rows.iter().map(part).sum::<f64>();
    let least = |part: fn(&Row) -> f64| rows.iter().map(part).fold(f64::INFINITY, f64::min);
    let most = |part: fn(&Row) -> f64| rows.iter().map(part).fold(0.0, f64::max);
    let hpa = sum(|r| r.hpa_us);
    println!(
        "= {set}: {} maps; gap {:.3} % on average, {:.3} % on the worst map; at most {:.0} KB, {:.0} on average; a* : hpa {:.2}, least {:.2}; plain : hpa {:.2}, least {:.2}",
        rows.len(),
        sum(|r| r.gap) * 100.0 / rows.len() as f64,
        most(|r| r.gap) * 100.0,
        most(|r| r.bytes as f64) / 1000.0,
        sum(|r| r.bytes as f64) / 1000.0 / rows.len() as f64,
        sum(|r| r.astar_us) / hpa,
        least(|r| r.astar_us / r.hpa_us),
        sum(|r| r.plain_us) / hpa,
        least(|r| r.plain_us / r.hpa_us),
    );
}

/// Queries of the scenario file beside a map, evenly spaced; else random ones that have a path.
fn queries(map: &Path, field: &Field, count: usize) -> Vec<Ends> {
    let mut file = map.as_os_str().to_owned();
    file.push(".scen");
    if let Ok(scenario) = format::load_scenario(Path::new(&file)) {
        let every = (scenario.queries.len() / count.max(1)).max(1);
        return scenario.queries.iter().step_by(every).map(|q| (q.start, q.goal)).collect();
    }
    let mut rand = Rand::new(1, Purpose::Spawning, 0);
    let mut any = || field.cell(rand.index(field.nodes()) as u32);
    let mut found = Vec::new();
    // Even where one cell in ten is open, one pair in some hundreds has a path.
    for _ in 0..count * 10_000 {
        let ends = (any(), any());
        if found.len() < count && field.may_join(ends.0, ends.1) {
            found.push(ends);
        }
    }
    found
}

/// By how much the path found is too long, after everything about it was asserted.
fn checked_gap(field: &Field, hpa: &mut Solver, astar: &mut Solver, (start, goal): Ends) -> f64 {
    let (mut waypoints, mut path) = (Vec::new(), Vec::new());
    let best = astar.solve(start, goal, &mut Vec::new()).map(in_cells);
    let found = hpa.solve(start, goal, &mut waypoints).map(in_cells);
    assert_eq!(found.is_some(), best.is_some(), "{start:?} to {goal:?}: a path is found exactly where there is one");
    let (Some(found), Some(best)) = (found, best) else { return 0.0 };
    unpack(&waypoints, &mut path);
    let walked = check_path(field, &path, start, goal).unwrap_or_else(|fault| panic!("{start:?} to {goal:?}: {fault}"));
    assert!((walked - found).abs() < SAME_LENGTH, "{start:?} to {goal:?}: walked {walked}, said {found}");
    assert!(found > best - SAME_LENGTH, "{start:?} to {goal:?}: {found} beats the shortest, {best}");
    if best > 0.0 { found / best - 1.0 } else { 0.0 }
}

/// The best time of a few, in µs.
fn best<T>(mut run: impl FnMut() -> T) -> f64 {
    let timed = |_| {
        let before = Instant::now();
        black_box(run());
        before.elapsed().as_secs_f64() * 1e6
    };
    (0..REPS).map(timed).fold(f64::INFINITY, f64::min)
}

/// A* that looks at all eight neighbours of every cell.
struct Plain<'a> {
    steps: Steps<'a>,
    search: FieldSearch<Buckets>,
}

impl<'a> Plain<'a> {
    fn new(field: &'a Field) -> Self {
        let steps = Steps { field, connect: Connect::Eight, ordered: false };
        Self { steps, search: FieldSearch::new(Buckets::default()) }
    }

    fn solve(&mut self, start: Cell, goal: Cell, out: &mut Vec<Cell>) -> Option<u64> {
        self.search.begin(&self.steps, start, goal, Estimate::default());
        while self.search.run(&self.steps, u32::MAX) == Status::Running {}
        self.search.waypoints(out);
        self.search.cost
    }
}
