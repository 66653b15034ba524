//! The storeys of a world: each is a plane of its own, so that no question about one can see another.

use super::{Movement, Portal, Portals, World};
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
        let storey = Storey(self.above.len() as u32 + 1);
        Arc::make_mut(&mut self.storey_names).entry(plane.floor.name.clone()).or_insert(storey);
        self.above.push(Arc::new(plane));
        Ok(storey)
    }

    /// The storey with this name.
    pub fn storey(&self, name: &str) -> Option<Storey> {
        let is_ground = &*self.floor.name == name;
        if is_ground { Some(Storey::GROUND) } else { self.storey_names.get(name).copied() }
    }

    /// Works out for all storeys what their ground is to the movement classes there are.
    pub(crate) fn set_movements(&mut self, movements: &[Movement]) {
        for storey in self.storeys() {
            let plane = self.on_mut(storey);
            if movements != plane.ground.movements() {
                Arc::make_mut(&mut plane.ground).set_movements(movements);
            }
        }
    }

    /// How many storeys there are; the ground is one of them.
    pub fn storey_count(&self) -> usize {
        self.above.len() + 1
    }

    /// The storey and the number of the door with this name.
    pub fn find_door(&self, name: &str) -> Option<(Storey, usize)> {
        self.storeys().find_map(|storey| Some((storey, self.on(storey).door(name)?)))
    }

    /// The portals of all its storeys.
    pub fn portals(&self) -> &Portals {
        &self.portals
    }

    /// Gives the world its portals, in place of those that it has. Their storeys must exist.
    pub fn set_portals(&mut self, portals: Vec<Portal>) {
        self.portals = Arc::new(Portals::new(portals));
    }
}
