//! The large world: what is on in it.

use bestiary::testing::diag::NoClock;
use bestiary::{Config, Sim, Start, Vec2};

/// Heights, water, sight and influence are all in force, and the layers have what creatures leave.
#[test]
fn the_large_world_has_ground_water_sight_and_influence() {
    let mut config = Config::default();
    config.sim.threads = 1;
    let start = Start { map: "shore".into(), seed: 1, config, ..Start::default() };
    let mut sim = Sim::new(start.load().expect("loads").0).expect("starts");
    assert_eq!(sim.agents().bodies.living().count(), 300);
    for _ in 0..100 {
        sim.step(&[], &NoClock);
    }
    let world = sim.world();
    let heights = |x: f32| world.ground.terrain().elevation_m(Vec2::new(x, 2_500.0));
    assert!(heights(500.0) != heights(2_500.0), "hills");
    assert!(world.ground.terrain().water_level_m.is_some(), "water");
    let (layers, agents, symbols) = (sim.shown_influence(), sim.agents(), &sim.catalogue().symbols);
    for (layer, behaviour) in [("threat", "wolf"), ("scent", "deer")] {
        let layer = layers.iter().find(|l| l.name == layer).expect("the built-in mod declares it");
        let kind = || agents.bodies.living().filter(|slot| symbols.name(agents.behaviour[*slot]) == behaviour);
        let there = kind().filter(|slot| layer.tenths(agents.bodies.position[*slot]) > 0).count();
        assert!(there * 2 > kind().count(), "{}: at {there} of {}", layer.name, kind().count());
    }
}
