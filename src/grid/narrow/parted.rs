//! Which of two neighbours is closed that nothing joins.

use super::Narrows;
use crate::geom::{Aabb, Cell};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The cells round one, in order: those along the axes have even numbers.
const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl Narrows<'_> {
    /// Closes one of two neighbours that nothing joins: a cell that was opened rather than one with a free centre, then
    /// the one with fewer such neighbours, so that corridors between thin walls stay open, then one that joins nothing rather than one by which
    /// a path leads, then the one in which less is left beside the body.
    pub(super) fn close(&mut self) {
        let is_mixed = |(a, b): &(Cell, Cell)| self.opened.contains_key(a) != self.opened.contains_key(b);
        let (mixed, alike): (Vec<_>, Vec<_>) = self.parted.iter().copied().partition(is_mixed);
        for (a, b) in mixed {
            self.part.close(if self.opened.contains_key(&a) { a } else { b });
        }
        let mut count: BTreeMap<Cell, u32> = BTreeMap::new();
        for cell in self.parted.iter().flat_map(|(a, b)| [*a, *b]) {
            *count.entry(cell).or_default() += 1;
        }
        let rank: BTreeMap<Cell, _> = alike
            .iter()
            .flat_map(|(a, b)| [*a, *b])
            .map(|cell| (cell, (count.get(&cell), self.joins(cell), self.left_beside(cell), Reverse((cell.y, cell.x)))))
            .collect();
        let closed: Vec<Cell> = alike.iter().map(|(a, b)| if rank.get(a) > rank.get(b) { *b } else { *a }).collect();
        closed.iter().for_each(|cell| self.part.close(*cell));
    }

    /// Whether a path leads by a cell: of the open cells round it, some that it is joined to are not next to others.
    fn joins(&self, cell: Cell) -> bool {
        let ring = AROUND.map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy));
        let open = ring.map(|near| self.part.contains(near) && self.part.open(near));
        let is_parted = |near: Cell| self.parted.contains(&(cell.min(near), cell.max(near)));
        // One for each stretch of open cells, counted where it begins.
        let begins = (0..8).filter(|i| open[*i] && !open[(*i + 7) % 8]);
        let stretch = |from: usize| (from..from + 8).map(|i| i % 8).take_while(|i| open[*i]);
        let is_joined = |from: &usize| stretch(*from).any(|i| i % 2 == 0 && !is_parted(ring[i]));
        begins.filter(is_joined).count() > 1
    }

    /// How far the nearest obstacle is from the place in a cell, hundredths of a cell, up to one cell beside the body.
    fn left_beside(&self, cell: Cell) -> u32 {
        let (place, res) = (self.place(cell), self.shape.resolution_m());
        let most = self.shape.radius_m + res;
        let mut obstacles = Vec::new();
        self.shape.obstacles(Aabb::around(place, most), &mut obstacles);
        let nearest = obstacles.iter().map(|o| o.distance(place)).fold(most, f32::min);
        (nearest / res * 100.0) as u32
    }
}
