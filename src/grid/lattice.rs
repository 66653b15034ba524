//! A lattice of places within cells, fine enough for the gaps that a body of one size has to find.

use super::CellRect;
use super::shape::{SLACK_M, Shape};
use crate::geom::{Aabb, Cell, Obb, Vec2, segment_to_box};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A gap is found when it is wider than the body by more than this, metres …
const LEAST_SPARE_M: f32 = 0.1;
/// … and by more than this share of the body's radius.
const SPARE_SHARE: f32 = 0.125;
/// What the radius of a body was rounded up by at most, metres: on both sides it is missing from the gap.
const ROUNDED_UP_M: f32 = 0.01;
/// Places a side of a cell at most: wider cells than about 4 m have coarser lattices.
const MOST_A_SIDE: i32 = 79;
/// What steps cost.
const STRAIGHT: u32 = 5;
const DIAGONAL: u32 = 7;
/// Obstacles on both sides make a place narrow when they are no farther away than the body's radius and so many cells: gaps
/// that are wider than this hold the centres of cells, however they are turned.
pub(super) const NARROW_CELLS: f32 = 1.5;
/// With more obstacles than this near a cell it takes as long to compare each pair as to look at all places.
const FEW: usize = 6;
/// How far beside the middle of two places a path in two straight pieces is tried, as shares of their distance.
const ASIDE: [f32; 4] = [0.25, -0.25, 0.6, -0.6];
/// The rounding of distances, metres.
const CONVEX_SLACK_M: f32 = 1e-4;
/// Two obstacles lie on different sides of a place when the cosine of the angle between them is less.
const OPPOSITE: f32 = -0.1;

/// Places in rows, so many a side of each cell, for bodies of one size. A strip of free places that is as wide as the
/// gaps that count contains a path over neighbouring places in rows and columns, however it is turned: so the cells that it
/// leads through have sides in common, not only corners, over which no step leads. Memory is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lattice {
    /// Places a side of a cell: odd, so that the centre is one of them.
    per_cell: i32,
    spacing_m: f32,
    /// Bodies of this radius touch nothing at free places: then those of the real one touch nothing between neighbours.
    reach_m: f32,
    obstacles: Vec<Obb>,
    /// The nearest point of each obstacle, from one place.
    nearest: Vec<Vec2>,
    search: Block,
}

/// A search over the places of a few cells.
#[derive(Clone, Debug, Default)]
struct Block {
    /// The first column and row of places, and how many there are.
    origin: (i32, i32),
    width: i32,
    height: i32,
    nodes: Vec<Node>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    /// The nodes of the ends, and exactly where these are.
    ends: [(usize, Vec2); 2],
    /// The place by which two straight pieces lead from one end to the other, where there is one: then nothing is searched.
    by: Option<Vec2>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    cost: u32,
    parent: u32,
    /// Whether the body is free there, once that is known.
    free: Option<bool>,
}

const UNMET: Node = Node { cost: u32::MAX, parent: u32::MAX, free: None };

impl Lattice {
    /// Prepares for bodies of one size.
    pub(crate) fn fit(&mut self, shape: &Shape) {
        let radius = shape.radius_m;
        let spare = LEAST_SPARE_M.max(radius * SPARE_SHARE) - 2.0 * ROUNDED_UP_M;
        let mut per_cell = 1;
        loop {
            per_cell += 2;
            self.spacing_m = shape.resolution_m() / per_cell as f32;
            let across = self.spacing_m * std::f32::consts::SQRT_2;
            // Half a diagonal step.
            self.reach_m = radius.hypot(across / 2.0);
            if per_cell >= MOST_A_SIDE || across + 2.0 * (self.reach_m - radius) <= spare {
                break;
            }
        }
        self.per_cell = per_cell;
    }

    /// Whether a body can go straight from one place to another.
    pub(crate) fn is_clear(&mut self, shape: &Shape, from: Vec2, to: Vec2) -> bool {
        shape.obstacles(Aabb::new(from, to).grown(shape.radius_m), &mut self.obstacles);
        shape.is_clear(&self.obstacles, from, to)
    }

    /// The place in a cell where most is left on all sides of the body; `None` where it fits nowhere. Only places between
    /// two obstacles count if `narrow`.
    pub(crate) fn widest(&mut self, shape: &Shape, cell: Cell, narrow: bool) -> Option<Vec2> {
        let res = shape.resolution_m();
        let (centre, reach) = (cell.centre(res), shape.radius_m + NARROW_CELLS * res);
        shape.obstacles(Aabb::around(centre, reach + res / 2.0), &mut self.obstacles);
        let Self { obstacles, nearest, per_cell, spacing_m, reach_m, .. } = self;
        let covered = |o: &Obb| o.distance(centre) < shape.radius_m - res * std::f32::consts::FRAC_1_SQRT_2;
        if narrow && !is_gap_among(obstacles, shape.radius_m, reach) || obstacles.iter().any(covered) {
            return None;
        }
        // Where the body touches a box is convex: one that it touches at all four corners it touches at all places between.
        let half = (*per_cell / 2) as f32 * *spacing_m;
        let corners =
            [(-half, -half), (half, -half), (-half, half), (half, half)].map(|(x, y)| centre + Vec2::new(x, y));
        if obstacles.iter().any(|o| corners.iter().all(|at| o.distance(*at) < *reach_m - CONVEX_SLACK_M)) {
            return None;
        }
        let mut best: Option<(f32, i32, Vec2)> = None;
        // The obstacle that kept the body from the place before most likely keeps it from this one.
        let mut culprit = 0;
        for i in 0..*per_cell * *per_cell {
            let (x, y) = (i % *per_cell - *per_cell / 2, i / *per_cell - *per_cell / 2);
            let at = centre + Vec2::new(x as f32, y as f32) * *spacing_m;
            let most = best.map_or(0.0, |(most, ..)| most);
            let is_worse = |o: &Obb| o.distance(at) < *reach_m || (o.closest_point(at) - at).length() < most;
            if obstacles.get(culprit).is_some_and(is_worse) {
                continue;
            }
            if let Some(found) = obstacles.iter().position(is_worse) {
                culprit = found;
                continue;
            }
            nearest.clear();
            nearest.extend(obstacles.iter().map(|o| o.closest_point(at) - at));
            let first = nearest.iter().copied().min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
            let clearance = first.map_or(reach, Vec2::length);
            let across = |to: Vec2| {
                let opposite = |o: &Vec2| o.dot(to) < OPPOSITE * o.length() * clearance && o.length() <= reach;
                nearest.iter().any(opposite)
            };
            let off = -(x * x + y * y);
            let better = best.is_none_or(|(most, least_off, _)| (clearance, off) > (most, least_off));
            if better && (!narrow || first.is_some_and(across)) {
                best = Some((clearance, off, at));
            }
        }
        best.map(|(_, _, at)| at)
    }

    /// Whether a path leads from a place in one cell to a place in a neighbour through these cells and those round them.
    pub(crate) fn joins(&mut self, shape: &Shape, cells: (Cell, Cell), ends: (Vec2, Vec2)) -> bool {
        let area = self.surround(shape, cells);
        self.search.by = self.aside(shape, ends);
        let Self { search, obstacles, per_cell, spacing_m, reach_m, .. } = self;
        if search.by.is_some() {
            return true;
        }
        search.begin(area, *per_cell, ends.into(), *spacing_m);
        let is_free = |at: Vec2| obstacles.iter().all(|o| o.distance(at) >= *reach_m);
        search.run(*spacing_m, is_free, |from, to| shape.is_clear(obstacles, from, to))
    }

    /// Collects what is near two neighbouring cells and those round them; returns the rectangle of these.
    pub(super) fn surround(&mut self, shape: &Shape, cells: (Cell, Cell)) -> CellRect {
        let area = CellRect::spanning(cells.0, cells.1).grown(1);
        shape.obstacles(area.bounds(shape.resolution_m()).grown(self.reach_m), &mut self.obstacles);
        area
    }

    /// The place by which two straight pieces lead from one end to the other among what was collected last.
    pub(super) fn aside(&self, shape: &Shape, ends: (Vec2, Vec2)) -> Option<Vec2> {
        let (middle, side) = ((ends.0 + ends.1) / 2.0, (ends.1 - ends.0).perp());
        let clear = |by: &Vec2| self.is_clear_here(shape, ends.0, *by) && self.is_clear_here(shape, *by, ends.1);
        ASIDE.into_iter().map(|share| middle + side * share).find(clear)
    }

    /// Whether a body can go straight from one place to another among what was collected last.
    pub(super) fn is_clear_here(&self, shape: &Shape, from: Vec2, to: Vec2) -> bool {
        shape.is_clear(&self.obstacles, from, to)
    }

    /// Places a side of a cell.
    pub(super) fn per_cell(&self) -> i32 {
        self.per_cell
    }

    /// Metres from a place to the next.
    pub(super) fn spacing_m(&self) -> f32 {
        self.spacing_m
    }

    /// As far as this from every obstacle, metres, places are free.
    pub(super) fn reach_m(&self) -> f32 {
        self.reach_m
    }

    /// Appends the places of the path that [`Lattice::joins`] found, ends excluded.
    pub(super) fn trace(&self, out: &mut Vec<Vec2>) {
        if let Some(by) = self.search.by {
            out.push(by);
            return;
        }
        let (begin, [(start, _), (goal, _)]) = (out.len(), self.search.ends);
        let mut at = self.search.nodes[goal].parent as usize;
        while at != start {
            out.push(self.search.place(at, self.spacing_m));
            at = self.search.nodes[at].parent as usize;
        }
        out[begin..].reverse();
    }
}

/// Whether between two of these obstacles there is a gap that a body fits, and that a cell's centre might be missing in.
fn is_gap_among(obstacles: &[Obb], radius_m: f32, reach_m: f32) -> bool {
    let apart = |a: &Obb, b: &Obb| {
        let (corners, b_box) = (a.corners().map(|c| b.to_local(c)), Aabb { min: -b.half, max: b.half });
        (0..4).map(|i| segment_to_box(corners[i], corners[(i + 1) % 4], b_box)).fold(f32::INFINITY, f32::min)
    };
    let gap = |a, b| (2.0 * radius_m - SLACK_M..=2.0 * reach_m).contains(&apart(a, b));
    let pairs = || (0..obstacles.len()).flat_map(|i| obstacles[..i].iter().map(move |b| (&obstacles[i], b)));
    obstacles.len() > FEW || pairs().any(|(a, b)| gap(a, b))
}

impl Block {
    fn begin(&mut self, area: CellRect, per_cell: i32, ends: [Vec2; 2], spacing_m: f32) {
        self.origin = (area.origin.x * per_cell, area.origin.y * per_cell);
        (self.width, self.height) = (area.width as i32 * per_cell, area.height as i32 * per_cell);
        self.nodes.clear();
        self.nodes.resize((self.width * self.height) as usize, UNMET);
        let node = |at: Vec2| {
            let cell = Cell::of(at, spacing_m);
            let x = (cell.x - self.origin.0).clamp(0, self.width - 1);
            let y = (cell.y - self.origin.1).clamp(0, self.height - 1);
            (y * self.width + x) as usize
        };
        self.ends = ends.map(|at| (node(at), at));
        let [(start, _), _] = self.ends;
        self.nodes[start].cost = 0;
        self.open.clear();
        self.open.push(Reverse((self.estimate(start), start as u32)));
    }

    fn column_row(&self, node: usize) -> (i32, i32) {
        (node as i32 % self.width, node as i32 / self.width)
    }

    fn place(&self, node: usize, spacing_m: f32) -> Vec2 {
        let exact = self.ends.iter().find(|(end, _)| *end == node);
        exact.map_or_else(
            || {
                let (x, y) = self.column_row(node);
                Cell::new(self.origin.0 + x, self.origin.1 + y).centre(spacing_m)
            },
            |(_, at)| *at,
        )
    }

    fn estimate(&self, node: usize) -> u32 {
        let ((x, y), (to_x, to_y)) = (self.column_row(node), self.column_row(self.ends[1].0));
        let (dx, dy) = (x.abs_diff(to_x), y.abs_diff(to_y));
        STRAIGHT * dx.max(dy) + (DIAGONAL - STRAIGHT) * dx.min(dy)
    }

    /// A* (Hart, Nilsson & Raphael 1968) from one end to the other; whether there is a path. Steps from and to the ends, which
    /// may be nearer to an obstacle than other places, are looked at one by one.
    fn run(&mut self, spacing_m: f32, is_free: impl Fn(Vec2) -> bool, is_clear: impl Fn(Vec2, Vec2) -> bool) -> bool {
        let [start, goal] = self.ends.map(|(node, _)| node);
        while let Some(Reverse((total, node))) = self.open.pop() {
            let node = node as usize;
            if node == goal {
                return true;
            }
            let cost = self.nodes[node].cost;
            if total > cost + self.estimate(node) {
                continue;
            }
            let (x, y) = self.column_row(node);
            for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|step| *step != (0, 0)) {
                let (nx, ny) = (x + dx, y + dy);
                if nx < 0 || ny < 0 || nx >= self.width || ny >= self.height {
                    continue;
                }
                let next = (ny * self.width + nx) as usize;
                let reached = cost + if dx != 0 && dy != 0 { DIAGONAL } else { STRAIGHT };
                if reached >= self.nodes[next].cost {
                    continue;
                }
                let at = self.place(next, spacing_m);
                if next != goal && !*self.nodes[next].free.get_or_insert_with(|| is_free(at)) {
                    continue;
                }
                if (node == start || next == goal) && !is_clear(self.place(node, spacing_m), at) {
                    continue;
                }
                self.nodes[next] = Node { cost: reached, parent: node as u32, ..self.nodes[next] };
                self.open.push(Reverse((reached + self.estimate(next), next as u32)));
            }
        }
        false
    }
}
