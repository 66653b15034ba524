//! What a crowd adds to what steps cost: the time that is lost in it, and what gates add.
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
type Toll = [u16; DIRECTIONS];

/// What bodies, or gates, add to what steps cost, as it was at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tolls {
    /// Of the cells with tolls: their columns, and for each grid column and row of the field the one that its middle lies in.
    columns: usize,
    column_of: Vec<u16>,
    row_of: Vec<u16>,
    /// By cell with tolls: one more than the number of them; 0 for none.
    index: Vec<u32>,
    tolls: Vec<Toll>,
}

impl Tolls {
    /// Reads them off a crowd. `weight` is what a second lost costs, in seconds of walking; 0: nothing.
    pub(super) fn read(&mut self, density: &Density, field: &Field, grid_cell_m: f32, weight: f32) {
        let (columns, rows) = (density.size().0 as usize, density.size().1 as usize);
        self.begin(columns, rows);
        density.each(|cell, crowd| {
            let fullness = (crowd.per_m2 - FREE_PER_M2) / (FULL_PER_M2 - FREE_PER_M2);
            if fullness <= 0.0 || crowd.top_m_s <= 0.0 {
                return;
            }
            let toll: Toll = std::array::from_fn(|i| {
                let (x, y) = Arrival::from_bits(i as u8 + 1).step();
                let ahead = crowd.velocity.dot(Vec2::new(x as f32, y as f32).normalize_or_zero());
                let share = (ahead / crowd.top_m_s).clamp(SLOWEST_SHARE, 1.0);
                let lost = (1.0 / share - 1.0) * fullness.min(1.0);
                (lost * weight * PLAIN as f32).round().min(MOST) as u16
            });
            self.put(cell, toll);
        });
        self.end((columns, rows), field, grid_cell_m / density.cell_m());
    }

    /// Reads them off gates: what they add to each metre in a cell, by the direction in which it is gone.
    pub(super) fn read_gates(&mut self, (map, sheet): (&GateMap, &Sheet), field: &Field, grid_cell_m: f32) {
        let last = map.cell_of(Cell::new(field.width() as i32 - 1, field.height() as i32 - 1));
        let (columns, rows) = ((last.x + 1) as usize, (last.y + 1) as usize);
        self.begin(columns, rows);
        sheet.gates.each_cell(|cell, out, into| {
            let toll: Toll = std::array::from_fn(|i| {
                let (x, y) = Arrival::from_bits(i as u8 + 1).step();
                let along = Vec2::new(x as f32, y as f32).normalize_or_zero();
                let a_metre = map.weights.cost(out, into, along) / map.cell_m;
                (a_metre * PLAIN as f32).round().min(MOST) as u16
            });
            self.put(cell, toll);
        });
        self.end((columns, rows), field, grid_cell_m / map.cell_m);
    }

    /// Begins with so many columns and rows of cells without tolls.
    fn begin(&mut self, columns: usize, rows: usize) {
        self.columns = columns;
        self.tolls.clear();
        self.index.clear();
        self.index.resize(columns * rows, 0);
    }

    fn put(&mut self, cell: Cell, toll: Toll) {
        if toll.iter().any(|eighths| *eighths > 0) {
            self.tolls.push(toll);
            self.index[cell.y as usize * self.columns + cell.x as usize] = self.tolls.len() as u32;
        }
    }

    /// Finds the columns and rows of a field's cells; one of these is so many cells with tolls wide.
    fn end(&mut self, (columns, rows): (usize, usize), field: &Field, wide: f32) {
        let of = |out: &mut Vec<u16>, cells: u32, most: usize| {
            let middle = |i: u32| ((i as f32 + 0.5) * wide) as usize;
            out.clear();
            out.extend((0..cells).map(|i| middle(i).min(most.saturating_sub(1)) as u16));
        };
        if !self.tolls.is_empty() {
            of(&mut self.column_of, field.width(), columns);
            of(&mut self.row_of, field.height(), rows);
        }
    }

    /// What it adds to a step between two cells of the field.
    #[inline(always)]
    pub(super) fn of_step(&self, from: Cell, to: Cell, towards: Arrival) -> Cost {
        if self.tolls.is_empty() {
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
        if number == 0 { 0 } else { Cost::from(self.tolls[number as usize - 1][direction]) }
    }
}
