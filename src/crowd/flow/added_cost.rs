//! What is added to what steps cost: by a crowd the time that is lost in it, and by gates.
//!
//! In a cell that is full a body goes as fast as those in it do in its direction; in one that is empty, as fast as it can (Treuille, Cooper
//! & Popović 2006). So a crowd that stays costs much, one that goes the same direction little, and one that comes towards the body
//! most.

use crate::crowd::density::Density;
use crate::crowd::gates::{GateMap, Sheet};
use crate::geom::{Cell, Vec2};
use crate::grid::Field;
use crate::search::{Arrival, Cost, PLAIN, half_step};

/// Fewer bodies a square metre than this do not count …
const FREE_PER_M2: f32 = 0.5;
/// … and so many fill a cell: none overtakes another any more.
const FULL_PER_M2: f32 = 2.0;
/// A crowd never makes a body slower than this share of its top speed.
const SLOWEST_SHARE: f32 = 0.125;
/// A metre never costs more than this by a crowd, in eighths of a metre of plain ground.
const MOST: f32 = 63.0 * PLAIN as f32;
/// The directions of steps: those of `Arrival` but for `Any`.
const DIRECTIONS: usize = 8;

/// What a metre in a cell costs more, by direction, in eighths of a metre of plain ground.
type AddedCost = [u16; DIRECTIONS];

/// What bodies, or gates, add to what steps cost, as it was at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct AddedCosts {
    /// Of the cells that have costs: their columns, and for each grid column and row of the field the one that its middle lies in.
    columns: usize,
    column_of: Vec<u16>,
    row_of: Vec<u16>,
    /// By cell: one more than the number of its costs; 0 for none.
    index: Vec<u32>,
    costs: Vec<AddedCost>,
}

impl AddedCosts {
    /// Reads them off a crowd. `weight` is what a second lost costs, in seconds of walking; 0: nothing.
    pub(super) fn read(&mut self, density: &Density, field: &Field, grid_cell_m: f32, weight: f32) {
        let (columns, rows) = (density.size().0 as usize, density.size().1 as usize);
        self.begin(columns, rows);
        density.each(|cell, crowd| {
            let fullness = (crowd.per_m2 - FREE_PER_M2) / (FULL_PER_M2 - FREE_PER_M2);
            if fullness <= 0.0 || crowd.top_m_s <= 0.0 {
                return;
            }
            let cost: AddedCost = std::array::from_fn(|i| {
                let (x, y) = Arrival::from_bits(i as u8 + 1).step();
                let ahead = crowd.velocity.dot(Vec2::new(x as f32, y as f32).normalize_or_zero());
                let share = (ahead / crowd.top_m_s).clamp(SLOWEST_SHARE, 1.0);
                let lost = (1.0 / share - 1.0) * fullness.min(1.0);
                (lost * weight * PLAIN as f32).round().min(MOST) as u16
            });
            self.put(cell, cost);
        });
        self.end((columns, rows), field, grid_cell_m / density.cell_m());
    }

    /// Reads them off gates: what they add to each metre in a cell, by the direction in which it is gone.
    pub(super) fn read_gates(&mut self, (map, sheet): (&GateMap, &Sheet), field: &Field, grid_cell_m: f32) {
        let last = map.cell_of(Cell::new(field.width() as i32 - 1, field.height() as i32 - 1));
        let (columns, rows) = ((last.x + 1) as usize, (last.y + 1) as usize);
        self.begin(columns, rows);
        sheet.gates.each_cell(|cell, out, into| {
            let cost: AddedCost = std::array::from_fn(|i| {
                let (x, y) = Arrival::from_bits(i as u8 + 1).step();
                let along = Vec2::new(x as f32, y as f32).normalize_or_zero();
                let a_metre = map.weights.cost(out, into, along) / map.cell_m;
                (a_metre * PLAIN as f32).round().min(MOST) as u16
            });
            self.put(cell, cost);
        });
        self.end((columns, rows), field, grid_cell_m / map.cell_m);
    }

    /// Begins with so many columns and rows of cells without costs.
    fn begin(&mut self, columns: usize, rows: usize) {
        self.columns = columns;
        self.costs.clear();
        self.index.clear();
        self.index.resize(columns * rows, 0);
    }

    /// Adds a cell, where it costs anything.
    fn put(&mut self, cell: Cell, cost: AddedCost) {
        if cost.iter().any(|eighths| *eighths > 0) {
            self.costs.push(cost);
            self.index[cell.y as usize * self.columns + cell.x as usize] = self.costs.len() as u32;
        }
    }

    /// Finds the columns and rows of a field's cells; one of these is so many cells that have costs wide.
    fn end(&mut self, (columns, rows): (usize, usize), field: &Field, wide: f32) {
        // Where nothing costs more all is as if nothing ever had: so it is the same as at first.
        let cells = |side: u32| if self.costs.is_empty() { 0 } else { side };
        if self.costs.is_empty() {
            self.columns = 0;
            self.index.clear();
        }
        let of = |out: &mut Vec<u16>, cells: u32, most: usize| {
            let middle = |i: u32| ((i as f32 + 0.5) * wide) as usize;
            out.clear();
            out.extend((0..cells).map(|i| middle(i).min(most.saturating_sub(1)) as u16));
        };
        of(&mut self.column_of, cells(field.width()), columns);
        of(&mut self.row_of, cells(field.height()), rows);
    }

    /// What it adds to a step between two cells of the field.
    #[inline(always)]
    pub(super) fn of_step(&self, from: Cell, to: Cell, towards: Arrival) -> Cost {
        if self.costs.is_empty() {
            return 0;
        }
        let direction = towards as usize - 1;
        (self.of(from, direction) + self.of(to, direction)) * half_step(towards.is_diagonal())
    }

    #[inline(always)]
    fn of(&self, cell: Cell, direction: usize) -> Cost {
        let place =
            usize::from(self.row_of[cell.y as usize]) * self.columns + usize::from(self.column_of[cell.x as usize]);
        let number = self.index[place];
        if number == 0 { 0 } else { Cost::from(self.costs[number as usize - 1][direction]) }
    }
}
