//! Gates (Ozcan & Haciomeroglu 2015, as Hedström 2016 describes them): how bodies plan to go through the cells of a world.
//!
//! Each cell has 16 gates: to each of its eight neighbours one in and one out. A gate has a potential, which grows with the paths
//! that are planned through it and fades by a tenth each step, and a direction of length 1, which follows how those paths go
//! through the cell. A search adds to the length of a step what it costs to go out of one cell and into the other
//! ([`GateWeights`]): so paths lead round cells that many plan to pass, or round those alone that many pass against them.
//!
//! Gates are kept in tiles of 8 × 8 cells, which exist where a path led lately. Over a grid a tile has all gates of its cells, over a
//! navigation graph those of its nodes and edges alone. Cells fade when something is added to them; until then what is read is
//! faded by the time since. Paths are marked in a fixed order between searches, so no result depends on threads.

mod fade;
mod finer;
mod map;
mod problem;
mod tile;
mod weights;

pub use finer::FinerProblem;
pub use map::{GateMap, Marking, Searched, Sheet};
pub use problem::{GateProblem, On};
pub use weights::{GateWeights, Sum, Term};

use crate::geom::{Cell, Vec2};
use crate::graph::{BLOCK, DIRECTIONS, Edges, NavGraph, opposite};
use fade::FORGOTTEN_STEPS;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tile::Tile;

/// A path is marked through so many cells at most, from the first one after its start.
pub(crate) const MARKED_CELLS: usize = 20;
/// Edges of a cell of a grid, whatever lies beside it.
const EDGES: usize = DIRECTIONS.len();
/// Cells of a tile of a grid.
const CELLS: usize = (BLOCK * BLOCK) as usize;
/// The number of a block without a tile.
const NONE: u32 = u32::MAX;
/// Tiles that nothing was added to for so long that nothing is left are looked for once in so many steps.
const SWEEP_STEPS: u64 = 16;

/// The two sides of a cell's gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Gates through which bodies come from a neighbour.
    In = 0,
    /// Gates through which they go to one.
    Out = 1,
}

/// What the gates are of.
#[derive(Clone, Debug)]
enum Layout {
    /// All cells of a grid: columns and rows.
    Grid(u32, u32),
    /// The nodes and edges of a graph.
    Graph(Arc<NavGraph>),
}

/// Where a cell's gates are: in which block, which of its cells that is, and its edges. An edge has one gate in and one out.
struct Place {
    block: usize,
    cell: usize,
    edges: Edges,
}

impl Place {
    /// Its first gate in the block.
    fn first(&self) -> usize {
        2 * self.edges.first as usize
    }

    /// Its gate at the edge that leads in a direction.
    fn gate(&self, side: Side, direction: u8) -> Option<usize> {
        Some(self.first() + 2 * self.edges.position(direction)? as usize + side as usize)
    }
}

/// The gates of all cells of a grid, or of the nodes of a navigation graph.
#[derive(Clone, Debug)]
pub struct Gates {
    layout: Layout,
    /// Blocks in a row.
    columns: u32,
    /// The tile of each block, or [`NONE`].
    index: Vec<u32>,
    tiles: Vec<Tile>,
    /// Tiles not in use.
    free: Vec<u32>,
    now: u32,
}

impl Gates {
    /// Gates of a grid of so many columns and rows.
    pub fn of_grid(width: u32, height: u32) -> Self {
        let columns = width.div_ceil(BLOCK);
        Self::new(Layout::Grid(width, height), columns, (columns * height.div_ceil(BLOCK)) as usize)
    }

    /// Gates of the nodes and edges of a graph.
    pub fn of_graph(graph: Arc<NavGraph>) -> Self {
        let (columns, blocks) = (graph.columns(), graph.blocks());
        Self::new(Layout::Graph(graph), columns, blocks)
    }

    fn new(layout: Layout, columns: u32, blocks: usize) -> Self {
        Self { layout, columns, index: vec![NONE; blocks], tiles: Vec::new(), free: Vec::new(), now: 0 }
    }

    /// The graph that they are of; `None` over a grid.
    pub fn graph(&self) -> Option<&Arc<NavGraph>> {
        match &self.layout {
            Layout::Grid(..) => None,
            Layout::Graph(graph) => Some(graph),
        }
    }

    #[inline]
    fn place(&self, at: Cell) -> Option<Place> {
        let (x, y) = (u32::try_from(at.x).ok()?, u32::try_from(at.y).ok()?);
        let block = (y / BLOCK * self.columns + x / BLOCK) as usize;
        match &self.layout {
            Layout::Grid(width, height) => (x < *width && y < *height).then(|| {
                let cell = (y % BLOCK * BLOCK + x % BLOCK) as usize;
                Place { block, cell, edges: Edges { first: (cell * EDGES) as u32, directions: u8::MAX } }
            }),
            Layout::Graph(graph) => {
                let node = graph.node(at)?;
                Some(Place { block, cell: graph.place_in_block(node), edges: graph.edges_of(node) })
            }
        }
    }

    #[inline]
    fn tile(&self, block: usize) -> Option<&Tile> {
        self.tiles.get(*self.index.get(block)? as usize)
    }

    /// All potentials of one side of a cell together, faded until now, and what they are along the directions of their gates.
    #[inline]
    pub fn sum(&self, at: Cell, side: Side) -> Sum {
        let Some(place) = self.place(at) else { return Sum::default() };
        let Some(tile) = self.tile(place.block) else { return Sum::default() };
        tile.sum(place.cell, place.first() + side as usize, place.edges.count() as usize, self.now)
    }

    /// The potential and the direction of one gate of a cell, faded until now; `None` where there is no such gate.
    pub fn gate(&self, at: Cell, side: Side, direction: u8) -> Option<(f32, Vec2)> {
        let place = self.place(at)?;
        let gate = place.gate(side, direction)?;
        Some(self.tile(place.block).map_or((0.0, Vec2::ZERO), |tile| tile.gate(place.cell, gate, self.now)))
    }

    /// The present step. What nothing was added to for long is forgotten.
    pub fn advance(&mut self, step: u64) {
        self.now = step as u32;
        if !step.is_multiple_of(SWEEP_STEPS) {
            return;
        }
        for slot in 0..self.tiles.len() as u32 {
            let tile = &self.tiles[slot as usize];
            if self.lives(slot) && self.now.wrapping_sub(tile.written) >= FORGOTTEN_STEPS {
                self.index[tile.block as usize] = NONE;
                self.free.push(slot);
            }
        }
    }

    fn lives(&self, slot: u32) -> bool {
        self.index[self.tiles[slot as usize].block as usize] == slot
    }

    /// Marks a path, given by its cells from where the body is on: each of the first [`MARKED_CELLS`] cells after that one gains `growth`
    /// divided by its number.
    pub fn mark(&mut self, path: &[Cell], growth: f32) {
        self.mark_each(&path[..path.len().min(MARKED_CELLS + 2)], |i| {
            if i > MARKED_CELLS { 0.0 } else { growth / i as f32 }
        });
    }

    /// Marks a path: the cell after the first is number 1, and gains what `amount` says, at the gate through which the path comes in and
    /// at the one through which it goes out. Both turn towards where the path leads through the cell.
    pub fn mark_each(&mut self, path: &[Cell], amount: impl Fn(usize) -> f32) {
        for (i, from) in path.iter().enumerate() {
            let Some(at) = path.get(i + 1) else { return };
            let Some(comes) = direction(*from, *at) else { return };
            let leaves = path.get(i + 2).and_then(|next| direction(*at, *next));
            let along = (unit(comes) + leaves.map_or(Vec2::ZERO, unit)).normalize_or_zero();
            let amount = amount(i + 1);
            if amount <= 0.0 {
                return;
            }
            self.add((*at, Side::In, opposite(comes)), amount, along);
            if let Some(leaves) = leaves {
                self.add((*at, Side::Out, leaves), amount, along);
            }
        }
    }

    fn add(&mut self, (at, side, direction): (Cell, Side, u8), amount: f32, along: Vec2) {
        let Some(place) = self.place(at) else { return };
        let Some(gate) = place.gate(side, direction) else { return };
        let (first, block, cell) = (place.first(), place.block, place.cell);
        let gates = first..first + 2 * place.edges.count() as usize;
        if self.index[block] == NONE {
            self.make(block);
        }
        self.tiles[self.index[block] as usize].add((cell, gates, gate), self.now, amount, along);
    }

    fn make(&mut self, block: usize) {
        let (cells, edges) = match &self.layout {
            Layout::Grid(..) => (CELLS, CELLS * EDGES),
            Layout::Graph(graph) => graph.block_size(block),
        };
        let slot = self.free.pop().unwrap_or(self.tiles.len() as u32);
        if slot as usize == self.tiles.len() {
            self.tiles.push(Tile::default());
        }
        self.tiles[slot as usize].begin(block as u32, cells, 2 * edges, self.now);
        self.index[block] = slot;
    }

    /// The same gates over a graph that replaces the one they are of. In blocks that differ what was marked is forgotten: it would
    /// have faded within seconds.
    fn onto(&self, graph: Arc<NavGraph>) -> Self {
        let mut moved = Self { now: self.now, ..Self::of_graph(graph) };
        for (block, tile) in
            self.index.iter().enumerate().filter_map(|(b, slot)| Some((b, self.tiles.get(*slot as usize)?)))
        {
            let same = |old: &NavGraph, new: &NavGraph| old.is_alike(new, block);
            if self.graph().zip(moved.graph()).is_some_and(|(old, new)| same(old, new)) {
                moved.index[block] = moved.tiles.len() as u32;
                moved.tiles.push(tile.clone());
            }
        }
        moved
    }

    /// How many tiles are in use.
    pub fn tile_count(&self) -> usize {
        self.tiles.len() - self.free.len()
    }

    /// Bytes that they take, the graph excluded: the index, and the tiles that are or were in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.index) + self.tiles.iter().map(Tile::bytes).sum::<usize>()
    }

    /// Calls `each` with every cell through which something leads now, and with its gates out and in.
    pub fn each_cell(&self, mut each: impl FnMut(Cell, Sum, Sum)) {
        for (block, _) in self.index.iter().enumerate().filter(|(_, slot)| **slot != NONE) {
            let (x, y) = (block as u32 % self.columns * BLOCK, block as u32 / self.columns * BLOCK);
            for i in 0..BLOCK * BLOCK {
                let cell = Cell::new((x + i % BLOCK) as i32, (y + i / BLOCK) as i32);
                let into = self.sum(cell, Side::In);
                if into.potential > 0.0 {
                    each(cell, self.sum(cell, Side::Out), into);
                }
            }
        }
    }
}

/// The direction from a cell to one beside it.
fn direction(from: Cell, to: Cell) -> Option<u8> {
    let by = (to.x.checked_sub(from.x)?, to.y.checked_sub(from.y)?);
    DIRECTIONS.iter().position(|d| *d == by).map(|i| i as u8)
}

/// A direction as a vector of columns and rows.
fn unit(direction: u8) -> Vec2 {
    let (dx, dy) = DIRECTIONS[usize::from(direction)];
    Vec2::new(dx as f32, dy as f32)
}

/// All that is marked, for the world hash.
impl Hash for Gates {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let used = self.index.iter().filter_map(|slot| self.tiles.get(*slot as usize));
        used.for_each(|tile| tile.hash(h));
    }
}
