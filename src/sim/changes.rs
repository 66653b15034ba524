//! Parts of the world that changed: what depends on them is brought up to date, and paths that they concern are looked at.

use super::Sim;
use crate::agent::Event;
use crate::body::Body;
use crate::geom::{Aabb, Storey};
use crate::nav::Review;
use crate::world::Change;
use derive_more::AddAssign;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Paths that are looked at in one step; those of further creatures follow in the next.
const REVIEWS_A_STEP: usize = 4_096;
/// Changes whose reviews wait; where there are more, the last ones are looked at as one.
const MOST_WAITING: usize = 1_024;

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

/// What is yet to be done about changes.
#[derive(Default)]
pub(super) struct Changes {
    /// The last change of each area whose reviews are not over, and the slot of the next creature whose path is looked at
    /// because of it.
    reviews: VecDeque<(Change, usize)>,
    pub(super) counts: WorldCounts,
    /// Whether the index of neighbours is that of bodies where they are now.
    pub(super) index_is_true: bool,
    /// A checksum of all edits so far, in order; 0 before the first.
    pub(super) edited: u64,
    /// Changes by scripts in this step.
    pub(super) by_scripts: u32,
}

impl Hash for Changes {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for (Change { area, storey, opened, closed, costs }, next) in &self.reviews {
            for side in [area.min.x, area.min.y, area.max.x, area.max.y] {
                side.to_bits().hash(h);
            }
            (*opened, *next).hash(h);
            if *storey != Storey::GROUND {
                storey.hash(h);
            }
            // A door either opens or closes: worlds in which nothing else changes keep their hash.
            if opened == closed || *costs {
                (*closed, *costs).hash(h);
            }
        }
        if self.edited != 0 {
            self.edited.hash(h);
        }
    }
}

impl Changes {
    /// Has paths looked at because of a change.
    fn add(&mut self, change: Change) {
        // What is being looked at is looked at to its end, and again for what has changed since.
        let mut change = change;
        self.reviews.retain(|(other, next)| {
            let same = (other.storey, other.area) == (change.storey, change.area);
            change = if same { other.with(change) } else { change };
            !same || *next > 0
        });
        let is_full = self.reviews.len() >= MOST_WAITING;
        match self.reviews.back_mut() {
            // The first may be under way.
            Some((last, 0)) if is_full && last.storey == change.storey => *last = last.with(change),
            _ => self.reviews.push_back((change, 0)),
        }
    }
}

impl Sim {
    /// Whether a body near an area of a storey, metres, meets what `meets` asks.
    pub(super) fn is_occupied(&mut self, storey: Storey, area: Aabb, meets: impl Fn(&Self, &Body) -> bool) -> bool {
        if !self.changes.index_is_true {
            self.perceive();
        }
        let mut any = false;
        let bodies = &self.now.agents.bodies;
        self.now.near.each(storey, area.grown(self.motion_params.widest_m), |slot| {
            any |= bodies.alive[slot] && meets(self, &bodies.body(slot));
        });
        any
    }

    /// Brings up to date what depends on a part of the world that has changed.
    pub(super) fn note_change(&mut self, change: Change) {
        let storey = change.storey;
        let (plane, regions) = (self.now.world.on(storey), Arc::make_mut(&mut self.now.regions).on_mut(storey));
        let levels = Arc::make_mut(&mut self.now.levels);
        if change.opened || change.closed {
            let repaired = regions.repair(plane, change.area);
            self.searches.repair(storey, regions, levels, &repaired);
        }
        if change.costs {
            let changed = regions.repair_costs(plane, change.area);
            self.searches.repair_costs((storey, plane), regions, levels, (&changed, &[change.area]));
        }
        self.changes.add(change);
    }

    /// Looks at paths that changes may concern, in order of slot, as many as one step has time for.
    pub(super) fn review_paths(&mut self) {
        if self.changes.reviews.is_empty() {
            return;
        }
        let view = self.view();
        let mut left = REVIEWS_A_STEP;
        while left > 0
            && let Some((change, next)) = self.changes.reviews.pop_front()
        {
            let until = view.agents.bodies.len().min(next + left);
            left -= (until - next).max(1);
            for slot in next..until {
                if view.agents.bodies.storey[slot] != change.storey {
                    continue;
                }
                let Some(instance) = self.shards.instance_mut(slot) else { continue };
                let (known, changes) = (instance.target(&view), std::slice::from_ref(&change));
                let ctx = view.nav_context(slot, known);
                instance.questions.review(&ctx, changes);
                let Some(pathfinder) = instance.pathfinder.as_deref_mut() else { continue };
                let review = pathfinder.review(&ctx, changes);
                if let Review::Repaired(code) = review {
                    instance.inbox.push(Event::Path(code));
                    self.wake.resize(view.agents.bodies.len(), false);
                    self.wake[slot] = true;
                }
                self.changes.counts += WorldCounts {
                    edits: 0,
                    plans_checked: u64::from(review != Review::Idle),
                    plans_repaired: u64::from(matches!(review, Review::Repaired(_))),
                    plans_redone: u64::from(review == Review::Redone),
                };
            }
            if until < view.agents.bodies.len() {
                self.changes.reviews.push_front((change, until));
            }
        }
    }
}
