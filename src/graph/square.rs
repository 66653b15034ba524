//! The square grid as a graph, with 4 or 8 neighbours: its open cells, joined where the body can step from one to the other.

use super::lattice::{directions, legal_steps};
use super::navigation::{DIRECTIONS, neighbours};
use super::{BodySize, Graph, GraphError, Mover, Repair, Site};
use crate::geom::{Aabb, Cell, Vec2};
use crate::grid::{Anchors, CellRect, Field, FieldTooLarge, Lattice, MAX_FIELD_SIDE, RegionSet};
use std::collections::BTreeMap;

/// How many cells farther nodes are looked for that a place can be joined to.
const JOIN_RINGS: u32 = 3;
/// Beyond the body's radius, steps of so many cells from a change on may be others: those whose cells may be settled otherwise, and
/// one more.
const REPAIRED_CELLS: f32 = 7.0;

/// The cells that are open to a body. A node's number is `y × width + x`.
///
/// In a narrow place the body is beside the middle of the cell, and a step may lead round an obstacle between two cells.
#[derive(Clone, Debug)]
pub(crate) struct SquareGrid {
    site: Site,
    columns: u32,
    resolution_m: f32,
    body: BodySize,
    /// With one grid: that of the body.
    regions: RegionSet,
    /// Directions, see [`DIRECTIONS`].
    directions: u8,
    /// The directions in which the body can step from each cell.
    steps: Vec<u8>,
    /// How long the steps are that lead round something, metres: by node and direction.
    bent: BTreeMap<(u32, u8), f32>,
}

impl SquareGrid {
    /// The grid of a world for a body, with 8 neighbours or with the 4 along the axes.
    ///
    /// # Errors
    /// [`GraphError::Grid`].
    pub(crate) fn new(mover: &Mover, site: Site, diagonals: bool) -> Result<Self, GraphError> {
        let ground = &mover.world().ground;
        let (width, height) = (ground.width() as u32, ground.height() as u32);
        if width.max(height) > MAX_FIELD_SIDE {
            return Err(FieldTooLarge { width, height }.into());
        }
        let (body, mut regions) = (mover.size(), RegionSet::default());
        regions.prepare_field(mover.world(), body.radius_m, body.height_m, body.moves);
        let mut grid = Self {
            site,
            columns: width,
            resolution_m: mover.resolution_m(),
            body,
            regions,
            directions: if diagonals { 8 } else { 4 },
            steps: vec![0; ground.width() * ground.height()],
            bent: BTreeMap::new(),
        };
        grid.look(mover, CellRect::of_world(ground));
        Ok(grid)
    }

    fn field(&self) -> Option<&Field> {
        self.regions.field(self.body.radius_m, self.body.height_m, self.body.moves)
    }

    /// Where the body is in the cells.
    fn anchors(&self) -> Option<&Anchors> {
        self.regions.anchors(self.body.radius_m, self.body.height_m, self.body.moves)
    }

    fn cell(&self, node: u32) -> Cell {
        Cell::new((node % self.columns) as i32, (node / self.columns) as i32)
    }

    fn node(&self, cell: Cell) -> Option<u32> {
        self.field()?.node(cell)
    }

    /// Finds out the steps from the cells of a part.
    fn look(&mut self, mover: &Mover, part: CellRect) {
        let mut lattice = Lattice::default();
        for cell in part.each() {
            let Some(node) = self.node(cell) else { continue };
            for direction in 0..self.directions {
                self.bent.remove(&(node, direction));
            }
            let Some((steps, bent)) = self.steps_of(mover, cell, &mut lattice) else { continue };
            self.steps[node as usize] = steps;
            self.bent.extend(bent.into_iter().map(|(direction, length)| ((node, direction), length)));
        }
    }

    /// The directions in which the body can step from a cell, and how long those steps are that are not straight.
    fn steps_of(&self, mover: &Mover, cell: Cell, lattice: &mut Lattice) -> Option<(u8, Vec<(u8, f32)>)> {
        let (field, anchors) = (self.field()?, self.anchors()?);
        if !field.open(cell) {
            return Some((0, Vec::new()));
        }
        let end = |i: u8| beside(cell, i);
        let open = neighbours(cell, |near| field.open(near))
            .filter(|i| *i < self.directions)
            .fold(0_u8, |bits, i| bits | 1 << i);
        let from = anchors.place(cell);
        let ends = (0..8).map(|i| if open >> i & 1 == 1 { anchors.place(end(i)) } else { from });
        let mut steps = open & legal_steps(mover, from, ends);
        let mut bent = Vec::new();
        for i in directions(open & !steps).filter(|i| *i < 4) {
            let mut points = vec![from];
            anchors.detour(mover.world(), (cell, end(i)), lattice, &mut points);
            points.push(anchors.place(end(i)));
            if points.windows(2).all(|pair| mover.goes(pair[0], pair[1])) {
                steps |= 1 << i;
                bent.push((i, points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()));
            }
        }
        Some((steps, bent))
    }
}

/// The cell in a direction from another.
fn beside(cell: Cell, direction: u8) -> Cell {
    let (dx, dy) = DIRECTIONS[usize::from(direction)];
    Cell::new(cell.x + dx, cell.y + dy)
}

impl Graph for SquareGrid {
    fn nodes(&self) -> usize {
        self.steps.len()
    }

    fn place(&self, node: u32) -> Site {
        let cell = self.cell(node);
        let at = self.anchors().map_or_else(|| cell.centre(self.resolution_m), |anchors| anchors.place(cell));
        Site { at, ..self.site }
    }

    fn edges(&self, mover: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        let (cell, from) = (self.cell(node), self.place(node).at);
        for i in directions(self.steps[node as usize]) {
            let Some(to) = self.node(beside(cell, i)) else { continue };
            let at = self.place(to).at;
            // No step is bent but in the narrowest places.
            let bent = if self.bent.is_empty() { None } else { self.bent.get(&(node, i)) };
            let longer = bent.map_or(1.0, |length| length / from.distance(at));
            each(to, mover.cost(from, at) * longer);
        }
    }

    fn join(&self, mover: &Mover, at: Site, each: &mut dyn FnMut(u32, f32)) {
        let (Some(field), Some(anchors)) = (self.field(), self.anchors()) else { return };
        if !mover.fits(at.at) {
            return;
        }
        let cell = Cell::of(at.at, self.resolution_m);
        for ring in 1..=JOIN_RINGS {
            let mut any = false;
            for near in CellRect::spanning(cell, cell).grown(ring).each().filter(|near| field.open(*near)) {
                let to = anchors.place(near);
                if mover.goes(at.at, to) {
                    any = true;
                    field.node(near).into_iter().for_each(|node| each(node, mover.cost(at.at, to)));
                }
            }
            if any {
                return;
            }
        }
    }

    fn trace(&self, mover: &Mover, from: u32, to: u32, out: &mut Vec<Vec2>) {
        let (cell, end) = (self.cell(from), self.cell(to));
        let is_bent = (0..self.directions).any(|i| beside(cell, i) == end && self.bent.contains_key(&(from, i)));
        if let Some(anchors) = self.anchors().filter(|_| is_bent) {
            anchors.detour(mover.world(), (cell, end), &mut Lattice::default(), out);
        }
    }

    fn change(&mut self, mover: &Mover, areas: &[Aabb]) -> Result<Repair, GraphError> {
        let was =
            Vec2::new(self.columns as f32, (self.steps.len() as u32 / self.columns.max(1)) as f32) * self.resolution_m;
        if mover.world().size() != was {
            return Err(GraphError::OtherWorld { was, is: mover.world().size() });
        }
        self.regions.repair(mover.world(), areas);
        let mut nodes = 0;
        for area in areas {
            // What opens or closes is at most so far from the change; a step from there is one cell longer.
            let area = area.grown(self.body.radius_m + REPAIRED_CELLS * self.resolution_m);
            let part = CellRect::of_area(area, &mover.world().ground);
            self.look(mover, part);
            nodes += part.cells() as u32;
        }
        Ok(Repair::Local(nodes))
    }

    fn bytes(&self) -> usize {
        let bent = self.bent.len() * size_of::<((u32, u8), f32)>();
        self.steps.len() + bent + self.field().map_or(0, Field::bytes)
    }
}
