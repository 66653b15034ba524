//! Paths that changes of the world may concern, looked at some creatures a step.

use super::{Sim, WorldCounts};
use crate::agent::Event;
use crate::nav::Review;

impl Sim {
    /// Looks at paths that changes may concern, as many as one step has time for.
    pub(super) fn review_paths(&mut self) {
        if self.changes.reviews.is_empty() {
            return;
        }
        let view = self.view();
        let slots = view.agents.bodies.len();
        self.wake.resize(slots, false);
        let (turn, by_storey) = self.changes.reviews.take_turn(slots);
        let has_portals = !view.world.portals().is_empty();
        for slot in turn {
            let storey = view.agents.bodies.storey[slot];
            let Some(instance) = self.shards.instance_mut(slot) else { continue };
            let elsewhere = || by_storey.iter().filter(|(on, _)| *on != storey).flat_map(|(_, changes)| changes);
            if has_portals && elsewhere().next().is_some() {
                let opened = elsewhere().any(|change| change.opened);
                instance.pathfinder.iter_mut().for_each(|finder| finder.review_route(opened));
            }
            let Some((_, changes)) = by_storey.iter().find(|(on, _)| *on == storey) else { continue };
            let ctx = view.nav_context(slot, instance.target(&view));
            instance.questions.review(&ctx, changes);
            let Some(pathfinder) = instance.pathfinder.as_deref_mut() else { continue };
            let review = pathfinder.review(&ctx, changes);
            if let Review::Repaired(code) = review {
                instance.inbox.push(Event::Path(code));
                self.wake[slot] = true;
            }
            self.changes.counts += WorldCounts {
                edits: 0,
                plans_checked: u64::from(review != Review::Idle),
                plans_repaired: u64::from(matches!(review, Review::Repaired(_))),
                plans_redone: u64::from(review == Review::Redone),
            };
        }
    }
}
