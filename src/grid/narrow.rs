//! Cells that the centre alone does not settle: a body may fit beside it, and something thin may lie between two centres.

mod parted;

use super::lattice::NARROW_CELLS;
use super::open::{fits_a_cell, near_row};
use super::pieces::PieceMap;
use super::shape::Shape;
use super::{BitGrid, CellRect, Lattice};
use crate::geom::{Aabb, Cell, Obb, Vec2};
use std::collections::{BTreeMap, BTreeSet};

/// A little more than half the diagonal of a cell, in cells.
const HALF_DIAGONAL: f32 = 0.708;

/// How many cells farther than its radius a body is decided by: see [`settle`].
pub(super) const SETTLED_BY: f32 = 4.75;

/// As far as this from the cells that are settled, in cells, pairs of neighbours are compared …
const PAIRS_BY: u32 = 2;
/// … cells beside narrow places are opened …
const ENDS_BY: u32 = 3;
/// … and cells in narrow places.
const OPENED_BY: u32 = 4;

/// The cells round one: first those along the axes.
const RING: [(i32, i32); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Settles the cells of a grid that has those open whose centre is free for a body:
///
/// - Cells in narrow places are opened where the body fits in them anywhere, and so are the cells at their ends. A gap
///   that is wide enough is passed, whatever its offset to the cells.
/// - Of two open neighbours that no path joins nearby one is closed: what is too narrow is not passed.
///
/// What becomes of a cell depends on what is at most [`SETTLED_BY`] cells and the radius away.
///
/// The grid is that of an `area` of the world, and so is `ground`, which has the cells whose ground is closed. Only the cells of
/// the part that is `wanted` are settled. Returns where bodies are in cells that are not plain.
pub(super) fn settle(
    shape: Shape,
    (area, wanted): (CellRect, CellRect),
    ground: &BitGrid,
    grid: &mut BitGrid,
) -> BTreeMap<Cell, Vec2> {
    let mut lattice = Lattice::default();
    lattice.fit(&shape);
    let part = Part { area, grid };
    let mut narrows = Narrows {
        shape,
        lattice,
        part,
        wanted,
        opened: BTreeMap::new(),
        marked: BTreeSet::new(),
        parted: BTreeSet::new(),
        pieces: PieceMap::default(),
    };
    narrows.open(ground);
    narrows.look_between();
    narrows.close();
    let Narrows { mut opened, marked, part, .. } = narrows;
    let res = shape.resolution_m();
    for cell in marked {
        opened.entry(cell).or_insert_with(|| cell.centre(res));
    }
    opened.retain(|cell, _| part.open(*cell));
    opened
}

/// The grid of an area, by the world's cells.
struct Part<'a> {
    area: CellRect,
    grid: &'a mut BitGrid,
}

impl Part<'_> {
    fn own(&self, cell: Cell) -> (i32, i32) {
        (cell.x - self.area.origin.x, cell.y - self.area.origin.y)
    }

    fn contains(&self, cell: Cell) -> bool {
        self.area.contains(cell)
    }

    fn open(&self, cell: Cell) -> bool {
        let (x, y) = self.own(cell);
        self.grid.open(x, y)
    }

    fn close(&mut self, cell: Cell) {
        let (x, y) = self.own(cell);
        self.grid.close(x, y);
    }

    fn reopen(&mut self, cell: Cell) {
        let (x, y) = self.own(cell);
        self.grid.reopen(x, y);
    }
}

struct Narrows<'a> {
    shape: Shape<'a>,
    lattice: Lattice,
    part: Part<'a>,
    /// The cells that are settled. Whether one is closed depends on neighbours, on those that these are compared with, and on
    /// what is lost to theirs: pairs are looked at [`PAIRS_BY`] cells farther, and what they depend on farther still.
    wanted: CellRect,
    /// Cells that were opened, and where the body is in them.
    opened: BTreeMap<Cell, Vec2>,
    /// Open cells with an obstacle between them and a neighbour.
    marked: BTreeSet<Cell>,
    /// Open neighbours that nothing joins.
    parted: BTreeSet<(Cell, Cell)>,
    pieces: PieceMap,
}

impl Narrows<'_> {
    /// Opens cells in narrow places, and the cells beside these in which the body fits.
    fn open(&mut self, ground: &BitGrid) {
        let (asked, first) = (self.between_two(ground), self.part.area.origin);
        for y in 0..asked.height() as i32 {
            for x in ones(asked.row(y as usize)) {
                let cell = Cell::new(first.x + x, first.y + y);
                let place = self.lattice.widest(&self.shape, cell, true);
                self.opened.extend(place.map(|at| (cell, at)));
            }
        }
        let beside =
            |cell: &Cell| RING[..4].iter().map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy)).collect::<Vec<_>>();
        let ends: BTreeSet<Cell> = self.opened.keys().flat_map(beside).collect();
        let near = self.wanted.grown(ENDS_BY);
        for cell in ends {
            let closed = self.part.contains(cell) && near.contains(cell) && !self.part.open(cell);
            if closed && !self.opened.contains_key(&cell) {
                let place = self.lattice.widest(&self.shape, cell, false);
                self.opened.extend(place.map(|at| (cell, at)));
            }
        }
        self.opened.keys().for_each(|cell| self.part.reopen(*cell));
    }

    /// The closed cells on open ground that may lie between two obstacles, as bits that are set: most are near one only.
    fn between_two(&self, ground: &BitGrid) -> BitGrid {
        let (part, res) = (&self.part, self.shape.resolution_m());
        let (width, height) = (part.grid.width(), part.grid.height());
        let reach = self.shape.radius_m + (NARROW_CELLS + HALF_DIAGONAL) * res;
        let [mut once, mut twice] = [BitGrid::new(width, height), BitGrid::new(width, height)];
        let near = self.wanted.grown(OPENED_BY);
        self.cells_near(reach, near, |volume, cell| {
            if !part.open(cell) && volume.distance(cell.centre(res)) < reach {
                let (x, y) = part.own(cell);
                let first = once.open(x, y);
                if first { &mut once } else { &mut twice }.close(x, y);
            }
        });
        let (fits, wanted) = (fits_a_cell(self.shape.radius_m, res), near);
        let mut near = Vec::new();
        for y in 0..height as usize {
            near_row(ground, y, (reach / res).ceil() as usize, &mut near);
            for (w, near) in near.iter().enumerate() {
                let alone = if fits { once.row(y)[w] } else { !0 };
                let open = part.grid.row(y)[w] & !ground.row(y)[w];
                twice.row_mut(y)[w] = open & (twice.row(y)[w] | near & alone) & self.columns(wanted, y, w);
            }
        }
        twice
    }

    /// The bits of a word of the grid that are cells of a rectangle of the world.
    fn columns(&self, rect: CellRect, row: usize, word: usize) -> u64 {
        let first = self.part.area.origin;
        let (low, high) = (rect.origin.x - first.x - word as i32 * 64, rect.end().x - first.x - word as i32 * 64);
        let is_row = (rect.origin.y..rect.end().y).contains(&(first.y + row as i32));
        let below = |column: i32| if column >= 64 { !0 } else { (1_u64 << column.max(0)) - 1 };
        if is_row { below(high) & !below(low) } else { 0 }
    }

    /// Calls `each` with every volume and every cell of the grid within a rectangle and the bounds of the volume grown by `reach`
    /// metres.
    fn cells_near(&self, reach: f32, within: CellRect, mut each: impl FnMut(&Obb, Cell)) {
        let (res, area) = (self.shape.resolution_m(), within.overlap(self.part.area));
        let (first, end) = (area.origin, area.end());
        self.shape.each_volume(area.bounds(res).grown(reach), |volume| {
            let Aabb { min, max } = volume.bounds().grown(reach);
            let (low, high) = (Cell::of(min, res), Cell::of(max, res));
            for y in low.y.max(first.y)..=high.y.min(end.y - 1) {
                (low.x.max(first.x)..=high.x.min(end.x - 1)).for_each(|x| each(volume, Cell::new(x, y)));
            }
        });
    }

    /// Looks for obstacles between open neighbours. Closed ground alone is never between two free centres.
    fn look_between(&mut self) {
        let around = |cell: Cell| RING.map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy));
        let mut blocked: BTreeSet<(Cell, Cell)> = BTreeSet::new();
        let res = self.shape.resolution_m();
        // What is nearer than the radius to a line between two centres is nearer than this to one of them.
        let reach = self.shape.radius_m.hypot(HALF_DIAGONAL * res);
        let near = self.wanted.grown(PAIRS_BY);
        self.cells_near(reach, self.wanted.grown(ENDS_BY), |volume, cell| {
            let centre = cell.centre(res);
            if !self.part.open(cell) || volume.distance(centre) >= reach || self.opened.contains_key(&cell) {
                return;
            }
            for other in around(cell).into_iter().filter(|c| self.part.open(*c) && !self.opened.contains_key(c)) {
                if (near.contains(cell) || near.contains(other))
                    && !self.shape.is_clear(std::slice::from_ref(volume), centre, other.centre(res))
                {
                    blocked.insert((cell.min(other), cell.max(other)));
                }
            }
        });
        let opened: Vec<Cell> = self.opened.keys().copied().collect();
        for (cell, other) in opened.into_iter().flat_map(|cell| around(cell).map(|other| (cell, other))) {
            let (from, to) = (self.place(cell), self.place(other));
            let compared = self.part.open(other) && (near.contains(cell) || near.contains(other));
            if compared && !self.lattice.is_clear(&self.shape, from, to) {
                blocked.insert((cell.min(other), cell.max(other)));
            }
        }
        // Beside a free centre an opened cell is closed, whatever else it has beside it: then no more is asked of it.
        let is_mixed = |(a, b): &(Cell, Cell)| self.opened.contains_key(a) != self.opened.contains_key(b);
        let (mixed, alike): (Vec<_>, Vec<_>) = blocked.into_iter().partition(is_mixed);
        let mut lost: BTreeSet<Cell> = BTreeSet::new();
        // Both in order of columns, so that pieces of cells are found once: the others when all pairs that decide of their cells
        // were looked at.
        let mut alike = alike.into_iter().peekable();
        let mut mixed = mixed.into_iter().peekable();
        while let Some((cell, other)) = mixed.next() {
            if !lost.contains(&cell) && !lost.contains(&other) && self.look(cell, other) {
                lost.extend([cell, other].into_iter().filter(|cell| self.opened.contains_key(cell)));
            }
            let settled = mixed.peek().map_or(i32::MAX, |(cell, _)| cell.x - 1);
            while let Some((cell, other)) = alike.next_if(|(cell, _)| cell.x < settled) {
                self.look_unless(&lost, cell, other);
            }
        }
        alike.for_each(|(cell, other)| self.look_unless(&lost, cell, other));
    }

    fn look_unless(&mut self, lost: &BTreeSet<Cell>, cell: Cell, other: Cell) {
        if !lost.contains(&cell) && !lost.contains(&other) {
            self.look(cell, other);
        }
    }

    fn place(&self, cell: Cell) -> Vec2 {
        self.opened.get(&cell).copied().unwrap_or_else(|| cell.centre(self.shape.resolution_m()))
    }

    /// Notes two open neighbours with an obstacle between them. Whether no path joins them.
    fn look(&mut self, cell: Cell, other: Cell) -> bool {
        let diagonal = cell.x != other.x && cell.y != other.y;
        if diagonal && !(self.part.open(Cell::new(cell.x, other.y)) && self.part.open(Cell::new(other.x, cell.y))) {
            return false;
        }
        self.marked.extend([cell, other]);
        // A diagonal step leads by one of the cells beside it.
        let ends = (self.place(cell), self.place(other));
        let apart = !diagonal && !self.pieces.joins(&mut self.lattice, &self.shape, (cell, other), ends);
        self.parted.extend(apart.then_some((cell, other)));
        apart
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
