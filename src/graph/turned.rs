//! A search matrix that is turned towards the goal (Dahlberg & Viktorsson 2002, ch. 6.1.10): a window whose rows run from the start
//! to the goal, so that it is as narrow as its margin.
//!
//! It is made for one search. Nothing is drawn on it: steps are tested with the body when a search comes to them. Neighbours along
//! the axes are so near that a path which keeps half a cell more than the body's radius from everything leads over them.

use super::{Graph, GraphError, MOST_NODES, Mover, Repair, Site};
use crate::geom::{Aabb, Vec2};
use std::f32::consts::FRAC_1_SQRT_2;

/// How wide the nodes are, in cells.
const NODE_CELLS: f32 = FRAC_1_SQRT_2;
/// How many nodes the first window has on each side of start and goal; each further one has twice as many.
const MARGIN_NODES: f32 = 20.0;
/// How many nodes farther nodes are looked for that a place can be joined to.
const JOIN_RINGS: i32 = 2;
/// Columns and rows to the neighbours of a node.
const BESIDE: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A turned window. Its node in the column and row 0 is where the search starts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TurnedWindow {
    site: Site,
    start: Vec2,
    /// Towards the goal, of length 1.
    axis: Vec2,
    goal_m: f32,
    node_m: f32,
    margin_nodes: f32,
    /// The first column and row, and how many there are.
    first: (i32, i32),
    columns: i32,
    rows: i32,
    /// Whether the whole world lies in it.
    whole: bool,
}

impl TurnedWindow {
    /// The first window for a search. Ends outside the world are moved to its border.
    ///
    /// # Errors
    /// [`GraphError::TooLarge`].
    pub(crate) fn new(mover: &Mover, ends: [Site; 2]) -> Result<Self, GraphError> {
        let [start, goal] = ends.map(|end| mover.bounds().nearest(end.at));
        let mut window = Self {
            site: ends[0],
            start,
            axis: (goal - start).try_normalize().unwrap_or(Vec2::X),
            goal_m: start.distance(goal),
            node_m: NODE_CELLS * mover.resolution_m(),
            margin_nodes: MARGIN_NODES,
            first: (0, 0),
            columns: 0,
            rows: 0,
            whole: false,
        };
        window.measure(mover).map(|()| window)
    }

    /// Cuts the window to what there is of the world.
    fn measure(&mut self, mover: &Mover) -> Result<(), GraphError> {
        let Aabb { min, max } = mover.bounds();
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)].map(|corner| self.local(corner));
        let low = corners.into_iter().fold(Vec2::INFINITY, Vec2::min);
        let high = corners.into_iter().fold(Vec2::NEG_INFINITY, Vec2::max);
        let margin = Vec2::splat(self.margin_nodes);
        let (wanted_low, wanted_high) = (-margin, margin + Vec2::new(self.goal_m / self.node_m, 0.0));
        self.whole = wanted_low.cmple(low).all() && wanted_high.cmpge(high).all();
        let (first, last) = (low.max(wanted_low).ceil(), high.min(wanted_high).floor());
        self.first = (first.x as i32, first.y as i32);
        let size = (last - first + Vec2::ONE).max(Vec2::ZERO);
        let nodes = size.x as u64 * size.y as u64;
        (self.columns, self.rows) = (size.x as i32, size.y as i32);
        if nodes > MOST_NODES { Err(GraphError::TooLarge { nodes }) } else { Ok(()) }
    }

    /// A place in nodes from the start: along the axis and across.
    fn local(&self, at: Vec2) -> Vec2 {
        let from = (at - self.start) / self.node_m;
        Vec2::new(from.dot(self.axis), from.dot(self.axis.perp()))
    }

    fn column_row(&self, node: u32) -> (i32, i32) {
        (self.first.0 + node as i32 % self.columns.max(1), self.first.1 + node as i32 / self.columns.max(1))
    }

    fn node(&self, (x, y): (i32, i32)) -> Option<u32> {
        let (x, y) = (x - self.first.0, y - self.first.1);
        let inside = (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
        inside.then(|| (y * self.columns + x) as u32)
    }
}

impl Graph for TurnedWindow {
    fn nodes(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    fn place(&self, node: u32) -> Site {
        let (x, y) = self.column_row(node);
        let at = self.start + (self.axis * x as f32 + self.axis.perp() * y as f32) * self.node_m;
        Site { at, ..self.site }
    }

    fn edges(&self, mover: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        let ((x, y), from) = (self.column_row(node), self.place(node).at);
        for other in BESIDE.into_iter().filter_map(|(dx, dy)| self.node((x + dx, y + dy))) {
            let to = self.place(other).at;
            if mover.fits(from) && mover.goes(from, to) {
                each(other, mover.cost(from, to));
            }
        }
    }

    fn join(&self, mover: &Mover, at: Site, each: &mut dyn FnMut(u32, f32)) {
        if !mover.fits(at.at) {
            return;
        }
        let middle = self.local(at.at).round();
        for ring in 1..=JOIN_RINGS {
            let near = (0..(2 * ring + 1).pow(2)).filter_map(|i| {
                let (dx, dy) = (i % (2 * ring + 1) - ring, i / (2 * ring + 1) - ring);
                self.node((middle.x as i32 + dx, middle.y as i32 + dy))
            });
            if mover.join(at.at, near.map(|node| (node, self.place(node).at)), each) {
                return;
            }
        }
    }

    fn widen(&mut self, mover: &Mover) -> Result<bool, GraphError> {
        if self.whole {
            return Ok(false);
        }
        self.margin_nodes *= 2.0;
        self.measure(mover).map(|()| true)
    }

    fn change(&mut self, mover: &Mover, _: &[Aabb]) -> Result<Repair, GraphError> {
        self.measure(mover).map(|()| Repair::Unneeded)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}
