//! Searching again after a change, by searches that are kept and by fresh ones, beside each other in one run: `cargo bench --bench change`.
//!
//! Two scenes on each map. *doors*: gaps between walls and holes in walls open and close while the agent walks, some on its path
//! and some anywhere. *unknown*: the agent knows no walls at first, sees those within 5 cells, and searches again whenever it sees one.
//! The ground costs the same everywhere, or comes in patches of 16 cells a side that cost 1, 2 or 4 (seeded).
//!
//! After each change every contender searches from where the agent is; they take turns, so that a busy machine spoils all alike.
//! All must find the same cost: that is asserted. The time is that of taking in the change, the search and the path, cell by cell;
//! each scene is played three times, and of each change the least time counts. The sums over all changes are printed as multiples of fresh A*'s. `selected` is what `Selecting` takes, which selects one
//! of the others, its own selection included.
//!
//! Then doors are put into gaps of the same maps, and what is prepared for a body of radius 0.4 is repaired after each of them opens or
//! closes: grid, regions and places, and levels; hpa is the hierarchy of one level, in addition. It is compared with a fresh build at the end. The
//! argument `repair` leaves out the searches.
//!
//! The maps are those of the folder that `MOVINGAI` names (default: `../shared/movingai`) or, without it, the project's own.

#[path = "change/fresh.rs"]
mod fresh;
#[path = "change/repair.rs"]
mod repair;

use bestiary::Cell;
use bestiary::testing::grid::{BitGrid, CostLayer, Field};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{
    Connect, Cost, DStarLite, Fresh, Landscape, Multipath, Replanner, Selecting, Status, unpack,
};
use bestiary::testing::world::format::load_scenario;
use fresh::FreshAStar;
use std::path::{Path, PathBuf};
use std::time::Instant;

const MAPS: [&str; 7] = [
    "bg512/AR0411SR",
    "bg512/AR0700SR",
    "rooms/32room_000",
    "rooms/8room_000",
    "mazes/maze512-8-0",
    "random/random512-10-0",
    "random/random512-35-0",
];
/// Queries a map, and the most changes each.
const QUERIES: usize = 3;
const CHANGES: usize = 40;
/// How often each scene is played.
const REPS: usize = 3;
/// Steps of the agent between two changes of doors.
const STEPS: usize = 4;
/// How far the agent sees, in cells.
const SIGHT: i32 = 5;
/// The widest gap that has a door, in cells.
const GAP: i32 = 8;
const DOORS: usize = 60;
/// In eighths of plain ground, and the side of patches.
const COSTS: [u8; 3] = [8, 16, 32];
const PATCH: u32 = 16;
const NAMES: [&str; 5] = ["astar", "jps", "dstar-lite", "mpaa", "selected"];

fn main() {
    println!(
        "{:24} {:8} {:8} {:>8} {:>8} {:>8} {:>10} {:>8} {:>9} {:>9}",
        "map", "ground", "scene", "changes", "astar µs", "jps", "dstar-lite", "mpaa", "selected", "to best"
    );
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/movingai");
    let root = std::env::var_os("MOVINGAI").map_or(shared, PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps");
    let is_wanted =
        |name: &&&str| words.is_empty() || words.iter().any(|w| *w == "repair" || name.contains(w.as_str()));
    let maps: Vec<(&str, Option<PathBuf>)> = MAPS
        .iter()
        .filter(is_wanted)
        .map(|name| {
            let of = |root: &Path| root.join(format!("{name}.map"));
            (*name, [of(&root), of(&own)].into_iter().find(|map| map.is_file()))
        })
        .collect();
    for (name, map) in &maps {
        match map {
            Some(_) if words.iter().any(|w| w == "repair") => {}
            Some(map) => measure(name, map),
            None => println!("{name:24} skipped: there is no such map in {}", root.display()),
        }
    }
    repair::head();
    maps.iter().for_each(|(name, map)| map.iter().for_each(|map| repair::measure(name, map)));
}

fn measure(name: &str, map: &Path) {
    let text = std::fs::read_to_string(map).expect("a map");
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let mut grid = BitGrid::new(width, height);
    for (y, row) in (0..).zip(rows) {
        for (x, kind) in (0..).zip(row) {
            if !matches!(kind, b'.' | b'G' | b'S') {
                grid.close(x, y);
            }
        }
    }
    let all = load_scenario(&map.with_extension("map.scen")).expect("a scenario beside the map").queries;
    let queries: Vec<(Cell, Cell)> =
        (1..=QUERIES).map(|i| &all[i * all.len() / QUERIES - 1]).map(|q| (q.start, q.goal)).collect();
    for weighted in [false, true] {
        for unknown in [false, true] {
            let mut sums = Sums::default();
            for (i, ends) in queries.iter().enumerate() {
                let play = |_| {
                    let mut rand = Rand::new(i as u64, Purpose::Spawning, 0);
                    Scene::new(&grid, weighted, unknown, &mut rand).run(*ends, &mut rand)
                };
                sums.add(&(0..REPS).map(play).collect::<Vec<_>>());
            }
            let scene = if unknown { "unknown" } else { "doors" };
            sums.print(name, if weighted { "patches" } else { "uniform" }, scene);
        }
    }
}

/// Seconds that each contender took after a change.
type Times = [f64; NAMES.len()];

#[derive(Default)]
struct Sums {
    changes: usize,
    seconds: Times,
}

impl Sums {
    /// Adds the least times of each change.
    fn add(&mut self, plays: &[Vec<Times>]) {
        self.changes += plays[0].len();
        for change in 0..plays[0].len() {
            for (i, sum) in self.seconds.iter_mut().enumerate() {
                *sum += plays.iter().map(|times| times[change][i]).fold(f64::INFINITY, f64::min);
            }
        }
    }

    fn print(&self, name: &str, ground: &str, scene: &str) {
        let Self { changes, seconds } = self;
        let of = |i: usize| seconds[i] / seconds[0];
        let best = seconds[..4].iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "{name:24} {ground:8} {scene:8} {changes:8} {:8.0} {:8.3} {:10.3} {:8.3} {:9.3} {:9.2}",
            seconds[0] * 1e6 / (*changes).max(1) as f64,
            of(1),
            of(2),
            of(3),
            of(4),
            seconds[4] / best
        );
    }
}

/// What the agent knows of a map, and what becomes of it.
struct Scene<'a> {
    map: &'a BitGrid,
    field: Field,
    costs: Option<CostLayer>,
    /// The cells of each door; none where the walls are unknown.
    doors: Vec<Vec<Cell>>,
    unknown: bool,
}

impl<'a> Scene<'a> {
    fn new(map: &'a BitGrid, weighted: bool, unknown: bool, rand: &mut Rand) -> Self {
        let (width, height) = (map.width(), map.height());
        let nothing = BitGrid::new(width, height);
        let field = Field::new(if unknown { &nothing } else { map }).expect("a size that can be searched");
        let across = width.div_ceil(PATCH);
        let patches: Vec<u8> = (0..across * height.div_ceil(PATCH)).map(|_| COSTS[rand.index(COSTS.len())]).collect();
        let of = |i: u32| patches[(i / width / PATCH * across + i % width / PATCH) as usize];
        let closed = |i: usize| !field.open(field.cell(i as u32));
        let costs = weighted.then(|| CostLayer::with_closed(width, 1.0, (0..width * height).map(of).collect(), closed));
        Self { map, field, costs, doors: Vec::new(), unknown }
    }

    fn landscape(&self) -> Landscape<'_> {
        Landscape { field: &self.field, costs: self.costs.as_ref(), connect: Connect::Eight }
    }

    /// The open cells from wall to wall through a cell, the shorter line of the two, if there is a narrow one.
    fn gap(&self, at: Cell) -> Option<Vec<Cell>> {
        let line = |dx: i32, dy: i32| {
            let reach = |sign: i32| {
                (1..=GAP).find(|i| !self.map.open(at.x + sign * i * dx, at.y + sign * i * dy)).map(|i| i - 1)
            };
            let (back, forth) = (reach(-1)?, reach(1)?);
            (back + forth < GAP).then(|| (-back..=forth).map(|i| Cell::new(at.x + i * dx, at.y + i * dy)).collect())
        };
        let lines: [Option<Vec<Cell>>; 2] = [line(1, 0), line(0, 1)];
        lines.into_iter().flatten().filter(|_| self.map.open(at.x, at.y)).min_by_key(Vec::len)
    }

    /// Closed cells between open ones on both sides of a wall.
    fn breach(&self, at: Cell) -> Option<Vec<Cell>> {
        let open = |dx, dy| self.map.open(at.x + dx, at.y + dy);
        let parts = open(1, 0) && open(-1, 0) || open(0, 1) && open(0, -1);
        (self.field.contains(at) && !open(0, 0) && parts).then(|| vec![at])
    }

    /// Puts doors into gaps, a third of them on the path, a third anywhere, and a third, closed at first, into walls.
    fn place_doors(&mut self, path: &[Cell], ends: (Cell, Cell), rand: &mut Rand) {
        for i in 0..DOORS * 20 {
            let anywhere = self.field.cell(rand.index(self.field.nodes()) as u32);
            let at = if i % 3 == 0 { path[rand.index(path.len())] } else { anywhere };
            let door = if i % 3 == 1 { self.breach(at) } else { self.gap(at) };
            let free = |gap: &Vec<Cell>| !gap.contains(&ends.0) && !gap.contains(&ends.1);
            self.doors.extend(door.filter(free));
            if self.doors.len() == DOORS {
                return;
            }
        }
    }

    fn set(&mut self, cell: Cell, open: bool) {
        self.field.set(cell, open);
        if let Some(costs) = &mut self.costs {
            let cost = costs.at(cell) as u8;
            costs.set(&self.field, cell, cost);
        }
    }

    /// The next change for an agent; the cells that changed.
    fn change(&mut self, at: Cell, rand: &mut Rand) -> Vec<Cell> {
        if self.unknown {
            let near = (-SIGHT..=SIGHT).flat_map(|y| (-SIGHT..=SIGHT).map(move |x| Cell::new(at.x + x, at.y + y)));
            let seen: Vec<Cell> = near.filter(|c| self.field.open(*c) && !self.map.open(c.x, c.y)).collect();
            seen.iter().for_each(|cell| self.set(*cell, false));
            return seen;
        }
        if self.doors.is_empty() {
            return Vec::new();
        }
        let door = self.doors[rand.index(self.doors.len())].clone();
        if door.contains(&at) {
            return Vec::new();
        }
        let open = !self.field.open(door[0]);
        door.iter().for_each(|cell| self.set(*cell, open));
        door
    }

    /// Plays the scene; the times after each change.
    fn run(&mut self, (start, goal): (Cell, Cell), rand: &mut Rand) -> Vec<Times> {
        let mut all = Vec::new();
        let mut fresh = FreshAStar::default();
        let mut kept: [Box<dyn Replanner>; 4] = [
            Box::<Fresh>::default(),
            Box::<DStarLite>::default(),
            Box::<Multipath>::default(),
            Box::<Selecting>::default(),
        ];
        let (mut at, mut path) = (start, Vec::new());
        // The first search is not counted.
        for search in &mut kept {
            search.begin(self.landscape(), start, goal);
            assert_ne!(search.search(self.landscape(), u32::MAX), Status::Running);
            search.path(self.landscape(), &mut path);
        }
        self.place_doors(&path.clone(), (start, goal), rand);
        for _ in 0..CHANGES {
            let mut changed = Vec::new();
            for _ in 0..if self.unknown { usize::MAX } else { STEPS } {
                let Some(i) = path.iter().position(|cell| *cell == at).filter(|i| i + 1 < path.len()) else { break };
                at = path[i + 1];
                changed.extend(if self.unknown { self.change(at, rand) } else { Vec::new() });
                if !changed.is_empty() {
                    break;
                }
            }
            if !self.unknown {
                changed = self.change(at, rand);
            }
            if at == goal {
                break;
            }
            if self.field.is_stale() {
                self.field.relabel();
            }
            let mut found: Vec<Option<Cost>> = Vec::new();
            let on = self.landscape();
            let before = Instant::now();
            let status = fresh.search(on, at, goal);
            unpack(&fresh.waypoints, &mut path);
            let mut times = [before.elapsed().as_secs_f64(); NAMES.len()];
            found.push((status == Status::Found).then(|| on.cost_of(&path)));
            for (search, seconds) in kept.iter_mut().zip(&mut times[1..]) {
                let before = Instant::now();
                search.moved(at);
                search.changed(on, &changed);
                let status = search.search(on, u32::MAX);
                search.path(on, &mut path);
                *seconds = before.elapsed().as_secs_f64();
                found.push((status == Status::Found).then(|| on.cost_of(&path)));
            }
            all.push(times);
            assert!(found.iter().all(|cost| *cost == found[0]), "{at:?} {goal:?}: {NAMES:?} {found:?}");
        }
        all
    }
}
