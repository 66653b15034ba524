//! Crowds under any configuration that is allowed: nothing breaks, and threads make no difference.

use bestiary::testing::diag::NoClock;
use bestiary::{Command, Config, GateCost, GateGround, Sim, Start};
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;

/// The least and the greatest of a range, and what lies between.
fn within(low: f32, high: f32) -> impl Strategy<Value = f32> + Clone {
    prop_oneof![Just(low), Just(high), (0.0f32..=1.0).prop_map(move |share| low + (high - low) * share * share)]
}

fn tables() -> impl Strategy<Value = Config> {
    let kinds = (0usize..3, 0usize..3).prop_map(|(ground, cost)| {
        let ground = [GateGround::None, GateGround::Grid, GateGround::Graph][ground];
        (ground, [GateCost::Potential, GateCost::Flow, GateCost::FlowAsPrinted][cost])
    });
    let gates = (within(0.0, 100.0), within(0.1, 100.0), within(0.0, 1e5));
    let bodies = (within(0.0, 50.0), 0usize..=64, within(0.05, 20.0), within(0.05, 20.0), within(-2.0, 2.0));
    let flows = (2u32..40, 0u32..3, within(0.0, 100.0), 1u32..60, 1u32..20);
    let less_often = (prop_oneof![Just(0), Just(15), Just(20_000)], 1u8..=4);
    (kinds, gates, bodies, flows, less_often, 1_000u32..40_000).prop_map(
        |(kinds, gates, bodies, flows, less, ceiling)| {
            let mut config = Config::default();
            (config.sim.many, config.crowd.kept_steps) = less;
            let (crowd, nav) = (&mut config.crowd, &mut config.nav);
            (crowd.gates, crowd.gate_cost) = kinds;
            (crowd.gate_weight, crowd.gate_cell_m, crowd.gate_growth) = gates;
            (crowd.neighbour_m, crowd.neighbours, crowd.horizon_s, crowd.wall_horizon_s, crowd.keep_right) = bodies;
            (nav.flow_creatures, nav.flow_fields, nav.flow_crowd, nav.flow_refresh_steps, nav.flow_refresh_ticks) =
                flows;
            nav.step_expansions = ceiling;
            config
        },
    )
}

/// A wall with a gap and one with a door, persons on both sides that go to the other one, and a herd in between.
const MAP: &str = r#"
format = 1
name = "halls"
[[spawn]]
behaviour = "person"
area = [1, 1, 8, 19]
count = 8
[[spawn]]
behaviour = "person"
area = [32, 1, 39, 19]
count = 8
[[spawn]]
behaviour = "goat"
area = [14, 4, 26, 16]
count = 2
[[object]]
name = "walls"
boxes = [{ at = [12, 5], size = [0.5, 8], top = 2 }, { at = [12, 15], size = [0.5, 8], top = 2 },
         { at = [28, 4], size = [0.5, 8], top = 2 }, { at = [28, 15], size = [0.5, 9], top = 2 }]
[[door]]
name = "gate"
at = [28, 9.2]
size = [0.4, 2]
open = true
[ground]
size = [40, 20]
fill = "floor"
"#;

/// The folder that the map is in.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("scratch folder");
    std::fs::write(dir.path().join("halls.toml"), MAP).expect("writes");
    dir
});

fn run(config: &Config, threads: usize, dir: &Path) -> String {
    let map = dir.join("halls.toml").to_string_lossy().into_owned();
    let mut start = Start { map, config: config.clone(), ..Start::default() };
    start.config.sim.threads = threads;
    let mut sim = Sim::new(start.load().expect("loads").0).expect("starts");
    for step in 0..40 {
        let turned = (step % 10 == 0).then(|| Command::SetDoor { door: "gate".into(), open: step % 20 > 0 });
        sim.step(&turned.into_iter().collect::<Vec<_>>(), &NoClock);
    }
    let bodies = &sim.agents().bodies;
    assert!(bodies.living().all(|slot| bodies.position[slot].is_finite() && bodies.velocity[slot].is_finite()));
    sim.hash()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn no_table_breaks_a_crowd(config in tables()) {
        prop_assert_eq!(run(&config, 1, FOLDER.path()), run(&config, 3, FOLDER.path()));
    }
}

#[test]
fn what_is_done_less_often_where_there_are_many_is_not_in_worlds_without_sleep() {
    let hash = |sleep: bool, many: usize, kept_steps: u8| {
        let mut config = Config::default();
        (config.script.sleep, config.sim.many, config.crowd.kept_steps) = (sleep, many, kept_steps);
        run(&config, 1, FOLDER.path())
    };
    assert_eq!(hash(false, 0, 2), hash(false, 20_000, 1));
    assert_eq!(hash(true, 20_000, 4), hash(true, 20_000, 1), "there are few");
    assert_ne!(hash(true, 0, 2), hash(true, 20_000, 1));
}
