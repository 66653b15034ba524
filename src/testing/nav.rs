//! What tests of `nav` use beyond its public face.

pub use crate::nav::{
    Code, Gait, Goal, Guide, NavContext, Pathfinder, PortalMap, Preparation, PreparedLevels, Review, Round,
    SearchContext, Service, Storeys, Worker,
};

pub use crate::nav::planner::Grant;
pub use crate::nav::planner::ceiling::{Ceiling, Claim};
pub use crate::nav::planner::field::Key;
pub use crate::nav::planner::shared::results::{LONGEST, Results};
pub use crate::nav::{NearCounts, PathCost, Reason, Turns, pairs, passages};

/// A step's rounds for one agent alone, which shares nothing with others.
pub fn run_slice(finder: &mut Pathfinder, ctx: &NavContext, search: &mut SearchContext) -> Option<Code> {
    search.worker.begin_step(ctx.params.step_expansions, 1);
    let end = finder.advance(ctx, Round::Start, search);
    let end = end.or_else(|| finder.advance(ctx, Round::Step { may_park: true }, search));
    let bent = finder.advance(ctx, Round::Near, search);
    end.or(bent)
}
