//! The search for blocks, depth first (Hopcroft & Tarjan 1973).

use super::memory::{Lowest, Visit};
use super::{Blocks, NONE, Side, Span};

impl Lowest {
    /// Finds the blocks of all that is reached from a polygon across sides without a label. They hang from it, and it from what it
    /// hangs from already.
    pub(super) fn blocks_from(&mut self, polygon: u32, polygons: &[Span], sides: &[Side], blocks: &mut Blocks) {
        self.order.resize(polygons.len(), NONE);
        self.low.resize(polygons.len(), 0);
        self.reached.clear();
        self.enter(polygon, NONE, polygons);
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
            if there == NONE || side == entry || blocks.of_side[side as usize] != NONE {
                continue;
            }
            let (reached, own) = (self.order[there as usize], self.order[here as usize]);
            if reached == NONE {
                self.crossed.push(side);
                self.enter(there, twin, polygons);
            } else if reached < own {
                self.crossed.push(side);
                self.low[here as usize] = self.low[here as usize].min(reached);
            }
        }
        self.reached.iter().for_each(|polygon| self.order[*polygon as usize] = NONE);
    }

    fn enter(&mut self, polygon: u32, entry: u32, polygons: &[Span]) {
        let order = self.reached.len() as u32;
        (self.order[polygon as usize], self.low[polygon as usize]) = (order, order);
        self.reached.push(polygon);
        let Span { first, count } = polygons[polygon as usize];
        self.path.push(Visit { polygon, entry, next: first, end: first + count });
    }

    /// Goes back from a polygon to the one above it: a block ends there if nothing below leads farther up.
    fn leave(&mut self, polygon: u32, entry: u32, above: u32, sides: &[Side], blocks: &mut Blocks) {
        self.low[above as usize] = self.low[above as usize].min(self.low[polygon as usize]);
        if self.low[polygon as usize] < self.order[above as usize] {
            return;
        }
        let block = blocks.make(above);
        let by = sides[entry as usize].twin;
        while let Some(side) = self.crossed.pop() {
            let Side { twin, polygon: there, .. } = sides[side as usize];
            blocks.mark(side, block);
            blocks.mark(twin, block);
            // Each polygon below was entered once, by a side of this block.
            let is_below = self.order[there as usize] > self.order[above as usize];
            if is_below && blocks.above[there as usize] == NONE {
                blocks.above[there as usize] = block;
            }
            if side == by {
                break;
            }
        }
    }
}
