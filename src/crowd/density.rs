//! How many bodies are where, and how they move: the density of the crowd on the ground of one storey.
//!
//! A body counts as a square of the side of a cell round its centre, and each cell gets its share of that area (Treuille, Cooper &
//! Popović 2006 spread a body over four cells as well). All sums are whole numbers, so that neither the order of bodies nor the number of
//! threads matters. It is built again whenever something is to use it; tiles exist where bodies are.

use crate::body::Bodies;
use crate::geom::{Cell, Storey, Vec2};

/// Side of a cell, metres; on grids with wider cells, that of a grid cell.
const CELL_M: f32 = 2.0;
/// Cells of the side of a tile.
const SIDE: usize = 16;
/// Parts of a cell's side that places are rounded to.
const PARTS: i32 = 256;
/// A whole body.
const WHOLE: f32 = (PARTS * PARTS) as f32;
/// Velocities are summed in so many parts of a metre a second.
const MOTION: f32 = 1_000.0;
/// Faster than this, metres a second, counts as this.
const FASTEST_M_S: f32 = 1_000.0;
/// No tile.
const NONE: u32 = u32::MAX;

/// What is in one cell, in sums over bodies: each counts as much as its share in the cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// Bodies, in parts of `PARTS`².
    bodies: u64,
    /// Velocities, speeds and top speeds, in parts of `MOTION`.
    velocity: (i64, i64),
    speed: i64,
    top: i64,
}

/// The crowd in one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crowd {
    /// Bodies a square metre.
    pub per_m2: f32,
    /// Their mean velocity, metres a second.
    pub velocity: Vec2,
    /// Their mean speed, metres a second.
    pub speed_m_s: f32,
    /// The mean of their top speeds, metres a second.
    pub top_m_s: f32,
}

/// The density of bodies on one storey. Memory is kept.
#[derive(Clone, Debug, Default)]
pub struct Density {
    cell_m: f32,
    /// Columns and rows of cells.
    size: (i32, i32),
    tile_columns: usize,
    /// By place: the number of its tile.
    index: Vec<u32>,
    /// Those in use come first.
    tiles: Vec<[Sums; SIDE * SIDE]>,
    /// The places of those in use.
    used: Vec<u32>,
}

impl Density {
    /// Counts the living bodies of a storey of `size` metres, on cells of 2 m or as wide as those of a grid.
    pub fn rebuild(&mut self, size: Vec2, grid_cell_m: f32, storey: Storey, bodies: &Bodies) {
        let cell_m = CELL_M.max(grid_cell_m);
        let cells = |metres: f32| ((metres / cell_m).ceil() as i32).max(1);
        self.used.drain(..).for_each(|place| self.index[place as usize] = NONE);
        if (self.cell_m, self.size) != (cell_m, (cells(size.x), cells(size.y))) {
            (self.cell_m, self.size) = (cell_m, (cells(size.x), cells(size.y)));
            self.tile_columns = (self.size.0 as usize).div_ceil(SIDE);
            self.index.clear();
            self.index.resize(self.tile_columns * (self.size.1 as usize).div_ceil(SIDE), NONE);
        }
        for slot in bodies.living().filter(|slot| bodies.storey[*slot] == storey) {
            self.add(bodies.position[slot], bodies.velocity[slot], bodies.speed[slot]);
        }
    }

    fn add(&mut self, at: Vec2, velocity: Vec2, top_m_s: f32) {
        // The square's corner; a cell's share is what lies in it, and what lies outside the world counts for the cell at its edge.
        let parts = |metres: f32| ((metres / self.cell_m - 0.5) * PARTS as f32).round() as i32;
        let (x, y) = (parts(at.x), parts(at.y));
        let whole = |m_s: f32| (m_s.clamp(-FASTEST_M_S, FASTEST_M_S) * MOTION).round() as i64;
        let (velocity, speed, top) = ((whole(velocity.x), whole(velocity.y)), whole(velocity.length()), whole(top_m_s));
        for (row, high) in [(0, PARTS - y.rem_euclid(PARTS)), (1, y.rem_euclid(PARTS))] {
            for (column, wide) in [(0, PARTS - x.rem_euclid(PARTS)), (1, x.rem_euclid(PARTS))] {
                let share = i64::from(high * wide);
                if share == 0 {
                    continue;
                }
                let column = (x.div_euclid(PARTS) + column).clamp(0, self.size.0 - 1);
                let row = (y.div_euclid(PARTS) + row).clamp(0, self.size.1 - 1);
                let sums = self.sums_mut(column as usize, row as usize);
                sums.bodies += share as u64;
                sums.velocity.0 += velocity.0 * share;
                sums.velocity.1 += velocity.1 * share;
                sums.speed += speed * share;
                sums.top += top * share;
            }
        }
    }

    fn sums_mut(&mut self, column: usize, row: usize) -> &mut Sums {
        let place = row / SIDE * self.tile_columns + column / SIDE;
        if self.index[place] == NONE {
            let tile = self.used.len();
            self.index[place] = tile as u32;
            self.used.push(place as u32);
            match self.tiles.get_mut(tile) {
                Some(tile) => tile.fill(Sums::default()),
                None => self.tiles.push([Sums::default(); SIDE * SIDE]),
            }
        }
        &mut self.tiles[self.index[place] as usize][row % SIDE * SIDE + column % SIDE]
    }

    /// Side of a cell, metres.
    pub fn cell_m(&self) -> f32 {
        self.cell_m
    }

    /// Columns and rows of cells.
    pub fn size(&self) -> (i32, i32) {
        self.size
    }

    /// The crowd in a cell; nothing where there is no body, and outside the storey.
    pub fn at(&self, cell: Cell) -> Crowd {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.size.0 && cell.y < self.size.1;
        let (column, row) = (cell.x as usize, cell.y as usize);
        let tile = inside.then(|| self.index[row / SIDE * self.tile_columns + column / SIDE]);
        let sums = tile.and_then(|tile| self.tiles.get(tile as usize)).filter(|_| tile != Some(NONE));
        sums.map_or_else(Crowd::default, |tile| self.crowd(&tile[row % SIDE * SIDE + column % SIDE]))
    }

    /// Calls `each` with every cell that has a share of a body; tiles in the order in which bodies came into them, their cells row by row.
    pub fn each(&self, mut each: impl FnMut(Cell, Crowd)) {
        for (tile, place) in self.tiles.iter().zip(&self.used) {
            let (x, y) = (*place as usize % self.tile_columns * SIDE, *place as usize / self.tile_columns * SIDE);
            for (i, sums) in tile.iter().enumerate().filter(|(_, sums)| sums.bodies > 0) {
                each(Cell::new((x + i % SIDE) as i32, (y + i / SIDE) as i32), self.crowd(sums));
            }
        }
    }

    /// How many tiles there are now.
    pub fn tiles(&self) -> usize {
        self.used.len()
    }

    fn crowd(&self, sums: &Sums) -> Crowd {
        if sums.bodies == 0 {
            return Crowd::default();
        }
        let mean = |sum: i64| sum as f32 / (sums.bodies as f32 * MOTION);
        Crowd {
            per_m2: sums.bodies as f32 / WHOLE / (self.cell_m * self.cell_m),
            velocity: Vec2::new(mean(sums.velocity.0), mean(sums.velocity.1)),
            speed_m_s: mean(sums.speed),
            top_m_s: mean(sums.top),
        }
    }
}
