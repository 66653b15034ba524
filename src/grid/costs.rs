//! What ground costs, cell by cell.

use crate::geom::{Cell, Vec2};
use crate::world::{PLAIN_COST, World};

/// The costs of all cells of a world whose open ground does not cost the same everywhere.
#[derive(Clone, Debug)]
pub struct CostLayer {
    width: u32,
    resolution_m: f32,
    /// In eighths of plain ground, at least 1, row by row.
    costs: Vec<u8>,
    least: u8,
}

impl CostLayer {
    /// Of a grid with so many columns; a cost below 1 counts as 1.
    pub fn new(width: u32, resolution_m: f32, mut costs: Vec<u8>) -> Self {
        costs.iter_mut().for_each(|cost| *cost = (*cost).max(1));
        let least = costs.iter().copied().min().unwrap_or(PLAIN_COST);
        Self { width, resolution_m, costs, least }
    }

    /// Of a world; `None` where all open ground costs the same.
    pub fn of_world(world: &World) -> Option<Self> {
        let ground = &world.ground;
        // Closed cells cost no path anything: they do not lower the least.
        let of_kind: Vec<u8> = ground.kinds().iter().map(|k| if k.walkable { k.cost } else { u8::MAX }).collect();
        let costs = || ground.cells().map(|kind| of_kind[usize::from(kind)]).collect();
        ground.has_costs().then(|| Self::new(ground.width() as u32, ground.resolution_m(), costs()))
    }

    /// The cost of a cell of the grid, in eighths.
    #[inline(always)]
    pub fn at(&self, cell: Cell) -> u64 {
        u64::from(self.costs[cell.y as usize * self.width as usize + cell.x as usize])
    }

    /// The cost of the cheapest ground there is, as a multiple of plain ground: what estimates are multiplied with.
    pub fn least(&self) -> f32 {
        f32::from(self.least) / f32::from(PLAIN_COST)
    }

    /// The same in eighths.
    #[inline(always)]
    pub fn least_eighths(&self) -> u64 {
        self.least.into()
    }

    /// What a straight line costs, in metres of plain ground: each stretch of at most half a cell counts as its middle does.
    /// Ground outside the grid counts as the most expensive.
    pub fn along(&self, from: Vec2, to: Vec2) -> f32 {
        let length = from.distance(to);
        let parts = (2.0 * length / self.resolution_m).ceil().max(1.0) as u32;
        let height = (self.costs.len() as u32).checked_div(self.width).unwrap_or(0);
        let middles = (0..parts).map(|i| from.lerp(to, (i as f32 + 0.5) / parts as f32));
        let cost = |at: Vec2| {
            let cell = Cell::of(at, self.resolution_m);
            let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u32) < self.width && (cell.y as u32) < height;
            if inside { self.at(cell) as f32 } else { u8::MAX.into() }
        };
        middles.map(cost).sum::<f32>() / parts as f32 * length / f32::from(PLAIN_COST)
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        self.costs.len()
    }
}
