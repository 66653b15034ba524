//! A whole simulation on several threads.

use bestiary::testing::runtime::run_headless;
use bestiary::{Population, Sim, Start};

const BODIES: u32 = 2_000;
const STEPS: u64 = 100;

/// The hash of a world full of creatures after some steps is the same on any number of threads.
pub(crate) fn agree() {
    let hash = |threads: usize| {
        let population = vec![Population { behaviour: "deer".into(), count: BODIES }];
        let start = Start { map: "glade".into(), seed: 7, population, ..Start::default() };
        let (mut setup, _) = start.load().expect("the map loads");
        setup.sim.threads = threads;
        let mut sim = Sim::new(setup).expect("the scripts load");
        run_headless(&mut sim, STEPS, |_, _| true);
        assert!(sim.agents().bodies.living().count() >= BODIES as usize / 2, "the creatures are there");
        sim.hash()
    };
    let one = hash(1);
    for threads in [2, 8] {
        assert_eq!(one, hash(threads), "the same world on {threads} threads");
    }
    println!("{BODIES} creatures, {STEPS} steps: hash {one} on 1, 2 and 8 threads");
}
