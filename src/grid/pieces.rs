//! Whether a path joins two cells, without a search: the free places of each cell are numbered once, by what is connected
//! within the cell, and the pieces of a few cells are united.

use super::CellRect;
use super::lattice::Lattice;
use super::runs::{join, root};
use super::shape::Shape;
use crate::geom::{Aabb, Cell, Obb, Vec2};
use std::collections::BTreeMap;

/// A little more than the distance from the centre of a cell to its corner, in cells.
const TO_CORNER: f32 = 0.708;

/// The neighbours of a cell that come after it in reading order: each pair of neighbours is looked at from one side.
const AFTER: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// Columns of cells that are kept to the left of those of a question: so much farther left a later one may be.
const KEPT: i32 = 4;

/// A free place whose piece is not known yet.
const UNNUMBERED: u16 = u16::MAX;

/// The free places of one cell.
#[derive(Debug)]
struct Pieces {
    /// How many pieces they fall into: 8 neighbours belong together.
    count: u32,
    /// The piece of each place, row by row, from 1 on; 0 where bodies are not free. Empty where all places are alike.
    labels: Vec<u16>,
}

/// The pieces of cells that were asked for, by cell. Questions that come in order of columns find each cell out once, and
/// only those of a few columns are kept.
#[derive(Debug, Default)]
pub(crate) struct PieceMap {
    cells: BTreeMap<Cell, Pieces>,
    /// Scratch: obstacles near one cell, and places whose neighbours are still to be numbered.
    obstacles: Vec<Obb>,
    open: Vec<u32>,
    /// Scratch: for each piece of the cells of a question, an earlier one that it is united with.
    parents: Vec<u32>,
}

/// The cells of a question.
struct Block<'a> {
    area: CellRect,
    /// Places a side of a cell.
    per_cell: i32,
    /// By cell, row by row: its pieces, and the number of the first one.
    cells: Vec<(&'a Pieces, u32)>,
}

impl PieceMap {
    /// The same as [`Lattice::joins`].
    pub(crate) fn joins(
        &mut self,
        lattice: &mut Lattice,
        shape: &Shape,
        cells: (Cell, Cell),
        ends: (Vec2, Vec2),
    ) -> bool {
        let area = lattice.surround(shape, cells);
        if lattice.aside(shape, ends).is_some() {
            return true;
        }
        while let Some(first) = self.cells.first_entry().filter(|first| first.key().x < area.origin.x - KEPT) {
            first.remove();
        }
        for cell in cells_of(area) {
            if !self.cells.contains_key(&cell) {
                let pieces = self.find(lattice, shape, cell);
                self.cells.insert(cell, pieces);
            }
        }
        let Self { cells, parents, .. } = self;
        parents.clear();
        let mut block = Block { area, per_cell: lattice.per_cell(), cells: Vec::new() };
        for pieces in cells_of(area).map(|cell| &cells[&cell]) {
            let first = parents.len() as u32;
            block.cells.push((pieces, first));
            parents.extend(first..first + pieces.count);
        }
        block.unite(parents);
        block.leads(lattice, shape, ends, parents)
    }

    /// Numbers the free places of a cell.
    fn find(&mut self, lattice: &Lattice, shape: &Shape, cell: Cell) -> Pieces {
        let (res, side, reach_m) = (shape.resolution_m(), lattice.per_cell(), lattice.reach_m());
        let (centre, to_corner) = (cell.centre(res), TO_CORNER * res);
        let Self { obstacles, open, .. } = self;
        shape.obstacles(Aabb::around(centre, res / 2.0).grown(reach_m), obstacles);
        obstacles.retain(|o| o.distance(centre) < reach_m + to_corner);
        if obstacles.is_empty() {
            return Pieces { count: 1, labels: Vec::new() };
        }
        if obstacles.iter().any(|o| o.distance(centre) + to_corner < reach_m) {
            return Pieces { count: 0, labels: Vec::new() };
        }
        let first = Cell::new(cell.x * side, cell.y * side);
        let mut labels = vec![UNNUMBERED; (side * side) as usize];
        for (y, row) in (first.y..).zip(labels.chunks_exact_mut(side as usize)) {
            let distance = |o: &Obb, x: usize| o.distance(Cell::new(first.x + x as i32, y).centre(lattice.spacing_m()));
            obstacles.iter().for_each(|o| block_row(row, lattice, |x| distance(o, x)));
        }
        let mut count = 0;
        for i in 0..labels.len() {
            if labels[i] != UNNUMBERED {
                continue;
            }
            count += 1;
            labels[i] = count;
            open.push(i as u32);
            while let Some(at) = open.pop() {
                let (x, y) = (at as i32 % side, at as i32 / side);
                for y in (y - 1).max(0)..=(y + 1).min(side - 1) {
                    for next in y * side + (x - 1).max(0)..=y * side + (x + 1).min(side - 1) {
                        if labels[next as usize] == UNNUMBERED {
                            labels[next as usize] = count;
                            open.push(next as u32);
                        }
                    }
                }
            }
        }
        if count == 0 || labels.iter().all(|label| *label == 1) {
            labels.clear();
        }
        Pieces { count: count.into(), labels }
    }
}

/// Marks the places of a row as blocked that are nearer than they may be to an obstacle, whose distance from places is given.
/// From a place to the next the distance changes by their spacing at most: what that settles is not asked for.
fn block_row(row: &mut [u16], lattice: &Lattice, distance: impl Fn(usize) -> f32) {
    let mut x = 0;
    while x < row.len() {
        let beyond = distance(x) - lattice.reach_m();
        // A little less than it may be, for rounding.
        let next = x + 1 + (beyond.abs() / lattice.spacing_m() - 0.01).max(0.0) as usize;
        if beyond < 0.0 {
            let end = next.min(row.len());
            row[x..end].fill(0);
        }
        x = next;
    }
}

impl Pieces {
    /// The piece of a place, from 1 on; 0 where bodies are not free.
    fn label(&self, side: i32, (x, y): (i32, i32)) -> u32 {
        self.labels.get((y * side + x) as usize).map_or(self.count, |label| u32::from(*label))
    }
}

impl Block<'_> {
    /// Unites the pieces of neighbouring cells that have neighbouring places.
    fn unite(&self, parents: &mut [u32]) {
        let side = self.per_cell;
        for (x, y) in self.columns_rows() {
            let (one, first) = self.cells[(y * self.area.width as i32 + x) as usize];
            for (dx, dy) in AFTER {
                let Some((other, other_first)) = self.cell(x + dx, y + dy) else { continue };
                if one.count == 0 || other.count == 0 {
                    continue;
                }
                let mut last = (0, 0);
                let mut unite = |a: (i32, i32), b: (i32, i32)| {
                    let pair = (one.label(side, a), other.label(side, b));
                    if pair.0 > 0 && pair.1 > 0 && pair != last {
                        join(parents, first + pair.0 - 1, other_first + pair.1 - 1);
                        last = pair;
                    }
                };
                if one.labels.is_empty() && other.labels.is_empty() {
                    unite((0, 0), (0, 0));
                    continue;
                }
                let near = |i: i32| (i - 1).max(0)..=(i + 1).min(side - 1);
                match (dx, dy) {
                    (1, 0) => (0..side).for_each(|y| near(y).for_each(|next| unite((side - 1, y), (0, next)))),
                    (0, 1) => (0..side).for_each(|x| near(x).for_each(|next| unite((x, side - 1), (next, 0)))),
                    (1, 1) => unite((side - 1, side - 1), (0, 0)),
                    _ => unite((0, side - 1), (side - 1, 0)),
                }
            }
        }
    }

    /// Whether a path leads from one end to the other. An end may be nearer to an obstacle than free places are: then the
    /// steps from it to the places round it are looked at one by one.
    fn leads(&self, lattice: &Lattice, shape: &Shape, (from, to): (Vec2, Vec2), parents: &mut [u32]) -> bool {
        let [a, b] = [from, to].map(|end| self.place(lattice, end));
        if a == b || a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1 && lattice.is_clear_here(shape, from, to) {
            return true;
        }
        let mut reached = |end: Vec2, (x, y): (i32, i32)| -> Vec<u32> {
            let around = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
            let step = |place: (i32, i32)| Cell::new(place.0, place.1).centre(lattice.spacing_m());
            let own = self.piece((x, y));
            let beside = around.filter(|place| own.is_none() && lattice.is_clear_here(shape, end, step(*place)));
            own.into_iter().chain(beside.filter_map(|p| self.piece(p))).map(|piece| root(parents, piece)).collect()
        };
        let (from, to) = (reached(from, a), reached(to, b));
        from.iter().any(|piece| to.contains(piece))
    }

    /// The place nearest to a point.
    fn place(&self, lattice: &Lattice, at: Vec2) -> (i32, i32) {
        let (first, end, side) = (self.area.origin, self.area.end(), self.per_cell);
        let place = Cell::of(at, lattice.spacing_m());
        (place.x.clamp(first.x * side, end.x * side - 1), place.y.clamp(first.y * side, end.y * side - 1))
    }

    /// The piece of a place; `None` outside the block and where bodies are not free.
    fn piece(&self, (x, y): (i32, i32)) -> Option<u32> {
        let (side, first) = (self.per_cell, self.area.origin);
        let (pieces, number) = self.cell(x.div_euclid(side) - first.x, y.div_euclid(side) - first.y)?;
        let label = pieces.label(side, (x.rem_euclid(side), y.rem_euclid(side)));
        (label > 0).then(|| number + label - 1)
    }

    fn cell(&self, x: i32, y: i32) -> Option<(&Pieces, u32)> {
        let (width, height) = (self.area.width as i32, self.area.height as i32);
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        inside.then(|| self.cells[(y * width + x) as usize])
    }

    fn columns_rows(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (width, height) = (self.area.width as i32, self.area.height as i32);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }
}

/// The cells of an area, row by row.
fn cells_of(area: CellRect) -> impl Iterator<Item = Cell> {
    let (first, end) = (area.origin, area.end());
    (first.y..end.y).flat_map(move |y| (first.x..end.x).map(move |x| Cell::new(x, y)))
}
