//! How long a step takes with 1 000 creatures, at one thread, on the glade and on a real map: `cargo bench --bench step`.
//!
//! The result is asserted (two equal worlds, creatures alive and arriving); the times are printed, never judged.

use bestiary::Sim;
use bestiary::testing::runtime::run_headless;
use bestiary::{Population, Start};

const WARM_UP: u64 = 200;
const STEPS: u64 = 1_000;
const CROWD: [(&str, u32); 5] = [("wolf", 150), ("deer", 600), ("guard", 100), ("merchant", 50), ("scavenger", 100)];

fn world(map: &str) -> Sim {
    let population = CROWD.map(|(behaviour, count)| Population { behaviour: behaviour.into(), count }).to_vec();
    let start = Start { map: map.into(), seed: 7, population, ..Start::default() };
    let (setup, _) = start.load().expect("the map loads");
    Sim::new(setup).expect("the scripts load")
}

fn main() {
    for map in ["glade", "maps/bg512/AR0411SR.map"] {
        let mut sim = world(map);
        run_headless(&mut sim, WARM_UP, |_, _| true);
        let before = sim.stats().arrivals;
        let run = run_headless(&mut sim, STEPS, |_, _| true);
        let hash = sim.hash();
        let mut again = world(map);
        run_headless(&mut again, WARM_UP + STEPS, |_, _| true);
        assert_eq!(hash, again.hash(), "the same world twice");
        assert!(sim.agents().bodies.living().count() >= 900, "a thousand creatures, some of them between two lives");
        assert!(sim.stats().arrivals > before, "creatures get where they want");
        assert_eq!(sim.stats().script_errors, 0);
        let ms = |q| run.step_ns.value_at_quantile(q) as f64 / 1e6;
        let mean = |ns: u64| ns as f64 / 1e6 / run.steps as f64;
        println!(
            "{map}: {} creatures, step p50 {:.2} ms, p99 {:.2} ms, worst {:.2} ms (bar: p99 under 20 ms); \
             mean script {:.2}, search {:.2}, abstraction {:.2}, motion {:.2} ms",
            sim.agents().bodies.living().count(),
            ms(0.50),
            ms(0.99),
            ms(1.0),
            mean(run.total.script_ns),
            mean(run.total.search_ns),
            mean(run.total.abstraction_ns),
            mean(run.total.motion_ns),
        );
    }
}
