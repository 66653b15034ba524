//! Regions for every size of body there is.

use super::open::{closed_cells, fits_a_cell};
use super::{Anchors, CostLayer, Field, Regions};
use crate::geom::Storey;
use crate::world::{MoveClass, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Regions by size of body, each built once.
#[derive(Clone, Debug, Default)]
pub struct RegionSet {
    pub(super) sets: Sets<Regions>,
    /// Grids to search, for the same classes, only where asked for.
    pub(super) fields: Sets<Field>,
    /// Where bodies are in the cells, for the classes of either.
    pub(super) anchors: BTreeMap<SizeClass, Arc<Anchors>>,
    /// What the ground costs each movement class, where that differs; made with the first grid to search for it.
    pub(super) costs: BTreeMap<MoveClass, Option<Arc<CostLayer>>>,
    /// The same for the storeys above the ground, from below.
    above: Vec<Arc<RegionSet>>,
}

/// Radius in hundredths and height in tenths of a metre, rounded up, so that near equal bodies share; and how they move. A
/// body is at most as much smaller than its class as gaps may be missed for.
pub(crate) type SizeClass = (u32, u32, MoveClass);

pub(super) type Sets<T> = BTreeMap<SizeClass, Made<T>>;

/// Something made for a size class. Classes to which the world is `alike` share it.
#[derive(Clone, Debug)]
pub(super) struct Made<T> {
    pub(super) alike: SizeClass,
    pub(super) what: Arc<T>,
}

/// The class of a size of body.
pub(crate) fn size_class(radius_m: f32, height_m: f32, moves: MoveClass) -> SizeClass {
    // A little less before rounding up: 0.3 is 3 tenths, whatever its binary digits.
    let parts = |metres: f32, of: f32| (metres * of - 1e-3).ceil().max(0.0) as u32;
    (parts(radius_m, 100.0), parts(height_m, 10.0), moves)
}

/// The largest body of a class: radius and height. Things are made for that, so that the order of requests does not matter.
pub(crate) fn largest((radius, height, _): SizeClass) -> (f32, f32) {
    (radius as f32 / 100.0, height as f32 / 10.0)
}

/// The smallest class to which the world looks the same: without volumes heights do not matter, and all bodies that fit a
/// cell are alike.
fn alike(world: &World, class: SizeClass) -> SizeClass {
    if !world.volumes.is_empty() {
        return class;
    }
    let small = fits_a_cell(largest(class).0, world.ground.resolution_m());
    (if small { 0 } else { class.0 }, 0, class.2)
}

/// Makes sure that a class is among those that were made.
fn prepare<T>(all: &mut Sets<T>, world: &World, class: SizeClass, make: impl FnOnce(f32, f32) -> Option<T>) {
    if !all.contains_key(&class) {
        let alike = alike(world, class);
        let known = all.values().find(|m| m.alike == alike).map(|m| Arc::clone(&m.what));
        let (radius_m, height_m) = largest(class);
        let what = known.or_else(|| make(radius_m, height_m).map(Arc::new));
        all.extend(what.map(|what| (class, Made { alike, what })));
    }
}

impl RegionSet {
    /// Those of a storey; nothing was prepared on one that there is not.
    pub fn on(&self, storey: Storey) -> Option<&Self> {
        storey.above_ground().map_or(Some(self), |above| self.above.get(above).map(|on| &**on))
    }

    /// The same, to prepare or repair them.
    pub fn on_mut(&mut self, storey: Storey) -> &mut Self {
        let Some(above) = storey.above_ground() else { return self };
        if self.above.len() <= above {
            self.above.resize_with(above + 1, Arc::default);
        }
        Arc::make_mut(&mut self.above[above])
    }

    /// Makes sure that a size of body is covered.
    pub fn prepare(&mut self, world: &World, radius_m: f32, height_m: f32, moves: MoveClass) {
        let make = |radius_m, height_m| Some(Regions::build(world, radius_m, height_m, moves));
        let class = size_class(radius_m, height_m, moves);
        prepare(&mut self.sets, world, class, make);
        self.anchors.extend(self.sets.get(&class).map(|m| (class, Arc::clone(m.what.anchors()))));
    }

    /// The regions for a size of body; `None` when they were not prepared.
    pub fn get(&self, radius_m: f32, height_m: f32, moves: MoveClass) -> Option<&Regions> {
        self.sets.get(&size_class(radius_m, height_m, moves)).map(|m| &*m.what)
    }

    /// Makes sure that there is a grid to search for a size of body; sizes for which the same cells are open share one. A
    /// world with a side longer than [`MAX_FIELD_SIDE`](super::MAX_FIELD_SIDE) has none.
    pub fn prepare_field(&mut self, world: &World, radius_m: f32, height_m: f32, moves: MoveClass) {
        let class = size_class(radius_m, height_m, moves);
        // Asked again at every reload; to compare grids looks at all of their cells.
        if self.fields.contains_key(&class) {
            return;
        }
        self.costs.entry(moves).or_insert_with(|| CostLayer::of_world(world, moves).map(Arc::new));
        let (anchors, regions) = (&mut self.anchors, self.sets.get(&class).map(|m| Arc::clone(&m.what)));
        let make = |radius_m, height_m| {
            if let Some(regions) = regions {
                return Field::new(&regions.closed()).ok();
            }
            let (closed, places) = closed_cells(world, radius_m, height_m, moves);
            anchors.entry(class).or_insert_with(|| Arc::new(places));
            Field::new(&closed).ok()
        };
        prepare(&mut self.fields, world, class, make);
        // Classes to which the world is alike have the same places, too.
        let alike = self.fields.get(&class).map(|m| m.alike);
        let same =
            self.fields.iter().find_map(|(c, m)| self.anchors.get(c).filter(|_| Some(m.alike) == alike)).cloned();
        if let Some(same) = same {
            self.anchors.entry(class).or_insert(same);
        }
        let Some(print) = self.fields.get(&class).map(|m| m.what.fingerprint()) else { return };
        let twin = self.fields.iter().find(|(c, m)| **c != class && m.what.fingerprint() == print);
        if let Some(twin) = twin.map(|(_, m)| m.clone()) {
            self.fields.insert(class, twin);
        }
    }

    /// The grid to search for a size of body; `None` when it was not prepared.
    pub fn field(&self, radius_m: f32, height_m: f32, moves: MoveClass) -> Option<&Field> {
        self.fields.get(&size_class(radius_m, height_m, moves)).map(|m| &*m.what)
    }

    /// The same, to be kept as it is now: a grid that is kept somewhere is copied when it changes.
    pub(crate) fn field_now(&self, radius_m: f32, height_m: f32, moves: MoveClass) -> Option<Arc<Field>> {
        self.fields.get(&size_class(radius_m, height_m, moves)).map(|m| Arc::clone(&m.what))
    }

    /// The class that represents those that share the grid of this one.
    pub(crate) fn alike(&self, class: SizeClass) -> Option<SizeClass> {
        self.fields.get(&class).map(|made| made.alike)
    }

    /// The classes for which there is a grid to search.
    pub(crate) fn field_classes(&self) -> impl Iterator<Item = SizeClass> {
        self.fields.keys().copied()
    }

    /// Those of them that share the grid of a class that represents them.
    pub(crate) fn sharing(&self, class: SizeClass) -> impl Iterator<Item = SizeClass> {
        self.fields.iter().filter(move |(_, made)| made.alike == class).map(|(class, _)| *class)
    }

    /// The grid of a class that was prepared.
    pub(crate) fn field_of(&self, class: SizeClass) -> Option<&Field> {
        self.fields.get(&class).map(|m| &*m.what)
    }

    /// Where bodies of a size are in the cells; `None` where that is the centre of each.
    pub fn anchors(&self, radius_m: f32, height_m: f32, moves: MoveClass) -> Option<&Anchors> {
        self.anchors.get(&size_class(radius_m, height_m, moves)).map(|anchors| &**anchors)
    }

    /// What the ground costs a movement class; `None` where it costs the same everywhere, and where no grid to search was
    /// prepared.
    pub fn costs(&self, moves: MoveClass) -> Option<&CostLayer> {
        self.costs.get(&moves)?.as_deref()
    }

    /// The same, to be kept as it is now.
    pub(crate) fn costs_now(&self, moves: MoveClass) -> Option<Arc<CostLayer>> {
        self.costs.get(&moves)?.clone()
    }

    /// The class that represents all sizes of body that share the grid of this one; `None` when it was not prepared.
    pub fn field_class(&self, radius_m: f32, height_m: f32, moves: MoveClass) -> Option<SizeClass> {
        self.fields.get(&size_class(radius_m, height_m, moves)).map(|m| m.alike)
    }
}
