//! Regions for every size of body there is.

use super::{Field, Regions};
use crate::world::World;
use std::sync::Arc;

/// Regions by size of body, each built once.
#[derive(Clone, Debug, Default)]
pub struct RegionSet {
    /// Sorted by size class.
    sets: Vec<(SizeClass, Arc<Regions>)>,
    /// Grids to search, for the same classes; sorted, and only where asked for.
    fields: Vec<(SizeClass, Arc<Field>)>,
}

/// The most cells of a grid that is shared for exact searches: these keep 16 bytes for each.
const MAX_SHARED_CELLS: usize = 1 << 26;

/// Radius and height in tenths of a metre, rounded up, so that near equal bodies share.
type SizeClass = (u32, u32);

fn size_class(radius_m: f32, height_m: f32) -> SizeClass {
    // A little less before rounding up: 0.3 is 3 tenths, whatever its binary digits.
    let tenths = |metres: f32| (metres * 10.0 - 1e-3).ceil().max(0.0) as u32;
    (tenths(radius_m), tenths(height_m))
}

impl RegionSet {
    /// Makes sure that a size of body is covered.
    pub fn prepare(&mut self, world: &World, radius_m: f32, height_m: f32) {
        let class = size_class(radius_m, height_m);
        if let Err(at) = self.sets.binary_search_by_key(&class, |(c, _)| *c) {
            // For the largest body of the class, so that it does not matter who came first.
            let (radius_m, height_m) = (class.0 as f32 / 10.0, class.1 as f32 / 10.0);
            self.sets.insert(at, (class, Arc::new(Regions::build(world, radius_m, height_m))));
        }
    }

    /// The regions for a size of body; `None` when nobody prepared them.
    pub fn get(&self, radius_m: f32, height_m: f32) -> Option<&Regions> {
        let class = size_class(radius_m, height_m);
        self.sets.binary_search_by_key(&class, |(c, _)| *c).ok().map(|at| &*self.sets[at].1)
    }

    /// Makes sure that there is a grid to search for a size of body. A world too large for one has none.
    pub fn prepare_field(&mut self, world: &World, radius_m: f32, height_m: f32) {
        if world.ground.width() * world.ground.height() > MAX_SHARED_CELLS {
            return;
        }
        let class = size_class(radius_m, height_m);
        if let Err(at) = self.fields.binary_search_by_key(&class, |(c, _)| *c) {
            let (radius_m, height_m) = (class.0 as f32 / 10.0, class.1 as f32 / 10.0);
            if let Ok(field) = Field::of_world(world, radius_m, height_m) {
                self.fields.insert(at, (class, Arc::new(field)));
            }
        }
    }

    /// The grid to search for a size of body; `None` when nobody prepared it.
    pub fn field(&self, radius_m: f32, height_m: f32) -> Option<&Field> {
        let class = size_class(radius_m, height_m);
        self.fields.binary_search_by_key(&class, |(c, _)| *c).ok().map(|at| &*self.fields[at].1)
    }
}
