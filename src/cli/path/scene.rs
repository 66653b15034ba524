//! A map that changes while an agent walks on it.

use crate::body::MoveClass;
use crate::geom::Cell;
use crate::grid::{CostLayer, Field};
use crate::search::{Cost, Landscape, STRAIGHT, SearchOptions};
use crate::world::format::{Change, Edit};
use crate::world::{Ground, PLAIN_COST};

/// The map as it changes.
pub(super) struct Scene {
    pub(super) field: Field,
    costs: Option<CostLayer>,
    /// What all ground costs, where there are no costs cell by cell.
    uniform: f64,
    ground: Ground,
    pub(super) options: SearchOptions,
}

impl Scene {
    /// The ground at first, and which changes are to come: they decide whether costs have to be kept cell by cell.
    pub(super) fn new(field: Field, ground: &Ground, changes: &[Change], options: SearchOptions) -> Self {
        let costs = may_differ(ground, changes).then(|| CostLayer::of_ground(ground, MoveClass::WALK));
        let uniform = if costs.is_some() { 1.0 } else { uniform_cost(ground) };
        Self { field, costs, uniform, ground: ground.clone(), options }
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
            if !self.field.contains(cell) {
                continue;
            }
            let before = self.state(cell);
            if let Edit::Ground(kind) = change.edit {
                self.ground.set_kind(cell, kind);
            }
            let passage = self.ground.passage(MoveClass::WALK, cell);
            let open = match change.edit {
                Edit::Open => true,
                Edit::Close => false,
                Edit::Ground(_) => passage.is_open(),
            };
            self.field.set(cell, open);
            if let Some(costs) = &mut self.costs {
                // What was a wall and opens is plain ground.
                costs.set(&self.field, cell, if passage.is_open() { passage.cost } else { PLAIN_COST });
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
        // Without terrain a kind is the same everywhere.
        Edit::Ground(kind) => {
            let passage = ground.passage_as(MoveClass::WALK, Cell::default(), kind);
            passage.is_open() && f64::from(passage.cost) != usual
        }
    };
    ground.has_costs() || changes.iter().any(differs)
}

/// What ground costs bodies that walk, as a multiple of plain ground, where all that is open to them costs the same.
pub(super) fn uniform_cost(ground: &Ground) -> f64 {
    let (width, height) = (ground.width() as i32, ground.height() as i32);
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
    let mut open = cells.map(|cell| ground.passage(MoveClass::WALK, cell)).filter(|passage| passage.is_open());
    f64::from(open.next().map_or(PLAIN_COST, |passage| passage.cost)) / f64::from(PLAIN_COST)
}
