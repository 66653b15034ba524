//! The tower: four storeys joined by portals, and a bridge that is walked on and under.

use bestiary::testing::diag::NoClock;
use bestiary::{Command, Config, Sim, Start, Storey};

const YARD: Storey = Storey(0);
const ROOF: Storey = Storey(3);

fn tower(threads: usize) -> Sim {
    let mut config = Config::default();
    config.sim.threads = threads;
    let start = Start { map: "tower".into(), seed: 5, config, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

/// The slots of a behaviour.
fn all(sim: &Sim, behaviour: &str) -> Vec<usize> {
    let symbol = sim.catalogue().symbols.find(behaviour).expect("a behaviour");
    sim.agents().living_of(symbol).collect()
}

fn step(sim: &mut Sim) {
    sim.step(&[], &NoClock);
}

#[test]
fn porters_go_over_the_stairs_and_only_what_climbs_comes_to_the_roof() {
    let mut sim = tower(1);
    let wolf = sim.agents().bodies.id(all(&sim, "wolf")[0]);
    sim.step(&[Command::Kill { id: wolf }], &NoClock);
    let (porters, climber) = (all(&sim, "porter"), all(&sim, "steeplejack")[0]);
    let mut highest = vec![YARD; sim.agents().bodies.len()];
    for _ in 0..2_400 {
        step(&mut sim);
        let bodies = &sim.agents().bodies;
        bodies.living().for_each(|slot| highest[slot] = highest[slot].max(bodies.storey[slot]));
    }
    assert_eq!(sim.stats().script_errors, 0);
    let of = |slots: &[usize]| slots.iter().map(|slot| highest[*slot].0).collect::<Vec<_>>();
    assert_eq!(of(&porters), [2, 2, 2, 0, 0, 0, 0]);
    assert_eq!(highest[climber], ROOF);
    assert!(sim.stats().entered["rest"] >= 10, "{:?}", sim.stats().entered);
}

#[test]
fn towers_are_alike_on_any_number_of_threads() {
    let run = |threads| {
        let mut sim = tower(threads);
        let hashes: Vec<String> = (0..6)
            .map(|_| {
                (0..100).for_each(|_| step(&mut sim));
                sim.hash()
            })
            .collect();
        (hashes, sim.agents().bodies.storey.clone())
    };
    let one = run(1);
    assert!(one.1.iter().any(|storey| *storey != YARD), "{:?}", one.1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(8));
}
