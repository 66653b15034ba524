//! What changes in a world while it runs: its doors.

use super::{Change, Door, Volume, World};
use crate::body::Body;
use crate::geom::{Obb, Storey};

impl World {
    /// Makes a door, closed, of a box that is in the world already. `opened_by` and `changes_s` as in [`Door`].
    pub fn add_door(&mut self, name: &str, volume: u32, opened_by: Vec<Box<str>>, changes_s: Option<f32>) {
        let Some(Volume { top_m, .. }) = self.volumes.get(volume as usize).copied() else { return };
        self.doors.push(Door { name: name.into(), opened_by, changes_s, open: false, line: 0, volume, top_m });
    }

    /// The number of the door with this name.
    pub fn door(&self, name: &str) -> Option<usize> {
        self.doors.iter().position(|door| *door.name == *name)
    }

    /// The box of a door, whether it is there now or not.
    pub fn leaf(&self, door: usize) -> Option<Obb> {
        self.doors.get(door).map(|d| self.volumes[d.volume as usize].footprint)
    }

    /// Opens or closes a door of this plane; what changed, if anything did.
    pub fn set_door(&mut self, door: usize, open: bool) -> Option<Change> {
        let found = self.doors.get_mut(door).filter(|d| d.open != open)?;
        found.open = open;
        let volume = &mut self.volumes[found.volume as usize];
        // A box without height meets nothing: not bodies, not eyes.
        volume.top_m = if open { volume.base_m } else { found.top_m };
        Some(Change { area: volume.footprint.bounds(), storey: Storey::GROUND, opened: open })
    }

    /// Whether a body would be in a door if it was closed.
    pub fn would_meet(&self, door: usize, body: &Body) -> bool {
        let Some(door) = self.doors.get(door) else { return false };
        let closed = Volume { top_m: door.top_m, ..self.volumes[door.volume as usize] };
        closed.matters_to(body.height_m, body.moves) && closed.footprint.distance(body.position) < body.radius_m
    }
}
