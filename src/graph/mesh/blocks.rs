//! Which sides of a mesh a shortest path between two polygons can cross at all.
//!
//! A *block* is a part of the mesh that no single polygon parts (biconnected component; Hopcroft & Tarjan 1973). A path that
//! enters no polygon twice runs through the blocks between its ends in the tree of blocks and through no other.

use super::side::{NONE, Side, Span};

/// The blocks of a mesh, as trees: a block hangs from one polygon, a polygon from one block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    /// For each side, the block of the step across it.
    pub of_side: Vec<u32>,
    /// For each polygon, the block that it hangs from; none for the first of a component.
    above: Vec<u32>,
    /// For each block, the polygon that it hangs from.
    top: Vec<u32>,
    /// For each polygon, how many blocks are above it.
    depth: Vec<u32>,
    /// For each polygon, its connected component.
    pub component: Vec<u32>,
}

/// What the search for blocks remembers of a polygon on its path.
struct Visit {
    polygon: u32,
    /// The side by which it was entered, on its own border.
    entry: u32,
    next: u32,
    end: u32,
}

impl Blocks {
    /// Finds the blocks of a mesh; takes time linear in its sides.
    pub(crate) fn of(polygons: &[Span], sides: &[Side]) -> Self {
        let mut blocks = Self {
            of_side: vec![NONE; sides.len()],
            above: vec![NONE; polygons.len()],
            top: Vec::new(),
            depth: vec![0; polygons.len()],
            component: vec![NONE; polygons.len()],
        };
        let mut search =
            Search { order: vec![NONE; polygons.len()], low: vec![0; polygons.len()], ..Search::default() };
        let first = (0..polygons.len() as u32).filter(|p| polygons[*p as usize].count > 0);
        for (component, polygon) in (0..).zip(first.collect::<Vec<_>>()) {
            if search.order[polygon as usize] == NONE {
                search.from(polygon, component, polygons, sides, &mut blocks);
            }
        }
        blocks.hang(&search.reached);
        blocks
    }

    /// How deep each polygon hangs: those above come first in `reached`.
    fn hang(&mut self, reached: &[u32]) {
        for polygon in reached {
            let above = self.above[*polygon as usize];
            if above != NONE {
                self.depth[*polygon as usize] = self.depth[self.top[above as usize] as usize] + 1;
            }
        }
    }

    /// How many blocks there are.
    pub(crate) fn len(&self) -> usize {
        self.top.len()
    }

    /// Calls `found` with the blocks between two polygons of one component.
    pub(crate) fn each_between(&self, mut a: u32, mut b: u32, mut found: impl FnMut(u32)) {
        while a != b {
            let deeper = if self.depth[a as usize] >= self.depth[b as usize] { &mut a } else { &mut b };
            let block = self.above[*deeper as usize];
            if block == NONE {
                return;
            }
            found(block);
            *deeper = self.top[block as usize];
        }
    }
}

#[derive(Default)]
struct Search {
    /// For each polygon, when it was reached.
    order: Vec<u32>,
    /// For each polygon, the earliest that is reached from it and what lies below it.
    low: Vec<u32>,
    path: Vec<Visit>,
    /// Sides that were crossed and belong to no block yet.
    crossed: Vec<u32>,
    /// Polygons in the order in which they were reached.
    reached: Vec<u32>,
}

impl Search {
    fn enter(&mut self, polygon: u32, entry: u32, component: u32, polygons: &[Span], blocks: &mut Blocks) {
        let order = self.reached.len() as u32;
        (self.order[polygon as usize], self.low[polygon as usize]) = (order, order);
        self.reached.push(polygon);
        blocks.component[polygon as usize] = component;
        let Span { first, count } = polygons[polygon as usize];
        self.path.push(Visit { polygon, entry, next: first, end: first + count });
    }

    fn from(&mut self, polygon: u32, component: u32, polygons: &[Span], sides: &[Side], blocks: &mut Blocks) {
        self.enter(polygon, NONE, component, polygons, blocks);
        while let Some(visit) = self.path.last_mut() {
            let here = visit.polygon;
            if visit.next == visit.end {
                let entry = visit.entry;
                self.path.pop();
                if let Some(above) = self.path.last() {
                    self.leave(here, entry, above.polygon, sides, blocks);
                }
                continue;
            }
            let (side, entry) = (visit.next, visit.entry);
            visit.next += 1;
            let Side { polygon: there, twin, .. } = sides[side as usize];
            if there == NONE || side == entry {
                continue;
            }
            let (reached, own) = (self.order[there as usize], self.order[here as usize]);
            if reached == NONE {
                self.crossed.push(side);
                self.enter(there, twin, component, polygons, blocks);
            } else if reached < own {
                self.crossed.push(side);
                self.low[here as usize] = self.low[here as usize].min(reached);
            }
        }
    }

    /// Goes back from a polygon to the one above it: a block ends there if nothing below leads farther up.
    fn leave(&mut self, polygon: u32, entry: u32, above: u32, sides: &[Side], blocks: &mut Blocks) {
        self.low[above as usize] = self.low[above as usize].min(self.low[polygon as usize]);
        if self.low[polygon as usize] < self.order[above as usize] {
            return;
        }
        let block = blocks.top.len() as u32;
        blocks.top.push(above);
        let by = sides[entry as usize].twin;
        while let Some(side) = self.crossed.pop() {
            let twin = sides[side as usize].twin;
            blocks.of_side[side as usize] = block;
            blocks.of_side[twin as usize] = block;
            // Each polygon below was entered once, by a side of this block.
            let there = sides[side as usize].polygon;
            if there != above
                && blocks.above[there as usize] == NONE
                && self.order[there as usize] > self.order[above as usize]
            {
                blocks.above[there as usize] = block;
            }
            if side == by {
                break;
            }
        }
    }
}
