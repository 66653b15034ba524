//! Searches that are done again for people to watch: they expand what the creature's own search did, and change nothing.

use bestiary::testing::diag::NoClock;
use bestiary::testing::graph::GraphKind;
use bestiary::{AgentId, Config, PathInfo, Planner, Sim, Start};
use clap::ValueEnum;

/// Creatures that are watched, and for how long.
const WATCHED: usize = 8;
const STEPS: u32 = 80;

fn world(map: &str, set: impl FnOnce(&mut Config)) -> Sim {
    let mut config = Config::default();
    config.sim.threads = 1;
    // Each search ends in the step in which it begins.
    (config.nav.slice_expansions, config.nav.step_expansions) = (1_000_000, 1_000_000_000);
    set(&mut config);
    let planner = Some(config.nav.planner);
    let start = Start { map: map.into(), seed: 3, config, planner, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

fn path_of(sim: &mut Sim, id: AgentId) -> Option<PathInfo> {
    sim.snapshot(Some(id), Default::default()).focus.map(|focus| focus.path)
}

/// Runs a world. Returns how many replays expanded as many nodes as the search did, how many about as many, and how many there were.
fn compare(mut sim: Sim) -> [u32; 3] {
    let bodies = &sim.agents().bodies;
    let ids: Vec<AgentId> = bodies.living().map(|slot| bodies.id(slot)).take(WATCHED).collect();
    let mut before = vec![0; ids.len()];
    let mut counts = [0; 3];
    for _ in 0..STEPS {
        sim.step(&[], &NoClock);
        for (id, before) in ids.iter().zip(&mut before) {
            let Some(path) = path_of(&mut sim, *id) else { continue };
            let is_new = std::mem::replace(before, path.searches) != path.searches;
            if !is_new || path.expanded == 0 || path.waypoints.is_empty() {
                continue;
            }
            let hash = sim.hash();
            let Some(shown) = sim.shown_search(*id, None) else { continue };
            let size = sim.world().ground.size();
            assert!(
                shown
                    .places
                    .iter()
                    .all(|at| at.is_finite() && at.cmpge(bestiary::Vec2::ZERO).all() && at.cmple(size).all())
            );
            assert_eq!(sim.shown_search(*id, None), Some(shown.clone()), "it is the same each time");
            assert!(!shown.cut);
            assert_eq!(sim.hash(), hash, "watching changes nothing");
            let (shown, own) = (shown.places.len() as u32, path.expanded);
            let is = [shown == own, shown.abs_diff(own) <= own / 4 + 3, true];
            counts.iter_mut().zip(is).for_each(|(count, is)| *count += u32::from(is));
        }
    }
    counts
}

/// The creature has moved for a step since its own search, and may have reused an earlier window: not all are the same.
fn mostly([same, near, all]: [u32; 3], name: &str) {
    assert!(all >= 3 && same > 0 && near * 10 >= all * 6, "{name}: {same} and {near} of {all}");
}

#[test]
fn a_replay_expands_the_nodes_of_the_search_over_each_graph() {
    for kind in GraphKind::value_variants() {
        let map = if *kind == GraphKind::Markers { "markers" } else { "doors" };
        mostly(compare(world(map, |config| config.nav.graph = Some(*kind))), kind.name());
    }
}

#[test]
fn a_replay_expands_the_nodes_of_the_search_with_each_planner() {
    mostly(compare(world("depot", |config| config.nav.planner = Planner::Static)), "static");
    mostly(compare(world("depot", |config| config.nav.planner = Planner::Window)), "window");
    mostly(compare(world("depot", |config| config.nav.most_shared_cells = 0)), "hierarchy");
    // Most persons of the stadium read their paths off flow fields.
    let [same, _, all] = compare(world("stadium", |_| ()));
    assert!(same == all && all > 0, "gates: {same} of {all}");
}
