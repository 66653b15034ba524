//! Orders for lives: the map's spawn areas and populations asked for, with respawns; and where there is room for them.

use super::{PLAYER, Population};
use crate::agent::{BY_SCRIPTS, Catalogue};
use crate::body::Bodies;
use crate::diag::{Diagnostic, did_you_mean};
use crate::geom::{Aabb, Storey, Vec2};
use crate::rng::{Purpose, Rand};
use crate::world::{SpawnArea, World};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// An order for lives: an area of the map, or a population anywhere.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub behaviour: String,
    pub area: Option<Aabb>,
    /// As [`SpawnArea::ring`].
    pub ring: Option<f32>,
    pub storey: Storey,
    pub count: u32,
    respawn_s: Option<f32>,
}

pub(super) struct Spawner {
    pub orders: Vec<Order>,
    /// Step → orders that are due for one more life then.
    pub due: BTreeMap<u64, Vec<u32>>,
    pub player_due: Option<u64>,
    /// Living creatures that scripts have spawned.
    pub by_scripts: u32,
    /// How many more of them are looked at in this step.
    pub tries_left: u32,
    /// The bodies of this step, when scripts ask for many.
    pub crowd: Option<Crowding>,
    pub rand: Rand,
}

/// The order of creatures that no order asked for.
pub(super) const NO_ORDER: u32 = u32::MAX;

impl Spawner {
    pub(super) fn new(
        world: &World,
        population: &[Population],
        catalogue: &Catalogue,
        seed: u64,
        respawn_s: f32,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mapped = world.spawns.iter().map(|s| {
            let unknown = Diagnostic::error(&world.file, format!("no behaviour '{}'", s.behaviour)).at(s.line, 0);
            (
                Order {
                    behaviour: s.behaviour.clone(),
                    area: Some(s.area),
                    ring: s.ring,
                    storey: s.storey,
                    count: s.count,
                    respawn_s: s.respawn_s,
                },
                unknown,
            )
        });
        // What the map's own areas take is no order of its own.
        let (shared, anywhere): (Vec<_>, Vec<_>) =
            population.iter().partition(|p| world.spawns.iter().any(|s| takes(s, p)));
        let asked = anywhere.into_iter().map(|p| {
            let unknown = Diagnostic::error("", format!("--population: no behaviour '{}'", p.behaviour));
            (
                Order {
                    behaviour: p.behaviour.clone(),
                    area: None,
                    ring: None,
                    storey: Storey::GROUND,
                    count: p.count,
                    respawn_s: Some(respawn_s),
                },
                unknown,
            )
        });
        let (mut orders, mut faults) = (Vec::new(), Vec::new());
        for (order, unknown) in mapped.chain(asked) {
            let names = || catalogue.species.iter().map(|s| s.name.as_str()).filter(|n| *n != PLAYER);
            if names().all(|n| n != order.behaviour) {
                faults.push(Diagnostic { hint: did_you_mean(&order.behaviour, names()), ..unknown });
            }
            orders.push(order);
        }
        for population in shared {
            share_out(population, &world.spawns, &mut orders);
        }
        for area in &world.spawns {
            let species = catalogue.named(&area.behaviour);
            faults.extend(species.iter().flat_map(|s| s.misfit_faults(&world.file, area)));
            faults.extend(species.and_then(|s| s.graph_fault(world, area)));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let rand = Rand::new(seed, Purpose::Spawning, 0);
        Ok(Self { orders, due: BTreeMap::new(), player_due: None, by_scripts: 0, tries_left: 0, crowd: None, rand })
    }

    /// A life of order `spawn` ended: the next one is due later, if the order says so.
    pub(super) fn again(&mut self, spawn: u32, step: u64, steps_per_s: f32) {
        self.by_scripts -= u32::from(spawn == BY_SCRIPTS);
        let Some(order) = self.orders.get(spawn as usize) else { return };
        if let Some(s) = order.respawn_s {
            self.due.entry(step + ((s * steps_per_s) as u64).max(1)).or_default().push(spawn);
        }
    }
}

/// Whether creatures of a population begin in an area of the map.
fn takes(area: &SpawnArea, population: &Population) -> bool {
    area.population && area.behaviour == population.behaviour
}

/// Adds a population to the orders of the areas that take it, in proportion to their counts.
fn share_out(population: &Population, areas: &[SpawnArea], orders: &mut [Order]) {
    let taking = || areas.iter().zip(0..).filter(|(area, _)| takes(area, population));
    let all: u64 = taking().map(|(area, _)| u64::from(area.count)).sum();
    let mut before = 0;
    for (area, order) in taking() {
        // Rounded sums, so that the shares come to the whole.
        let up_to = |counted: u64| u64::from(population.count) * counted / all.max(1);
        let share = up_to(before + u64::from(area.count)) - up_to(before);
        before += u64::from(area.count);
        orders[order].count += share as u32;
    }
}

/// Everything that decides which agent comes when, for the world hash.
impl Hash for Spawner {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.rand.hash(h);
        for (step, orders) in &self.due {
            step.hash(h);
            u32::hash_slice(orders, h);
        }
        self.player_due.unwrap_or(u64::MAX).hash(h);
    }
}

/// Side of a square, metres: a few bodies fit into one.
const SQUARE_M: f32 = 2.0;

/// All living bodies, by storey and square: while many newcomers look for a place, comparing with every body each time would be quadratic.
/// Valid until one of them moves.
#[derive(Default)]
pub struct Crowding {
    squares: BTreeMap<(Storey, i32, i32), Vec<(Vec2, f32)>>,
    widest: f32,
}

impl Crowding {
    /// The living bodies.
    pub fn of(bodies: &Bodies) -> Self {
        let mut all = Self::default();
        bodies.living().for_each(|s| all.add(bodies.storey[s], bodies.position[s], bodies.radius[s]));
        all
    }

    /// Adds a body, metres.
    pub fn add(&mut self, storey: Storey, at: Vec2, radius: f32) {
        self.squares.entry((storey, square(at.x), square(at.y))).or_default().push((at, radius));
        self.widest = self.widest.max(radius);
    }

    /// Whether a body of this radius would overlap another there.
    pub fn is_taken(&self, storey: Storey, at: Vec2, radius: f32) -> bool {
        // A little more than enough: the distance below is rounded.
        let reach = (self.widest + radius) * 1.01;
        let rows = square(at.y - reach)..=square(at.y + reach);
        let columns = square(at.x - reach)..=square(at.x + reach);
        let mut near =
            columns.flat_map(|x| rows.clone().filter_map(move |y| self.squares.get(&(storey, x, y)))).flatten();
        near.any(|(p, r)| p.distance(at) < r + radius)
    }
}

fn square(metres: f32) -> i32 {
    (metres / SQUARE_M).floor() as i32
}
