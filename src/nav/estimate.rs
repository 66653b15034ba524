//! What a path costs, as far as it is known without a search.

use super::NavContext;
use crate::geom::{Cell, Vec2};
use crate::path::Sees;
use crate::search::CostLookup;

/// A straight line is looked along up to this length, metres.
const LINE_M: f32 = 60.0;
/// What a line may cost more than its length over the cheapest ground: the rounding of sums.
const ROUNDING: f32 = 1.000_1;

/// What is known of the cost of a path, in metres of plain ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathCost {
    /// No path leads there.
    NoPath,
    /// No path costs less.
    Exact(f32),
    /// About so much, and at least what the straight line would over the cheapest ground.
    About(f32),
}

impl PathCost {
    /// Of a path from where the agent is: none to another part of the world, the straight line where that can be gone, else what
    /// a path over the levels of clusters costs. Where there are no levels, and where the lookup ends too early, it is what the
    /// straight line would cost over the cheapest ground.
    pub fn to(ctx: &NavContext, to: Vec2, lookup: &mut CostLookup) -> Self {
        let (here, res) = (ctx.me.position, ctx.world.ground.resolution_m());
        let inside = ctx.world.ground.contains(Cell::of(to, res));
        if !to.is_finite() || !inside || !ctx.may_lead_to(to) {
            return Self::NoPath;
        }
        let least = ctx.regions.costs(ctx.me.moves).map_or(1.0, |costs| costs.least());
        let straight = here.distance(to);
        if Self::is_looked_at(ctx, to) && ctx.body_sight().clear(here, to) {
            let cost = Self::of_line(ctx, here, to);
            if cost <= straight * least * ROUNDING {
                return Self::Exact(cost);
            }
        }
        // Paths that are pulled straight may be no longer than the line.
        let over_levels = Self::over_levels(ctx, to, lookup).unwrap_or(0.0);
        Self::About(over_levels.max(straight * least))
    }

    /// What a path over the levels of clusters costs, where there are any.
    fn over_levels(ctx: &NavContext, to: Vec2, lookup: &mut CostLookup) -> Option<f32> {
        let (on, levels) = ctx.levels_here()?;
        let open = |cell| on.field.open(cell);
        let ends = (ctx.cell_on_grid(ctx.me.position, open)?, ctx.goal_cell(to, open)?);
        lookup.cost(on, levels, ends).map(|cells| cells as f32 * ctx.world.ground.resolution_m())
    }

    /// What a straight line costs.
    pub(super) fn of_line(ctx: &NavContext, from: Vec2, to: Vec2) -> f32 {
        ctx.regions.costs(ctx.me.moves).map_or_else(|| from.distance(to), |costs| costs.along(from, to))
    }

    /// How many cells and volumes [`PathCost::to`] may look at on the straight line.
    pub fn looks(ctx: &NavContext, to: Vec2) -> u32 {
        if !to.is_finite() || !Self::is_looked_at(ctx, to) {
            return 0;
        }
        let cells = ctx.me.position.distance(to) / ctx.world.ground.resolution_m();
        let swept = crate::geom::Aabb::new(ctx.me.position, to).grown(ctx.me.radius_m);
        cells as u32 * 8 + ctx.world.most_volumes_in(swept)
    }

    fn is_looked_at(ctx: &NavContext, to: Vec2) -> bool {
        ctx.me.position.distance(to) <= LINE_M
    }

    /// The number, where there is a path, and whether that is all there is to know.
    pub fn parts(self) -> (Option<f32>, bool) {
        match self {
            Self::NoPath => (None, true),
            Self::Exact(cost) => (Some(cost), true),
            Self::About(cost) => (Some(cost), false),
        }
    }
}
