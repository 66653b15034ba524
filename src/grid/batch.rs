//! Areas that changed in one step, to be repaired together.

use super::open::reach_cells_of;
use super::region_set::largest;
use super::{CellRect, RegionSet};
use crate::geom::{Aabb, Cell};
use crate::world::World;

/// A box near a change counts as so many cells.
const CELLS_A_BOX: u64 = 64;

/// Areas of one storey, those near each other as one. What is looked at again because of them is counted in cells.
#[derive(Clone, Debug)]
pub struct Batch {
    /// All cells of the storey, and how wide they are, metres.
    all: CellRect,
    resolution_m: f32,
    /// How far from a change cells are looked at, in cells: for each width of body for which something is prepared. Bodies that
    /// differ in height alone nearly always share what is found.
    reaches: Vec<u32>,
    areas: Vec<Aabb>,
    /// By area: the cells that are looked at.
    cells: Vec<u64>,
}

impl Batch {
    /// No areas yet.
    pub fn new(regions: &RegionSet, world: &World) -> Self {
        let resolution_m = world.ground.resolution_m();
        let mut widths: Vec<_> =
            regions.classes().into_iter().map(|class| (class.0, class.2, largest(class).0)).collect();
        widths.sort_by_key(|(radius, moves, _)| (*radius, *moves));
        widths.dedup_by_key(|(radius, moves, _)| (*radius, *moves));
        let reaches = widths.into_iter().map(|(.., radius_m)| reach_cells_of(radius_m, resolution_m)).collect();
        Self { all: CellRect::of_world(&world.ground), resolution_m, reaches, areas: Vec::new(), cells: Vec::new() }
    }

    /// The areas, metres.
    pub fn areas(&self) -> &[Aabb] {
        &self.areas
    }

    /// How many cells are looked at, each as often as there are widths of body for which that is done.
    pub fn cells(&self) -> u64 {
        self.cells.iter().sum()
    }

    /// Adds an area, metres; with those that it costs no more to repair together it becomes one.
    pub fn add(&mut self, world: &World, area: Aabb) {
        let (mut area, mut cells) = (area, self.cells_of(world, area));
        let mut i = 0;
        while i < self.areas.len() {
            let both = area.with(self.areas[i]);
            let together = self.cells_of(world, both);
            if together <= cells + self.cells[i] {
                (area, cells) = (both, together);
                self.areas.swap_remove(i);
                self.cells.swap_remove(i);
            } else {
                i += 1;
            }
        }
        self.areas.push(area);
        self.cells.push(cells);
    }

    /// How many cells are looked at because of an area; boxes near it, between which cells are looked at more closely, count as
    /// so many more.
    pub fn cells_of(&self, world: &World, area: Aabb) -> u64 {
        let changed = CellRect::spanning(Cell::of(area.min, self.resolution_m), Cell::of(area.max, self.resolution_m));
        let mut boxes = 0;
        let reach = self.reaches.iter().max().copied().unwrap_or_default();
        world.volumes_in(changed.grown(reach).bounds(self.resolution_m), |v| boxes += u64::from(v.is_there()));
        let cells_of = |reach: &u32| changed.grown(*reach).overlap(self.all).cells() + boxes * CELLS_A_BOX;
        self.reaches.iter().map(cells_of).sum()
    }
}
