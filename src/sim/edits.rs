//! Changes of the world that are asked for: doors, boxes and ground, made in the order in which they were asked for.

use super::requests::{Request, Wish};
use super::{Level, Sim};
use crate::body::AgentId;
use crate::geom::{Aabb, Storey};
use crate::world::{Change, Edit, PlannedEdit};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3Default;

/// Changes that scripts make in one step: doors, boxes and ground together. Further ones are not made.
const MOST_BY_SCRIPTS: u32 = 64;
/// Changes by scripts that wait for a later step; further ones are not made.
const MOST_WAITING: usize = 256;

impl Sim {
    /// Makes a change that a creature or a command asks for: at once where this step has time for it and none waits, else in a
    /// later one, in order.
    pub(super) fn request_change(&mut self, wish: Wish, by: Option<usize>) {
        let storey = by.map_or(Storey::GROUND, |slot| self.now.agents.bodies.storey[slot]);
        if let Some(slot) = by {
            self.changes.requests.by_scripts += 1;
            let (count, waiting) = (self.changes.requests.by_scripts, self.changes.requests.waiting.len());
            if count == MOST_BY_SCRIPTS + 1 {
                let text =
                    format!("not done: creatures change {MOST_BY_SCRIPTS} things of the world in a step at most");
                self.note_of(slot, Level::Warn, text);
            }
            if count > MOST_BY_SCRIPTS {
                return;
            }
            if waiting >= MOST_WAITING {
                return self.note_of(slot, Level::Warn, format!("not done: {wish}: {waiting} changes wait already"));
            }
        }
        let by = by.map(|slot| (self.now.agents.bodies.id(slot), self.name_of(slot)));
        let request = Request { wish, storey, by };
        if !self.changes.requests.waiting.is_empty() || !self.make_if_time(&request) {
            self.note_by(&request.by, Level::Info, format!("{} waits for a later step", request.wish));
            self.changes.requests.waiting.push_back(request);
        }
    }

    /// Makes the changes that wait, in order, as many as this step has time for.
    pub(super) fn make_waiting(&mut self) {
        while let Some(request) = self.changes.requests.waiting.pop_front() {
            if !self.make_if_time(&request) {
                return self.changes.requests.waiting.push_front(request);
            }
        }
    }

    /// Makes a change, unless it cannot be made at all; `false` where this step has no time for it.
    fn make_if_time(&mut self, request: &Request) -> bool {
        match &request.wish {
            Wish::Door { name, open } => self.set_door(name, *open, &request.by),
            Wish::Edit(edit) => self.edit(edit, request),
        }
    }

    /// Makes a change of boxes or ground, unless a body is in the place of what closes.
    fn edit(&mut self, edit: &Edit, Request { storey, by, .. }: &Request) -> bool {
        let planned = match self.now.world.on(*storey).plan(edit) {
            Ok(planned) => planned,
            Err(why) => {
                self.note_by(by, Level::Warn, format!("not done: {why}"));
                return true;
            }
        };
        let (areas, closing) = self.now.world.on(*storey).areas_of(&planned);
        if !self.has_time_for(*storey, &areas) {
            return false;
        }
        if closing.is_some_and(|area| self.would_close(*storey, area, &planned)) {
            self.note_by(by, Level::Info, format!("not done: {edit}: something is in its place"));
            return true;
        }
        let mut sum = Xxh3Default::new();
        (self.changes.edited, *storey, &planned).hash(&mut sum);
        let changes = Arc::make_mut(&mut self.now.world).on_mut(*storey).make(planned);
        if !changes.is_empty() {
            self.changes.edited = sum.finish().max(1);
            self.changes.counts.edits += 1;
            changes.into_iter().for_each(|change| self.note_change(Change { storey: *storey, ..change }));
            self.note_by(by, Level::Info, edit.to_string());
        }
        true
    }

    fn would_close(&mut self, storey: Storey, area: Aabb, planned: &PlannedEdit) -> bool {
        self.is_occupied(storey, area, |sim, body| sim.now.world.on(storey).would_close_on(planned, body))
    }

    /// Adds a line to the log, about a creature where one is given.
    pub(super) fn note_by(&mut self, by: &Option<(AgentId, String)>, level: Level, text: String) {
        self.log.push(self.now.step, level, by.clone(), text);
    }
}
