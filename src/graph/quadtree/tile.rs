//! A square part of a quad-tree, built apart from the others so that a change builds few again.

use crate::geom::{Aabb, Cell, Obb, Vec2, segment_to_box};
use crate::graph::Mover;

/// Fine squares a side of a tile: a power of two.
pub(super) const SIDE: u32 = 32;
/// Fine squares a side of a cell. The middle of a fine square is so near to each place in it that a path that keeps half a cell more
/// than the body's radius from everything leads over fine squares whose middles the body can go between.
pub(super) const A_CELL: u32 = 2;

/// Where there is no leaf.
const CLOSED: u16 = u16::MAX;
/// The bit of what is the number of a leaf, not of a branch.
const LEAF: u16 = 1 << 15;

/// A square that is not divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Its upper left fine square, from that of the tile.
    pub(super) x: u8,
    pub(super) y: u8,
    /// Fine squares a side.
    pub(super) size: u8,
    /// Whether the body fits everywhere in it; otherwise it is a fine square in whose middle the body fits.
    pub(super) free: bool,
    /// The number of its first node in the tile.
    pub(super) first: u16,
}

impl Leaf {
    /// How many fine squares lie along its border.
    pub(super) fn ring(&self) -> u16 {
        if self.size == 1 { 1 } else { 4 * (u16::from(self.size) - 1) }
    }
}

/// A tile of at most [`SIDE`]² fine squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tile {
    root: u16,
    /// The four quarters of each square that is divided, row by row.
    branches: Vec<[u16; 4]>,
    /// In order of their first nodes.
    pub(super) leaves: Vec<Leaf>,
}

/// What a tile is built from.
struct Builder<'a> {
    mover: &'a Mover<'a>,
    /// The upper left corner of the tile, metres, and the width of a fine square.
    corner: Vec2,
    fine_m: f32,
    /// So near nothing may come to the body's middle.
    reach_m: f32,
    framed: bool,
    nodes: u16,
    tile: Tile,
}

impl Tile {
    /// The tile in a column and a row of tiles.
    pub(super) fn new(mover: &Mover, (column, row): (u32, u32), framed: bool) -> Self {
        let fine_m = mover.resolution_m() / A_CELL as f32;
        let corner = Vec2::new(column as f32, row as f32) * (SIDE as f32 * fine_m);
        let mut obstacles = Vec::new();
        let reach_m = mover.obstacles(Aabb::new(corner, corner + Vec2::splat(SIDE as f32 * fine_m)), &mut obstacles);
        let tile = Self::default();
        let mut builder = Builder { mover, corner, fine_m, reach_m, framed, nodes: 0, tile };
        builder.tile.root = builder.divide((0, 0, SIDE as u8), &obstacles);
        builder.tile.branches.shrink_to_fit();
        builder.tile.leaves.shrink_to_fit();
        builder.tile
    }

    /// The leaf with a fine square of the tile.
    pub(super) fn leaf_at(&self, x: u32, y: u32) -> Option<&Leaf> {
        let (mut at, mut half) = (self.root, SIDE / 2);
        while at & LEAF == 0 {
            let quarter = usize::from(y & half != 0) * 2 + usize::from(x & half != 0);
            (at, half) = (self.branches[usize::from(at)][quarter], half / 2);
        }
        if at == CLOSED { None } else { self.leaves.get(usize::from(at & !LEAF)) }
    }

    /// The leaf of a node.
    pub(super) fn leaf_of(&self, node: u16) -> Option<&Leaf> {
        let after = self.leaves.partition_point(|leaf| leaf.first <= node);
        self.leaves.get(after.checked_sub(1)?)
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.branches) + size_of_val(&*self.leaves)
    }
}

impl Builder<'_> {
    /// Divides a square until each part is a leaf or closed (Dahlberg & Viktorsson 2002, ch. 3.3.1). `near` has what is near it, and
    /// more.
    fn divide(&mut self, (x, y, size): (u8, u8, u8), near: &[Obb]) -> u16 {
        let corner = self.corner + Vec2::new(f32::from(x), f32::from(y)) * self.fine_m;
        let square = Aabb { min: corner, max: corner + Vec2::splat(f32::from(size) * self.fine_m) };
        let near: Vec<Obb> = near.iter().filter(|o| apart(square, o) < self.reach_m).copied().collect();
        let corners =
            [square.min, Vec2::new(square.max.x, square.min.y), square.max, Vec2::new(square.min.x, square.max.y)];
        // Where the body touches a box is convex.
        if near.iter().any(|o| corners.iter().all(|at| o.distance(*at) < self.reach_m)) {
            return CLOSED;
        }
        let free = near.is_empty();
        if size == 1 {
            let middle = (square.min + square.max) / 2.0;
            let fits = near.iter().all(|o| o.distance(middle) >= self.reach_m);
            return if fits { self.leaf((x, y, size), free) } else { CLOSED };
        }
        if free && self.costs_the_same(square, u32::from(size) / A_CELL) {
            return self.leaf((x, y, size), true);
        }
        let half = size / 2;
        let number = self.tile.branches.len() as u16;
        self.tile.branches.push([CLOSED; 4]);
        for (i, (right, down)) in [(0, 0), (half, 0), (0, half), (half, half)].into_iter().enumerate() {
            self.tile.branches[usize::from(number)][i] = self.divide((x + right, y + down, half), &near);
        }
        if self.tile.branches[usize::from(number)] == [CLOSED; 4] {
            // Nothing was added after it.
            self.tile.branches.truncate(usize::from(number));
            return CLOSED;
        }
        number
    }

    fn leaf(&mut self, (x, y, size): (u8, u8, u8), free: bool) -> u16 {
        let leaf = Leaf { x, y, size, free, first: self.nodes };
        self.nodes += if self.framed { leaf.ring() } else { 1 };
        self.tile.leaves.push(leaf);
        LEAF | (self.tile.leaves.len() - 1) as u16
    }

    /// Whether the ground of a square costs the same everywhere.
    fn costs_the_same(&self, square: Aabb, cells: u32) -> bool {
        let Some(costs) = self.mover.costs else { return true };
        let first = Cell::of(square.min + Vec2::splat(self.fine_m / 2.0), self.mover.resolution_m());
        let cells = cells.max(1) as i32;
        costs.same_cost((0..cells * cells).map(|i| Cell::new(first.x + i % cells, first.y + i / cells))).is_some()
    }
}

/// Metres between an upright square and a box; 0 when they have a point in common.
fn apart(square: Aabb, shape: &Obb) -> f32 {
    if shape.contains((square.min + square.max) / 2.0) {
        return 0.0;
    }
    let corners = shape.corners();
    (0..4).map(|i| segment_to_box(corners[i], corners[(i + 1) % 4], square)).fold(f32::INFINITY, f32::min)
}
