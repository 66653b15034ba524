//! What changes a world while it runs: doors, boxes that come, move or go, and ground that becomes another.

use super::edit::{PlannedEdit, bounds_of, bounds_of_cells};
use super::index::{FewVolumes, Placed};
use super::{Change, Door, Ground, Object, SharedList, Volume, World};
use crate::body::{Body, MoveClass};
use crate::geom::{Cell, Obb};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

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
        let volume = self.volumes.get_mut(found.volume as usize)?;
        // A box without height meets nothing: not bodies, not eyes.
        volume.top_m = if open { volume.base_m } else { found.top_m };
        Some(Change { opened: open, closed: !open, ..Change::nothing(volume.footprint.bounds()) })
    }

    /// Whether a body would be in a door if it was closed.
    pub fn would_meet(&self, door: usize, body: &Body) -> bool {
        let Some(door) = self.doors.get(door) else { return false };
        let closed = Volume { top_m: door.top_m, ..self.volumes[door.volume as usize] };
        closed.reaches(body)
    }

    /// Makes a change that was worked out for the world as it is. What changed, where anything did.
    pub fn make(&mut self, planned: PlannedEdit) -> Vec<Change> {
        match planned {
            PlannedEdit::Ground { corners, kind } => set_ground(Arc::make_mut(&mut self.ground), corners, kind),
            PlannedEdit::Boxes { gone, name, come } => self.exchange(gone, name, come),
        }
    }

    fn exchange(&mut self, gone: Option<usize>, name: String, come: Vec<Volume>) -> Vec<Change> {
        let mut arc = self.placed.take().unwrap_or_else(|| Arc::new(Placed::of(self)));
        let placed = Arc::make_mut(&mut arc);
        let mut changes = Vec::new();
        if let Some(object) = gone {
            let area = bounds_of(self.boxes_of(object)).map(Change::nothing);
            changes.extend(area.map(|change| Change { opened: true, ..change }));
            let mut volumes = self.objects.get_mut(object).map(|o| std::mem::take(&mut o.volumes)).unwrap_or_default();
            for volume in volumes.clone() {
                // A box without height meets nothing.
                if let Some(volume) = self.volumes.get_mut(volume as usize) {
                    (volume.base_m, volume.top_m) = (0.0, 0.0);
                }
            }
            volumes.start = volumes.start.max(placed.fixed as u32);
            for volume in volumes {
                placed.index.remove(volume, self.volumes[volume as usize].footprint.bounds());
                placed.free.push(volume);
            }
        }
        if let Some(area) = bounds_of(come.iter()) {
            changes.push(Change { closed: true, ..Change::nothing(area) });
            let object = gone.or_else(|| placed.free_objects.pop()).unwrap_or(self.objects.len());
            if object == self.objects.len() {
                self.objects.push(Object { name: String::new(), kind: "box".into(), volumes: 0..0 });
            }
            let volumes = placed.put(&mut self.volumes, &come, object as u32);
            for volume in volumes.clone() {
                placed.index.insert(volume, self.volumes[volume as usize].footprint.bounds());
            }
            if let Some(object) = self.objects.get_mut(object) {
                (object.name, object.volumes) = (name, volumes);
            }
        } else if let Some(object) = gone.filter(|object| *object >= placed.own_objects) {
            placed.free_objects.push(object);
        }
        self.placed = Some(arc);
        changes
    }
}

impl Placed {
    /// Before the first change.
    fn of(world: &World) -> Self {
        let mut own = BTreeMap::<Box<str>, Vec<usize>>::new();
        for (i, object) in world.objects.iter().enumerate() {
            own.entry(object.name.as_str().into()).or_default().push(i);
        }
        Self {
            fixed: world.volumes.len(),
            own: Arc::new(own),
            own_objects: world.objects.len(),
            index: FewVolumes::empty(&world.ground),
            free: Vec::new(),
            free_objects: Vec::new(),
        }
    }

    /// Puts boxes of an object into the list of volumes; their numbers.
    fn put(&mut self, volumes: &mut SharedList<Volume>, come: &[Volume], object: u32) -> Range<u32> {
        // Those that an object left last are what it takes when it moves.
        let last = self.free.len().checked_sub(come.len());
        let in_order = |free: &[u32]| free.windows(2).all(|two| two[0] + 1 == two[1]);
        let first = match last.filter(|last| in_order(&self.free[*last..])) {
            Some(last) => self.free.drain(last..).next().unwrap_or_default(),
            None => volumes.len() as u32,
        };
        for (slot, volume) in (first as usize..).zip(come) {
            let volume = Volume { object, ..*volume };
            match volumes.get_mut(slot) {
                Some(old) => *old = volume,
                None => volumes.push(volume),
            }
        }
        first..first + come.len() as u32
    }
}

/// Makes cells ground of a kind; what changed.
fn set_ground(ground: &mut Ground, corners: [Cell; 2], kind: u8) -> Vec<Change> {
    let [low, high] = corners;
    let mut change = Change::nothing(bounds_of_cells(corners, ground.resolution_m()));
    let mut any = false;
    for cell in (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Cell::new(x, y))) {
        any |= ground.kind_index(cell) != Some(usize::from(kind));
        for class in 0..ground.movements().len() as u8 {
            let class = MoveClass(class);
            let (before, after) = (ground.passage(class, cell), ground.passage_as(class, cell, kind));
            change.opened |= !before.is_open() && after.is_open();
            change.closed |= before.is_open() && !after.is_open();
            change.costs |= before.cost != after.cost;
        }
        ground.set_kind(cell, kind);
    }
    change.costs &= ground.has_costs();
    Vec::from_iter(any.then_some(change))
}
