//! Doors that open and close: what depends on them is brought up to date, and paths that they concern are looked at.

use super::{Level, Sim};
use crate::agent::Event;
use crate::diag::printable;
use crate::geom::Storey;
use crate::grid::SizeClass;
use crate::nav::Review;
use crate::rng::Rand;
use crate::world::{Change, Door};
use derive_more::AddAssign;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Paths that are looked at in one step; those of further creatures follow in the next.
const REVIEWS_A_STEP: usize = 4_096;
/// Doors that open or close by themselves in one step; further ones stay as they are.
const CHANGES_A_STEP: usize = 16;

/// Counts of changes and of what they led to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, AddAssign)]
pub struct WorldCounts {
    /// Doors opened or closed.
    pub edits: u64,
    /// Paths, and searches under way, that were looked at because of that.
    pub plans_checked: u64,
    /// Paths that went on by a later waypoint of their own.
    pub plans_repaired: u64,
    /// Paths that were searched again.
    pub plans_redone: u64,
}

/// The doors that change by themselves, and paths that are yet to be looked at.
pub(super) struct Doors {
    pub rand: Rand,
    /// The last change of each door whose reviews are not over: the door, the change, and the slot of the next creature
    /// whose path is looked at because of it.
    reviews: VecDeque<((Storey, usize), Change, usize)>,
    pub counts: WorldCounts,
}

impl Doors {
    pub(super) fn new(rand: Rand) -> Self {
        Self { rand, reviews: VecDeque::new(), counts: WorldCounts::default() }
    }
}

impl Hash for Doors {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.rand.hash(h);
        for (_, Change { area, storey, opened }, next) in &self.reviews {
            for side in [area.min.x, area.min.y, area.max.x, area.max.y] {
                side.to_bits().hash(h);
            }
            (*opened, *next).hash(h);
            if *storey != Storey::GROUND {
                storey.hash(h);
            }
        }
    }
}

impl Sim {
    /// Opens or closes the door with this name, for a creature where one is given.
    pub(super) fn set_door(&mut self, name: &str, open: bool, by: Option<usize>) {
        let world = &self.now.world;
        let Some(door) = world.find_door(name) else {
            let known: usize = world.storeys().map(|storey| world.on(storey).doors.len()).sum();
            let text = format!("there is no door '{}' among the {known} of this map", printable(name));
            return self.note(Level::Warn, text);
        };
        let word = if open { "opens" } else { "closes" };
        if !open && self.is_occupied(door) {
            let text = format!("door '{}' stays open: something is in it", printable(name));
            return self.note(Level::Info, text);
        }
        if self.turn_door(door, open) {
            match by {
                Some(slot) => self.note_of(slot, Level::Info, format!("{word} door '{}'", printable(name))),
                None => self.note(Level::Info, format!("door '{}' {word}", printable(name))),
            }
        }
    }

    /// Opens and closes the doors that do so by themselves.
    pub(super) fn change_doors(&mut self) {
        let mut left = CHANGES_A_STEP;
        let world = Arc::clone(&self.now.world);
        let doors =
            world.storeys().flat_map(|on| world.on(on).doors.iter().enumerate().map(move |(i, d)| ((on, i), d)));
        for (door, &Door { changes_s, open, .. }) in doors {
            let Some(changes_s) = changes_s else { continue };
            if self.doors.rand.unit() < f64::from(self.now.step_s / changes_s) && left > 0 {
                let open = !open;
                if open || !self.is_occupied(door) {
                    self.turn_door(door, open);
                    left -= 1;
                }
            }
        }
    }

    /// Whether a body would be in a door if it closed.
    fn is_occupied(&self, (storey, door): (Storey, usize)) -> bool {
        let (b, plane) = (&self.now.agents.bodies, self.now.world.on(storey));
        b.living().any(|slot| b.storey[slot] == storey && plane.would_meet(door, &b.body(slot)))
    }

    /// Opens or closes a door; false when it was so before.
    fn turn_door(&mut self, door: (Storey, usize), open: bool) -> bool {
        let (storey, number) = door;
        if self.now.world.on(storey).doors[number].open == open {
            return false;
        }
        let world = Arc::make_mut(&mut self.now.world);
        let Some(change) = world.on_mut(storey).set_door(number, open) else { return false };
        let change = Change { storey, ..change };
        let regions = Arc::make_mut(&mut self.now.regions).on_mut(storey);
        let repaired = regions.repair(world.on(storey), change.area);
        self.searches.repair(storey, regions, &repaired);
        let changed: Vec<SizeClass> = repaired.iter().filter(|r| !r.cells.is_empty()).map(|r| r.class).collect();
        self.restart_searches(storey, &changed);
        self.doors.reviews.retain(|(other, ..)| *other != door);
        self.doors.reviews.push_back((door, change, 0));
        self.doors.counts.edits += 1;
        true
    }

    /// Searches under way on grids that changed begin again at once: none of their results may be kept.
    fn restart_searches(&mut self, storey: Storey, changed: &[SizeClass]) {
        let (agents, regions) = (Arc::clone(&self.now.agents), Arc::clone(&self.now.regions));
        for vm in self.shards.vms() {
            vm.each_instance(|slot, instance| {
                let body = agents.bodies.body(slot);
                let regions = regions.on(storey).filter(|_| body.storey == storey);
                let class = regions.and_then(|r| r.field_class(body.radius_m, body.height_m, body.moves));
                if class.is_some_and(|class| changed.contains(&class)) {
                    instance.questions.restart_search();
                }
                if let Some(pathfinder) = instance.pathfinder.as_deref_mut()
                    && class.is_some_and(|class| changed.contains(&class))
                {
                    pathfinder.restart_search();
                }
            });
        }
    }

    /// Looks at paths that changes may concern, in order of slot, as many as one step has time for.
    pub(super) fn review_paths(&mut self) {
        if self.doors.reviews.is_empty() {
            return;
        }
        let view = self.view();
        let mut left = REVIEWS_A_STEP;
        while left > 0
            && let Some((door, change, next)) = self.doors.reviews.pop_front()
        {
            let until = view.agents.bodies.len().min(next + left);
            left -= (until - next).max(1);
            for slot in next..until {
                if view.agents.bodies.storey[slot] != change.storey {
                    continue;
                }
                let Some(instance) = self.shards.instance_mut(slot) else { continue };
                // Windows that show the change serve no further search.
                if !instance.questions.is_empty() {
                    instance.questions.restart_search();
                }
                let known = instance.target(&view);
                let Some(pathfinder) = instance.pathfinder.as_deref_mut() else { continue };
                let review = pathfinder.review(&view.nav_context(slot, known), change);
                if let Review::Repaired(code) = review {
                    instance.inbox.push(Event::Path(code));
                    self.wake.resize(view.agents.bodies.len(), false);
                    self.wake[slot] = true;
                }
                self.doors.counts += WorldCounts {
                    edits: 0,
                    plans_checked: u64::from(review != Review::Idle),
                    plans_repaired: u64::from(matches!(review, Review::Repaired(_))),
                    plans_redone: u64::from(review == Review::Redone),
                };
            }
            if until < view.agents.bodies.len() {
                self.doors.reviews.push_front((door, change, until));
            }
        }
    }
}
