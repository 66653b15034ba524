//! The map of zones: a creature that crosses a border gets a new pathfinder, and goes on.

use bestiary::testing::diag::NoClock;
use bestiary::{Command, Config, Sim, Start, Vec2};

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

/// A creature that is placed on both sides of a border in turn; how many pathfinders it got.
fn to_and_fro(by_m: f32) -> u64 {
    let mut sim = border(1);
    let slot = sim.agents().bodies.living().next().expect("lives");
    let id = sim.agents().bodies.id(slot);
    // A gate between the west bank and the middle march.
    let gate = Vec2::new(40.0, 18.0);
    for step in 0..40 {
        let aside = if step % 2 == 0 { -by_m } else { by_m };
        sim.step(&[Command::Place { id, at: gate + Vec2::X * aside, storey: None }], &NoClock);
    }
    sim.stats().crossings
}

#[test]
fn one_that_goes_to_and_fro_on_a_border_keeps_its_pathfinder() {
    assert!(to_and_fro(0.4) <= 1);
    assert!(to_and_fro(2.0) >= 20);
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
