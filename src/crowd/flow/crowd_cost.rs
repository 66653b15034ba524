//! What a crowd adds to what steps cost: the time that is lost in it.
//!
//! In a cell that is full a body goes as fast as those in it do in its direction; in one that is empty, as fast as it can (Treuille, Cooper
//! & Popović 2006). So a crowd that stays costs much, one that goes the same direction little, and one that comes towards the body
//! most.

use crate::crowd::density::Density;
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
type CrowdCost = [u16; DIRECTIONS];

/// What a crowd adds to what steps cost, as it was at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct CrowdCosts {
    /// Of the cells of the density: its columns, and for each grid column and row of the field the one that its middle lies in.
    columns: usize,
    column_of: Vec<u16>,
    row_of: Vec<u16>,
    /// By cell of the density: one more than the number of its costs; 0 for none.
    index: Vec<u32>,
    costs: Vec<CrowdCost>,
}

impl CrowdCosts {
    /// Reads them off a crowd. `weight` is what a second lost costs, in seconds of walking; 0: nothing.
    pub(super) fn read(&mut self, density: &Density, field: &Field, grid_cell_m: f32, weight: f32) {
        self.costs.clear();
        self.index.clear();
        let (columns, rows) = (density.size().0 as usize, density.size().1 as usize);
        density.each(|cell, crowd| {
            let fullness = (crowd.per_m2 - FREE_PER_M2) / (FULL_PER_M2 - FREE_PER_M2);
            if fullness <= 0.0 || crowd.top_m_s <= 0.0 {
                return;
            }
            let cost: CrowdCost = std::array::from_fn(|i| {
                let (x, y) = Arrival::from_bits(i as u8 + 1).step();
                let ahead = crowd.velocity.dot(Vec2::new(x as f32, y as f32).normalize_or_zero());
                let share = (ahead / crowd.top_m_s).clamp(SLOWEST_SHARE, 1.0);
                let lost = (1.0 / share - 1.0) * fullness.min(1.0);
                (lost * weight * PLAIN as f32).round().min(MOST) as u16
            });
            if cost.iter().any(|eighths| *eighths > 0) {
                self.index.resize(columns * rows, 0);
                self.costs.push(cost);
                self.index[cell.y as usize * columns + cell.x as usize] = self.costs.len() as u32;
            }
        });
        self.columns = columns;
        // Where the crowd costs nothing all is as if there had never been one: so it is the same as at first.
        let cells = |side: u32| if self.costs.is_empty() { 0 } else { side };
        let of = |out: &mut Vec<u16>, cells: u32, most: usize| {
            let middle = |i: u32| ((i as f32 + 0.5) * grid_cell_m / density.cell_m()) as usize;
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
