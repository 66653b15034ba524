//! The map of zones: a creature that crosses a border gets a new pathfinder, and goes on.

use bestiary::testing::diag::NoClock;
use bestiary::{Config, Sim, Start};

fn border(threads: usize) -> Sim {
    let mut config = Config::default();
    config.sim.threads = threads;
    let start = Start { map: "border".into(), seed: 5, config, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

#[test]
fn pilgrims_come_through_all_zones() {
    let mut sim = border(1);
    for _ in 0..2_400 {
        sim.step(&[], &NoClock);
    }
    assert!(sim.stats().crossings >= 16, "{}", sim.stats().crossings);
    assert!(sim.stats().entered["pray"] >= 16, "{:?}", sim.stats().entered);
    let no_target = sim.stats().codes[bestiary::testing::nav::Code::NoTarget as usize];
    assert!(no_target > 0, "the new pathfinder has no target until the script sets it");
    assert_eq!(sim.stats().script_errors, 0);
}

#[test]
fn borders_are_crossed_alike_on_any_number_of_threads() {
    let run = |threads| {
        let mut sim = border(threads);
        for _ in 0..400 {
            sim.step(&[], &NoClock);
        }
        (sim.hash(), sim.stats().crossings)
    };
    let one = run(1);
    assert!(one.1 > 0);
    assert_eq!(one, run(2));
    assert_eq!(one, run(8));
}
