//! The two planners on the same maps with the same seeds: `cargo bench --bench planners`.
//!
//! Two worlds a map. *Errands*: creatures are sent to places that follow from the seed alone, so that both planners get
//! the same queries; what counts is how many places they reach in time. *Life*: wolves and deer, whose arrivals are only
//! shown, because a deer that gives up a far place and runs to a near one arrives more often. *Walked* is what walkers went from
//! one place that they came to until they came to the next, by the length of the shortest path over cells. Asserted: no script errors,
//! and the same world on two threads. Times are printed, not asserted. `SEEDS` (default 5) and `TICKS` (2000) set the
//! amount; words on the command line select maps, which are read from the folder in `MOVINGAI` (default:
//! `../shared/movingai`).

use bestiary::Config;
use bestiary::Planner;
use bestiary::Sim;
use bestiary::testing::grid::Field;
use bestiary::testing::nav::Code;
use bestiary::testing::runtime::run_headless;
use bestiary::testing::search::{SearchOptions, Solver, in_cells};
use bestiary::{Cell, Vec2};
use bestiary::{Population, Start};
use std::path::Path;

const MAPS: &[&str] = &[
    "glade",
    "depot",
    "bg512/AR0411SR",
    "bg512/AR0700SR",
    "dao/brc000d",
    "dao/orz900d",
    "da2/dr_0_deeproads",
    "sc1/TheFrozenSea",
    "wc3maps512/icecrown",
    "cities/Berlin_1_1024",
    "rooms/16room_000",
    "random/random512-35-0",
    "mazes/maze512-4-0",
    "mazes/maze512-1-0",
];
const LIFE: &[(&str, u32)] = &[("wolf", 50), ("deer", 200)];
const ERRANDS: &[(&str, u32)] = &[("walker", 100)];

/// Sums over the seeds, but for the times: means, and the worst of all.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    arrivals: u64,
    arrived_m: f64,
    failed: u64,
    searches: u64,
    expanded: u64,
    search_ms: f64,
    p99_ms: f64,
    worst_ms: f64,
    walked_m: f64,
    shortest_m: f64,
}

/// The body of a walker, and how long it has for an errand.
const RADIUS_M: f32 = 0.4;
const HEIGHT_M: f32 = 1.4;
const ERRAND_STEPS: u64 = 600;

/// What walkers walk from place to place.
struct Walks<'a> {
    shortest: Solver<'a>,
    walkers: Vec<Walker>,
    walked_m: f64,
    shortest_m: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Walker {
    at: Vec2,
    is_there: bool,
    /// The place where it was there, the step in which it left, metres since.
    left: Option<(Vec2, u64, f64)>,
}

impl Walks<'_> {
    /// To be called after each step.
    fn note(&mut self, sim: &Sim, step: u64) {
        let (agents, symbols) = (sim.agents(), &sim.catalogue().symbols);
        self.walkers.resize(agents.bodies.len(), Walker::default());
        let res = sim.world().ground.resolution_m();
        for slot in agents.bodies.living() {
            let (at, is_there) = (agents.bodies.position[slot], symbols.name(agents.state[slot]) == "there");
            let walker = &mut self.walkers[slot];
            let before = std::mem::replace(walker, Walker { at, is_there, left: None });
            let left = before.left.filter(|(_, since, _)| step - since < ERRAND_STEPS && agents.born[slot] <= *since);
            if before.is_there && !is_there {
                walker.left = Some((at, step, 0.0));
            } else if !is_there {
                walker.left = left.map(|(from, since, m)| (from, since, m + f64::from(at.distance(before.at))));
            } else if let Some((from, _, walked_m)) = left {
                let cost = self.shortest.solve(Cell::of(from, res), Cell::of(at, res), &mut Vec::new());
                if let Some(cost) = cost {
                    self.walked_m += walked_m;
                    self.shortest_m += in_cells(cost) * f64::from(res);
                }
            }
        }
    }
}

impl Sums {
    fn add(&mut self, o: &Self) {
        self.arrivals += o.arrivals;
        self.arrived_m += o.arrived_m;
        self.failed += o.failed;
        self.searches += o.searches;
        self.expanded += o.expanded;
        self.search_ms += o.search_ms;
        self.p99_ms += o.p99_ms;
        self.worst_ms = self.worst_ms.max(o.worst_ms);
        self.walked_m += o.walked_m;
        self.shortest_m += o.shortest_m;
    }
}

/// One world to be run with either planner.
#[derive(Clone, Copy)]
struct Case<'a> {
    map: &'a str,
    population: &'a [(&'a str, u32)],
    seed: u64,
    ticks: u64,
}

impl Case<'_> {
    fn world(&self, planner: Planner, threads: usize) -> Sim {
        let mut config = Config::default();
        config.sim.threads = threads;
        let mods = vec![concat!(env!("CARGO_MANIFEST_DIR"), "/benches/errands").into()];
        let crowd = self.population.iter().map(|(name, count)| Population { behaviour: (*name).into(), count: *count });
        let (map, seed, planner, population) = (self.map.into(), self.seed, Some(planner), crowd.collect());
        let start = Start { map, mods, config, seed, population, planner, ..Start::default() };
        let (setup, _) = start.load().expect("the map loads");
        Sim::new(setup).expect("the scripts load")
    }

    fn run(&self, planner: Planner) -> Sums {
        let mut sim = self.world(planner, 1);
        let field = Field::of_world(sim.world(), RADIUS_M, HEIGHT_M, bestiary::MoveClass::WALK).expect("small enough");
        let shortest = Solver::new(&field, SearchOptions::default()).expect("options that go together");
        let mut walks = Walks { shortest, walkers: Vec::new(), walked_m: 0.0, shortest_m: 0.0 };
        let run = run_headless(&mut sim, self.ticks, |sim, step| {
            walks.note(sim, step);
            true
        });
        let (stats, counts) = (sim.stats(), sim.search_counts());
        assert_eq!(stats.script_errors, 0);
        assert!(stats.arrivals > 0, "{} with {planner:?}: no creature arrives", self.map);
        let failures = [Code::SearchFailed, Code::OutOfTime, Code::MapFailed];
        Sums {
            arrivals: stats.entered.get("there").copied().unwrap_or(stats.arrivals),
            arrived_m: stats.arrived_m,
            failed: failures.iter().map(|c| stats.codes[*c as usize]).sum(),
            searches: counts.both().searches,
            expanded: counts.expanded,
            search_ms: (run.total.search_ns + run.total.abstraction_ns) as f64 / 1e6 / run.steps as f64,
            p99_ms: run.step_ns.value_at_quantile(0.99) as f64 / 1e6,
            worst_ms: run.step_ns.max() as f64 / 1e6,
            walked_m: walks.walked_m,
            shortest_m: walks.shortest_m,
        }
    }

    fn assert_the_same_on_two_threads(&self) {
        let hash = |threads| {
            let mut sim = self.world(Planner::Static, threads);
            run_headless(&mut sim, self.ticks.min(500), |_, _| true);
            sim.hash()
        };
        assert_eq!(hash(1), hash(2), "{}: the same world on two threads", self.map);
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let number = |name: &str, usual| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (seeds, ticks) = (number("SEEDS", 5), number("TICKS", 2_000));
    for (title, crowd) in [("errands", ERRANDS), ("life", LIFE)] {
        println!("{title}: {seeds} seeds, {ticks} ticks; window | static");
        println!(
            "{:22} {:^13} {:^15} {:^13} {:^13} {:^11} {:^17} {:^13} {:^13} {:^13}",
            "map",
            "arrivals",
            "arrived km",
            "searches",
            "failures",
            "walked",
            "expanded k",
            "search ms",
            "p99 ms",
            "worst ms"
        );
        let (mut all, mut maps, mut as_many) = ([Sums::default(); 2], 0, 0);
        for name in MAPS.iter().filter(|m| words.is_empty() || words.iter().any(|w| m.contains(w.as_str()))) {
            let Some(map) = find(name) else {
                println!("{name:22} skipped: no such map (set MOVINGAI to their folder)");
                continue;
            };
            // The built-in maps spawn their own creatures.
            let population = if title == "life" && !name.contains('/') { &[][..] } else { crowd };
            let sums = compare(&map, population, seeds, ticks);
            print(name, &sums, seeds as f64);
            maps += 1;
            as_many += u32::from(sums[1].arrivals >= sums[0].arrivals);
            (0..2).for_each(|i| all[i].add(&sums[i]));
        }
        print("all", &all, seeds as f64 * f64::from(maps.max(1)));
        println!("static arrives at least as often on {as_many} of {maps} maps\n");
    }
}

/// Both planners, seed by seed in turns.
fn compare(map: &str, population: &[(&str, u32)], seeds: u64, ticks: u64) -> [Sums; 2] {
    let mut sums = [Sums::default(); 2];
    for seed in 1..=seeds {
        let case = Case { map, population, seed, ticks };
        if seed == 1 {
            case.assert_the_same_on_two_threads();
        }
        for (i, planner) in [Planner::Window, Planner::Static].into_iter().enumerate() {
            sums[i].add(&case.run(planner));
        }
    }
    sums
}

fn print(name: &str, sums: &[Sums; 2], runs: f64) {
    let [w, s] = sums;
    let thousands = |n: u64| n as f64 / 1e3;
    println!(
        "{name:22} {:>6} {:<6} {:>7.1} {:<7.1} {:>6} {:<6} {:>6} {:<6} {:>5.2} {:<5.2} {:>8.1} {:<8.1} {:>6.3} {:<6.3} {:>6.2} {:<6.2} {:>6.1} {:<6.1}",
        w.arrivals,
        s.arrivals,
        w.arrived_m / 1e3,
        s.arrived_m / 1e3,
        w.searches,
        s.searches,
        w.failed,
        s.failed,
        w.walked_m / w.shortest_m.max(1.0),
        s.walked_m / s.shortest_m.max(1.0),
        thousands(w.expanded),
        thousands(s.expanded),
        w.search_ms / runs,
        s.search_ms / runs,
        w.p99_ms / runs,
        s.p99_ms / runs,
        w.worst_ms,
        s.worst_ms,
    );
}

/// A built-in map by its name, one of the benchmark set by its file.
fn find(name: &str) -> Option<String> {
    if !name.contains('/') {
        return Some(name.to_owned());
    }
    let folder = std::env::var("MOVINGAI").unwrap_or_else(|_| "../shared/movingai".into());
    let places = [format!("{folder}/{name}.map"), format!("maps/{name}.map")];
    places.into_iter().find(|p| Path::new(p).exists())
}
