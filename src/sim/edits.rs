//! Boxes that are placed, moved and taken away, and ground that changes.

use super::{Level, Sim};
use crate::geom::Storey;
use crate::world::{Change, Edit};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3Default;

/// Changes that scripts make in one step: doors, boxes and ground together. Further ones are not made.
const MOST_BY_SCRIPTS: u32 = 64;

impl Sim {
    /// Whether a script may change something more in this step.
    pub(super) fn may_change(&mut self, slot: usize) -> bool {
        self.changes.by_scripts += 1;
        if self.changes.by_scripts == MOST_BY_SCRIPTS + 1 {
            let text = format!("not done: creatures change {MOST_BY_SCRIPTS} things of the world in a step at most");
            self.note_of(slot, Level::Warn, text);
        }
        self.changes.by_scripts <= MOST_BY_SCRIPTS
    }

    /// Makes a change on the storey of the creature that is given, else on the ground, unless a body is in the place of what
    /// closes.
    pub(super) fn edit(&mut self, edit: &Edit, by: Option<usize>) {
        let storey = by.map_or(Storey::GROUND, |slot| self.now.agents.bodies.storey[slot]);
        let (level, text) = match self.now.world.on(storey).plan(edit) {
            Err(why) => (Level::Warn, format!("not done: {why}")),
            Ok(planned) => {
                let res = self.now.world.on(storey).ground.resolution_m();
                let meets = planned.closing(res).is_some_and(|area| {
                    self.is_occupied(storey, area, |sim, body| sim.now.world.on(storey).would_close_on(&planned, body))
                });
                if meets {
                    (Level::Info, format!("not done: {edit}: something is in its place"))
                } else {
                    let mut sum = Xxh3Default::new();
                    (self.changes.edited, storey, &planned).hash(&mut sum);
                    let changes = Arc::make_mut(&mut self.now.world).on_mut(storey).make(planned);
                    if changes.is_empty() {
                        return;
                    }
                    self.changes.edited = sum.finish().max(1);
                    self.changes.counts.edits += 1;
                    changes.into_iter().for_each(|change| self.note_change(Change { storey, ..change }));
                    (Level::Info, edit.to_string())
                }
            }
        };
        match by {
            Some(slot) => self.note_of(slot, level, text),
            None => self.note(level, text),
        }
    }
}
