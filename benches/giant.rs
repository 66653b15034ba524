//! A world as large as the source's, 13 000 × 13 000 cells (Dahlberg & Viktorsson 2002, ch. 4.3), loaded, prepared and
//! crossed: `cargo bench --bench giant`.
//!
//! The world is made of real maps from the folder that `MOVINGAI` names (default: `../shared/movingai`; without it the
//! benchmark says so and ends) and kept under `target/tmp`. Everything is measured in a process of its own, so that peak
//! memory is that of the work alone. Every path is walked cell by cell, what is read from the file is compared with what was
//! written; times and memory are printed, never judged.
//!
//! `QUERIES` is how many pairs of cells are asked for (default 1000), once far apart (half a side or more) and once
//! anywhere; each three times, the best time counts. `ORACLE` is how many of the far paths are compared with the shortest
//! ones (default 0, as that takes 3 GB and seconds each).

#[path = "giant/tiles.rs"]
mod tiles;

use bestiary::Cell;
use bestiary::testing::grid::Field;
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{
    Buckets, Estimate, FieldSearch, Jumps, LevelContext, LevelSearch, Levels, Progress, Route, Shape, Status,
    check_path, in_cells, unpack,
};
use bestiary::testing::world::format;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const REPS: usize = 3;
/// The argument of the second process.
const MEASURE: &str = "--measure";

fn main() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = dir.join("giant.map");
    if std::env::args().any(|a| a == MEASURE) {
        return measure(&file);
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let maps = std::env::var_os("MOVINGAI").map_or_else(|| own.join("../shared/movingai"), PathBuf::from);
    if !maps.is_dir() {
        return println!("skipped: there are no maps at {} (MOVINGAI names the folder)", maps.display());
    }
    if !file.is_file() {
        let before = Instant::now();
        tiles::generate(&maps, &file).expect("space on the disk");
        println!("{} made in {:.1} s", file.display(), before.elapsed().as_secs_f64());
    }
    let me = std::env::current_exe().expect("a program");
    assert!(Command::new(me).arg(MEASURE).status().expect("started").success());
}

fn measure(file: &Path) {
    let before = Instant::now();
    let world = format::load(file).expect("a map").world;
    report("world loaded", before);
    let field = Field::of_world(&world, 0.0, 1.0, bestiary::MoveClass::WALK).expect("a size that can be searched");
    report("and made a grid to search (from the start)", before);
    assert_eq!((field.width(), field.height()), (tiles::SIDE as u32, tiles::SIDE as u32));
    drop(world);

    let before = Instant::now();
    let levels = Levels::new(&field, Shape::default(), |_| ());
    report("levels prepared", before);
    println!("  grid {} MB, {} levels {} MB", field.bytes() >> 20, levels.count(), levels.bytes() >> 20);
    keep(&field, &levels, &file.with_extension("levels"));

    let count = number("QUERIES", 1000);
    let far = ask(&field, &levels, "far", count, tiles::SIDE as u32 / 2);
    ask(&field, &levels, "any", count, 0);
    if let oracle @ 1.. = number("ORACLE", 0) {
        compare(&field, &far[..oracle.min(far.len())]);
    }
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn report(what: &str, before: Instant) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).map_or("unknown", str::trim);
    println!("{what}: {:.2} s, peak memory so far {peak}", before.elapsed().as_secs_f64());
}

/// Writes the levels to a file and reads them back.
fn keep(field: &Field, levels: &Levels, file: &Path) {
    let before = Instant::now();
    let mut out = std::io::BufWriter::new(std::fs::File::create(file).expect("space on the disk"));
    levels.write(field, &mut out).expect("space on the disk");
    drop(out);
    report("levels written", before);
    let before = Instant::now();
    let mut source = std::io::BufReader::new(std::fs::File::open(file).expect("written"));
    let read = Levels::read(field, Shape::default(), &mut source).expect("as written");
    report("levels read", before);
    assert!(read == *levels, "what is read is what was written");
    println!("  file {} MB", std::fs::metadata(file).expect("written").len() >> 20);
}

/// A query and the length of the path that was walked.
type Walked = ((Cell, Cell), f64);

fn ask(field: &Field, levels: &Levels, name: &str, count: usize, apart: u32) -> Vec<Walked> {
    let mut rand = Rand::new(count as u64, Purpose::Spawning, u64::from(apart));
    let mut walker = Walker::default();
    let (mut walked, mut firsts, mut rests, mut parted) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut path = Vec::new();
    while walked.len() < count {
        let ends = (open_cell(field, &mut rand), open_cell(field, &mut rand));
        if ends.0.x.abs_diff(ends.1.x).max(ends.0.y.abs_diff(ends.1.y)) < apart {
            continue;
        }
        let mut times = walker.walk(field, levels, ends);
        assert_eq!(times.is_some(), field.may_join(ends.0, ends.1), "a path is found where there is one");
        let Some(best) = &mut times else {
            parted += 1;
            continue;
        };
        for _ in 1..REPS {
            let again = walker.walk(field, levels, ends).expect("the same path");
            best.iter_mut().zip(again).for_each(|(best, again)| *best = best.min(again));
        }
        firsts.push(best[0]);
        rests.extend_from_slice(&best[1..]);
        unpack(&walker.path, &mut path);
        walked.push((ends, check_path(field, &path, ends.0, ends.1).expect("a legal path")));
    }
    let mean = walked.iter().map(|w| w.1).sum::<f64>() / walked.len().max(1) as f64;
    println!("{count} {name} pairs joined by a path, {mean:.0} cells on average ({parted} more were not joined):");
    println!("  abstract route and first waypoints: {}", spread(&mut firsts));
    println!("  each later request for waypoints: {}", spread(&mut rests));
    println!("  memory of the search {} KB", walker.search.bytes() >> 10);
    walked
}

#[derive(Default)]
struct Walker {
    search: LevelSearch,
    route: Route,
    piece: Vec<Cell>,
    path: Vec<Cell>,
}

impl Walker {
    /// Walks a whole path; returns the milliseconds to the first waypoints and of each request after that.
    fn walk(&mut self, field: &Field, levels: &Levels, ends: (Cell, Cell)) -> Option<Vec<f64>> {
        let Self { search, route, piece, path } = self;
        path.clear();
        let mut times = Vec::new();
        let mut before = Instant::now();
        route.begin(&mut LevelContext { on: field.into(), levels, search }, ends)?;
        loop {
            let progress = route.next_waypoints(&mut LevelContext { on: field.into(), levels, search }, piece);
            times.push(before.elapsed().as_secs_f64() * 1e3);
            path.extend_from_slice(piece);
            assert_ne!(progress, Progress::Broken);
            if progress == Progress::Arrived {
                return Some(times);
            }
            before = Instant::now();
        }
    }
}

fn open_cell(field: &Field, rand: &mut Rand) -> Cell {
    loop {
        let cell = Cell::new(rand.index(tiles::SIDE) as i32, rand.index(tiles::SIDE) as i32);
        if field.open(cell) {
            return cell;
        }
    }
}

fn spread(ms: &mut [f64]) -> String {
    ms.sort_by(f64::total_cmp);
    let at = |share: f64| ms.get(((ms.len() as f64 * share) as usize).min(ms.len().saturating_sub(1))).unwrap_or(&0.0);
    format!("p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms", at(0.5), at(0.99), at(1.0))
}

/// How much longer than the shortest paths are.
fn compare(field: &Field, walked: &[Walked]) {
    let (mut search, mut gaps) = (FieldSearch::new(Buckets::default()), Vec::new());
    for ((start, goal), length) in walked {
        search.begin(&Jumps { field }, *start, *goal, Estimate::default());
        while search.run(&Jumps { field }, u32::MAX) == Status::Running {}
        let best = in_cells(search.cost.expect("a path"));
        assert!(*length > best - 1e-3, "no path is shorter than the shortest");
        gaps.push(length / best - 1.0);
    }
    gaps.sort_by(f64::total_cmp);
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    let worst = gaps.last().copied().unwrap_or(0.0);
    println!(
        "{} far paths beside the shortest: {:.2} % longer on average, {:.2} % at worst",
        gaps.len(),
        mean * 100.0,
        worst * 100.0
    );
}
