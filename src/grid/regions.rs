//! Which parts of the world are connected, for bodies of one size: reachability without a search.

mod follow;
mod local;

use super::anchors::Anchors;
use super::open::closed_cells;
use super::runs::{Run, label_runs};
use super::{BitGrid, CellRect};
use crate::geom::{Aabb, Cell, Vec2};
use crate::rng::Rand;
use crate::world::{Ground, MoveClass, World};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Connected components of the cells that are open to bodies of one size. Diagonal steps need both neighbours
/// free, so components are the same for 4 and for 8 directions.
#[derive(Clone, Debug)]
pub struct Regions {
    width: usize,
    height: usize,
    resolution_m: f32,
    /// The component with the most cells; 0 when nothing is open.
    largest: u32,
    /// Stretches of open cells: those of a row one after the other, in order of columns. What rows left is without cells.
    runs: Vec<Run>,
    /// Where those of each row are.
    rows: Vec<RowRuns>,
    /// How many of them rows left.
    spare_runs: usize,
    /// By number, another one of the same component, itself for the root; empty while all are.
    parent: Vec<u32>,
    /// How many numbers there were when all were given last.
    numbered: u32,
    /// How many cells the components have, by the number of the root.
    sizes: Vec<u32>,
    /// The runs of the largest component, once asked for: (its cells in the runs before, index into `runs`).
    largest_runs: OnceLock<Vec<(u32, u32)>>,
    anchors: Arc<Anchors>,
}

/// Where the runs of a row are in the list of all.
#[derive(Clone, Copy, Debug, Default)]
struct RowRuns {
    first: u32,
    count: u32,
    /// How many it has places for.
    most: u32,
}

impl RowRuns {
    fn range(self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

impl Regions {
    /// The same cells are open as on a [`Field`](super::Field).
    pub fn build(world: &World, radius_m: f32, height_m: f32, moves: MoveClass) -> Self {
        let (closed, anchors) = closed_cells(world, radius_m, height_m, moves);
        Self::of_runs(&world.ground, label_runs(&closed), Arc::new(anchors))
    }

    fn of_runs(ground: &Ground, (runs, count): (Vec<Run>, u32), anchors: Arc<Anchors>) -> Self {
        let mut made = Self {
            width: ground.width(),
            height: ground.height(),
            resolution_m: ground.resolution_m(),
            largest: 0,
            rows: rows_of(&runs, ground.height()),
            runs,
            spare_runs: 0,
            parent: Vec::new(),
            numbered: count,
            sizes: Vec::new(),
            largest_runs: OnceLock::new(),
            anchors,
        };
        made.count(count);
        made.find_largest();
        made
    }

    /// Counts the cells of components that were all numbered just now.
    fn count(&mut self, count: u32) {
        self.numbered = count;
        self.parent.clear();
        self.sizes.clear();
        self.sizes.resize(count as usize + 1, 0);
        self.runs.iter().for_each(|run| self.sizes[run.label as usize] += run.len());
    }

    fn find_largest(&mut self) {
        // Numbers lead to lower ones: after one pass in order each leads straight to its root.
        for label in 1..self.parent.len() {
            self.parent[label] = self.parent[self.parent[label] as usize];
        }
        let sizes = &self.sizes;
        let largest = (1..sizes.len()).filter(|l| sizes[*l] > 0).max_by_key(|l| (sizes[*l], usize::MAX - l));
        self.largest = largest.unwrap_or(0) as u32;
    }

    /// The number that all numbers of a component lead to.
    #[inline]
    fn root(&self, mut label: u32) -> u32 {
        while let Some(up) = self.parent.get(label as usize).copied().filter(|up| *up != label) {
            label = up;
        }
        label
    }

    /// The component of a cell, found among the runs of its row; `None` where the body does not fit or outside the world.
    pub fn of_cell(&self, c: Cell) -> Option<u32> {
        if c.x < 0 || c.y < 0 || c.x as usize >= self.width || c.y as usize >= self.height {
            return None;
        }
        let row = self.row(c.y as usize);
        let run = row.get(row.partition_point(|run| run.end <= c.x as u32))?;
        (run.begin <= c.x as u32).then(|| self.root(run.label))
    }

    fn row(&self, row: usize) -> &[Run] {
        &self.runs[self.rows[row].range()]
    }

    /// Where bodies are in the cells.
    pub fn anchors(&self) -> &Arc<Anchors> {
        &self.anchors
    }

    /// All cells, as a grid.
    pub(super) fn closed(&self) -> BitGrid {
        let (width, height) = (self.width as u32, self.rows.len() as u32);
        let mut grid = BitGrid::new(width, height);
        self.close_in(CellRect { origin: Cell::new(0, 0), width, height }, &mut grid);
        grid
    }

    /// Closes what is not open of a rectangle of the world in a grid that holds just that.
    pub(crate) fn close_in(&self, area: CellRect, bits: &mut BitGrid) {
        let (from, end) = (area.origin, area.end());
        for y in from.y..end.y {
            let mut x = from.x;
            let row = self.row(y as usize);
            // Rows of large worlds have thousands of runs.
            let first = row.partition_point(|run| (run.end as i32) <= from.x);
            for run in row[first..].iter().take_while(|run| (run.begin as i32) < end.x) {
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
        let runs = self.largest_runs.get_or_init(|| self.runs_of_largest());
        let (before, last) = *runs.last()?;
        let n = rand.index((before + self.runs[last as usize].len()) as usize) as u32;
        let at = runs.partition_point(|(before, _)| *before <= n).checked_sub(1)?;
        let (before, run) = runs[at];
        let run = self.runs[run as usize];
        Some(Cell::new((run.begin + n - before) as i32, run.row as i32))
    }

    fn runs_of_largest(&self) -> Vec<(u32, u32)> {
        let mut cells = 0;
        let all = self.rows.iter().flat_map(|row| row.range());
        let of_largest = all.filter(|i| self.root(self.runs[*i].label) == self.largest).map(|i| {
            cells += self.runs[i].len();
            (cells - self.runs[i].len(), i as u32)
        });
        of_largest.collect()
    }

    /// A cell of a component whose centre lies in `area`, each as likely as any other; `None` (and no draw) when there
    /// is none. Looks at the rows of the area only.
    pub fn pick_in(&self, area: Aabb, label: u32, rand: &mut Rand) -> Option<Cell> {
        self.choice_in(area, label).pick(rand)
    }

    /// The same for many draws: each takes a binary search.
    pub fn choice_in(&self, area: Aabb, label: u32) -> Choice {
        let mut cells = 0;
        let parts = self.stretches(area, label).map(|(row, columns)| {
            let before = cells;
            cells += columns.len() as u32;
            (before, Cell::new(columns.start as i32, row as i32))
        });
        let parts = parts.collect();
        Choice { parts, cells }
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
                .filter(move |r| self.root(r.label) == label)
                .map(move |r| (row as usize, r.begin.max(columns.start)..r.end.min(columns.end)))
        })
    }
}

/// Cells of which each is as likely as any other.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Stretches of a row: how many cells lie before each, and its first one.
    parts: Vec<(u32, Cell)>,
    cells: u32,
}

impl Choice {
    /// One of them; `None` (and no draw) when there is none.
    pub fn pick(&self, rand: &mut Rand) -> Option<Cell> {
        if self.cells == 0 {
            return None;
        }
        let n = rand.index(self.cells as usize) as u32;
        let at = self.parts.partition_point(|(before, _)| *before <= n).checked_sub(1)?;
        let (before, first) = self.parts[at];
        Some(Cell::new(first.x + (n - before) as i32, first.y))
    }
}

/// Where the runs of each row are, of all runs in reading order.
fn rows_of(runs: &[Run], height: usize) -> Vec<RowRuns> {
    let mut rows = vec![RowRuns::default(); height];
    for run in runs {
        rows[run.row as usize].count += 1;
    }
    let mut first = 0;
    for row in &mut rows {
        (row.first, row.most) = (first, row.count);
        first += row.count;
    }
    rows
}

/// The cells along one axis whose centre lies in `low..=high` metres.
fn centres_within(low: f32, high: f32, resolution_m: f32, count: usize) -> Range<u32> {
    let edge = |v: f32| v.clamp(0.0, count as f32) as u32;
    let begin = edge((low / resolution_m - 0.5).ceil());
    let end = edge((high / resolution_m - 0.5).floor() + 1.0);
    begin..end.max(begin)
}
