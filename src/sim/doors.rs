//! Doors that open and close: by commands, by creatures, and by themselves.

use super::{Level, Sim};
use crate::body::AgentId;
use crate::diag::printable;
use crate::geom::{Obb, Storey};
use crate::world::Change;
use std::sync::Arc;

/// Doors that open or close by themselves in one step; further ones stay as they are.
const CHANGES_A_STEP: usize = 16;

impl Sim {
    /// Opens or closes the door with this name, for a creature where one is given; `false` where this step has no time for it.
    pub(super) fn set_door(&mut self, name: &str, open: bool, by: &Option<(AgentId, String)>) -> bool {
        let world = &self.now.world;
        let Some(door) = world.find_door(name) else {
            let known: usize = world.storeys().map(|storey| world.on(storey).doors.len()).sum();
            let text = format!("there is no door '{}' among the {known} of this map", printable(name));
            self.note(Level::Warn, text);
            return true;
        };
        if !self.has_time_for_door(door) {
            return false;
        }
        let word = if open { "opens" } else { "closes" };
        if !open && self.is_held_open(door) {
            let text = format!("door '{}' stays open: something is in it", printable(name));
            self.note(Level::Info, text);
        } else if self.turn_door(door, open) {
            let text = match by {
                Some(_) => format!("{word} door '{}'", printable(name)),
                None => format!("door '{}' {word}", printable(name)),
            };
            self.note_by(by, Level::Info, text);
        }
        true
    }

    /// Opens and closes the doors that do so by themselves.
    pub(super) fn change_doors(&mut self) {
        let (world, rand, step_s) = (&self.now.world, &mut self.door_rand, self.now.step_s);
        let all =
            world.storeys().flat_map(|on| world.on(on).doors.iter().enumerate().map(move |(i, door)| ((on, i), door)));
        let mut due: Vec<((Storey, usize), bool)> = Vec::new();
        for (number, door) in all {
            let Some(changes_s) = door.changes_s else { continue };
            if rand.unit() < f64::from(step_s / changes_s) {
                due.push((number, !door.open));
            }
        }
        let mut left = CHANGES_A_STEP;
        for (door, open) in due {
            if left > 0 && self.has_time_for_door(door) && (open || !self.is_held_open(door)) {
                self.turn_door(door, open);
                left -= 1;
            }
        }
    }

    fn has_time_for_door(&mut self, (storey, door): (Storey, usize)) -> bool {
        let leaf = self.now.world.on(storey).leaf(door);
        leaf.is_none_or(|leaf| self.has_time_for(storey, &[leaf.bounds()]))
    }

    /// Whether a body would be in a door if it closed.
    fn is_held_open(&mut self, (storey, door): (Storey, usize)) -> bool {
        let leaf = self.now.world.on(storey).leaf(door);
        let Some(area) = leaf.as_ref().map(Obb::bounds) else { return false };
        self.is_occupied(storey, area, |sim, body| sim.now.world.on(storey).would_meet(door, body))
    }

    /// Opens or closes a door; false when it was so before.
    fn turn_door(&mut self, (storey, door): (Storey, usize), open: bool) -> bool {
        if self.now.world.on(storey).doors[door].open == open {
            return false;
        }
        let world = Arc::make_mut(&mut self.now.world);
        let Some(change) = world.on_mut(storey).set_door(door, open) else { return false };
        self.note_change(Change { storey, ..change });
        self.changes.counts.edits += 1;
        true
    }
}
