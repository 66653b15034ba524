//! The storeys of a world: each is a plane of its own, so that no question about one can see another.

use super::World;
use crate::geom::Storey;

impl World {
    /// A storey's plane. The ground's where the world has no such storey.
    pub fn on(&self, storey: Storey) -> &Self {
        storey.above_ground().and_then(|above| self.above.get(above)).unwrap_or(self)
    }

    /// The same, to change it.
    pub(crate) fn on_mut(&mut self, storey: Storey) -> &mut Self {
        match storey.above_ground() {
            Some(above) if above < self.above.len() => &mut self.above[above],
            _ => self,
        }
    }

    /// All storeys there are, the ground first.
    pub fn storeys(&self) -> impl Iterator<Item = Storey> + use<> {
        (0..=self.above.len() as u8).map(Storey)
    }

    /// Adds a storey on top of those there are, with a plane of its own: `plane` is a world that is not used otherwise. There
    /// are at most 256 of them.
    ///
    /// # Errors
    /// The plane, when there are as many as there can be.
    #[expect(clippy::result_large_err, reason = "it is handed back, not reported")]
    pub fn add_storey(&mut self, plane: Self) -> Result<Storey, Self> {
        match u8::try_from(self.above.len() + 1) {
            Ok(number) => {
                self.above.push(plane);
                Ok(Storey(number))
            }
            Err(_) => Err(plane),
        }
    }

    /// The storey and the number of the door with this name.
    pub fn find_door(&self, name: &str) -> Option<(Storey, usize)> {
        self.storeys().find_map(|storey| Some((storey, self.on(storey).door(name)?)))
    }
}
