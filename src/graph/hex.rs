//! A grid of hexagons: six neighbours, all equally far away (Stanojević 2017, ch. 2.2.1).
//!
//! A hexagon is one cell wide from corner to corner, so no place is farther than half a cell from the middle of its hexagon. A path
//! that keeps half a cell more than the body's radius from everything therefore leads over hexagons whose middles are joined
//! by steps that the body can make. Each step is tested with the body itself.

use super::lattice::{directions, legal_steps};
use super::{Graph, GraphError, MOST_NODES, Mover, Repair, Site};
use crate::geom::{Aabb, Vec2};

/// From the middle of a hexagon to its corner, in cells.
const CORNER: f32 = 0.5;
/// How many hexagons farther nodes are looked for that a place can be joined to.
const JOIN_RINGS: i32 = 2;

/// Hexagons in rows; every second row is shifted by half a hexagon.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HexGrid {
    site: Site,
    size_m: Vec2,
    columns: i32,
    rows: i32,
    /// From the middle of a hexagon to its neighbour's, and from one row to the next, metres.
    spacing_m: f32,
    row_m: f32,
    /// The steps that the body can make from each node, see [`HexGrid::beside`]; and in the highest bit but one whether it fits there.
    steps: Vec<u8>,
}

/// The bit of a node where the body fits.
const FITS: u8 = 1 << 6;

impl HexGrid {
    /// The hexagons of a world for a body.
    ///
    /// # Errors
    /// [`GraphError::TooLarge`].
    pub(crate) fn new(mover: &Mover, site: Site) -> Result<Self, GraphError> {
        let size_m = mover.world().size();
        let corner_m = CORNER * mover.resolution_m();
        let (spacing_m, row_m) = (corner_m * 3_f32.sqrt(), corner_m * 1.5);
        let (columns, rows) = ((size_m.x / spacing_m) as i32 + 2, (size_m.y / row_m) as i32 + 2);
        let nodes = columns as u64 * rows as u64;
        if nodes > MOST_NODES {
            return Err(GraphError::TooLarge { nodes });
        }
        let mut grid = Self { site, size_m, columns, rows, spacing_m, row_m, steps: vec![0; nodes as usize] };
        (0..nodes as u32).for_each(|node| grid.look(mover, node));
        Ok(grid)
    }

    fn look(&mut self, mover: &Mover, node: u32) {
        let at = self.place(node).at;
        self.steps[node as usize] = if mover.fits(at) {
            let inside = self.beside(node).map(|to| to.map_or(0, |_| 1));
            let inside = (0..6).fold(0, |bits, i| bits | inside[i] << i);
            let ends = self.beside(node).map(|to| to.map_or(at, |to| self.place(to).at));
            FITS | inside & legal_steps(mover, at, ends.into_iter())
        } else {
            0
        };
    }

    /// The neighbours of a node, clockwise from the right.
    fn beside(&self, node: u32) -> [Option<u32>; 6] {
        let (x, y) = (node as i32 % self.columns, node as i32 / self.columns);
        let shift = y & 1;
        [(x + 1, y), (x + shift, y + 1), (x + shift - 1, y + 1), (x - 1, y), (x + shift - 1, y - 1), (x + shift, y - 1)]
            .map(|(x, y)| self.node(x, y))
    }

    fn node(&self, x: i32, y: i32) -> Option<u32> {
        let inside = (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
        inside.then(|| (y * self.columns + x) as u32)
    }

    /// The nodes whose places are in an area, metres, and some round it.
    fn nodes_in(&self, area: Aabb) -> impl Iterator<Item = u32> + use<> {
        let span = |low: f32, high: f32, by: f32, count: i32| {
            ((low / by) as i32 - 1).clamp(0, count)..((high / by) as i32 + 2).clamp(0, count)
        };
        let columns = span(area.min.x, area.max.x, self.spacing_m, self.columns);
        let width = self.columns;
        span(area.min.y, area.max.y, self.row_m, self.rows)
            .flat_map(move |y| columns.clone().map(move |x| (y * width + x) as u32))
    }
}

impl Graph for HexGrid {
    fn nodes(&self) -> usize {
        self.steps.len()
    }

    fn place(&self, node: u32) -> Site {
        let (x, y) = (node as i32 % self.columns, node as i32 / self.columns);
        let at = Vec2::new((x as f32 + 0.5 * (y & 1) as f32) * self.spacing_m, y as f32 * self.row_m);
        Site { at, ..self.site }
    }

    fn edges(&self, mover: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        let from = self.place(node).at;
        let beside = self.beside(node);
        for to in directions(self.steps[node as usize] & !FITS).filter_map(|i| beside[usize::from(i)]) {
            each(to, mover.cost(from, self.place(to).at));
        }
    }

    fn join(&self, mover: &Mover, at: Site, each: &mut dyn FnMut(u32, f32)) {
        if !mover.fits(at.at) {
            return;
        }
        for ring in 0..=JOIN_RINGS {
            let near = self.nodes_in(Aabb::around(at.at, ring as f32 * self.spacing_m));
            let fitting = near.filter(|node| self.steps[*node as usize] & FITS != 0);
            if mover.join(at.at, fitting.map(|node| (node, self.place(node).at)), each) {
                return;
            }
        }
    }

    fn change(&mut self, mover: &Mover, areas: &[Aabb]) -> Result<Repair, GraphError> {
        if mover.world().size() != self.size_m {
            return Err(GraphError::OtherWorld { was: self.size_m, is: mover.world().size() });
        }
        let reach = mover.size().radius_m + self.spacing_m;
        let mut nodes: Vec<u32> = areas.iter().flat_map(|area| self.nodes_in(area.grown(reach))).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.iter().for_each(|node| self.look(mover, *node));
        Ok(Repair::Local(nodes.len() as u32))
    }

    fn bytes(&self) -> usize {
        self.steps.len()
    }
}
