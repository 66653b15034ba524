//! One run of a scene: every person walks to the point opposite of its own.

use super::variant::Variant;
use super::{Clock, Failure, Plan, Watcher, World};
use crate::config::Config;
use crate::geom::{Aabb, Storey, Vec2};
use crate::lua::source::mods::ModSet;
use crate::sim::Sim;

/// Steps between two looks at whether to go on, and at what bodies touch and gates take.
const LOOK: u64 = 20;
/// A person nearer to its goal than this, metres, has arrived.
const ARRIVED_M: f32 = 1.0;
/// Slower than this, metres a second, is stuck.
const STUCK_M_S: f32 = 0.1;
/// Bodies whose rims are nearer than this touch, metres.
const TOUCH_M: f32 = 0.01;
/// No body is wider, metres.
const WIDEST_M: f32 = 2.0;

/// What became of one person.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walk {
    /// Seconds until it arrived, or until the run ended.
    pub seconds: f64,
    pub metres: f64,
    /// Seconds that it stayed where it was on the way.
    pub stuck_s: f64,
    pub arrived: bool,
}

/// What one run showed.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    pub walks: Vec<Walk>,
    /// Pairs that touched, each counted again when it touches again.
    pub collisions: u64,
    /// The most that what is searched and its gates took, bytes; 0 without gates.
    pub bytes: usize,
    /// The time of all searches, nanoseconds.
    pub search_ns: u64,
    pub steps: u64,
}

/// The same map with so many persons, evenly from all its areas, of which it has one at least; those that take no population
/// have no more than in the map.
pub(super) fn with_persons(world: &World, count: u32) -> World {
    let mut world = world.clone();
    let fixed: u32 = world.spawns.iter().filter(|spawn| !spawn.population).map(|spawn| spawn.count).sum();
    let first = count.min(fixed);
    for (takes_more, count) in [(false, first), (true, count - first)] {
        let areas = world.spawns.iter().filter(|spawn| spawn.population == takes_more).count() as u32;
        for (i, spawn) in (0..).zip(world.spawns.iter_mut().filter(|spawn| spawn.population == takes_more)) {
            spawn.count = count / areas + u32::from(i < count % areas);
        }
    }
    world
}

/// Runs a world with the built-in mod until all have arrived, or the plan's steps are over.
pub(super) fn run(
    world: World,
    variant: &Variant,
    plan: &Plan,
    seed: u64,
    clock: &dyn Clock,
    watcher: &dyn Watcher,
) -> Result<Run, Failure> {
    let mut config = Config::default();
    variant.configure(&mut config.crowd);
    config.sim.threads = plan.threads;
    let mods = ModSet::load(&[]).map_err(Failure::Input)?;
    let mut sim = Sim::new(config.setup(world, mods, seed)).map_err(Failure::Input)?;
    let slots: Vec<usize> = sim.agents().bodies.living().collect();
    let size = sim.world().size();
    let mut before: Vec<Vec2> = slots.iter().map(|slot| sim.agents().bodies.position[*slot]).collect();
    let goals: Vec<Vec2> = before.iter().map(|at| size - *at).collect();
    let step_s = f64::from(sim.step_ms()) / 1e3;
    let mut run = Run { walks: vec![Walk::default(); slots.len()], ..Run::default() };
    let mut touching = Vec::new();
    while run.steps < plan.share.steps && run.walks.iter().any(|walk| !walk.arrived) {
        if run.steps.is_multiple_of(LOOK) {
            watcher.check()?;
            run.bytes = run.bytes.max(sim.gate_bytes());
            run.collisions += new_touches(&sim, &mut touching);
        }
        run.search_ns += sim.step(&[], clock).search_ns;
        run.steps += 1;
        for ((walk, slot), (before, goal)) in run.walks.iter_mut().zip(&slots).zip(before.iter_mut().zip(&goals)) {
            if walk.arrived {
                continue;
            }
            let here = sim.agents().bodies.position[*slot];
            let moved = here.distance(std::mem::replace(before, here));
            walk.seconds += step_s;
            walk.metres += f64::from(moved);
            // No person is stuck before it first moves.
            let stays = f64::from(moved) < f64::from(STUCK_M_S) * step_s && walk.metres > 0.0;
            walk.stuck_s += if stays { step_s } else { 0.0 };
            walk.arrived = here.distance(*goal) <= ARRIVED_M;
        }
    }
    Ok(run)
}

/// How many pairs touch that did not at the last look.
fn new_touches(sim: &Sim, touching: &mut Vec<(usize, usize)>) -> u64 {
    let bodies = &sim.agents().bodies;
    let view = sim.view();
    let mut now = Vec::new();
    for slot in bodies.living() {
        let (here, radius) = (bodies.position[slot], bodies.radius[slot]);
        view.near.each(Storey::GROUND, Aabb::around(here, WIDEST_M), |other| {
            let apart = bodies.position[other].distance(here) - radius - bodies.radius[other];
            if slot < other && bodies.alive[other] && apart <= TOUCH_M {
                now.push((slot, other));
            }
        });
    }
    now.sort_unstable();
    let new = now.iter().filter(|pair| touching.binary_search(pair).is_err()).count();
    *touching = now;
    new as u64
}
