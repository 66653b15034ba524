//! The gates of a block of cells.

use super::Sum;
use super::fade::left;
use crate::geom::{Vec2, bits};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// No gate has a greater potential, metres: sums of all that can be marked stay exact enough.
const GREATEST_M: f32 = 1e6;

/// How paths use one gate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Gate {
    potential: f32,
    /// Of length 1, or 0 where nothing leads through it, or as much in one direction as in the opposite one.
    along: Vec2,
}

/// The gates of 8 × 8 cells, or of the nodes among them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tile {
    pub block: u32,
    /// The step in which something was added last.
    pub written: u32,
    /// Until which step the gates of each cell have faded.
    faded: Vec<u32>,
    gates: Vec<Gate>,
}

impl Tile {
    /// Begins with nothing, in the memory that it has.
    pub(super) fn begin(&mut self, block: u32, cells: usize, gates: usize, now: u32) {
        (self.block, self.written) = (block, now);
        self.faded.clear();
        self.faded.reserve_exact(cells);
        self.faded.resize(cells, now);
        self.gates.clear();
        self.gates.reserve_exact(gates);
        self.gates.resize(gates, Gate::default());
    }

    /// Of every second gate from `first` on, `count` of them; they belong to one cell.
    #[inline]
    pub(super) fn sum(&self, cell: usize, first: usize, count: usize, now: u32) -> Sum {
        let left = left(now.wrapping_sub(self.faded[cell]));
        let mut sum = Sum::default();
        if left > 0.0 {
            for gate in self.gates[first..].iter().step_by(2).take(count) {
                sum.potential += gate.potential;
                sum.flow += gate.along * gate.potential;
            }
        }
        Sum { potential: sum.potential * left, flow: sum.flow * left }
    }

    /// A gate of a cell: potential and direction.
    pub(super) fn gate(&self, cell: usize, gate: usize, now: u32) -> (f32, Vec2) {
        let Gate { potential, along } = self.gates[gate];
        (potential * left(now.wrapping_sub(self.faded[cell])), along)
    }

    /// Brings the gates of a cell up to date and adds to one of them.
    pub(super) fn add(
        &mut self,
        (cell, gates, gate): (usize, Range<usize>, usize),
        now: u32,
        amount: f32,
        along: Vec2,
    ) {
        let left = left(now.wrapping_sub(std::mem::replace(&mut self.faded[cell], now)));
        if left < 1.0 {
            self.gates[gates].iter_mut().for_each(|gate| gate.potential *= left);
        }
        self.written = now;
        let gate = &mut self.gates[gate];
        gate.along = (gate.along * gate.potential + along * amount).normalize_or_zero();
        gate.potential = (gate.potential + amount).min(GREATEST_M);
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.faded.capacity() * size_of::<u32>() + self.gates.capacity() * size_of::<Gate>()
    }
}

impl Hash for Tile {
    fn hash<H: Hasher>(&self, h: &mut H) {
        (self.block, self.written, &self.faded).hash(h);
        self.gates.iter().for_each(|gate| (gate.potential.to_bits(), bits(gate.along)).hash(h));
    }
}
