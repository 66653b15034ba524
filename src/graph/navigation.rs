//! The navigation graph: the grid with blocked nodes and edges removed (Hedström 2016, ch. 4.3.2).
//!
//! Nodes are the open cells. The number of a node is that of its block of 8 × 8 cells and its place in it, so that neither cells nor
//! neighbours have to be stored: three bytes for each node say in which directions its edges lead, and how many edges of its block come
//! before them. What is closed has numbers, but takes no memory.

use crate::geom::Cell;
use crate::grid::{CellRect, Field};

/// Cells of the side of a block.
pub(crate) const BLOCK: u32 = 8;

/// Columns and rows to the neighbour in each direction: straight ones first, each followed by the next clockwise.
pub const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The direction back, for each direction.
pub const fn opposite(direction: u8) -> u8 {
    (direction & 4) | ((direction + 2) & 3)
}

/// The directions of the neighbours that one can go to from a cell, in order: diagonals need both cells beside them.
pub(crate) fn neighbours(cell: Cell, open: impl Fn(Cell) -> bool) -> impl Iterator<Item = u8> {
    let is_open = |(dx, dy): (i32, i32)| open(Cell::new(cell.x + dx, cell.y + dy));
    let straight: [bool; 4] = std::array::from_fn(|i| is_open(DIRECTIONS[i]));
    let diagonal: [bool; 4] =
        std::array::from_fn(|i| straight[i] && straight[(i + 1) % 4] && is_open(DIRECTIONS[i + 4]));
    (0..8).filter(move |i| if *i < 4 { straight[*i as usize] } else { diagonal[*i as usize - 4] })
}

/// Numbers of nodes in a block.
const CELLS: u32 = BLOCK * BLOCK;

/// What is open of 8 × 8 cells, row by row, and where its nodes are in the arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    open: u64,
    first: u32,
}

/// The edges of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edges {
    /// How many edges of the nodes before it in its block there are.
    pub first: u32,
    /// In which of [`DIRECTIONS`] they lead: one bit each.
    pub directions: u8,
}

impl Edges {
    /// How many there are.
    #[inline]
    pub fn count(self) -> u32 {
        self.directions.count_ones()
    }

    /// Which of them leads in a direction, from 0; `None` where none does.
    #[inline]
    pub fn position(self, direction: u8) -> Option<u32> {
        let bit = 1 << direction;
        (self.directions & bit != 0).then(|| (self.directions & (bit - 1)).count_ones())
    }

    /// Their directions, in order.
    pub fn each(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |direction| self.directions >> direction & 1 == 1)
    }
}

/// A graph of the open cells of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NavGraph {
    /// Cells of the field.
    size: (u32, u32),
    /// Row by row.
    blocks: Vec<Block>,
    /// For each node, block by block: how many edges of its block come before its own …
    before: Vec<u16>,
    /// … and the directions of its own.
    directions: Vec<u8>,
}

impl NavGraph {
    /// The graph of the open cells of a field: two are joined where the field's searches step from one to the other.
    pub fn of_field(field: &Field) -> Self {
        let (width, height) = (field.width(), field.height());
        let mut graph = Self { size: (width, height), ..Self::default() };
        for y in (0..height).step_by(BLOCK as usize) {
            for x in (0..width).step_by(BLOCK as usize) {
                graph.add_block(field, CellRect { origin: Cell::new(x as i32, y as i32), width: BLOCK, height: BLOCK });
            }
        }
        graph.before.shrink_to_fit();
        graph.directions.shrink_to_fit();
        graph
    }

    fn add_block(&mut self, field: &Field, cells: CellRect) {
        let first = self.directions.len() as u32;
        let (mut open, mut before) = (0, 0);
        for (bit, cell) in cells.each().enumerate().filter(|(_, cell)| field.open(*cell)) {
            open |= 1 << bit;
            let directions = neighbours(cell, |near| field.open(near)).fold(0, |all, d| all | 1 << d);
            self.before.push(before);
            self.directions.push(directions);
            before += directions.count_ones() as u16;
        }
        self.blocks.push(Block { open, first });
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.directions.len()
    }

    /// All nodes have numbers below this.
    pub fn numbers(&self) -> usize {
        self.blocks.len() * CELLS as usize
    }

    /// How many edges there are; those to both sides of a pair count as two.
    pub fn edges(&self) -> usize {
        self.directions.iter().map(|directions| directions.count_ones() as usize).sum()
    }

    /// The cell of a node.
    pub fn cell(&self, node: u32) -> Cell {
        let (block, place) = (node / CELLS, node % CELLS);
        let (column, row) = (block % self.columns(), block / self.columns());
        Cell::new((column * BLOCK + place % BLOCK) as i32, (row * BLOCK + place / BLOCK) as i32)
    }

    /// The node of a cell; `None` where it is closed or outside.
    #[inline]
    pub fn node(&self, cell: Cell) -> Option<u32> {
        let (x, y) = (u32::try_from(cell.x).ok()?, u32::try_from(cell.y).ok()?);
        if x >= self.size.0 || y >= self.size.1 {
            return None;
        }
        let block = y / BLOCK * self.columns() + x / BLOCK;
        let place = y % BLOCK * BLOCK + x % BLOCK;
        (self.blocks[block as usize].open >> place & 1 == 1).then_some(block * CELLS + place)
    }

    /// The edges of a node.
    #[inline]
    pub fn edges_of(&self, node: u32) -> Edges {
        let at = self.blocks[(node / CELLS) as usize].first as usize + self.place_in_block(node);
        Edges { first: self.before[at].into(), directions: self.directions[at] }
    }

    /// How many nodes of its block are before a node.
    #[inline]
    pub(crate) fn place_in_block(&self, node: u32) -> usize {
        let before = (1_u64 << (node % CELLS)) - 1;
        (self.blocks[(node / CELLS) as usize].open & before).count_ones() as usize
    }

    /// Blocks in a row.
    pub(crate) fn columns(&self) -> u32 {
        self.size.0.div_ceil(BLOCK)
    }

    /// Whether a block has the same nodes and edges in another graph.
    pub(crate) fn is_alike(&self, other: &Self, block: usize) -> bool {
        self.blocks[block].open == other.blocks[block].open
            && self.directions_of_block(block) == other.directions_of_block(block)
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The directions of the edges of each node of a block.
    fn directions_of_block(&self, block: usize) -> &[u8] {
        let Block { open, first } = self.blocks[block];
        &self.directions[first as usize..(first + open.count_ones()) as usize]
    }

    /// How many nodes and edges a block has.
    pub(crate) fn block_size(&self, block: usize) -> (usize, usize) {
        let directions = self.directions_of_block(block);
        (directions.len(), directions.iter().map(|directions| directions.count_ones() as usize).sum())
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.blocks) + size_of_val(&*self.before) + size_of_val(&*self.directions)
    }
}
