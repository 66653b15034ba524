//! Which sides of a mesh a shortest path between two polygons can cross at all.
//!
//! A *block* is a part of the mesh that no single polygon parts (biconnected component; Hopcroft & Tarjan 1973). A path that
//! enters no polygon twice runs through the blocks between its ends in the tree of blocks and through no other.
//!
//! After a change only the blocks that it touches are looked at again (see `repair`). Those that would take long to find again stay one
//! block: a path may be searched in more of the mesh than it must be, never in less.

mod climb;
mod lowest;
mod memory;
mod parts;
mod repair;

pub(crate) use memory::Climb;
use memory::{Lowest, Parts};

use super::side::{NONE, Side, Span};

/// A block has one label or more: its sides bear one of them. The labels of a block are a ring.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// The label that has the top.
    block: u32,
    /// The next label of the block.
    next: u32,
    /// How many sides bear it.
    sides: u32,
    /// The polygon that the block hangs from.
    top: u32,
    /// A change of the mesh touches the block.
    touched: bool,
}

/// The blocks of a mesh, as trees: a block hangs from one polygon, a polygon from one block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    /// For each side, the label of the block of the step across it.
    pub of_side: Vec<u32>,
    /// For each polygon, a label of the block that it hangs from; none for the first of a component.
    above: Vec<u32>,
    labels: Vec<Label>,
    /// Labels that are not in use.
    spare: Vec<u32>,
    lowest: Lowest,
    parts: Parts,
    climb: Climb,
}

impl Blocks {
    /// Finds the blocks of a mesh; takes time linear in its sides.
    pub(crate) fn of(polygons: &[Span], sides: &[Side]) -> Self {
        let mut blocks = Self::default();
        blocks.fit(polygons, sides);
        let mut lowest = std::mem::take(&mut blocks.lowest);
        for polygon in (0..polygons.len() as u32).filter(|p| polygons[*p as usize].count > 0) {
            if blocks.above[polygon as usize] == NONE {
                lowest.blocks_from(polygon, polygons, sides, &mut blocks);
            }
        }
        blocks.lowest = lowest;
        blocks
    }

    /// Labels are below this.
    pub(crate) fn labels(&self) -> usize {
        self.labels.len()
    }

    /// Makes place for all polygons and sides.
    fn fit(&mut self, polygons: &[Span], sides: &[Side]) {
        self.of_side.resize(sides.len(), NONE);
        self.above.resize(polygons.len(), NONE);
    }

    /// A new block with one label.
    fn make(&mut self, top: u32) -> u32 {
        let own = self.spare.pop().unwrap_or(self.labels.len() as u32);
        let label = Label { block: own, next: own, sides: 0, top, touched: false };
        match self.labels.get_mut(own as usize) {
            Some(slot) => *slot = label,
            None => self.labels.push(label),
        }
        own
    }

    fn mark(&mut self, side: u32, label: u32) {
        self.of_side[side as usize] = label;
        self.labels[label as usize].sides += 1;
    }

    /// Takes the label from a side, if it has one.
    pub(super) fn clear(&mut self, side: u32) {
        let label = std::mem::replace(&mut self.of_side[side as usize], NONE);
        if label != NONE {
            self.labels[label as usize].sides -= 1;
        }
    }

    /// The polygon that the block with a label hangs from.
    fn top(&self, label: u32) -> u32 {
        self.labels[self.labels[label as usize].block as usize].top
    }

    /// Calls `each` with the labels of a block.
    fn each_label(&self, label: u32, mut each: impl FnMut(u32)) {
        let mut at = label;
        loop {
            each(at);
            at = self.labels[at as usize].next;
            if at == label {
                return;
            }
        }
    }
}
