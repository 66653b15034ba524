//! Orders for lives: the map's spawn areas and populations asked for, with respawns.

use super::crowding::Crowding;
use super::{PLAYER, Population};
use crate::agent::{BY_SCRIPTS, Catalogue};
use crate::diag::{Diagnostic, did_you_mean};
use crate::geom::{Aabb, Storey};
use crate::rng::{Purpose, Rand};
use crate::world::{GivenSetting, SpawnArea, World};
use std::collections::{BTreeMap, VecDeque};
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
    /// So many lives end without another one: the map had more of them before.
    surplus: u32,
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
                    surplus: 0,
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
                    surplus: 0,
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
        let Some(order) = self.orders.get_mut(spawn as usize) else { return };
        if order.surplus > 0 {
            order.surplus -= 1;
        } else if let Some(s) = order.respawn_s {
            self.due.entry(step + ((s * steps_per_s) as u64).max(1)).or_default().push(spawn);
        }
    }
}

/// Orders after the map changed.
pub(super) struct Renewed {
    /// For each order that there was, its number now; `None`: it is gone.
    numbers: Vec<Option<u32>>,
    /// Orders with lives that begin at once, and how many.
    pub born: Vec<(u32, u32)>,
}

impl Renewed {
    /// The number of an order now, or [`NO_ORDER`]; what is the number of none stays.
    pub(super) fn number(&self, spawn: u32) -> u32 {
        self.numbers.get(spawn as usize).map_or(spawn, |number| number.unwrap_or(NO_ORDER))
    }
}

/// An area without what messages need alone.
pub(super) fn unlined(area: &SpawnArea) -> SpawnArea {
    let settings = area.settings.iter().map(|given| GivenSetting { line: 0, ..given.clone() }).collect();
    SpawnArea { line: 0, settings, ..area.clone() }
}

impl Spawner {
    /// Takes the orders of a map that changed: `was` are the areas that it had, `is` those that it has. An area is the one that is equal, else
    /// the one at the same place, else the next of the same behaviour on the same storey.
    pub(super) fn renew(&mut self, fresh: Self, was: &[SpawnArea], is: &[SpawnArea]) -> Renewed {
        let mut numbers = vec![None; self.orders.len()];
        let mut is_new = vec![true; fresh.orders.len()];
        let place = |a: &SpawnArea| (a.behaviour.clone(), a.storey, format!("{:?}", a.area));
        match_by(was, is, &mut numbers, &mut is_new, |a| format!("{a:?}"));
        match_by(was, is, &mut numbers, &mut is_new, place);
        match_by(was, is, &mut numbers, &mut is_new, |a| (a.behaviour.clone(), a.storey));
        for (old, number) in self.orders.iter().zip(&mut numbers).skip(was.len()) {
            let same = (is.len()..fresh.orders.len()).find(|i| fresh.orders[*i].behaviour == old.behaviour);
            *number = same.map(|same| same as u32);
            same.into_iter().for_each(|same| is_new[same] = false);
        }
        let orders = std::mem::replace(&mut self.orders, fresh.orders);
        let mut born: Vec<(u32, u32)> = Vec::new();
        for (old, number) in orders.iter().zip(&numbers) {
            let Some((number, order)) = number.and_then(|n| Some((n, self.orders.get_mut(n as usize)?))) else {
                continue;
            };
            let fewer = i64::from(old.surplus) + i64::from(old.count) - i64::from(order.count);
            order.surplus = fewer.clamp(0, i64::from(u32::MAX)) as u32;
            born.extend(Some((number, (-fewer).clamp(0, i64::from(u32::MAX)) as u32)).filter(|born| born.1 > 0));
        }
        let new = (0..).zip(&self.orders).zip(is_new).filter(|(_, is_new)| *is_new);
        born.extend(new.map(|((number, order), _)| (number, order.count)));
        let renewed = Renewed { numbers, born };
        for orders in self.due.values_mut() {
            orders.iter_mut().for_each(|order| *order = renewed.number(*order));
            orders.retain(|order| *order != NO_ORDER);
        }
        self.due.retain(|_, orders| !orders.is_empty());
        renewed
    }
}

/// Gives areas that have no number yet those of areas with the same key, each once, in order.
fn match_by<K: Ord>(
    was: &[SpawnArea],
    is: &[SpawnArea],
    numbers: &mut [Option<u32>],
    is_new: &mut [bool],
    key: impl Fn(&SpawnArea) -> K,
) {
    let mut left: BTreeMap<K, VecDeque<u32>> = BTreeMap::new();
    for (i, area) in (0..).zip(is).filter(|(i, _)| is_new[*i as usize]) {
        left.entry(key(area)).or_default().push_back(i);
    }
    for (area, number) in was.iter().zip(numbers).filter(|(_, number)| number.is_none()) {
        *number = left.get_mut(&key(area)).and_then(VecDeque::pop_front);
        number.iter().for_each(|number| is_new[*number as usize] = false);
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
        self.orders.iter().filter(|order| order.surplus > 0).for_each(|order| order.surplus.hash(h));
    }
}
