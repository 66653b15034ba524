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
    /// The pathfinder's time in the step in which it took most, nanoseconds.
    pub worst_ns: u64,
    pub counts: SearchCounts,
    /// Goals that were reached, and the straight metres to them.
    pub arrivals: u64,
    pub arrived_m: f64,
    /// Calls of scripts: each ticks its pathfinder once at most.
    pub calls: u64,
}

/// Runs a world with the built-in mod and the window planner, on one thread; with feelers alone if `feelers_only`.
pub(super) fn run(
    world: &World,
    plan: &Plan,
    feelers_only: bool,
    clock: &dyn Clock,
    watcher: &dyn Watcher,
) -> Result<Life, Failure> {
    let mut config = Config::default();
    config.nav.planner = Planner::Window;
    // The source's creatures knew where their targets were.
    config.sim.omniscient = true;
    config.sim.feelers_only = feelers_only;
    let mods = ModSet::load(&[]).map_err(Failure::Input)?;
    let mut sim = Sim::new(config.setup(world.clone(), mods, plan.seed)).map_err(Failure::Input)?;
    let (mut times, mut worst_ns) = (StepTimes::default(), 0);
    for step in 0..plan.share.steps {
        if step % LOOK == 0 {
            watcher.check()?;
        }
        let one = sim.step(&[], clock);
        worst_ns = worst_ns.max(one.abstraction_ns + one.search_ns);
        times += one;
    }
    let creatures = sim.agents().bodies.living().count();
    let (world, stats) = (world.name.clone(), sim.stats());
    let (arrivals, arrived_m, calls) = (stats.arrivals, stats.arrived_m, stats.script_calls);
    Ok(Life { world, creatures, times, worst_ns, counts: sim.search_counts(), arrivals, arrived_m, calls })
}

/// `entropia-feelers.csv`: each world with paths, and with feelers alone.
pub(super) fn feelers_document(lives: &[Life], feelers: &[Life]) -> Result<Document, Failure> {
    let mut table = Table::new(0, ["world", "steered_by", "arrivals", "metres"]);
    for (life, feelers) in lives.iter().zip(feelers) {
        for (by, life) in [("paths", life), ("feelers", feelers)] {
            table.line(&[&life.world, &by, &life.arrivals], [life.arrived_m]);
        }
    }
    table.csv("entropia-feelers.csv")
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
