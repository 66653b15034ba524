//! The blocks after a change of the mesh.
//!
//! A change can part and join only the blocks on the climbs between polygons that it takes out. What is left of them is looked at from
//! the border of the change. Of each part that is known to its end the blocks are found again; the rest of the largest, if it is
//! not, becomes one block. So a change takes time in proportion to its size and to the smaller of the parts that it leaves.

use super::{Blocks, NONE, Parts, Side, Span};

/// What a change touches.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// The labels of the blocks.
    labels: Vec<u32>,
    /// In each component, the polygon from which these blocks hang, if it is not taken out.
    tops: Vec<u32>,
}

impl Blocks {
    /// Finds what is touched by a change that takes out some polygons, sorted; they are still in the mesh.
    pub(crate) fn touch(&mut self, gone: &[u32], polygons: &[Span], sides: &[Side]) -> Scope {
        let mut scope = Scope::default();
        for polygon in gone {
            for side in polygons[*polygon as usize].numbers() {
                self.touch_block(self.of_side[side as usize], &mut scope);
            }
        }
        let mut ends: Vec<(u32, u32)> = heads(gone, polygons, sides).iter().map(|head| (*head, *head)).collect();
        if ends.len() > 1 {
            ends.iter_mut().for_each(|end| end.0 = self.first_above(end.1));
            ends.sort_unstable();
        }
        let mut climb = std::mem::take(&mut self.climb);
        for component in ends.chunk_by(|a, b| a.0 == b.0) {
            for end in &component[1..] {
                let mut labels = Vec::new();
                climb.between(self, [component[0].1, end.1], |label| labels.push(label));
                labels.into_iter().for_each(|label| self.touch_block(label, &mut scope));
            }
            let mut top = component[0].1;
            while self.above[top as usize] != NONE && self.labels[self.above[top as usize] as usize].touched {
                top = self.top(self.above[top as usize]);
            }
            if gone.binary_search(&top).is_err() {
                scope.tops.push(top);
            }
        }
        self.climb = climb;
        scope
    }

    fn touch_block(&mut self, label: u32, scope: &mut Scope) {
        if label == NONE || self.labels[label as usize].touched {
            return;
        }
        let first = scope.labels.len();
        self.each_label(label, |label| scope.labels.push(label));
        scope.labels[first..].iter().for_each(|label| self.labels[*label as usize].touched = true);
    }

    /// The first polygon of the component of one.
    fn first_above(&self, mut polygon: u32) -> u32 {
        while self.above[polygon as usize] != NONE {
            polygon = self.top(self.above[polygon as usize]);
        }
        polygon
    }

    /// Whether a side is new or belongs to a touched block.
    pub(super) fn is_touched(&self, side: u32) -> bool {
        let label = self.of_side[side as usize];
        label == NONE || self.labels[label as usize].touched
    }

    /// Makes place for all polygons and sides; those that were put in hang from nothing yet.
    pub(crate) fn admit(&mut self, made: &[u32], polygons: &[Span], sides: &[Side]) {
        self.fit(polygons, sides);
        made.iter().for_each(|polygon| self.above[*polygon as usize] = NONE);
    }

    /// Brings the blocks up to date: `seeds` are the polygons that were put in, and those beyond the sides of what was taken out.
    pub(crate) fn repair(&mut self, scope: &Scope, seeds: &[u32], polygons: &[Span], sides: &[Side]) {
        let mut parts = std::mem::take(&mut self.parts);
        parts.find(seeds, polygons, sides, self);
        self.find_roots(&mut parts, &scope.tops);
        let known = parts.known();
        for (part, members) in &known {
            let root = *parts.root(*part);
            for polygon in members {
                for side in polygons[*polygon as usize].numbers() {
                    if self.is_touched(side) {
                        self.clear(side);
                    }
                }
                if *polygon != root {
                    self.above[*polygon as usize] = NONE;
                }
            }
        }
        for seed in seeds {
            let above = &mut self.above[*seed as usize];
            // No other polygons hang from a label that no side bears any more.
            if *above != NONE && self.labels[*above as usize].touched {
                *above = NONE;
            }
        }
        let used = self.release(scope);
        if let Some(rest) = parts.rest() {
            let near = seeds.iter().chain(&scope.tops).copied();
            let near: Vec<u32> = near.filter(|polygon| parts.of(*polygon) == Some(rest)).collect();
            self.unite(&used, *parts.root(rest), &near, polygons, sides);
        }
        let mut lowest = std::mem::take(&mut self.lowest);
        for (part, members) in &known {
            let root = Some(*parts.root(*part)).filter(|root| *root != NONE);
            lowest.blocks_from(root.unwrap_or(members[0]), polygons, sides, self);
        }
        self.lowest = lowest;
        parts.clear();
        self.parts = parts;
    }

    /// Finds for each part that has some of the tops the one to hang it from: one that hangs from something itself, if there is such.
    /// What the others hang from is hung from them.
    fn find_roots(&mut self, parts: &mut Parts, tops: &[u32]) {
        for top in tops {
            let Some(part) = parts.of(*top) else { continue };
            let root = parts.root(part);
            if *root == NONE || self.above[*root as usize] == NONE {
                *root = *top;
            } else {
                self.turn_over(*top);
            }
        }
    }

    /// Makes a polygon the first of its component.
    fn turn_over(&mut self, first: u32) {
        let (mut below, mut label) = (first, std::mem::replace(&mut self.above[first as usize], NONE));
        while label != NONE {
            let block = self.labels[label as usize].block;
            let top = std::mem::replace(&mut self.labels[block as usize].top, below);
            label = std::mem::replace(&mut self.above[top as usize], block);
            below = top;
        }
    }

    /// Ends the change for its labels: those that no side bears are free again. Returns the others.
    fn release(&mut self, scope: &Scope) -> Vec<u32> {
        let (used, free): (Vec<u32>, Vec<u32>) =
            scope.labels.iter().partition(|label| self.labels[**label as usize].sides > 0);
        scope.labels.iter().for_each(|label| self.labels[*label as usize].touched = false);
        self.spare.extend(free);
        used
    }

    /// Makes one block of some labels and of new sides, for the part that is not known to its end: with the polygon that it hangs from, if
    /// there is one, and those of its polygons that are near the change.
    fn unite(&mut self, used: &[u32], root: u32, near: &[u32], polygons: &[Span], sides: &[Side]) {
        let top = if root == NONE { near[0] } else { root };
        let block = used.first().copied().unwrap_or_else(|| self.make(top));
        for (i, label) in used.iter().enumerate() {
            let slot = &mut self.labels[*label as usize];
            (slot.block, slot.next) = (block, used[(i + 1) % used.len()]);
        }
        self.labels[block as usize].top = top;
        if root == NONE {
            self.above[top as usize] = NONE;
        }
        for polygon in near.iter().filter(|polygon| **polygon != top) {
            let above = &mut self.above[*polygon as usize];
            *above = if *above == NONE { block } else { *above };
        }
        for polygon in near {
            for side in polygons[*polygon as usize].numbers() {
                if sides[side as usize].twin != NONE && self.of_side[side as usize] == NONE {
                    self.mark(side, block);
                }
            }
        }
    }
}

/// One polygon of each group of polygons, sorted, that have sides in common.
fn heads(gone: &[u32], polygons: &[Span], sides: &[Side]) -> Vec<u32> {
    let (mut heads, mut seen, mut waiting) = (Vec::new(), vec![false; gone.len()], Vec::new());
    for at in 0..gone.len() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        heads.push(gone[at]);
        waiting.push(gone[at]);
        while let Some(polygon) = waiting.pop() {
            for side in polygons[polygon as usize].numbers() {
                if let Ok(there) = gone.binary_search(&sides[side as usize].polygon)
                    && !std::mem::replace(&mut seen[there], true)
                {
                    waiting.push(gone[there]);
                }
            }
        }
    }
    heads
}
