//! The navigation graph: the grid with blocked nodes and edges removed (Hedström 2016, ch. 4.3.2).
//!
//! Nodes are the open cells, numbered block by block of 8 × 8 cells; so the nodes and the edges of a block follow each other. The
//! edges are compressed sparse rows: for each node the directions in which its neighbours lie, and what is open in a block says
//! which nodes those are.

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

/// What is open of 8 × 8 cells, row by row, and the number of the first node in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    open: u64,
    first: u32,
}

/// A graph of the open cells of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NavGraph {
    /// Cells of the field.
    size: (u32, u32),
    /// Row by row.
    blocks: Vec<Block>,
    /// The cell of each node: column and row.
    cells: Vec<(u16, u16)>,
    /// Where the edges of each node begin; one more at the end.
    rows: Vec<u32>,
    /// The direction of each edge.
    edges: Vec<u8>,
}

impl NavGraph {
    /// The graph of the open cells of a field: two are joined where the field's searches step from one to the other.
    pub fn of_field(field: &Field) -> Self {
        let (width, height) = (field.width(), field.height());
        let mut graph = Self { size: (width, height), ..Self::default() };
        for y in (0..height).step_by(BLOCK as usize) {
            for x in (0..width).step_by(BLOCK as usize) {
                let cells = CellRect { origin: Cell::new(x as i32, y as i32), width: BLOCK, height: BLOCK };
                let first = graph.cells.len() as u32;
                let mut open = 0;
                for (bit, cell) in cells.each().enumerate().filter(|(_, cell)| field.open(*cell)) {
                    open |= 1 << bit;
                    graph.cells.push((cell.x as u16, cell.y as u16));
                    graph.rows.push(graph.edges.len() as u32);
                    graph.edges.extend(neighbours(cell, |near| field.open(near)));
                }
                graph.blocks.push(Block { open, first });
            }
        }
        graph.rows.push(graph.edges.len() as u32);
        graph.cells.shrink_to_fit();
        graph.rows.shrink_to_fit();
        graph.edges.shrink_to_fit();
        graph
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.cells.len()
    }

    /// How many edges there are; those to both sides of a pair count as two.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The cell of a node.
    pub fn cell(&self, node: u32) -> Cell {
        let (x, y) = self.cells[node as usize];
        Cell::new(x.into(), y.into())
    }

    /// The node of a cell; `None` where it is closed or outside.
    #[inline]
    pub fn node(&self, cell: Cell) -> Option<u32> {
        let (x, y) = (u32::try_from(cell.x).ok()?, u32::try_from(cell.y).ok()?);
        if x >= self.size.0 || y >= self.size.1 {
            return None;
        }
        let Block { open, first } = self.blocks[(y / BLOCK * self.columns() + x / BLOCK) as usize];
        let bit = y % BLOCK * BLOCK + x % BLOCK;
        (open >> bit & 1 == 1).then(|| first + (open & ((1 << bit) - 1)).count_ones())
    }

    /// Where the edges of a node are: numbers of edges.
    #[inline]
    pub fn edges_of(&self, node: u32) -> std::ops::Range<u32> {
        self.rows[node as usize]..self.rows[node as usize + 1]
    }

    /// The directions of the edges of a node, see [`DIRECTIONS`].
    #[inline]
    pub fn directions(&self, node: u32) -> &[u8] {
        let edges = self.edges_of(node);
        &self.edges[edges.start as usize..edges.end as usize]
    }

    /// Where the edges of a node begin; of the number after the last node, where all end.
    pub(crate) fn first_edge(&self, node: u32) -> u32 {
        self.rows[node as usize]
    }

    /// Blocks in a row.
    pub(crate) fn columns(&self) -> u32 {
        self.size.0.div_ceil(BLOCK)
    }

    /// Whether a block has the same nodes and edges in another graph.
    pub(crate) fn is_alike(&self, other: &Self, block: usize) -> bool {
        let edges = |graph: &Self| {
            let nodes = graph.nodes_of_block(block);
            let (first, last) = (graph.rows[nodes.start as usize] as usize, graph.rows[nodes.end as usize] as usize);
            graph.edges[first..last].to_vec()
        };
        self.blocks[block].open == other.blocks[block].open && edges(self) == edges(other)
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The nodes of a block.
    pub(crate) fn nodes_of_block(&self, block: usize) -> std::ops::Range<u32> {
        let Block { open, first } = self.blocks[block];
        first..first + open.count_ones()
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.blocks) + size_of_val(&*self.cells) + size_of_val(&*self.rows) + size_of_val(&*self.edges)
    }
}
