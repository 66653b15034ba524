//! What ground costs, cell by cell.

mod along;
mod parts;

use super::lines::Lines;
use super::{Axis, BitGrid, CellRect, Field, Spot};
use crate::geom::Cell;
use crate::world::{Ground, MoveClass, PLAIN_COST, World};
use parts::Parts;
use xxhash_rust::xxh3::xxh3_64;

/// What closed cells are kept as: more than any ground costs.
const CLOSED: u8 = u8::MAX;

/// The least and the greatest cost of no cell.
const NEITHER: (u8, u8) = (u8::MAX, 0);

/// The least and the greatest cost of two parts together.
fn spanning(a: (u8, u8), b: (u8, u8)) -> (u8, u8) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Which cells of a grid are not in the midst of ground of one cost; `of_cell` says what each costs by its number, or [`NEITHER`].
fn mixed(columns: usize, rows: usize, of_cell: impl Fn(usize) -> (u8, u8)) -> BitGrid {
    let mut mixed = BitGrid::new(columns as u32, rows as u32);
    // The least and the greatest cost of each cell and those on both sides of it: in the row above, in this one, and below.
    let mut threes = [vec![NEITHER; columns], vec![NEITHER; columns], vec![NEITHER; columns]];
    for y in 0..=rows {
        threes.rotate_left(1);
        threes[2].fill(NEITHER);
        if y < rows {
            let (mut before, mut here) = (NEITHER, of_cell(y * columns));
            for (x, three) in threes[2].iter_mut().enumerate() {
                let after = if x + 1 < columns { of_cell(y * columns + x + 1) } else { NEITHER };
                *three = spanning(spanning(before, here), after);
                (before, here) = (here, after);
            }
        }
        let Some(row) = y.checked_sub(1) else { continue };
        for (x, ((above, at), below)) in threes[0].iter().zip(&threes[1]).zip(&threes[2]).enumerate() {
            let (low, high) = spanning(spanning(*above, *at), *below);
            if low < high {
                mixed.close(x as i32, row as i32);
            }
        }
    }
    mixed
}

/// The costs of all cells of a world whose open ground does not cost the same everywhere.
#[derive(Clone, Debug)]
pub struct CostLayer {
    width: u32,
    resolution_m: f32,
    /// In eighths of plain ground, at least 1, row by row.
    costs: Vec<u8>,
    least: u8,
    parts: Parts,
    /// Cells that are not in the midst of ground of one cost, by rows and by columns.
    mixed_rows: Lines,
    mixed_columns: Lines,
}

impl CostLayer {
    /// Of a grid with so many columns; a cost below 1 counts as 1.
    pub fn new(width: u32, resolution_m: f32, costs: Vec<u8>) -> Self {
        Self::with_closed(width, resolution_m, costs, |_| false)
    }

    /// The same where the ground of some cells is `closed`, by their numbers: what these cost does not matter to their neighbours.
    pub fn with_closed(width: u32, resolution_m: f32, mut costs: Vec<u8>, closed: impl Fn(usize) -> bool) -> Self {
        costs.iter_mut().for_each(|cost| *cost = (*cost).max(1));
        let least = costs.iter().copied().min().unwrap_or(PLAIN_COST);
        let (columns, rows) = (width as usize, costs.len().checked_div(width as usize).unwrap_or(0));
        let mixed = mixed(columns, rows, |i| if closed(i) { NEITHER } else { (costs[i], costs[i]) });
        let mixed_rows = Lines::rows(&mixed).without_corners();
        let mixed_columns = Lines::columns(&mixed).without_corners();
        let parts = Parts::new(width, &costs);
        Self { width, resolution_m, costs, least, parts, mixed_rows, mixed_columns }
    }

    /// Of a world, for a movement class; `None` where all ground that is open to it costs the same.
    pub fn of_world(world: &World, moves: MoveClass) -> Option<Self> {
        let differs = |layer: &Self| layer.costs.iter().any(|cost| *cost != layer.least && *cost != CLOSED);
        world.ground.has_costs().then(|| Self::of_ground(&world.ground, moves)).filter(differs)
    }

    /// Of ground that may cost a movement class the same everywhere.
    pub fn of_ground(ground: &Ground, moves: MoveClass) -> Self {
        let mut of_cell = Vec::with_capacity(ground.width() * ground.height());
        (0..ground.height()).for_each(|y| ground.each_passage(moves, y, |passage| of_cell.push(passage.cost)));
        // Closed cells cost no path anything: they do not lower the least.
        let closed = |i: usize| of_cell[i] == 0;
        let costs = of_cell.iter().map(|cost| if *cost == 0 { CLOSED } else { *cost }).collect();
        Self::with_closed(ground.width() as u32, ground.resolution_m(), costs, closed)
    }

    /// Gives a cell another cost (at least 1), and brings up to date what depends on it and on whether it is open; the field is
    /// that of the search, with the cell as it is now. A cell outside is ignored. The [least](CostLayer::least) never rises again.
    pub fn set(&mut self, field: &Field, cell: Cell, cost: u8) {
        let Some(node) = field.node(cell).filter(|node| (*node as usize) < self.costs.len()) else { return };
        self.costs[node as usize] = cost.max(1);
        if field.open(cell) {
            self.least = self.least.min(cost.max(1));
        }
        self.recount(CellRect::spanning(cell, cell));
        nine(cell).filter(|near| field.contains(*near)).for_each(|near| self.mark(near, |cell| field.open(cell)));
    }

    /// Brings up to date what depends on a part of the ground that it was made of. The [least](CostLayer::least) never rises again.
    pub(super) fn repair(&mut self, ground: &Ground, moves: MoveClass, part: CellRect) {
        for cell in part.clipped(ground).each() {
            let cost = ground.passage(moves, cell).cost;
            self.costs[cell.y as usize * self.width as usize + cell.x as usize] = if cost == 0 { CLOSED } else { cost };
            self.least = if cost == 0 { self.least } else { self.least.min(cost) };
        }
        self.recount(part.clipped(ground));
        part.grown(1).clipped(ground).each().for_each(|cell| self.mark(cell, |cell| ground.open(moves, cell)));
    }

    /// Finds out whether a cell inside lies in the midst of open ground of one cost.
    fn mark(&mut self, cell: Cell, is_open: impl Fn(Cell) -> bool) {
        let mut costs = nine(cell).filter(|cell| is_open(*cell)).map(|cell| self.at(cell));
        let first = costs.next();
        let mixed = costs.any(|cost| Some(cost) != first);
        let (row, column) = (self.mixed_rows.bit(cell.y, cell.x), self.mixed_columns.bit(cell.x, cell.y));
        self.mixed_rows.set_without_corners(row, !mixed);
        self.mixed_columns.set_without_corners(column, !mixed);
    }

    /// Whether the open ground of the cell at a spot and of those round it does not cost the same.
    #[inline(always)]
    pub fn is_mixed(&self, spot: Spot) -> bool {
        !self.mixed_rows.is_open(spot.row_bit)
    }

    /// How many cells away, at least 1, the next such cell is, or the border.
    #[inline(always)]
    pub fn walk_at(&self, axis: Axis, spot: Spot) -> i32 {
        let (steps, _) = match axis {
            Axis::East => self.mixed_rows.forth(spot.row_bit),
            Axis::West => self.mixed_rows.back(spot.row_bit),
            Axis::South => self.mixed_columns.forth(spot.column_bit),
            Axis::North => self.mixed_columns.back(spot.column_bit),
        };
        steps as i32
    }

    /// The cost of a cell of the grid, in eighths.
    #[inline(always)]
    pub fn at(&self, cell: Cell) -> u64 {
        u64::from(self.costs[cell.y as usize * self.width as usize + cell.x as usize])
    }

    /// What each of some cells of the grid costs, in eighths; `None` where they differ, or there are none.
    pub fn same_cost(&self, mut cells: impl Iterator<Item = Cell>) -> Option<u64> {
        let first = self.at(cells.next()?);
        cells.all(|cell| self.at(cell) == first).then_some(first)
    }

    /// Whether all open ground outside some parts is plain.
    pub fn is_plain_except(&self, parts: &[CellRect]) -> bool {
        let at = |i: usize| Cell::new((i % self.width as usize) as i32, (i / self.width as usize) as i32);
        let is_plain = |(i, cost): (usize, &u8)| {
            matches!(*cost, PLAIN_COST | CLOSED) || parts.iter().any(|part| part.contains(at(i)))
        };
        self.costs.iter().enumerate().all(is_plain)
    }

    /// A checksum of all costs.
    pub fn fingerprint(&self) -> u64 {
        xxh3_64(&self.costs)
    }

    /// The cost of the cheapest ground there is, as a multiple of plain ground: what estimates are multiplied with.
    pub fn least(&self) -> f32 {
        f32::from(self.least) / f32::from(PLAIN_COST)
    }

    /// The same in eighths.
    #[inline(always)]
    pub fn least_eighths(&self) -> u64 {
        self.least.into()
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        self.costs.len() + self.parts.bytes() + self.mixed_rows.bytes() + self.mixed_columns.bytes()
    }
}

/// A cell and those round it.
fn nine(cell: Cell) -> impl Iterator<Item = Cell> {
    (-1..=1).flat_map(move |y| (-1..=1).map(move |x| Cell::new(cell.x + x, cell.y + y)))
}
