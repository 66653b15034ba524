//! Cells that the centre alone does not settle: a body may fit beside it, and something thin may lie between two centres.

use super::anchors::Anchors;
use super::shape::Shape;
use super::{BitGrid, Lattice};
use crate::geom::{Aabb, Cell, Vec2};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How far from a centre, in cells, what blocks the step to a neighbour may begin beyond the body's radius: more than half a
/// diagonal step.
const NEAR_CELLS: f32 = 0.75;

const SIDES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const CORNERS: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Settles the cells of a grid that has those open whose centre is free for a body:
///
/// - Cells in narrow places are opened where the body fits in them anywhere, and so are the cells at their ends. A gap
///   that is wide enough is passed, whatever its offset to the cells.
/// - Of two open neighbours that no path joins nearby one is closed: what is too narrow is not passed.
///
/// What becomes of a cell depends on what is at most four cells and the radius away, and three quarters of a cell more.
pub(super) fn settle(shape: Shape, grid: &mut BitGrid) -> Anchors {
    let mut lattice = Lattice::default();
    lattice.fit(&shape);
    let mut narrows =
        Narrows { shape, lattice, grid, opened: BTreeMap::new(), marked: BTreeSet::new(), parted: vec![] };
    narrows.open();
    narrows.look_between();
    narrows.close();
    let Narrows { mut opened, marked, .. } = narrows;
    let res = shape.resolution_m();
    for cell in marked {
        opened.entry(cell).or_insert_with(|| cell.centre(res));
    }
    opened.retain(|cell, _| grid.open(cell.x, cell.y));
    Anchors::new(&shape, opened)
}

struct Narrows<'a> {
    shape: Shape<'a>,
    lattice: Lattice,
    grid: &'a mut BitGrid,
    /// Cells that were opened, and where the body is in them.
    opened: BTreeMap<Cell, Vec2>,
    /// Open cells with an obstacle between them and a neighbour.
    marked: BTreeSet<Cell>,
    /// Open neighbours that nothing joins.
    parted: Vec<(Cell, Cell)>,
}

impl Narrows<'_> {
    /// Opens cells in narrow places, and the cells beside these in which the body fits.
    fn open(&mut self) {
        let mut words = Vec::new();
        for y in 0..self.grid.height() {
            self.shape.ground_words(y as usize, &mut words);
            words.iter_mut().zip(self.grid.row(y as usize)).for_each(|(word, closed)| *word &= closed);
            for x in ones(&words) {
                let cell = Cell::new(x, y as i32);
                let place = self.lattice.widest(&self.shape, cell, true);
                self.opened.extend(place.map(|at| (cell, at)));
            }
        }
        let beside = |cell: &Cell| SIDES.map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy));
        let ends: BTreeSet<Cell> = self.opened.keys().flat_map(beside).collect();
        for cell in ends {
            let closed = self.grid.contains(cell.x, cell.y) && !self.grid.open(cell.x, cell.y);
            if closed && !self.opened.contains_key(&cell) {
                let place = self.lattice.widest(&self.shape, cell, false);
                self.opened.extend(place.map(|at| (cell, at)));
            }
        }
        self.opened.keys().for_each(|cell| self.grid.reopen(cell.x, cell.y));
    }

    /// Looks for obstacles between open neighbours. Closed ground alone is never between two free centres.
    fn look_between(&mut self) {
        let near = self.near();
        for y in 0..near.height() {
            for x in ones(near.row(y as usize)) {
                let cell = Cell::new(x, y as i32);
                for (dx, dy) in SIDES.into_iter().chain(CORNERS) {
                    let other = Cell::new(x + dx, cell.y + dy);
                    // Two such cells are looked at from the first of them.
                    let is_near = near.contains(other.x, other.y) && !near.open(other.x, other.y);
                    if !(is_near && other < cell) && self.grid.open(other.x, other.y) {
                        self.look(cell, other);
                    }
                }
            }
        }
    }

    /// The open cells next to which obstacles may lie between them and a neighbour, as bits that are set.
    fn near(&self) -> BitGrid {
        let mut near = BitGrid::new(self.grid.width(), self.grid.height());
        self.opened.keys().for_each(|cell| near.close(cell.x, cell.y));
        let res = self.shape.resolution_m();
        let reach = self.shape.radius_m + NEAR_CELLS * res;
        let (right, bottom) = (self.grid.width() as i32 - 1, self.grid.height() as i32 - 1);
        for volume in self.shape.volumes() {
            let Aabb { min, max } = volume.bounds().grown(reach);
            let (low, high) = (Cell::of(min, res), Cell::of(max, res));
            for y in low.y.max(0)..=high.y.min(bottom) {
                for x in low.x.max(0)..=high.x.min(right) {
                    if self.grid.open(x, y) && volume.distance(Cell::new(x, y).centre(res)) < reach {
                        near.close(x, y);
                    }
                }
            }
        }
        near
    }

    fn place(&self, cell: Cell) -> Vec2 {
        self.opened.get(&cell).copied().unwrap_or_else(|| cell.centre(self.shape.resolution_m()))
    }

    fn look(&mut self, cell: Cell, other: Cell) {
        let diagonal = cell.x != other.x && cell.y != other.y;
        if diagonal && !(self.grid.open(cell.x, other.y) && self.grid.open(other.x, cell.y)) {
            return;
        }
        let ends = (self.place(cell), self.place(other));
        if self.lattice.is_clear(&self.shape, ends.0, ends.1) {
            return;
        }
        self.marked.extend([cell, other]);
        // A diagonal step leads by one of the cells beside it.
        if !diagonal && !self.lattice.joins(&self.shape, (cell, other), ends) {
            self.parted.push((cell, other));
        }
    }

    /// Closes one of two neighbours that nothing joins: a cell that was opened rather than one with a free centre, then
    /// the one with fewer such neighbours, so that corridors between thin walls stay open.
    fn close(&mut self) {
        let mut count: BTreeMap<Cell, u32> = BTreeMap::new();
        for cell in self.parted.iter().flat_map(|(a, b)| [*a, *b]) {
            *count.entry(cell).or_default() += 1;
        }
        let rank = |cell: Cell| (!self.opened.contains_key(&cell), count.get(&cell), Reverse((cell.y, cell.x)));
        let closed: Vec<Cell> = self.parted.iter().map(|(a, b)| if rank(*a) > rank(*b) { *b } else { *a }).collect();
        closed.iter().for_each(|cell| self.grid.close(cell.x, cell.y));
    }
}

/// The numbers of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = i32> + '_ {
    (0..).zip(words).flat_map(|(i, word)| {
        let mut word = *word;
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as i32)?;
            word &= word - 1;
            Some(i * 64 + bit)
        })
    })
}
