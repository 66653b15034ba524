//! Quad-trees: squares that are divided until they are free or as small as they get (Dahlberg & Viktorsson 2002, ch. 3.3.1 and 6.1.3).
//!
//! Plain, a path leads from middle to middle of squares that touch, and so has needless turns where squares are large. *Framed*
//! (Yahja, Stentz, Singh & Brumitt 1998), each square has a frame of the smallest squares along its border, between which it is crossed
//! in straight lines.

mod frame;
mod tile;

use super::{Graph, GraphError, MOST_NODES, Mover, Repair, Site};
use crate::geom::{Aabb, Cell, Vec2};
use tile::{A_CELL, Leaf, SIDE, Tile};

/// Numbers of nodes a tile.
const A_TILE: u32 = SIDE * SIDE;
/// How many fine squares farther nodes are looked for that a place can be joined to.
const JOIN_RINGS: i32 = 4;

/// A quad-tree of a world for a body, in tiles of 16 × 16 cells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QuadTree {
    site: Site,
    size_m: Vec2,
    fine_m: f32,
    framed: bool,
    /// Tiles a row.
    columns: u32,
    tiles: Vec<Tile>,
}

/// A leaf and where its tile begins.
#[derive(Clone, Copy)]
struct Found<'a> {
    tile: u32,
    leaf: &'a Leaf,
    /// Its upper left fine square.
    x: i32,
    y: i32,
}

impl Found<'_> {
    fn size(&self) -> i32 {
        self.leaf.size.into()
    }

    fn first_node(&self) -> u32 {
        self.tile * A_TILE + u32::from(self.leaf.first)
    }

    /// Its middle, in fine squares.
    fn middle(&self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32) + Vec2::splat(self.size() as f32 / 2.0)
    }
}

impl QuadTree {
    /// The quad-tree of a world for a body.
    ///
    /// # Errors
    /// [`GraphError::TooLarge`].
    pub(crate) fn new(mover: &Mover, site: Site, framed: bool) -> Result<Self, GraphError> {
        let ground = &mover.world().ground;
        let tiles = |cells: usize| (cells as u32 * A_CELL).div_ceil(SIDE);
        let (columns, rows) = (tiles(ground.width()), tiles(ground.height()));
        let nodes = u64::from(columns) * u64::from(rows) * u64::from(A_TILE);
        if nodes > MOST_NODES {
            return Err(GraphError::TooLarge { nodes });
        }
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        Ok(Self {
            site,
            size_m: mover.world().size(),
            fine_m: mover.resolution_m() / A_CELL as f32,
            framed,
            columns,
            tiles: all.map(|at| Tile::new(mover, at, framed)).collect(),
        })
    }

    /// The leaf with a fine square.
    fn locate(&self, x: i32, y: i32) -> Option<Found<'_>> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        if x >= self.columns * SIDE {
            return None;
        }
        let tile = y / SIDE * self.columns + x / SIDE;
        let leaf = self.tiles.get(tile as usize)?.leaf_at(x % SIDE, y % SIDE)?;
        Some(self.found(tile, leaf))
    }

    /// The leaf of a node.
    fn leaf_of(&self, node: u32) -> Option<Found<'_>> {
        let tile = node / A_TILE;
        let leaf = self.tiles.get(tile as usize)?.leaf_of((node % A_TILE) as u16)?;
        let nodes = if self.framed { leaf.ring() } else { 1 };
        (node % A_TILE < u32::from(leaf.first + nodes)).then(|| self.found(tile, leaf))
    }

    fn found<'a>(&self, tile: u32, leaf: &'a Leaf) -> Found<'a> {
        let (column, row) = ((tile % self.columns) as i32, (tile / self.columns) as i32);
        let (x, y) = (column * SIDE as i32 + i32::from(leaf.x), row * SIDE as i32 + i32::from(leaf.y));
        Found { tile, leaf, x, y }
    }

    /// Calls `each` with the leaves that share a side or a corner with one, each once.
    fn beside(&self, leaf: Found, mut each: impl FnMut(Found)) {
        let (x, y, n) = (leaf.x, leaf.y, leaf.size());
        for (right, down) in [(n, 0), (0, n), (-1, 0), (0, -1)] {
            let mut along = 0;
            while along < n {
                let at = if right == 0 { (x + along, y + down) } else { (x + right, y + along) };
                let Some(next) = self.locate(at.0, at.1) else {
                    along += 1;
                    continue;
                };
                each(next);
                along = if right == 0 { next.x + next.size() - x } else { next.y + next.size() - y };
            }
        }
        for (x, y, inner) in
            [(x + n, y + n, (0, 0)), (x - 1, y + n, (1, 0)), (x - 1, y - 1, (1, 1)), (x + n, y - 1, (0, 1))]
        {
            let Some(next) = self.locate(x, y) else { continue };
            // One that reaches past the corner shares a side.
            let past_x = if inner.0 == 1 { next.x + next.size() > leaf.x } else { next.x < leaf.x + n };
            let past_y = if inner.1 == 1 { next.y + next.size() > leaf.y } else { next.y < leaf.y + n };
            if !past_x && !past_y {
                each(next);
            }
        }
    }

    /// Calls `each` with the nodes near a place that a body may be able to go to straight, each once: all of the frame that it is in, and
    /// those of the squares up to so many fine ones beside it.
    fn each_near(&self, at: Vec2, rings: i32, mut each: impl FnMut(u32)) {
        let Cell { x, y } = Cell::of(at, self.fine_m);
        let frame = self.locate(x, y).filter(|_| self.framed);
        if let Some(leaf) = frame {
            (0..u32::from(leaf.leaf.ring())).for_each(|i| each(leaf.first_node() + i));
        }
        let first = (x - rings, y - rings);
        for i in 0..(2 * rings + 1).pow(2) {
            let (x, y) = (first.0 + i % (2 * rings + 1), first.1 + i / (2 * rings + 1));
            let Some(leaf) = self.locate(x, y) else { continue };
            if !self.framed {
                // A leaf has many fine squares: the first of them that is near is it.
                if (x, y) == (leaf.x.max(first.0), leaf.y.max(first.1)) {
                    each(leaf.first_node());
                }
            } else if frame.is_none_or(|own| own.first_node() != leaf.first_node()) {
                frame::number(leaf, x, y).into_iter().for_each(&mut each);
            }
        }
    }
}

impl Graph for QuadTree {
    fn nodes(&self) -> usize {
        self.tiles.len() * A_TILE as usize
    }

    fn place(&self, node: u32) -> Site {
        let fine = |leaf: Found| if self.framed { frame::place(leaf, node) } else { leaf.middle() };
        Site { at: self.leaf_of(node).map_or(Vec2::ZERO, fine) * self.fine_m, ..self.site }
    }

    fn edges(&self, mover: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        let Some(leaf) = self.leaf_of(node) else { return };
        let from = self.place(node).at;
        if self.framed {
            self.edges_of_frame(mover, leaf, node, each);
            return;
        }
        self.beside(leaf, |next| {
            let to = next.middle() * self.fine_m;
            // Between the middles of squares that share a side a line leads through both and nothing else.
            let shares_side = (next.x < leaf.x + leaf.size() && leaf.x < next.x + next.size())
                || (next.y < leaf.y + leaf.size() && leaf.y < next.y + next.size());
            if shares_side && leaf.leaf.free && next.leaf.free || mover.goes(from, to) {
                each(next.first_node(), mover.cost(from, to));
            }
        });
    }

    fn join(&self, mover: &Mover, at: Site, each: &mut dyn FnMut(u32, f32)) {
        if !mover.fits(at.at) {
            return;
        }
        for rings in [1, JOIN_RINGS] {
            let mut any = false;
            self.each_near(at.at, rings, |node| {
                any |= mover.join(at.at, [(node, self.place(node).at)], each);
            });
            if any {
                return;
            }
        }
    }

    fn change(&mut self, mover: &Mover, areas: &[Aabb]) -> Result<Repair, GraphError> {
        if mover.world().size() != self.size_m {
            return Err(GraphError::OtherWorld { was: self.size_m, is: mover.world().size() });
        }
        let (side_m, rows) = (SIDE as f32 * self.fine_m, self.tiles.len() as u32 / self.columns.max(1));
        let mut again = Vec::new();
        for area in areas {
            let area = area.grown(mover.size().radius_m + self.fine_m);
            let (low, high) = (Cell::of(area.min, side_m), Cell::of(area.max, side_m));
            for y in low.y.max(0)..=high.y.min(rows as i32 - 1) {
                again.extend((low.x.max(0)..=high.x.min(self.columns as i32 - 1)).map(|x| (y as u32, x as u32)));
            }
        }
        again.sort_unstable();
        again.dedup();
        let mut nodes = 0;
        for (row, column) in again {
            let tile = Tile::new(mover, (column, row), self.framed);
            nodes += tile.leaves.len() as u32;
            self.tiles[(row * self.columns + column) as usize] = tile;
        }
        Ok(Repair::Local(nodes))
    }

    /// The outlines of all squares.
    fn draw(&self, _: &Mover, each: &mut dyn FnMut(Vec2, Vec2)) {
        for (tile, leaves) in (0..).zip(&self.tiles) {
            for leaf in leaves.leaves.iter().map(|leaf| self.found(tile, leaf)) {
                let corner = |right: i32, down: i32| {
                    Vec2::new((leaf.x + right * leaf.size()) as f32, (leaf.y + down * leaf.size()) as f32) * self.fine_m
                };
                let corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                (0..4).for_each(|i| each(corners[i], corners[(i + 1) % 4]));
            }
        }
    }

    fn bytes(&self) -> usize {
        self.tiles.iter().map(Tile::bytes).sum()
    }
}
