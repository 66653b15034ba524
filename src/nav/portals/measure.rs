//! What it costs to walk between the ends of portals on one storey.

use super::map::Side;
use super::pairs::pairs;
use crate::body::Body;
use crate::geom::Cell;
use crate::grid::RegionSet;
use crate::nav::PreparedLevels;
use crate::search::CostLookup;
use crate::world::{PortalEnd, World};
use std::hash::{Hash, Hasher};

/// The ends on a storey, some of their walks measured.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    cells: Vec<Option<Cell>>,
    /// Between which places walks are yet to be measured.
    left: Vec<(u32, u32)>,
    /// Two places, and what it costs to walk between them, metres of plain ground.
    walks: Vec<(u32, u32, f32)>,
}

impl Measured {
    /// What is known once all is measured.
    pub(super) fn side(self) -> Side {
        Side::new(self.cells, &self.walks)
    }
}

/// For the world hash.
impl Hash for Measured {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.left.len().hash(h);
        self.walks.iter().for_each(|(a, b, metres)| (a, b, metres.to_bits()).hash(h));
    }
}

/// What measuring needs.
pub(super) struct Measure<'a> {
    pub(super) world: &'a World,
    /// Those of the storey.
    pub(super) regions: &'a RegionSet,
    pub(super) levels: &'a PreparedLevels,
    pub(super) lookup: &'a mut CostLookup,
    /// Expansions so far.
    pub(super) work: u64,
}

impl Measure<'_> {
    /// Which walks on the storey of a body are to be measured.
    pub(super) fn begin(&self, body: &Body) -> Measured {
        let portals = self.world.portals();
        let cells: Vec<Option<Cell>> =
            portals.on(body.storey).iter().map(|at| self.cell(portals.end(*at), body)).collect();
        let places: Vec<Option<(Cell, u32)>> = cells.iter().map(|cell| self.region(*cell, body)).collect();
        Measured { cells, left: pairs(&places), walks: Vec::new() }
    }

    /// Measures so many of them at most. Whether all are.
    pub(super) fn go_on(&mut self, measured: &mut Measured, body: &Body, most: usize) -> bool {
        let Measured { cells, left, walks } = measured;
        for (a, b) in left.split_off(left.len().saturating_sub(most)) {
            let between = cells[a as usize].zip(cells[b as usize]);
            walks.extend(between.and_then(|between| self.cost(between, body)).map(|metres| (a, b, metres)));
        }
        left.is_empty()
    }

    /// A cell and the part of the storey that it belongs to.
    fn region(&self, cell: Option<Cell>, body: &Body) -> Option<(Cell, u32)> {
        let regions = self.regions.get(body.radius_m, body.height_m, body.moves)?;
        cell.and_then(|cell| Some((cell, regions.of_cell(cell)?)))
    }

    /// The open cell of an area that is nearest to its middle; of equal ones the first in reading order.
    fn cell(&self, end: PortalEnd, body: &Body) -> Option<Cell> {
        let regions = self.regions.get(body.radius_m, body.height_m, body.moves)?;
        let res = self.world.on(end.storey).ground.resolution_m();
        let (low, high) = (Cell::of(end.area.min, res), Cell::of(end.area.max, res));
        let middle = end.area.min + end.area.size() / 2.0;
        let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Cell::new(x, y)));
        let open = cells.filter(|cell| end.area.contains(cell.centre(res)) && regions.of_cell(*cell).is_some());
        let far = |cell: &Cell| cell.centre(res).distance_squared(middle);
        open.min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// What it costs to walk from one cell to another; `None` where no path leads.
    fn cost(&mut self, (from, to): (Cell, Cell), body: &Body) -> Option<f32> {
        let regions = self.regions.get(body.radius_m, body.height_m, body.moves)?;
        let res = self.world.on(body.storey).ground.resolution_m();
        if regions.of_cell(from)? != regions.of_cell(to)? {
            return None;
        }
        let straight_m = from.centre(res).distance(to.centre(res));
        let over_levels = self.levels.of_body(self.regions, body).and_then(|(on, levels)| {
            let cells = self.lookup.cost(on, levels, (from, to));
            self.work += u64::from(self.lookup.take_points().unwrap_or(0));
            cells
        });
        Some(over_levels.map_or(straight_m, |cells| cells as f32 * res))
    }
}
