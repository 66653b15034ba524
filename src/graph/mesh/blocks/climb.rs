//! The blocks between two polygons, in the tree of blocks.

use super::memory::Climb;
use super::{Blocks, NONE};

impl Climb {
    /// Calls `found` with the labels of the blocks between two polygons. Whether they are connected; where they are not, `found` is
    /// not called. Takes time in proportion to how far the polygons are from the last that is above both.
    pub(crate) fn between(&mut self, blocks: &Blocks, ends: [u32; 2], mut found: impl FnMut(u32)) -> bool {
        let Some(joint) = self.joint(blocks, ends) else { return false };
        for (chain, end) in self.chains.iter().zip(ends) {
            let (mut at, mut steps) = (end, chain.iter());
            while let Some((block, top)) = steps.next().filter(|_| at != joint) {
                blocks.each_label(*block, &mut found);
                at = *top;
            }
        }
        true
    }

    /// Climbs from both ends by turns, to the first polygon that is above both.
    fn joint(&mut self, blocks: &Blocks, ends: [u32; 2]) -> Option<u32> {
        self.seen.resize(self.seen.len().max(blocks.above.len()), 0);
        self.number = self.number.wrapping_add(2);
        if self.number < 2 {
            self.seen.fill(0);
            self.number = 2;
        }
        self.chains.iter_mut().for_each(Vec::clear);
        if ends[0] == ends[1] {
            return Some(ends[0]);
        }
        let (mut at, mut ended) = (ends, [false; 2]);
        (0..2).for_each(|i| self.seen[ends[i] as usize] = self.number + i as u32);
        while ended != [true; 2] {
            for i in 0..2 {
                let label = blocks.above[at[i] as usize];
                ended[i] = label == NONE;
                if ended[i] {
                    continue;
                }
                at[i] = blocks.top(label);
                self.chains[i].push((label, at[i]));
                let seen = std::mem::replace(&mut self.seen[at[i] as usize], self.number + i as u32);
                if seen == self.number + 1 - i as u32 {
                    return Some(at[i]);
                }
            }
        }
        None
    }
}
