//! A map that changes while an agent walks on it.

use crate::body::MoveClass;
use crate::geom::Cell;
use crate::grid::{CostLayer, Field};
use crate::search::{Cost, Landscape, STRAIGHT, SearchOptions};
use crate::world::format::{Change, Edit};
use crate::world::{Ground, GroundKind, PLAIN_COST};

/// The map as it changes.
pub(super) struct Scene {
    pub(super) field: Field,
    costs: Option<CostLayer>,
    /// What all ground costs, where there are no costs cell by cell.
    uniform: f64,
    /// The kinds of ground, and that of each cell at first.
    kinds: Vec<GroundKind>,
    cells: Vec<u8>,
    pub(super) options: SearchOptions,
}

impl Scene {
    /// The ground at first, and which changes are to come: they decide whether costs have to be kept cell by cell.
    pub(super) fn new(field: Field, ground: &Ground, changes: &[Change], options: SearchOptions) -> Self {
        let costs = may_differ(ground, changes).then(|| CostLayer::of_ground(ground, MoveClass::WALK));
        let uniform = if costs.is_some() { 1.0 } else { uniform_cost(ground) };
        Self { field, costs, uniform, kinds: ground.kinds().to_vec(), cells: ground.cells().collect(), options }
    }

    /// A cost of the landscape's, in cells of plain ground.
    pub(super) fn in_plain_cells(&self, cost: Cost) -> f64 {
        cost as f64 / STRAIGHT as f64 * self.uniform
    }

    pub(super) fn landscape(&self) -> Landscape<'_> {
        Landscape { field: &self.field, costs: self.costs.as_ref(), connect: self.options.connect }
    }

    /// Makes a change; adds the cells that it opens or closes, or whose cost it changes, to `changed`.
    pub(super) fn apply(&mut self, change: &Change, changed: &mut Vec<Cell>) {
        for cell in change.cells() {
            let Some(node) = self.field.node(cell) else { continue };
            let before = self.state(cell);
            let ground = match change.edit {
                Edit::Ground(kind) => kind,
                Edit::Open | Edit::Close => self.cells[node as usize],
            };
            self.cells[node as usize] = ground;
            let kind = &self.kinds[usize::from(ground)];
            let open = match change.edit {
                Edit::Open => true,
                Edit::Close => false,
                Edit::Ground(_) => kind.walkable,
            };
            self.field.set(cell, open);
            if let Some(costs) = &mut self.costs {
                // What was a wall and opens is plain ground.
                costs.set(&self.field, cell, if kind.walkable { kind.cost } else { PLAIN_COST });
            }
            if self.state(cell) != before {
                changed.push(cell);
            }
        }
    }

    /// Whether a cell is open, and what it costs.
    fn state(&self, cell: Cell) -> (bool, Option<u64>) {
        (self.field.open(cell), self.costs.as_ref().map(|costs| costs.at(cell)))
    }
}

/// Whether open ground may cost something else in some cells than in others, now or later.
fn may_differ(ground: &Ground, changes: &[Change]) -> bool {
    let usual = uniform_cost(ground) * f64::from(PLAIN_COST);
    let differs = |change: &Change| match change.edit {
        Edit::Close => false,
        Edit::Open => usual != f64::from(PLAIN_COST),
        Edit::Ground(kind) => {
            let kind = &ground.kinds()[usize::from(kind)];
            kind.walkable && f64::from(kind.cost) != usual
        }
    };
    ground.has_costs() || changes.iter().any(differs)
}

/// What ground costs, as a multiple of plain ground, where all that can be walked on costs the same.
pub(super) fn uniform_cost(ground: &Ground) -> f64 {
    let kinds = ground.kinds();
    let mut open = ground.cells().map(|kind| &kinds[usize::from(kind)]).filter(|kind| kind.walkable);
    let cost = open.next().map_or(PLAIN_COST, |kind| kind.cost);
    f64::from(cost) / f64::from(PLAIN_COST)
}
