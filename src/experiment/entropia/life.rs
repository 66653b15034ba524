//! Figure 20: abstraction and search in a living world.

use super::{Clock, Document, Failure, Plan, Table, Watcher, World};
use crate::config::Config;
use crate::lua::source::mods::ModSet;
use crate::nav::{Planner, SearchCounts};
use crate::sim::{Sim, StepTimes};

/// Steps between two looks at whether to go on.
const LOOK: u64 = 64;

/// What a life of so many steps took.
pub(super) struct Life {
    pub world: String,
    pub creatures: usize,
    pub times: StepTimes,
    pub counts: SearchCounts,
}

/// Runs a world with the built-in mod and the window planner, on one thread.
pub(super) fn run(world: &World, plan: &Plan, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Life, Failure> {
    let mut config = Config::default();
    config.nav.planner = Planner::Window;
    // The source's creatures knew where their targets were.
    config.sim.omniscient = true;
    let mods = ModSet::load(&[]).map_err(Failure::Input)?;
    let mut sim = Sim::new(config.setup(world.clone(), mods, plan.seed)).map_err(Failure::Input)?;
    let mut times = StepTimes::default();
    for step in 0..plan.share.steps {
        if step % LOOK == 0 {
            watcher.check()?;
        }
        times += sim.step(&[], clock);
    }
    let creatures = sim.agents().bodies.living().count();
    Ok(Life { world: world.name.clone(), creatures, times, counts: sim.search_counts() })
}

/// `entropia-20.csv`.
pub(super) fn document(lives: &[Life]) -> Result<Document, Failure> {
    let head =
        "world searches maps map_nodes_moving map_nodes_fixed reused expanded abstraction_time_ms search_time_ms";
    let mut table = Table::new(1, head.split(' '));
    for life in lives {
        let (c, both) = (&life.counts, life.counts.both());
        let times = [life.times.abstraction_ns, life.times.search_ns].map(|ns| ns as f64 / 1e6);
        let [moving, fixed] = [&c.moving.nodes, &c.fixed.nodes];
        table.line(&[&life.world, &both.searches, &both.maps, moving, fixed, &both.reused, &c.expanded], times);
    }
    table.csv("entropia-20.csv")
}
