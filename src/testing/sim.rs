//! What tests of `sim` use beyond its public face.

pub use crate::sim::{Answer, Between, Completion, Saved, StepTimes};

pub use crate::sim::crowding::Crowding;
pub use crate::sim::log::{FaultGroups, MAX_GROUPS};
pub use crate::sim::post_log::PostLog;
pub use crate::sim::reviews::{ROUND_STEPS, Reviews};
pub use crate::sim::{Level, Log, Population};

use crate::agent::Value;
use crate::body::MoveClass;
use crate::config::Config;
use crate::geom::{Cell, Storey};
use crate::lua::host::program::Program;
use crate::lua::source::mods::ModSet;
use crate::sim::{Setup, Sim};
use crate::world::{Ground, GroundKind, Look, PLAIN_COST, Traversability, World};
use std::collections::BTreeMap;

/// Grass, with walls in the cells (column, row) that `wall` names, and nothing else.
pub fn bare_world(width: usize, height: usize, wall: impl Fn(usize, usize) -> bool) -> World {
    let kind = |name: &str, letter, walkable| {
        let name = name.to_owned();
        GroundKind {
            name,
            letter,
            walkable,
            opaque: !walkable,
            cost: PLAIN_COST,
            traversability: Traversability::default(),
            look: Look::Grass,
        }
    };
    let kinds = vec![kind("grass", '.', true), kind("wall", '#', false)];
    let cells = (0..width * height).map(|i| u8::from(wall(i % width, i / width))).collect();
    World::new("stage", Ground::new(width, height, 1.0, kinds, cells), vec![], vec![])
}

/// With the usual parameters.
pub fn usual_setup(world: World, mods: ModSet, seed: u64) -> Setup {
    Config::default().setup(world, mods, seed)
}

/// For each cell of a storey, row by row, the region that it belongs to for a body that walks: numbered as they come; 0: none.
pub fn regions(sim: &Sim, storey: Storey, radius_m: f32, height_m: f32) -> Vec<u32> {
    let view = sim.view();
    let ground = &view.world.on(storey).ground;
    let Some(regions) = view.regions.on(storey).and_then(|r| r.get(radius_m, height_m, MoveClass::WALK)) else {
        return Vec::new();
    };
    let mut known = BTreeMap::new();
    let rows = (0..ground.height() as i32).flat_map(|y| (0..ground.width() as i32).map(move |x| Cell::new(x, y)));
    let number = |cell| {
        let label = regions.of_cell(cell)?;
        let next = known.len() as u32 + 1;
        Some(*known.entry(label).or_insert(next))
    };
    rows.map(number).map(Option::unwrap_or_default).collect()
}

/// Name, place, heading, velocity, health, ticks, state and memory of every living creature but those of a behaviour.
pub fn described_except(sim: &Sim, behaviour: &str) -> Vec<(String, Value)> {
    let (agents, bodies) = (sim.agents(), &sim.agents().bodies);
    let word = |symbol| sim.catalogue().symbols.name(symbol);
    let shown = |slot: usize| {
        let (at, heading, velocity) = (bodies.position[slot], bodies.heading[slot], bodies.velocity[slot]);
        let (name, health, ticks) = (word(agents.behaviour[slot]), agents.health[slot], agents.ticks[slot]);
        format!("{name} {at:?} {heading:?} {velocity:?} {health} {ticks} {}", word(agents.state[slot]))
    };
    let others = bodies.living().filter(|slot| word(agents.behaviour[*slot]) != behaviour);
    others.map(|slot| (shown(slot), sim.memory(bodies.id(slot)).unwrap_or_default())).collect()
}

impl Sim {
    /// What its scripts are compiled to.
    pub fn program(&self) -> &Program {
        &self.program
    }
}
