//! Cheapest paths inside a small rectangle of a field.

use super::Area;
use super::weighted::WeightedFlood;
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::{Arrival, Cost, DIAGONAL, Landscape, PLAIN, STRAIGHT, directions, octile};
use std::collections::VecDeque;

/// No path.
pub(crate) const FAR: u32 = u32::MAX;

/// A cost of 32 bits: [`FAR`] for none.
pub(super) fn kept_cost(cost: Option<Cost>) -> u32 {
    cost.map_or(FAR, |cost| cost.min(u64::from(FAR) - 1) as u32)
}

/// Steps by the number of their direction ([`Arrival`]) less one: straight ones first.
pub(super) const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
/// Steps from here on are diagonal.
pub(super) const FIRST_DIAGONAL: usize = 4;

/// By how a cell was reached and the nine cells round it ([`Field::nine`]): the steps that jump point search leaves over, as bits.
pub(super) static KEPT: [[u8; 512]; 9] = kept_steps();

const fn kept_steps() -> [[u8; 512]; 9] {
    let mut all = [[0; 512]; 9];
    let mut at = 0;
    while at < 9 * 512 {
        let (arrival, nine) = (at / 512, (at % 512) as u64);
        let [east, west, south, north] = directions(nine, Arrival::from_bits(arrival as u8));
        let steps = [
            east,
            west,
            south,
            north,
            south && east && nine >> 8 & 1 == 1,
            south && west && nine >> 6 & 1 == 1,
            north && west && nine & 1 == 1,
            north && east && nine >> 2 & 1 == 1,
        ];
        let mut step = 0;
        while step < 8 {
            all[arrival][nine as usize] |= (steps[step] as u8) << step;
            step += 1;
        }
        at += 1;
    }
    all
}

/// Where a flood may stop, and what the path there costs at most: cells from which it would cost more are left out.
#[derive(Clone, Copy, Debug)]
pub struct Towards {
    /// Where it may stop.
    pub goal: Cell,
    /// What the path costs at most.
    pub at_most: Cost,
}

impl Towards {
    /// A goal to which the path may be of any length.
    pub fn anyhow(goal: Cell) -> Self {
        Self { goal, at_most: Cost::MAX }
    }
}

/// Dijkstra's algorithm (1959) in one area, with the pruning of jump point search: of equal paths only the one that goes
/// diagonally first is followed (Harabor & Grastien 2011), so that hardly a cell is reached twice. It does not jump: all
/// cells are wanted, and rows are short.
///
/// Steps cost one of two amounts, so that two plain queues keep the order: what was reached by straight steps waits in
/// one, what was reached by diagonal ones in the other, each sorted by itself. Costs fit 32 bits: an area has at most
/// 64 × 64 cells, and 4096 diagonals cost less than 2³².
///
/// Where the cells of the area do not cost the same, a [`WeightedFlood`] does the work.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    area: Area,
    /// What each cell of the area costs, in eighths of plain ground; `None` where they differ: `weighted` then has the paths.
    each: Option<u64>,
    weighted: WeightedFlood,
    cost: Vec<u32>,
    /// How a cell was reached ([`Arrival`]).
    by: Vec<u8>,
    queues: [VecDeque<Reached>; 2],
}

/// A cell that waits, by column and row of its area.
#[derive(Clone, Copy, Debug)]
struct Reached {
    cost: u32,
    x: u8,
    y: u8,
}

impl Flood {
    /// Finds the paths from an open cell of the area to all others, or only the one that is sought.
    pub fn run<'a>(
        &mut self,
        on: impl Into<Landscape<'a>>,
        area: Area,
        from: Cell,
        towards: impl Into<Option<Towards>>,
    ) {
        let (on, towards) = (on.into(), towards.into());
        self.area = area;
        self.each = if towards.is_none() || on.costs.is_none() { on.same_cost(area.all()) } else { None };
        match on.costs {
            Some(costs) if self.each.is_none() => self.weighted.run(on.weighted(costs), area, from, towards),
            _ => self.run_plain(on.field, from, towards),
        }
    }

    fn run_plain(&mut self, field: &Field, from: Cell, towards: Option<Towards>) {
        let area = self.area;
        self.cost.clear();
        self.cost.resize(area.cells(), FAR);
        self.by.resize(area.cells().max(self.by.len()), 0);
        self.queues.iter_mut().for_each(VecDeque::clear);
        let stop = towards.map(|t| area.local(t.goal));
        self.cost[area.local(from)] = 0;
        self.by[area.local(from)] = Arrival::Any as u8;
        self.queues[0].push_back(Reached { cost: 0, x: (from.x - area.x) as u8, y: (from.y - area.y) as u8 });
        while let Some(at) = self.next() {
            let local = usize::from(at.y) * area.width as usize + usize::from(at.x);
            if Some(local) == stop {
                return;
            }
            if at.cost == self.cost[local] {
                self.expand(field, at, local, towards);
            }
        }
    }

    fn next(&mut self) -> Option<Reached> {
        let [straight, diagonal] = &mut self.queues;
        match (straight.front(), diagonal.front()) {
            (Some(s), Some(d)) if d.cost < s.cost => diagonal.pop_front(),
            (None, _) => diagonal.pop_front(),
            _ => straight.pop_front(),
        }
    }

    fn expand(&mut self, field: &Field, from: Reached, local: usize, towards: Option<Towards>) {
        let (x, y) = (i32::from(from.x), i32::from(from.y));
        let nine = field.nine(Cell::new(self.area.x + x, self.area.y + y));
        let mut steps = u32::from(KEPT[usize::from(self.by[local])][nine as usize]);
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let (to_x, to_y) = (x + STEPS[step].0, y + STEPS[step].1);
            if to_x as u32 >= self.area.width as u32 || to_y as u32 >= self.area.height as u32 {
                continue;
            }
            let slant = usize::from(step >= FIRST_DIAGONAL);
            let cost = from.cost + [STRAIGHT, DIAGONAL][slant] as u32;
            let next = (to_y * self.area.width + to_x) as usize;
            let is_aside = |t: Towards| {
                let (dx, dy) = (self.area.x + to_x - t.goal.x, self.area.y + to_y - t.goal.y);
                u64::from(cost) + octile(dx.unsigned_abs(), dy.unsigned_abs()) > t.at_most
            };
            if cost < self.cost[next] && !towards.is_some_and(is_aside) {
                self.cost[next] = cost;
                self.by[next] = step as u8 + 1;
                self.queues[slant].push_back(Reached { cost, x: to_x as u8, y: to_y as u8 });
            }
        }
    }

    /// What the path to a cell of the area costs; `None` when there is none.
    pub fn cost(&self, to: Cell) -> Option<Cost> {
        let local = self.area.local(to);
        match self.each {
            None => self.weighted.cost(local),
            Some(each) => {
                let cost = *self.cost.get(local)?;
                (cost != FAR).then(|| u64::from(cost) * each / PLAIN)
            }
        }
    }

    /// Appends the cells of the path after its start up to `to`; nothing when there is none.
    pub fn follow(&self, to: Cell, out: &mut Vec<Cell>) {
        if self.cost(to).is_none() {
            return;
        }
        let by = if self.each.is_some() { &self.by } else { self.weighted.by() };
        let begin = out.len();
        let mut at = to;
        while let Some((dx, dy)) = usize::from(by[self.area.local(at)]).checked_sub(1).map(|step| STEPS[step]) {
            out.push(at);
            at = Cell::new(at.x - dx, at.y - dy);
        }
        out[begin..].reverse();
    }
}
