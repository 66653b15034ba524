//! Where lives begin: those of the spawner's orders, of commands, and the player's character.

use super::crowding::Crowding;
use super::shards::Shard;
use super::spawner::NO_ORDER;
use super::{Level, PLAYER, Sim};
use crate::agent::{BY_SCRIPTS, NewAgent, Species, StepView, Symbol};
use crate::body::AgentId;
use crate::diag::did_you_mean;
use crate::geom::{Aabb, Cell, Storey, Vec2};
use crate::grid::{Regions, size_class};
use crate::lua::api::instance::ScriptInstance;
use crate::lua::host::vm::Vm;
use crate::rng::{Purpose, Rand};
use std::sync::Arc;

/// For this many newcomers it is quicker to compare with every body, and to have one thread adopt them.
const FEW: u32 = 16;
/// Places tried for one newcomer before it waits for the next chance.
const TRIES: usize = 40;
/// Steps until a newcomer that found no place is tried again.
const TRY_AGAIN_STEPS: u64 = 20;
/// How far from the requested place a newcomer may be, metres.
const NEAR_M: f32 = 6.0;
/// The same for one that a script asked for.
const AT_M: f32 = 2.0;
/// Creatures that scripts may ask for in one step; what exceeds them is dropped.
const MOST_BY_SCRIPTS: u32 = 64;

/// Where a newcomer may begin.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    storey: Storey,
    /// Anywhere when there is none.
    area: Option<Aabb>,
    /// As [`SpawnArea::ring`](crate::world::SpawnArea::ring).
    ring: Option<f32>,
    /// No farther than [`AT_M`] from this point, metres; else it does not begin.
    only_at: Option<Vec2>,
}

impl Sim {
    /// The first lives of all orders, and the player's character.
    pub(super) fn spawn_first(&mut self) {
        self.perceive();
        let mut crowd = Some(Crowding::of(&self.now.agents.bodies));
        for order in 0..self.spawner.orders.len() {
            self.spawn_all(order as u32, self.spawner.orders[order].count, &mut crowd);
        }
        if self.now.world.player.is_some() {
            self.spawn_player();
        }
    }

    /// So many lives of an order, as far as there are places for them.
    pub(super) fn spawn_all(&mut self, order: u32, count: u32, crowd: &mut Option<Crowding>) {
        let made: Vec<_> = (0..count).map_while(|_| self.spawn_for(order, crowd)).collect();
        self.adopt(&made);
        let made = made.len() as u32;
        if made < count {
            let o = &self.spawner.orders[order as usize];
            let text = format!("only {made} of {count} {} found a place", o.behaviour);
            self.note(Level::Warn, text);
        }
        if self.is_many() {
            // They begin together; they are not to wake together for the rest of their lives.
            let agents = Arc::make_mut(&mut self.now.agents);
            let newborn = agents.sleep.iter_mut().zip(&agents.ticks).filter(|(_, ticks)| **ticks == 0);
            newborn.for_each(|(sleep, _)| sleep.end_with_many());
        }
    }

    /// Lives that are due in this step.
    pub(super) fn spawn_due(&mut self) {
        let due: usize = self.spawner.due.range(..=self.now.step).map(|(_, orders)| orders.len()).sum();
        let mut crowd = (due > FEW as usize).then(|| Crowding::of(&self.now.agents.bodies));
        while let Some(entry) = self.spawner.due.first_entry() {
            if *entry.key() > self.now.step {
                break;
            }
            for order in entry.remove() {
                match self.spawn_for(order, &mut crowd) {
                    Some(id) => self.adopt(&[id]),
                    None => self.spawner.due.entry(self.now.step + TRY_AGAIN_STEPS).or_default().push(order),
                }
            }
        }
        if self.spawner.player_due.is_some_and(|s| s <= self.now.step) {
            self.spawner.player_due = None;
            self.spawn_player();
        }
    }

    pub(super) fn spawn_on_command(&mut self, behaviour: &str, count: u32, at: Option<Vec2>) {
        let catalogue = Arc::clone(&self.now.catalogue);
        let Some(species) = catalogue.named(behaviour).filter(|s| s.name != PLAYER) else {
            let names = self.catalogue().species.iter().map(|s| s.name.as_str()).filter(|n| *n != PLAYER);
            let hint = did_you_mean(behaviour, names).map_or(String::new(), |h| format!("; {h}"));
            return self.note(Level::Error, format!("no behaviour '{behaviour}'{hint}"));
        };
        let area = at.map(|p| Aabb::around(p, NEAR_M));
        let place = Place { area, ..Place::default() };
        let mut crowd = (count > FEW).then(|| Crowding::of(&self.now.agents.bodies));
        let made: Vec<_> = (0..count).map_while(|_| self.spawn_one(species, place, NO_ORDER, &mut crowd)).collect();
        self.adopt(&made);
        let (level, short) = match made.len() == count as usize {
            true => (Level::Good, String::new()),
            false => (Level::Warn, format!(" of {count}: there is no open ground left for its body there")),
        };
        self.note(level, format!("spawned {} {behaviour}{short}", made.len()));
    }

    /// A step begins: scripts may ask for so many creatures in it.
    pub(super) fn expect_spawns(&mut self) {
        self.spawner.tries_left = MOST_BY_SCRIPTS;
        self.bodies_moved();
    }

    /// Where bodies were is no longer true.
    pub(super) fn bodies_moved(&mut self) {
        self.spawner.crowd = None;
        self.changes.index_is_true = false;
    }

    /// A creature that a script asked for, near a point; none while there are too many, or no place for it.
    pub(super) fn spawn_for_script(&mut self, by: usize, behaviour: Symbol, at: Vec2) {
        let catalogue = Arc::clone(&self.now.catalogue);
        let Some(species) = catalogue.find(behaviour) else { return };
        if self.spawner.by_scripts >= self.params.most_spawned || self.spawner.tries_left == 0 {
            return;
        }
        self.spawner.tries_left -= 1;
        self.settle_changes();
        let mut crowd = self.spawner.crowd.take().or_else(|| Some(Crowding::of(&self.now.agents.bodies)));
        // What is open may have changed since the last one.
        crowd.iter_mut().for_each(Crowding::forget_choices);
        let storey = self.now.agents.bodies.storey[by];
        let place = Place { storey, area: Some(Aabb::around(at, AT_M)), only_at: Some(at), ..Place::default() };
        let made = self.spawn_one(species, place, BY_SCRIPTS, &mut crowd);
        self.spawner.crowd = crowd;
        if let Some(id) = made {
            self.adopt(&[id]);
            self.spawner.by_scripts += 1;
            self.trace_spawned(self.now.agents.behaviour[by], id);
        }
    }

    /// As [`Sim::spawn_one`], by an order.
    fn spawn_for(&mut self, order: u32, crowd: &mut Option<Crowding>) -> Option<AgentId> {
        let o = &self.spawner.orders[order as usize];
        let place = Place { storey: o.storey, area: o.area, ring: o.ring, only_at: None };
        let catalogue = Arc::clone(&self.now.catalogue);
        self.spawn_one(catalogue.named(&o.behaviour)?, place, order, crowd)
    }

    fn spawn_player(&mut self) {
        let catalogue = Arc::clone(&self.now.catalogue);
        let Some(species) = catalogue.named(PLAYER) else { return };
        let area = self.now.world.player.map(|p| Aabb::around(p, NEAR_M));
        let storey = self.now.world.player_storey;
        self.now.player = self.spawn_one(species, Place { storey, area, ..Place::default() }, NO_ORDER, &mut None);
        if self.now.player.is_none() {
            self.spawner.player_due = Some(self.now.step + TRY_AGAIN_STEPS);
        }
    }

    /// Brings a body to life; what its script keeps is still to be made, by [`Sim::adopt`].
    fn spawn_one(
        &mut self,
        species: &Species,
        place: Place,
        spawn: u32,
        crowd: &mut Option<Crowding>,
    ) -> Option<AgentId> {
        let storey = place.storey;
        self.prepare_newcomer(species, storey);
        let at = self.find_place(species, place, crowd)?;
        let heading = (self.spawner.rand.unit() as f32 - 0.5) * std::f32::consts::TAU;
        let step = self.now.step;
        let id = Arc::make_mut(&mut self.now.agents).spawn(NewAgent { species, at, storey, heading, step, spawn })?;
        self.prepare_gates(species, storey);
        let slot = id.slot();
        self.changes.index_is_true = false;
        crowd.iter_mut().chain(&mut self.spawner.crowd).for_each(|c| c.add(storey, at, species.body.radius));
        Arc::make_mut(&mut self.now.recorder).begin(slot, step);
        self.wake.resize(self.now.agents.bodies.len(), false);
        let symbols = &self.now.catalogue.symbols;
        self.stats.lives.entry(species.name.clone()).or_default().0 += 1;
        if species.name != PLAYER {
            self.stats.enter(symbols.name(species.start));
        }
        Some(id)
    }

    /// Makes what the scripts of newcomers keep; on all threads where there are many.
    fn adopt(&mut self, newcomers: &[AgentId]) {
        let StepView { agents, catalogue, .. } = &self.now;
        let seed = self.seed;
        let adopt = |vm: &mut Vm, id: AgentId| {
            let Some(species) = catalogue.find(agents.behaviour[id.slot()]) else { return };
            let rand = Rand::new(seed, Purpose::Script, id.number());
            vm.adopt(id.slot(), id, species, ScriptInstance::new(rand));
        };
        if newcomers.len() <= FEW as usize {
            return newcomers.iter().for_each(|id| adopt(self.shards.vm_mut(id.slot()), *id));
        }
        self.shards.run(|Shard { vm, .. }| {
            for id in newcomers {
                if vm.slots.contain(id.slot()) {
                    adopt(vm, *id);
                }
            }
        });
    }

    /// A free place for a newcomer, in the largest region its body has inside the area (else any region there), and
    /// not on top of another body.
    fn find_place(&mut self, species: &Species, place: Place, crowd: &mut Option<Crowding>) -> Option<Vec2> {
        let Place { storey, area, ring, only_at } = place;
        let (radius, height) = (species.body.radius, species.body.height);
        let regions = self.now.regions.on(storey)?.get(radius, height, species.moves)?;
        let label = regions.largest()?;
        let rand = &mut self.spawner.rand;
        let mut fallback = None;
        for attempt in 0..TRIES {
            let any = attempt >= TRIES / 2;
            let cell = match (area, ring) {
                (Some(area), Some(ring)) => {
                    // Few find a place near the middle, many need the whole ring.
                    let width = (attempt + 1) as f32 / (TRIES / 2) as f32;
                    let cell = regions.cell_at(in_ring(area, ring, width.min(1.0), rand));
                    cell.filter(|c| any || regions.of_cell(*c) == Some(label))
                }
                (Some(area), None) if any => open_cell_in(regions, area, rand),
                (Some(area), None) => match crowd {
                    Some(crowd) => {
                        let size = size_class(radius, height, species.moves);
                        crowd.choice(storey, size, label, area, regions).pick(rand)
                    }
                    None => regions.pick_in(area, label, rand),
                },
                (None, _) => regions.pick(rand),
            };
            let Some(at) = cell.map(|c| regions.anchors().place(c)) else { continue };
            if only_at.is_some_and(|point| point.distance(at) > AT_M) {
                continue;
            }
            let b = &self.now.agents.bodies;
            let crowded = match crowd {
                Some(crowd) => crowd.is_taken(storey, at, radius),
                None => {
                    let meets = |s: usize| b.position[s].distance(at) < b.radius[s] + radius;
                    b.living().any(|s| b.storey[s] == storey && meets(s))
                }
            };
            if !crowded {
                return Some(at);
            }
            fallback = Some(at);
        }
        fallback
    }
}

/// A random point of the ellipse that fits into an area, outside its middle, which is `inner` times as wide, and in the first
/// `width` of the rest, a share.
fn in_ring(area: Aabb, inner: f32, width: f32, rand: &mut Rand) -> Vec2 {
    let angle = rand.unit() as f32 * std::f32::consts::TAU;
    let out = inner + (1.0 - inner) * width * rand.unit() as f32;
    let half = area.size() / 2.0;
    (area.min + half + half * out * Vec2::from_angle(angle)).clamp(area.min, area.max)
}

/// A random cell of an area, if a body fits there, whatever region it belongs to.
fn open_cell_in(regions: &Regions, area: Aabb, rand: &mut Rand) -> Option<Cell> {
    let at = area.min + area.size() * Vec2::new(rand.unit() as f32, rand.unit() as f32);
    regions.cell_at(at)
}
