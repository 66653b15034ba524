//! What it costs to make a found path straight and round, beside the search that it follows: plain A*, cell by cell, as in the thesis on
//! aesthetics, whose post-processing is measured against it; and jump point search, which is this program's own and so fast that it
//! reads fewer cells than a path has. Less than a tenth of A*'s time is the goal.
//!
//! Each pulled and each round path is asserted: clear for the body, and no longer than what it came from but for what it may become longer.
//!
//! `cargo bench --bench looks -- [PART OF A NAME]`, on Moving AI maps from the folder that `MOVINGAI` names (default:
//! `../shared/movingai`; without it the project's own).

use bestiary::testing::geom::Cell;
use bestiary::testing::grid::Field;
use bestiary::testing::path::{BodySight, CurveParams, Curved, Curver, Sees, Turning, length_m, pull};
use bestiary::testing::search::{Algorithm, SearchOptions, Solver};
use bestiary::testing::world::World;
use bestiary::testing::world::format::{load, load_scenario};
use bestiary::{MoveClass, Vec2};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The body, metres.
const RADIUS_M: f32 = 0.4;
const HEIGHT_M: f32 = 1.0;
/// Queries a map.
const QUERIES: usize = 100;
/// Each is timed so often; the least counts.
const ROUNDS: usize = 3;
/// Pulling and rounding take less than this share of the search.
const GOAL: f64 = 0.1;

const MAPS: [&str; 17] = [
    "bg512/AR0411SR.map",
    "bg512/AR0700SR.map",
    "dao/arena2.map",
    "dao/orz900d.map",
    "dao/orz700d.map",
    "dao/ost100d.map",
    "da2/w_sundermount.map",
    "sc1/TheFrozenSea.map",
    "wc3maps512/dustwallowkeys.map",
    "cities/Berlin_1_1024.map",
    "rooms/32room_000.map",
    "rooms/8room_000.map",
    "mazes/maze512-32-0.map",
    "mazes/maze512-8-0.map",
    "mazes/maze512-1-0.map",
    "random/random512-10-0.map",
    "random/random512-35-0.map",
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    println!(
        "{:30}    A*       jps     pulled     round µs   of A*: pulled  round  both   of jps: both   turning rad: cells pulled round  not tight",
        ""
    );
    let mut over = 0;
    for name in MAPS.iter().filter(|name| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()))) {
        match find(name) {
            Some(path) => over += u32::from(map(name, &path) >= GOAL),
            None => println!("{name:30} skipped: no such map (MOVINGAI names the folder)"),
        }
    }
    println!("maps where both take {GOAL} of the search or more: {over}");
}

fn find(name: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = std::env::var_os("MOVINGAI").map_or_else(|| own.join("../shared/movingai"), PathBuf::from);
    [root.join(name), own.join("maps").join(name)].into_iter().find(|path| path.exists())
}

/// Sums over the queries of a map.
#[derive(Default)]
struct Sums {
    astar: f64,
    jps: f64,
    pulled: f64,
    round: f64,
    turning: [f64; 3],
    queries: u32,
    not_tight: u32,
}

/// The least time of some rounds, microseconds.
fn timed(mut work: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let began = Instant::now();
        work();
        least = least.min(began.elapsed().as_secs_f64() * 1e6);
    }
    least
}

/// Returns the share that pulling and rounding take of A*'s time.
fn map(name: &str, path: &Path) -> f64 {
    let world = load(path).expect("a Moving AI map").world;
    let field = Field::of_world(&world, RADIUS_M, HEIGHT_M, MoveClass::WALK).expect("it is small enough");
    let scenario = load_scenario(&path.with_extension("map.scen")).expect("its scenario");
    let search = |algorithm| {
        Solver::new(&field, SearchOptions { algorithm, ..SearchOptions::default() }).expect("no odd options")
    };
    let (mut astar, mut jps) = (search(Algorithm::AStar), search(Algorithm::Jps));
    let (mut sums, mut steps) = (Sums::default(), Steps::default());
    for query in scenario.queries.iter().step_by((scenario.queries.len() / QUERIES).max(1)) {
        let (from, to) = (query.start, query.goal);
        sums.jps += timed(|| _ = jps.solve(from, to, &mut steps.turns));
        sums.astar += timed(|| _ = astar.solve(from, to, &mut steps.turns));
        if steps.turns.len() > 1 {
            steps.measure(&world, &field, &mut sums);
        }
    }
    let Sums { astar, jps, pulled, round, turning, queries, not_tight } = sums;
    let n = f64::from(queries.max(1));
    let both = (pulled + round) / astar;
    println!(
        "{name:30} {:8.1} {:8.1} {:8.2} {:8.2}        {:6.4} {:6.4} {both:6.4}        {:6.2}       {:8.1} {:8.1} {:8.1}     {not_tight}",
        astar / n,
        jps / n,
        pulled / n,
        round / n,
        pulled / astar,
        round / astar,
        (pulled + round) / jps,
        turning[0] / n,
        turning[1] / n,
        turning[2] / n,
    );
    both
}

/// A path step by step. Memory is kept.
#[derive(Default)]
struct Steps {
    turns: Vec<Cell>,
    points: Vec<Vec2>,
    rest: Vec<Vec2>,
    pulled: Vec<Vec2>,
    round: Vec<Vec2>,
    curver: Curver,
}

impl Steps {
    fn measure(&mut self, world: &World, field: &Field, sums: &mut Sums) {
        let Self { turns, points, rest, pulled, round, curver } = self;
        let sight = BodySight {
            world,
            radius_m: RADIUS_M,
            height_m: HEIGHT_M,
            moves: MoveClass::WALK,
            field: Some(field),
            costs: None,
        };
        let params = CurveParams { comfort_m: 0.3, ..CurveParams::default() };
        let mut became = Curved::Straight;
        sums.pulled += timed(|| {
            points.clear();
            points.extend(turns.iter().map(|cell| cell.centre(1.0)));
            pull(points, &sight, rest);
            pulled.clear();
            pulled.push(points[0]);
            pulled.extend_from_slice(rest);
        });
        sums.round += timed(|| became = curver.curve(pulled, &sight, &params, round));
        sums.not_tight += u32::from(became != Curved::Tight);
        sums.queries += 1;
        let clear = |path: &[Vec2]| path.windows(2).all(|pair| sight.clear(pair[0], pair[1]));
        assert!(clear(pulled) && clear(round), "not clear: {turns:?}");
        let [cells, straight, curved] = [&*points, &*pulled, &*round].map(|path| length_m(path));
        assert!(straight <= cells * 1.000_1, "{straight} m pulled from {cells} m");
        assert!(curved <= straight * (1.0 + params.longer_share) + 1e-3, "{curved} m made round from {straight} m");
        let ends = |path: &[Vec2]| (path.first().copied(), path.last().copied());
        assert!(ends(points) == ends(pulled) && ends(pulled) == ends(round));
        for (sum, path) in sums.turning.iter_mut().zip([&*points, &*pulled, &*round]) {
            *sum += f64::from(Turning::of(path).sum_rad);
        }
    }
}
