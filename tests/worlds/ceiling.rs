//! The ceiling of the work on searches: no step passes it, nothing starves, and threads change nothing.

use bestiary::testing::diag::NoClock;
use bestiary::{Config, Planner, Population, Sim, Start};

/// Couriers among doors that change every second, all looking for their path again.
fn crowd(threads: usize, ceiling: u32) -> Sim {
    let mut config = Config::default();
    config.sim.threads = threads;
    config.nav.step_expansions = ceiling;
    config.nav.slice_expansions = 50;
    let population = vec![Population { behaviour: "courier".into(), count: 160 }];
    let start = Start { map: "doors".into(), seed: 3, population, config, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

fn run(threads: usize, ceiling: u32, steps: u32) -> Sim {
    let mut sim = crowd(threads, ceiling);
    for _ in 0..steps {
        sim.step(&[], &NoClock);
    }
    sim
}

#[test]
fn no_step_passes_the_ceiling_and_nothing_starves() {
    let sim = run(1, 1_000, 900);
    let (load, free) = (sim.search_load(), run(1, 1_000_000, 900).search_load());
    assert!(free.most > 1_000, "the crowd would do more: {free:?}");
    assert_eq!((free.most_waiting, free.longest_wait), (0, 0));
    assert!(load.most <= 1_000 && load.most_waiting > 0, "{load:?}");
    assert!((1..200).contains(&load.longest_wait), "{load:?}");
    assert!(sim.stats().arrivals > 50, "{}", sim.stats().arrivals);
}

#[test]
fn what_the_ceiling_allows_does_not_depend_on_threads() {
    let result = |threads| {
        let mut sim = run(threads, 1_000, 300);
        (sim.hash(), sim.search_load())
    };
    let one = result(1);
    assert!(one.1.most_waiting > 0);
    assert_eq!(one, result(2));
    assert_eq!(one, result(8));
}

/// The most that one claim can cost where a step may cost 1 000: a slice, and a look along the straight line.
const QUANTUM: u64 = 50 * 4 + 10;

/// Two thousand creatures that all want a path in the same step.
#[test]
fn two_thousand_newcomers_pass_the_ceiling_by_one_claim_at_most() {
    for planner in [Planner::Static, Planner::Window] {
        let mut config = Config::default();
        (config.sim.threads, config.nav.step_expansions, config.nav.slice_expansions) = (1, 1_000, 50);
        let population = vec![Population { behaviour: "courier".into(), count: 2_000 }];
        let start =
            Start { map: "doors".into(), seed: 3, population, config, planner: Some(planner), ..Start::default() };
        let mut sim = Sim::new(start.load().expect("loads").0).expect("starts");
        for _ in 0..40 {
            sim.step(&[], &NoClock);
        }
        let load = sim.search_load();
        assert!(load.most_waiting > 1_000, "{planner:?}: {load:?}");
        assert!(load.most > 500 && load.most <= 1_000 + QUANTUM, "{planner:?}: {load:?}");
    }
}
