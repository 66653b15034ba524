//! Gates in running worlds: paths that depend on those of others.

use bestiary::testing::diag::NoClock;
use bestiary::{GateCost, GateGround, Sim, Start};

/// A scene of which each area spawns `count`, after so many steps.
fn run(map: &str, count: u32, (gates, cost): (GateGround, GateCost), threads: usize, steps: u64) -> Sim {
    let mut start = Start { map: map.into(), ..Start::default() };
    start.config.sim.threads = threads;
    (start.config.crowd.gates, start.config.crowd.gate_cost) = (gates, cost);
    let (mut setup, _) = start.load().expect("loads");
    let mut world = (*setup.world).clone();
    world.spawns.iter_mut().for_each(|spawn| spawn.count = count);
    setup.world = world.into();
    let mut sim = Sim::new(setup).expect("starts");
    (0..steps).for_each(|_| _ = sim.step(&[], &NoClock));
    sim
}

#[test]
fn the_world_hash_is_the_same_on_any_number_of_threads() {
    for gates in [GateGround::Grid, GateGround::Graph] {
        let hash = |threads| run("crossing", 15, (gates, GateCost::Flow), threads, 120).hash();
        let one = hash(1);
        assert_eq!([hash(2), hash(8)], [one.clone(), one], "{gates:?}");
    }
}

#[test]
fn paths_are_planned_again_every_ten_steps_and_marked() {
    let with = run("circle", 20, (GateGround::Grid, GateCost::Flow), 1, 100);
    assert!(with.gate_bytes() > 0);
    let without = run("circle", 20, (GateGround::None, GateCost::Flow), 1, 100);
    assert_eq!(without.gate_bytes(), 0);
    // The circle is open: without gates no search expands anything.
    assert!(with.search_counts().expanded > 20 * 5 * without.search_counts().expanded.max(1));
}

#[test]
fn a_graph_takes_less_than_a_grid_where_much_is_closed() {
    let [grid, graph] = [GateGround::Grid, GateGround::Graph].map(|g| run("crossing", 20, (g, GateCost::Flow), 1, 200));
    assert!(graph.gate_bytes() < grid.gate_bytes(), "{} and {}", graph.gate_bytes(), grid.gate_bytes());
}
