//! Which parts of the world are connected, for bodies of one size: reachability without a search.

use super::anchors::Anchors;
use super::open::closed_cells;
use super::runs::{Run, label, label_runs, runs_of};
use super::{BitGrid, CellRect};
use crate::geom::{Aabb, Cell, Vec2};
use crate::rng::Rand;
use crate::world::{Ground, MoveClass, World};
use std::ops::Range;
use std::sync::Arc;

/// Connected components of the cells that are open to bodies of one size. Diagonal steps need both neighbours
/// free, so components are the same for 4 and for 8 directions.
#[derive(Clone, Debug)]
pub struct Regions {
    width: usize,
    height: usize,
    resolution_m: f32,
    /// The component with the most cells; 0 when nothing is open.
    largest: u32,
    /// Stretches of open cells, in reading order.
    runs: Vec<Run>,
    /// Where each row's runs begin; one more at the end.
    row_first: Vec<u32>,
    /// The runs of the largest component: (its cells in the runs before, index into `runs`).
    largest_runs: Vec<(u32, u32)>,
    anchors: Arc<Anchors>,
}

impl Regions {
    /// The same cells are open as on a [`Field`](super::Field).
    pub fn build(world: &World, radius_m: f32, height_m: f32, moves: MoveClass) -> Self {
        let (closed, anchors) = closed_cells(world, radius_m, height_m, moves);
        Self::of_runs(&world.ground, label_runs(&closed), Arc::new(anchors))
    }

    fn of_runs(ground: &Ground, (runs, count): (Vec<Run>, u32), anchors: Arc<Anchors>) -> Self {
        let mut sizes = vec![0_u32; count as usize + 1];
        let mut row_first = vec![0_u32; ground.height() + 1];
        for run in &runs {
            sizes[run.label as usize] += run.len();
            row_first[run.row as usize + 1] += 1;
        }
        for row in 0..ground.height() {
            row_first[row + 1] += row_first[row];
        }
        let largest = (1..sizes.len()).max_by_key(|l| (sizes[*l], usize::MAX - l)).unwrap_or(0) as u32;
        let mut cells = 0;
        let of_largest = (0..).zip(&runs).filter(|(_, run)| run.label == largest).map(|(i, run)| {
            cells += run.len();
            (cells - run.len(), i)
        });
        let largest_runs = of_largest.collect();
        Self {
            width: ground.width(),
            height: ground.height(),
            resolution_m: ground.resolution_m(),
            largest,
            runs,
            row_first,
            largest_runs,
            anchors,
        }
    }

    /// Brings a part up to date. Runs in other rows stay as they are; all are numbered again.
    pub(super) fn repair(
        &mut self,
        ground: &Ground,
        part: CellRect,
        is_open: impl Fn(Cell) -> bool,
        anchors: Arc<Anchors>,
    ) {
        let (first, end) = (part.origin, part.end());
        let mut runs = self.runs[..self.row_first[first.y as usize] as usize].to_vec();
        let mut row = BitGrid::default();
        for y in first.y..end.y {
            row.reset(self.width as u32, 1);
            let mut x = 0;
            for run in self.row(y as usize) {
                row.close_run(0, x, run.begin as i32 - 1);
                x = run.end as i32;
            }
            row.close_run(0, x, self.width as i32 - 1);
            for x in first.x..end.x {
                if is_open(Cell::new(x, y)) {
                    row.reopen(x, 0);
                } else {
                    row.close(x, 0);
                }
            }
            runs_of(row.row(0), self.width, y as u32, &mut runs);
        }
        runs.extend_from_slice(&self.runs[self.row_first[end.y as usize] as usize..]);
        let count = label(&mut runs);
        *self = Self::of_runs(ground, (runs, count), anchors);
    }

    /// The component of a cell, found among the runs of its row; `None` where the body does not fit or outside the world.
    pub fn of_cell(&self, c: Cell) -> Option<u32> {
        if c.x < 0 || c.y < 0 || c.x as usize >= self.width || c.y as usize >= self.height {
            return None;
        }
        let row = self.row(c.y as usize);
        let run = row.get(row.partition_point(|run| run.end <= c.x as u32))?;
        (run.begin <= c.x as u32).then_some(run.label)
    }

    fn row(&self, row: usize) -> &[Run] {
        &self.runs[self.row_first[row] as usize..self.row_first[row + 1] as usize]
    }

    /// Where bodies are in the cells.
    pub fn anchors(&self) -> &Arc<Anchors> {
        &self.anchors
    }

    /// All cells, as a grid.
    pub(super) fn closed(&self) -> BitGrid {
        let (width, height) = (self.width as u32, (self.row_first.len() - 1) as u32);
        let mut grid = BitGrid::new(width, height);
        self.close_in(CellRect { origin: Cell::new(0, 0), width, height }, &mut grid);
        grid
    }

    /// Closes what is not open of a rectangle of the world in a grid that holds just that.
    pub(crate) fn close_in(&self, area: CellRect, bits: &mut BitGrid) {
        let (from, end) = (area.origin, area.end());
        for y in from.y..end.y {
            let mut x = from.x;
            for run in self.row(y as usize) {
                bits.close_run(y - from.y, x - from.x, run.begin as i32 - 1 - from.x);
                x = x.max(run.end as i32);
            }
            bits.close_run(y - from.y, x - from.x, end.x - 1 - from.x);
        }
    }

    /// The cell a point lies in, if the body fits there.
    pub fn cell_at(&self, p: Vec2) -> Option<Cell> {
        let c = Cell::of(p, self.resolution_m);
        self.of_cell(c).map(|_| c)
    }

    /// The component a point belongs to: its own cell's, else (close to a wall) that of the nearest neighbouring cell.
    pub fn of_point(&self, p: Vec2) -> Option<u32> {
        let c = Cell::of(p, self.resolution_m);
        self.of_cell(c).or_else(|| {
            (-1..=1)
                .flat_map(|dy| (-1..=1).map(move |dx| Cell::new(c.x.saturating_add(dx), c.y.saturating_add(dy))))
                .filter_map(|n| self.of_cell(n).map(|l| (n.centre(self.resolution_m).distance_squared(p), l)))
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .map(|(_, l)| l)
        })
    }

    /// Whether there is a path from one point to the other.
    pub fn joined(&self, a: Vec2, b: Vec2) -> bool {
        self.of_point(a).is_some_and(|l| self.of_point(b) == Some(l))
    }

    /// The component with the most cells; `None` when nothing is open.
    pub fn largest(&self) -> Option<u32> {
        (self.largest != 0).then_some(self.largest)
    }

    /// A cell of the largest component, each as likely as any other; `None` when nothing is open.
    /// One draw, and a binary search over the component's runs.
    pub fn pick(&self, rand: &mut Rand) -> Option<Cell> {
        let (before, last) = *self.largest_runs.last()?;
        let n = rand.index((before + self.runs[last as usize].len()) as usize) as u32;
        let at = self.largest_runs.partition_point(|(before, _)| *before <= n).checked_sub(1)?;
        let (before, run) = self.largest_runs[at];
        let run = self.runs[run as usize];
        Some(Cell::new((run.begin + n - before) as i32, run.row as i32))
    }

    /// A cell of a component whose centre lies in `area`, each as likely as any other; `None` (and no draw) when there
    /// is none. Looks at the rows of the area only.
    pub fn pick_in(&self, area: Aabb, label: u32, rand: &mut Rand) -> Option<Cell> {
        let total = self.count_in(area, label);
        if total == 0 {
            return None;
        }
        let mut n = rand.index(total as usize) as u32;
        for (row, columns) in self.stretches(area, label) {
            let len = columns.len() as u32;
            if n < len {
                return Some(Cell::new((columns.start + n) as i32, row as i32));
            }
            n -= len;
        }
        None
    }

    /// How many cells of a component have their centre in `area`.
    pub fn count_in(&self, area: Aabb, label: u32) -> u32 {
        self.stretches(area, label).map(|(_, columns)| columns.len() as u32).sum()
    }

    /// The parts of a component's runs inside an area, as (row, columns).
    fn stretches(&self, area: Aabb, label: u32) -> impl Iterator<Item = (usize, Range<u32>)> + '_ {
        let columns = centres_within(area.min.x, area.max.x, self.resolution_m, self.width);
        let rows = centres_within(area.min.y, area.max.y, self.resolution_m, self.height);
        rows.flat_map(move |row| {
            let runs = self.row(row as usize);
            let columns = columns.clone();
            let skip = runs.partition_point(|r| r.end <= columns.start);
            runs[skip..]
                .iter()
                .take_while({
                    let end = columns.end;
                    move |r| r.begin < end
                })
                .filter(move |r| r.label == label)
                .map(move |r| (row as usize, r.begin.max(columns.start)..r.end.min(columns.end)))
        })
    }
}

/// The cells along one axis whose centre lies in `low..=high` metres.
fn centres_within(low: f32, high: f32, resolution_m: f32, count: usize) -> Range<u32> {
    let edge = |v: f32| v.clamp(0.0, count as f32) as u32;
    let begin = edge((low / resolution_m - 0.5).ceil());
    let end = edge((high / resolution_m - 0.5).floor() + 1.0);
    begin..end.max(begin)
}
