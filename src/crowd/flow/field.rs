//! The integration field: what it costs to come to one goal from each cell, and in which direction the path begins.

use super::added_cost::AddedCosts;
use crate::crowd::density::Density;
use crate::crowd::gates::{GateMap, Sheet};
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::{Arrival, Cost, DaryHeap, Landscape, OpenList, around};
use std::hash::{Hash, Hasher};

/// The cost of cells from which the goal is not known to be reached.
const UNREACHED: Cost = Cost::MAX;
/// Where changes come faster than they are settled, and more cells wait than so many times those there are, it begins again.
const MOST_WAITING: usize = 2;

/// A field of costs and directions towards one goal: Dijkstra's search (1959) from the goal over all cells, a slice at a time.
///
/// Where cells change, it is brought up to date near them (after Ramalingam & Reps 1996). First cells are let go whose path leads through
/// what has closed or costs more now, in the order of their costs, those nearest to the goal first: whether a cell's direction still
/// holds is certain once all cheaper ones are looked at. Then Dijkstra's search goes on from where that ended and from the cells round
/// the changes. In between every cost that is left is that of a path which exists, so further changes may come at any time.
///
/// Costs are the whole numbers of the searches over the same grid. Which of several directions of equal cost a cell has depends on the order of
/// changes; its cost does not.
#[derive(Clone, Debug, Default)]
pub struct FlowField {
    width: u32,
    goal: Cell,
    cost: Vec<Cost>,
    /// By cell: an [`Arrival`], the direction of the first step; `Any` at the goal and where there is no path.
    towards: Vec<u8>,
    /// Cells whose direction may no longer hold, by cost.
    doubted: DaryHeap<(Cost, u32)>,
    /// Cells whose cost may be lower than it is known to be, once no cell is doubted.
    again: Vec<u32>,
    /// Cells whose neighbours may come to the goal over them for less.
    open: DaryHeap<(Cost, u32)>,
    near: Vec<u32>,
    /// What a crowd adds, and what gates do.
    crowd: AddedCosts,
    gates: AddedCosts,
}

impl FlowField {
    /// Begins with a goal; what came before is forgotten, but for what a crowd adds.
    pub fn begin(&mut self, on: Landscape, goal: Cell) {
        (self.width, self.goal) = (on.field.width(), goal);
        self.cost.clear();
        self.cost.resize(on.field.nodes(), UNREACHED);
        self.towards.clear();
        self.towards.resize(on.field.nodes(), Arrival::Any as u8);
        self.doubted.clear();
        self.open.clear();
        self.again.clear();
        self.again.extend(on.field.node(goal));
    }

    /// Looks at a crowd on a grid with cells so many metres wide: what it costs from the next beginning on. `weight` is what a second
    /// lost in it costs, in seconds of walking; 0: nothing.
    pub fn look(&mut self, density: &Density, grid: &Field, cell_m: f32, weight: f32) {
        self.crowd.read(density, grid, cell_m, weight);
    }

    /// Looks at gates: what they cost from the next beginning on.
    pub(super) fn look_at_gates(&mut self, gates: (&GateMap, &Sheet), grid: &Field, cell_m: f32) {
        self.gates.read_gates(gates, grid, cell_m);
    }

    /// Whether crowd and gates cost the same in both.
    pub(super) fn sees_the_same(&self, other: &Self) -> bool {
        (&self.crowd, &self.gates) == (&other.crowd, &other.gates)
    }

    /// What crowd and gates add to a step between two cells.
    #[inline(always)]
    fn added(&self, from: Cell, to: Cell, towards: Arrival) -> Cost {
        self.crowd.of_step(from, to, towards) + self.gates.of_step(from, to, towards)
    }

    /// Cells were opened or closed, or cost something else now.
    pub fn changed(&mut self, on: Landscape, cells: &[Cell]) {
        if self.waiting() > MOST_WAITING * self.cost.len() {
            return self.begin(on, self.goal);
        }
        let mut near = std::mem::take(&mut self.near);
        around(on.field, cells, &mut near);
        for node in &near {
            self.again.push(*node);
            self.doubt(*node);
        }
        self.near = near;
    }

    /// Works for at most so many cells; returns for how many.
    pub fn work(&mut self, on: Landscape, most: u32) -> u32 {
        let mut left = most;
        while left > 0 {
            if let Some((cost, node)) = self.doubted.pop() {
                left -= u32::from(self.judge(on, cost, node));
            } else if let Some(node) = self.again.pop() {
                left -= 1;
                self.lower(on, node);
            } else if let Some((cost, node)) = self.open.pop() {
                left -= u32::from(self.expand(on, cost, node));
            } else {
                break;
            }
        }
        most - left
    }

    /// How many cells wait to be looked at; some count several times.
    pub fn waiting(&self) -> usize {
        self.doubted.len() + self.again.len() + self.open.len()
    }

    /// Whether all is known.
    pub fn is_ready(&self) -> bool {
        self.doubted.is_empty() && self.again.is_empty() && self.open.is_empty()
    }

    fn doubt(&mut self, node: u32) {
        let cost = self.cost[node as usize];
        if cost != UNREACHED {
            self.doubted.push((cost, node));
        }
    }

    /// Lets a cell go if its direction no longer holds and no other one does; whether it was looked at.
    fn judge(&mut self, on: Landscape, cost: Cost, node: u32) -> bool {
        let cell = self.cell(node);
        if self.cost[node as usize] != cost {
            return false;
        }
        let (best, towards) = self.best(on, cell);
        if best <= cost {
            self.towards[node as usize] = towards as u8;
            return true;
        }
        self.cost[node as usize] = UNREACHED;
        self.towards[node as usize] = Arrival::Any as u8;
        self.again.push(node);
        for bits in 1..=8 {
            let (x, y) = Arrival::from_bits(bits).step();
            let from = Cell::new(cell.x - x, cell.y - y);
            let through = on.field.node(from).filter(|from| self.towards[*from as usize] == bits);
            through.into_iter().for_each(|from| self.doubt(from));
        }
        true
    }

    /// Looks whether the path from a cell costs less than is known.
    fn lower(&mut self, on: Landscape, node: u32) {
        let (best, towards) = self.best(on, self.cell(node));
        if best < self.cost[node as usize] {
            self.set(node, best, towards);
        }
    }

    fn set(&mut self, node: u32, cost: Cost, towards: Arrival) {
        self.cost[node as usize] = cost;
        self.towards[node as usize] = towards as u8;
        self.open.push((cost, node));
    }

    /// The cheapest path from a cell as its neighbours say, and its first step.
    fn best(&self, on: Landscape, cell: Cell) -> (Cost, Arrival) {
        let mut best = (UNREACHED, Arrival::Any);
        if cell == self.goal && on.field.open(cell) {
            best.0 = 0;
        } else if on.field.open(cell) {
            on.each_step(cell, &mut |to, towards, step| {
                let rest = self.cost[self.node(to) as usize];
                let cost = rest.saturating_add(step + self.added(cell, to, towards));
                if cost < best.0 {
                    best = (cost, towards);
                }
            });
        }
        best
    }

    /// Looks whether the neighbours of a cell come to the goal over it for less; whether it was the first time at this cost.
    fn expand(&mut self, on: Landscape, cost: Cost, node: u32) -> bool {
        if self.cost[node as usize] != cost {
            return false;
        }
        let to = self.cell(node);
        on.each_step(to, &mut |from, away, step| {
            let (number, towards) = (self.node(from), away.back());
            let through = cost + step + self.added(from, to, towards);
            if through < self.cost[number as usize] {
                self.set(number, through, towards);
            }
        });
        true
    }

    #[inline(always)]
    fn node(&self, cell: Cell) -> u32 {
        cell.y as u32 * self.width + cell.x as u32
    }

    fn cell(&self, node: u32) -> Cell {
        Cell::new((node % self.width) as i32, (node / self.width) as i32)
    }

    /// What the path from a cell costs; `None` where there is none, or it is not known yet.
    pub fn cost_from(&self, cell: Cell) -> Option<Cost> {
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u32) < self.width;
        let cost = inside.then(|| self.cost.get(self.node(cell) as usize)).flatten();
        cost.copied().filter(|cost| *cost != UNREACHED)
    }

    /// Cells of a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// By cell, row by row: the direction of the first step, in eighths of a turn clockwise from east; `None` at the goal, and where
    /// there is no path.
    pub fn eighths(&self) -> impl Iterator<Item = Option<u8>> {
        const CLOCKWISE: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let of = |bits: &u8| CLOCKWISE.iter().position(|step| *step == Arrival::from_bits(*bits).step());
        self.towards.iter().map(move |bits| of(bits).map(|eighths| eighths as u8))
    }

    /// Writes where the path from a cell turns, both ends included; empties `turns` where there is none. The field is whole.
    pub fn read(&self, from: Cell, turns: &mut Vec<Cell>) {
        turns.clear();
        if self.cost_from(from).is_none() {
            return;
        }
        turns.push(from);
        let (mut at, mut ahead) = (from, Arrival::Any);
        // Costs fall from cell to cell, so that none is met twice.
        loop {
            let towards = Arrival::from_bits(self.towards[self.node(at) as usize]);
            if towards != ahead && at != from {
                turns.push(at);
            }
            if at == self.goal {
                return;
            }
            ahead = towards;
            let (x, y) = towards.step();
            at = Cell::new(at.x + x, at.y + y);
        }
    }

    /// Whether it is over a grid of this size.
    pub fn is_over(&self, field: &Field) -> bool {
        (self.width, self.cost.len()) == (field.width(), field.nodes())
    }
}

/// What is known, and how much is not: for the world hash. Crowd and gates were looked at earlier, so what they add follows from nothing else.
impl Hash for FlowField {
    fn hash<H: Hasher>(&self, h: &mut H) {
        (self.waiting(), &self.cost, &self.towards, &self.crowd, &self.gates).hash(h);
    }
}
