//! A whole world as a field, for bodies of one size.

use super::open::closed_cells;
use super::{Field, FieldTooLarge};
use crate::world::World;

impl Field {
    /// A cell is open exactly where [`World::is_free`] holds for its centre.
    ///
    /// # Errors
    /// As [`Field::new`].
    pub fn of_world(world: &World, radius_m: f32, height_m: f32) -> Result<Self, FieldTooLarge> {
        Self::new(&closed_cells(world, radius_m, height_m))
    }
}
