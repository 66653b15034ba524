//! Which of some polygons are still connected, looked at from all of them by turns: that ends when all parts but the largest are known.

use super::memory::{Group, Parts};
use super::{Blocks, NONE, Side, Span};

/// The last part is looked at to its end if there are no more polygons in all: else its blocks stay as they are.
const MOST_POLYGONS: usize = 2_048;

impl Parts {
    /// Looks round from some polygons, across sides that are new or belong to a touched block.
    pub(super) fn find(&mut self, seeds: &[u32], polygons: &[Span], sides: &[Side], blocks: &Blocks) {
        self.group.resize(polygons.len(), NONE);
        for seed in seeds {
            if self.group[*seed as usize] == NONE {
                let own = self.groups.len() as u32;
                self.group[*seed as usize] = own;
                self.groups.push(Group { polygons: vec![*seed], done: 0, part: own, open: 1, root: NONE });
            }
        }
        self.open = self.groups.len();
        let (mut waiting, mut seen) = ((0..self.groups.len() as u32).collect::<Vec<_>>(), self.groups.len());
        while self.open > 1 || self.open == 1 && seen <= MOST_POLYGONS {
            waiting.retain(|group| {
                seen += self.look(*group, polygons, sides, blocks);
                let Group { polygons, done, .. } = &self.groups[*group as usize];
                let is_open = *done < polygons.len();
                if !is_open {
                    let part = self.part(*group) as usize;
                    self.groups[part].open -= 1;
                    self.open -= usize::from(self.groups[part].open == 0);
                }
                is_open
            });
        }
        self.rest = waiting.first().map(|group| self.part(*group));
    }

    /// Looks at the next polygon of a group. Returns how many were reached.
    fn look(&mut self, group: u32, polygons: &[Span], sides: &[Side], blocks: &Blocks) -> usize {
        let own = &mut self.groups[group as usize];
        let (before, polygon) = (own.polygons.len(), own.polygons[own.done]);
        own.done += 1;
        for side in polygons[polygon as usize].numbers() {
            let there = sides[side as usize].polygon;
            if there == NONE || !blocks.is_touched(side) {
                continue;
            }
            match self.group[there as usize] {
                NONE => {
                    self.group[there as usize] = group;
                    self.groups[group as usize].polygons.push(there);
                }
                other => self.join(group, other),
            }
        }
        self.groups[group as usize].polygons.len() - before
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.part(a) as usize, self.part(b) as usize);
        if a != b {
            self.open -= usize::from(self.groups[a].open > 0 && self.groups[b].open > 0);
            self.groups[b].open += std::mem::take(&mut self.groups[a].open);
            self.groups[a].part = b as u32;
        }
    }

    /// The part of a group.
    fn part(&mut self, mut group: u32) -> u32 {
        loop {
            let part = self.groups[group as usize].part;
            if part == group {
                return group;
            }
            let next = self.groups[part as usize].part;
            self.groups[group as usize].part = next;
            group = next;
        }
    }

    /// The part of a polygon; that which is not known to its end where the polygon was not reached.
    pub(super) fn of(&mut self, polygon: u32) -> Option<u32> {
        match self.group[polygon as usize] {
            NONE => self.rest,
            group => Some(self.part(group)),
        }
    }

    /// The part that is not known to its end.
    pub(super) fn rest(&self) -> Option<u32> {
        self.rest
    }

    /// The polygon that a part hangs from, if it is known.
    pub(super) fn root(&mut self, part: u32) -> &mut u32 {
        &mut self.groups[part as usize].root
    }

    /// The polygons of each part of which all are known, with a number for each part.
    pub(super) fn known(&mut self) -> Vec<(u32, Vec<u32>)> {
        let mut parts: Vec<(u32, Vec<u32>)> = Vec::new();
        let of: Vec<u32> = (0..self.groups.len() as u32).map(|group| self.part(group)).collect();
        let mut order: Vec<usize> = (0..of.len()).collect();
        order.sort_by_key(|group| of[*group]);
        for group in order {
            let part = of[group];
            if Some(part) == self.rest {
                continue;
            }
            if parts.last().is_none_or(|last| last.0 != part) {
                parts.push((part, Vec::new()));
            }
            if let Some(last) = parts.last_mut() {
                last.1.extend(&self.groups[group].polygons);
            }
        }
        parts
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.rest = None;
        for group in self.groups.drain(..) {
            group.polygons.iter().for_each(|polygon| self.group[*polygon as usize] = NONE);
        }
    }
}
