//! Shortest ways inside a small rectangle of a field.

use super::clusters::Area;
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::cost::octile;
use crate::search::{DIAGONAL, STRAIGHT};
use std::collections::VecDeque;

/// No way.
pub(super) const FAR: u32 = u32::MAX;

/// Steps and the neighbours that must be open, as bits of [`Field::nine`].
const STEPS: [(i32, i32, u64); 8] = [
    (1, 0, 1 << 5),
    (0, 1, 1 << 7),
    (-1, 0, 1 << 3),
    (0, -1, 1 << 1),
    (1, 1, 1 << 5 | 1 << 7 | 1 << 8),
    (-1, 1, 1 << 3 | 1 << 7 | 1 << 6),
    (-1, -1, 1 << 3 | 1 << 1 | 1),
    (1, -1, 1 << 5 | 1 << 1 | 1 << 2),
];
/// Steps from here on are diagonal.
const FIRST_DIAGONAL: usize = 4;

/// Where a flood may stop, and what the way there costs at most: cells from which it would cost more are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Towards {
    pub goal: Cell,
    pub at_most: u32,
}

impl Towards {
    /// A goal to which the way may be of any length.
    pub fn anyhow(goal: Cell) -> Self {
        Self { goal, at_most: FAR }
    }
}

/// Dijkstra's algorithm (1959) in one area. Steps cost one of two amounts, so that two plain queues keep the order: what
/// was reached by straight steps waits in one, what was reached by diagonal ones in the other, each sorted by itself.
///
/// Costs fit 32 bits: an area has at most 64 × 64 cells, and 4096 diagonals cost less than 2³².
#[derive(Clone, Debug, Default)]
pub(super) struct Flood {
    area: Area,
    cost: Vec<u32>,
    /// The step by which a cell was reached.
    by: Vec<u8>,
    queues: [VecDeque<(u32, u16)>; 2],
}

impl Flood {
    /// Finds the ways from an open cell of the area to all others, or only the one that is sought.
    pub fn run(&mut self, field: &Field, area: Area, from: Cell, towards: Option<Towards>) {
        self.area = area;
        self.cost.clear();
        self.cost.resize(area.cells(), FAR);
        self.by.resize(area.cells().max(self.by.len()), 0);
        self.queues.iter_mut().for_each(VecDeque::clear);
        let stop = towards.map(|t| area.local(t.goal));
        self.cost[area.local(from)] = 0;
        self.queues[0].push_back((0, area.local(from) as u16));
        while let Some((cost, local)) = self.next() {
            let local = usize::from(local);
            if Some(local) == stop {
                return;
            }
            if cost == self.cost[local] {
                self.expand(field, cost, local, towards);
            }
        }
    }

    fn next(&mut self) -> Option<(u32, u16)> {
        let [straight, diagonal] = &mut self.queues;
        match (straight.front(), diagonal.front()) {
            (Some(s), Some(d)) if d.0 < s.0 => diagonal.pop_front(),
            (None, _) => diagonal.pop_front(),
            _ => straight.pop_front(),
        }
    }

    fn expand(&mut self, field: &Field, cost: u32, local: usize, towards: Option<Towards>) {
        let at = self.area.cell(local);
        let nine = field.nine(at);
        for (number, (dx, dy, need)) in STEPS.into_iter().enumerate() {
            let to = Cell::new(at.x + dx, at.y + dy);
            if nine & need != need || !self.area.contains(to) {
                continue;
            }
            let slant = usize::from(number >= FIRST_DIAGONAL);
            let reached = cost + [STRAIGHT, DIAGONAL][slant] as u32;
            let next = self.area.local(to);
            let is_aside = |t: Towards| {
                u64::from(reached) + octile(to.x.abs_diff(t.goal.x), to.y.abs_diff(t.goal.y)) > t.at_most.into()
            };
            if reached < self.cost[next] && !towards.is_some_and(is_aside) {
                self.cost[next] = reached;
                self.by[next] = number as u8;
                self.queues[slant].push_back((reached, next as u16));
            }
        }
    }

    /// What the way to a cell of the area costs; [`FAR`] when there is none.
    pub fn cost(&self, to: Cell) -> u32 {
        self.cost.get(self.area.local(to)).copied().unwrap_or(FAR)
    }

    /// Appends the cells of the way after its start up to `to`, which was reached.
    pub fn follow(&self, to: Cell, out: &mut Vec<Cell>) {
        let begin = out.len();
        let mut at = to;
        while self.cost(at) != 0 && self.cost(at) != FAR {
            out.push(at);
            let (dx, dy, _) = STEPS[usize::from(self.by[self.area.local(at)])];
            at = Cell::new(at.x - dx, at.y - dy);
        }
        out[begin..].reverse();
    }
}
