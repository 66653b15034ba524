//! Parts of the world that changed: what depends on them is brought up to date, for all changes of a step together.

use super::Sim;
use super::requests::Requests;
use super::reviews::Reviews;
use crate::body::Body;
use crate::geom::{Aabb, Storey};
use crate::grid::{Batch, RegionSet};
use crate::world::Change;
use derive_more::AddAssign;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Cells that changes of one step may have looked at again, as [`Batch`] counts them; a single change may take more.
pub(super) const CELLS_A_STEP: u64 = 1 << 12;

/// Counts of changes and of what they led to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, AddAssign)]
pub struct WorldCounts {
    /// Doors opened or closed, boxes placed, moved or taken away, and rectangles of ground that became another.
    pub edits: u64,
    /// Paths, and searches under way, that were looked at because of that.
    pub plans_checked: u64,
    /// Paths that went on by a later waypoint of their own.
    pub plans_repaired: u64,
    /// Paths that were searched again.
    pub plans_redone: u64,
}

/// What changed on a storey since what depends on it was brought up to date.
struct Unsettled {
    /// Where something opened or closed.
    batch: Batch,
    /// Where open ground costs something else, metres.
    costs: Vec<Aabb>,
}

/// What is yet to be done about changes.
#[derive(Default)]
pub(super) struct Changes {
    unsettled: BTreeMap<Storey, Unsettled>,
    /// Cells that were looked at again in this step.
    cells: u64,
    /// Changes that are asked for and not made yet.
    pub(super) requests: Requests,
    pub(super) reviews: Reviews,
    pub(super) counts: WorldCounts,
    /// Whether the index of neighbours is that of bodies where they are now.
    pub(super) index_is_true: bool,
    /// A checksum of all edits so far, in order; 0 before the first.
    pub(super) edited: u64,
}

impl Hash for Changes {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.reviews.hash(h);
        self.requests.hash(h);
        if self.edited != 0 {
            self.edited.hash(h);
        }
    }
}

impl Changes {
    /// A step begins: it has time for changes.
    pub(super) fn begin_step(&mut self) {
        self.cells = 0;
        self.requests.begin_step();
    }
}

impl Sim {
    /// Whether a body near an area of a storey, metres, meets what `meets` requests.
    pub(super) fn is_occupied(&mut self, storey: Storey, area: Aabb, meets: impl Fn(&Self, &Body) -> bool) -> bool {
        if !self.changes.index_is_true {
            self.perceive();
        }
        let mut any = false;
        let bodies = &self.now.agents.bodies;
        self.now.near.each(storey, area.grown(self.now.near.widest_m()), |slot| {
            any |= bodies.alive[slot] && meets(self, &bodies.body(slot));
        });
        any
    }

    /// Whether this step has time for what changes in areas of a storey, metres.
    pub(super) fn has_time_for(&mut self, storey: Storey, areas: &[Aabb]) -> bool {
        let before: u64 = self.changes.unsettled.values().map(|on| on.batch.cells()).sum();
        let used = self.changes.cells + before;
        let world = Arc::clone(&self.now.world);
        let batch = &self.unsettled(storey).batch;
        used == 0
            || used + areas.iter().map(|area| batch.cells_of(world.on(storey), *area)).sum::<u64>() <= CELLS_A_STEP
    }

    fn unsettled(&mut self, storey: Storey) -> &mut Unsettled {
        let (regions, plane) = (&self.now.regions, self.now.world.on(storey));
        self.changes.unsettled.entry(storey).or_insert_with(|| {
            let none = RegionSet::default();
            Unsettled { batch: Batch::new(regions.on(storey).unwrap_or(&none), plane), costs: Vec::new() }
        })
    }

    /// Takes note of a part of the world that has changed.
    pub(super) fn note_change(&mut self, change: Change) {
        let world = Arc::clone(&self.now.world);
        let unsettled = self.unsettled(change.storey);
        if change.opened || change.closed {
            unsettled.batch.add(world.on(change.storey), change.area);
        }
        if change.costs {
            unsettled.costs.push(change.area);
        }
        self.changes.reviews.add(change, self.now.agents.bodies.len());
    }

    /// Brings up to date what depends on parts of the world that have changed.
    pub(super) fn settle_changes(&mut self) {
        for (storey, Unsettled { batch, costs }) in std::mem::take(&mut self.changes.unsettled) {
            let (plane, regions) = (self.now.world.on(storey), Arc::make_mut(&mut self.now.regions).on_mut(storey));
            let levels = Arc::make_mut(&mut self.now.levels);
            if !batch.areas().is_empty() {
                self.changes.cells += batch.cells();
                let repaired = regions.repair(plane, batch.areas());
                self.searches.repair(storey, regions, levels, &repaired);
                if self.now.gates.is_on() {
                    self.searches.owe(Arc::make_mut(&mut self.now.gates).repair(storey, regions, &repaired));
                }
            }
            if !costs.is_empty() {
                let changed = regions.repair_costs(plane, &costs);
                self.searches.repair_costs((storey, plane), regions, levels, (&changed, &costs));
            }
            let changed: Vec<Aabb> = batch.areas().iter().chain(&costs).copied().collect();
            self.searches.change_graphs((storey, plane), regions, &changed);
            if !self.now.world.portals().is_empty() {
                Arc::make_mut(&mut self.now.portals).outdate(&self.now.world, storey);
            }
        }
        self.note_graph_faults();
    }
}
