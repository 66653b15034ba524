//! Regions for every size of body there is.

use super::open::fits_a_cell;
use super::{CostLayer, Field, Regions};
use crate::world::World;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Regions by size of body, each built once.
#[derive(Clone, Debug, Default)]
pub struct RegionSet {
    sets: Sets<Regions>,
    /// Grids to search, for the same classes, only where asked for.
    fields: Sets<Field>,
    /// What the ground costs, where that differs; made with the first grid to search.
    costs: Option<Arc<CostLayer>>,
}

/// Radius and height in tenths of a metre, rounded up, so that near equal bodies share.
pub(crate) type SizeClass = (u32, u32);

type Sets<T> = BTreeMap<SizeClass, Made<T>>;

/// Something made for a size class. Classes to which the world is `alike` share it.
#[derive(Clone, Debug)]
struct Made<T> {
    alike: SizeClass,
    what: Arc<T>,
}

/// The class of a size of body.
pub(crate) fn size_class(radius_m: f32, height_m: f32) -> SizeClass {
    // A little less before rounding up: 0.3 is 3 tenths, whatever its binary digits.
    let tenths = |metres: f32| (metres * 10.0 - 1e-3).ceil().max(0.0) as u32;
    (tenths(radius_m), tenths(height_m))
}

/// The largest body of a class: radius and height. Things are made for that, so that the order of requests does not matter.
fn largest((radius, height): SizeClass) -> (f32, f32) {
    (radius as f32 / 10.0, height as f32 / 10.0)
}

/// The smallest class to which the world looks the same: without volumes heights do not matter, and all bodies that fit a
/// cell are alike.
fn alike(world: &World, class: SizeClass) -> SizeClass {
    if !world.volumes.is_empty() {
        return class;
    }
    let small = fits_a_cell(largest(class).0, world.ground.resolution_m());
    (if small { 0 } else { class.0 }, 0)
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
    /// Makes sure that a size of body is covered.
    pub fn prepare(&mut self, world: &World, radius_m: f32, height_m: f32) {
        let make = |radius_m, height_m| Some(Regions::build(world, radius_m, height_m));
        prepare(&mut self.sets, world, size_class(radius_m, height_m), make);
    }

    /// The regions for a size of body; `None` when they were not prepared.
    pub fn get(&self, radius_m: f32, height_m: f32) -> Option<&Regions> {
        self.sets.get(&size_class(radius_m, height_m)).map(|m| &*m.what)
    }

    /// Makes sure that there is a grid to search for a size of body; sizes for which the same cells are open share one. A
    /// world with a side longer than [`MAX_FIELD_SIDE`](super::MAX_FIELD_SIDE) has none.
    pub fn prepare_field(&mut self, world: &World, radius_m: f32, height_m: f32) {
        let class = size_class(radius_m, height_m);
        // Asked again at every reload; to compare grids looks at all of their cells.
        if self.fields.contains_key(&class) {
            return;
        }
        if self.fields.is_empty() {
            self.costs = CostLayer::of_world(world).map(Arc::new);
        }
        let make = |radius_m, height_m| Field::of_world(world, radius_m, height_m).ok();
        prepare(&mut self.fields, world, class, make);
        let Some(print) = self.fields.get(&class).map(|m| m.what.fingerprint()) else { return };
        let twin = self.fields.iter().find(|(c, m)| **c != class && m.what.fingerprint() == print);
        if let Some(twin) = twin.map(|(_, m)| m.clone()) {
            self.fields.insert(class, twin);
        }
    }

    /// The grid to search for a size of body; `None` when it was not prepared.
    pub fn field(&self, radius_m: f32, height_m: f32) -> Option<&Field> {
        self.fields.get(&size_class(radius_m, height_m)).map(|m| &*m.what)
    }

    /// What the ground costs; `None` where it costs the same everywhere, and where no grid to search was prepared.
    pub fn costs(&self) -> Option<&CostLayer> {
        self.costs.as_deref()
    }

    /// The class that represents all sizes of body that share the grid of this one; `None` when it was not prepared.
    pub fn field_class(&self, radius_m: f32, height_m: f32) -> Option<SizeClass> {
        self.fields.get(&size_class(radius_m, height_m)).map(|m| m.alike)
    }
}
