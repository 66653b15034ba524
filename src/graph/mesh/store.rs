//! Polygons in the arrays of a mesh: they come and go, and what goes leaves its place to others.

use super::tables::Starts;
use super::{NONE, NavMesh, Side, Span};
use glam::DVec2;
use i_overlay::i_float::int::point::IntPoint;

impl Starts {
    /// The sides that begin at a vertex.
    pub(super) fn of(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let some = |side: u32| Some(side).filter(|side| *side != NONE);
        std::iter::successors(some(self.first[vertex as usize]), move |side| some(self.next[*side as usize]))
    }

    fn add(&mut self, vertex: u32, side: u32) {
        self.next.resize(self.next.len().max(side as usize + 1), NONE);
        self.next[side as usize] = std::mem::replace(&mut self.first[vertex as usize], side);
    }

    fn remove(&mut self, vertex: u32, side: u32) {
        let after = self.next[side as usize];
        let before = self.of(vertex).find(|before| self.next[*before as usize] == side);
        match before {
            Some(before) => self.next[before as usize] = after,
            None => self.first[vertex as usize] = after,
        }
    }
}

impl NavMesh {
    /// A vertex that no side begins at yet.
    pub(super) fn new_vertex(&mut self) -> u32 {
        self.spare.vertices.pop().unwrap_or_else(|| {
            self.beside.push([DVec2::NAN; 2]);
            self.starts.first.push(NONE);
            self.beside.len() as u32 - 1
        })
    }

    /// Gives up a vertex if no side begins there any more. Whether one does.
    pub(super) fn keep_vertex(&mut self, vertex: u32) -> bool {
        let is_used = self.starts.first[vertex as usize] != NONE;
        if !is_used {
            self.spare.vertices.push(vertex);
        }
        is_used
    }

    /// Puts a polygon in, joined to nothing: corners with their vertices. Returns its number.
    pub(super) fn put(&mut self, corners: &[(IntPoint, u32)], storey: u32) -> u32 {
        let count = corners.len() as u32;
        let free = self.spare.sides.get_mut(&count).and_then(Vec::pop);
        let first = free.unwrap_or(self.sides.len() as u32);
        let own = self.spare.polygons.pop().unwrap_or(self.polygons.len() as u32);
        for (number, (at, vertex)) in (first..).zip(corners) {
            let side = Side { at: self.units.metres(*at), marked: *vertex, twin: NONE, polygon: NONE, own };
            match self.sides.get_mut(number as usize) {
                Some(slot) => *slot = side,
                None => self.sides.push(side),
            }
            self.starts.add(*vertex, number);
        }
        let span = Span { first, count };
        match self.polygons.get_mut(own as usize) {
            Some(slot) => (*slot, self.storeys[own as usize]) = (span, storey),
            None => {
                self.polygons.push(span);
                self.storeys.push(storey);
            }
        }
        own
    }

    /// Takes a polygon out. Calls `open` with the sides of others that it was beyond.
    pub(super) fn take(&mut self, polygon: u32, mut open: impl FnMut(u32)) {
        let Span { first, count } = std::mem::take(&mut self.polygons[polygon as usize]);
        for number in first..first + count {
            let side = self.sides[number as usize];
            self.starts.remove(side.vertex(), number);
            self.blocks.clear(number);
            if side.twin != NONE {
                let twin = &mut self.sides[side.twin as usize];
                (twin.twin, twin.polygon) = (NONE, NONE);
                self.blocks.clear(side.twin);
                open(side.twin);
            }
            // What is out of use leads nowhere.
            let left = &mut self.sides[number as usize];
            (left.twin, left.polygon) = (NONE, NONE);
        }
        self.spare.sides.entry(count).or_default().push(first);
        self.spare.polygons.push(polygon);
    }
}
