//! The storeys of a world: each is a plane of its own, so that no question about one can see another.

use super::World;
use crate::geom::Storey;
use std::sync::Arc;

impl World {
    /// A storey's plane. The ground's where the world has no such storey.
    #[inline]
    pub fn on(&self, storey: Storey) -> &Self {
        storey.above_ground().and_then(|above| self.above.get(above)).map_or(self, |plane| plane)
    }

    /// The same, to change it. Copies of the world keep what they have.
    pub(crate) fn on_mut(&mut self, storey: Storey) -> &mut Self {
        match storey.above_ground() {
            Some(above) if above < self.above.len() => Arc::make_mut(&mut self.above[above]),
            _ => self,
        }
    }

    /// All storeys there are, the ground first.
    pub fn storeys(&self) -> impl Iterator<Item = Storey> + use<> {
        (0..=self.above.len() as u32).map(Storey)
    }

    /// Adds a storey on top of those there are, with a plane of its own: `plane` is a world that is not used otherwise. There
    /// are at most [`Storey::MOST`] of them.
    ///
    /// # Errors
    /// The plane, when there are as many as there can be.
    #[expect(clippy::result_large_err, reason = "it is handed back, not reported")]
    pub fn add_storey(&mut self, plane: Self) -> Result<Storey, Self> {
        if self.above.len() + 1 >= Storey::MOST {
            return Err(plane);
        }
        self.above.push(Arc::new(plane));
        Ok(Storey(self.above.len() as u32))
    }

    /// The storey and the number of the door with this name.
    pub fn find_door(&self, name: &str) -> Option<(Storey, usize)> {
        self.storeys().find_map(|storey| Some((storey, self.on(storey).door(name)?)))
    }
}
