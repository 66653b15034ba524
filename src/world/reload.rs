//! A map that was saved again while its world runs: what the new text says of each entry that it changed, and for all others what the world
//! has made of them meanwhile (a merge of three versions; Khanna, Kunal & Pierce 2007).

use super::edit::PlannedEdit;
use super::ground::CellChange;
use super::{Change, Door, Volume, World};
use crate::geom::{Aabb, Cell, Obb, Vec2, bits};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3Default;

/// Cells of a side of the squares in which changes of the ground are put together, at first, …
const SQUARE: i32 = 16;
/// … and so many of them at most: above that, squares are doubled.
const MOST_SQUARES: usize = 48;

/// Why a map cannot take the place of another while creatures live.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MapRefusal {
    /// The world would have another size.
    #[error("storey '{storey}' was {was} m wide and high, and is {is} m now")]
    Size {
        /// Which.
        storey: String,
        /// Metres.
        was: Vec2,
        /// Metres.
        is: Vec2,
    },
    /// Cells would have another size.
    #[error("'resolution' was {was} m a cell, and is {is} now")]
    Resolution {
        /// Metres.
        was: f32,
        /// Metres.
        is: f32,
    },
    /// There would be other storeys.
    #[error("its storeys were {was}, and are {is} now")]
    Storeys {
        /// Their names.
        was: String,
        /// Their names.
        is: String,
    },
    /// Creatures would plan in another manner.
    #[error("'{0}' is another now: it says how creatures plan, which is settled when the world starts")]
    Planning(&'static str),
}

impl World {
    /// Why this map cannot take the place of another while creatures live; `None`: it can.
    pub fn refusal(&self, old: &Self) -> Option<MapRefusal> {
        let names = |world: &Self| -> String {
            let all: Vec<String> = world.storeys().map(|on| format!("'{}'", world.on(on).floor.name)).collect();
            all.join(", ")
        };
        let [was, is] = [old, self].map(|world| world.ground.resolution_m());
        if was != is {
            return Some(MapRefusal::Resolution { was, is });
        }
        if names(old) != names(self) {
            return Some(MapRefusal::Storeys { was: names(old), is: names(self) });
        }
        let planning = [
            ("planner", self.planner == old.planner),
            ("nav", self.graph == old.graph),
            ("crowd", (self.gates, self.gate_cost) == (old.gates, old.gate_cost)),
        ];
        if let Some((key, _)) = planning.into_iter().find(|(_, same)| !same) {
            return Some(MapRefusal::Planning(key));
        }
        self.storeys().find_map(|on| {
            let [was, is] = [old, self].map(|world| world.on(on).size());
            let storey = self.on(on).floor.name.to_string();
            (was != is).then_some(MapRefusal::Size { storey, was, is })
        })
    }

    /// This map, with what `living` has made of those entries that are as they were in `old`, the map that it came of.
    pub(crate) fn with_life(&self, living: &Self, old: &Self) -> Self {
        let mut merged = self.clone();
        for storey in self.storeys() {
            merged.on_mut(storey).is_reloaded = true;
            merged.on_mut(storey).keep_life(living.on(storey), old.on(storey));
        }
        merged
    }

    fn keep_life(&mut self, living: &Self, old: &Self) {
        if !Arc::ptr_eq(&living.ground, &old.ground) {
            Arc::make_mut(&mut self.ground).keep_changes(&living.ground, &old.ground);
        }
        for number in 0..self.doors.len() {
            let name = self.doors[number].name.clone();
            let known =
                old.door(&name).filter(|known| self.entry(&self.doors[number]) == old.entry(&old.doors[*known]));
            if let Some(door) = known.and_then(|_| living.door(&name)) {
                self.set_door(number, living.doors[door].open);
            }
        }
        self.keep_boxes(living, old);
    }

    /// What a map says of a door.
    fn entry<'a>(&self, door: &'a Door) -> (&'a [Box<str>], Option<f32>, BoxKey) {
        let Volume { footprint, base_m, .. } = self.volumes[door.volume as usize];
        (&door.opened_by, door.changes_s, key(&Volume { footprint, base_m, top_m: door.top_m, object: 0 }))
    }

    /// Places the boxes again that came to `living`, and moves and takes away those that moved or went there.
    fn keep_boxes(&mut self, living: &Self, old: &Self) {
        let Some(placed) = &living.placed else { return };
        let object_key = |world: &Self, object: usize| {
            let of = &world.objects[object];
            (of.name.clone(), of.kind.clone(), world.boxes_of(object).map(key).collect::<Vec<_>>())
        };
        let mut same: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        (0..self.objects.len()).for_each(|object| same.entry(object_key(self, object)).or_default().push(object));
        same.values_mut().for_each(|objects| objects.reverse());
        for object in 0..old.objects.len().min(placed.own_objects) {
            let before = object_key(old, object);
            let volumes = &old.objects[object].volumes;
            let is_door = old.doors.iter().any(|door| volumes.contains(&door.volume));
            let Some(gone) = same.get_mut(&before).and_then(Vec::pop) else { continue };
            if !is_door && !old.boxes_of(object).map(key).eq(living.boxes_of(object).map(key)) {
                let (name, come) = (before.0, living.boxes_of(object).copied().collect());
                self.make(PlannedEdit::Boxes { gone: Some(gone), name, come });
            }
        }
        for object in placed.own_objects..living.objects.len() {
            let come: Vec<Volume> = living.boxes_of(object).copied().collect();
            if !come.is_empty() {
                self.make(PlannedEdit::Boxes { gone: None, name: living.objects[object].name.clone(), come });
            }
        }
    }

    /// A checksum of all that the map says.
    pub(crate) fn digest(&self) -> u64 {
        let mut sum = Xxh3Default::new();
        for plane in self.storeys().map(|storey| self.on(storey)) {
            let ground = &plane.ground;
            (ground.width(), ground.resolution_m().to_bits()).hash(&mut sum);
            ground.cells().for_each(|kind| sum.write_u8(kind));
            plane.volumes.iter().for_each(|volume| (key(volume), volume.object).hash(&mut sum));
            plane.objects.iter().for_each(|object| (&object.name, &object.kind, &object.volumes).hash(&mut sum));
            let rest = (ground.kinds(), ground.terrain(), &plane.doors, &plane.areas, &plane.floor);
            format!("{rest:?}").hash(&mut sum);
        }
        let spawns = (&self.spawns, self.player, self.player_storey, &self.markers, &self.layers, self.portals.all());
        let rest =
            (&self.name, &self.attribution, &self.changed_by, self.planner, self.graph, self.gates, self.gate_cost);
        format!("{spawns:?}{rest:?}").hash(&mut sum);
        sum.finish()
    }

    /// Where bodies find something else than in a world of the same size, and what it is.
    pub(crate) fn changes_since(&self, before: &Self) -> Vec<Change> {
        let mut changes = Vec::new();
        for storey in self.storeys() {
            let (is, was) = (self.on(storey), before.on(storey));
            let of_storey = is.ground_changes(was).into_iter().chain(is.box_changes(was));
            changes.extend(of_storey.map(|change| Change { storey, ..change }));
        }
        changes
    }

    fn ground_changes(&self, before: &Self) -> Vec<Change> {
        let mut squares: BTreeMap<(i32, i32), (Cell, Cell, CellChange)> = BTreeMap::new();
        if !Arc::ptr_eq(&self.ground, &before.ground) {
            self.ground.each_change(&before.ground, |cell, change| {
                let square = squares.entry((cell.y / SQUARE, cell.x / SQUARE)).or_insert((cell, cell, change));
                *square = joined(*square, (cell, cell, change));
            });
        }
        while squares.len() > MOST_SQUARES {
            let fine = std::mem::take(&mut squares);
            for ((y, x), square) in fine {
                let coarse = squares.entry((y / 2, x / 2)).or_insert(square);
                *coarse = joined(*coarse, square);
            }
        }
        let resolution_m = self.ground.resolution_m();
        let corner = |cell: Cell| Vec2::new(cell.x as f32, cell.y as f32) * resolution_m;
        let has_costs = self.ground.has_costs() || before.ground.has_costs();
        let change = |(low, high, what): (Cell, Cell, CellChange)| Change {
            opened: what.opened,
            closed: what.closed,
            costs: what.costs && has_costs,
            ..Change::nothing(Aabb::new(corner(low), corner(Cell::new(high.x + 1, high.y + 1))))
        };
        squares.into_values().map(change).collect()
    }

    /// Boxes that only one of both worlds has.
    fn box_changes(&self, before: &Self) -> Vec<Change> {
        let all = |world: &Self| {
            let there = world.volumes.iter().filter(|volume| volume.is_there());
            let mut all: Vec<(BoxKey, Aabb)> = there.map(|v| (key(v), v.footprint.bounds())).collect();
            all.sort_unstable_by_key(|(key, _)| *key);
            all
        };
        let (was, is) = (all(before), all(self));
        let (mut a, mut b) = (was.iter().peekable(), is.iter().peekable());
        let mut changes = Vec::new();
        loop {
            let (gone, came) = match (a.peek(), b.peek()) {
                (None, None) => return squared(changes),
                (Some(one), Some(other)) => (one.0 <= other.0, other.0 <= one.0),
                (one, other) => (one.is_some(), other.is_some()),
            };
            let (gone, came) = (a.next_if(|_| gone), b.next_if(|_| came));
            if let (Some((_, area)), None) | (None, Some((_, area))) = (gone, came) {
                let (opened, closed) = (gone.is_some(), came.is_some());
                changes.push(Change { opened, closed, ..Change::nothing(*area) });
            }
        }
    }
}

/// A box as its bits.
type BoxKey = ((u32, u32), (u32, u32), (u32, u32), u32, u32);

fn key(Volume { footprint: Obb { centre, half, axis }, base_m, top_m, .. }: &Volume) -> BoxKey {
    (bits(*centre), bits(*half), bits(*axis), base_m.to_bits(), top_m.to_bits())
}

fn joined<T: std::ops::BitOr<Output = T>>(a: (Cell, Cell, T), b: (Cell, Cell, T)) -> (Cell, Cell, T) {
    let low = Cell::new(a.0.x.min(b.0.x), a.0.y.min(b.0.y));
    let high = Cell::new(a.1.x.max(b.1.x), a.1.y.max(b.1.y));
    (low, high, a.2 | b.2)
}

/// Changes as few, by squares of growing size.
fn squared(mut changes: Vec<Change>) -> Vec<Change> {
    let mut side_m = SQUARE as f32;
    while changes.len() > MOST_SQUARES {
        let mut squares: BTreeMap<(i32, i32), Change> = BTreeMap::new();
        for change in changes {
            let at = change.area.min / side_m;
            let square = squares.entry((at.y.floor() as i32, at.x.floor() as i32)).or_insert(change);
            *square = square.with(change);
        }
        changes = squares.into_values().collect();
        side_m *= 2.0;
    }
    changes
}
