//! A search done again for people to watch: which nodes it expands, in order.

use super::{Need, Pathfinder};
use crate::geom::Vec2;
use crate::nav::planner::{MOST_REPLAYED, Service};
use crate::nav::{NavContext, NavParams, Reason};

/// What a search expands.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Replay {
    /// The places of the nodes, in the order in which they were expanded, metres. Over a mesh: the middles of the sides that were
    /// crossed; over levels of clusters: where clusters were entered.
    pub places: Vec<Vec2>,
    /// Whether the search stopped before its end.
    pub cut: bool,
    /// Why it found no path.
    pub reason: Option<Reason>,
}

impl Pathfinder {
    /// Does the search for the path to its target again, from where its agent is, as its planner would do it now: nothing is taken from
    /// other agents' searches. Of a path over storeys it is the part to the next portal. `None`: there is no target, or it is
    /// outside the world.
    pub(crate) fn replay(&self, ctx: &NavContext, service: &Service) -> Option<Replay> {
        let (goal, whereabouts, retry, route) = (self.goal, self.whereabouts, self.retry, self.route);
        let mut again = Self { goal, whereabouts, retry, route, ..Self::default() };
        let ctx = again.whereabouts.resolve(ctx);
        goal.place(&ctx)?;
        let (slice_expansions, budget_expansions) = (MOST_REPLAYED, MOST_REPLAYED);
        let params = &NavParams { slice_expansions, budget_expansions, ..ctx.params.clone() };
        let ctx = NavContext { params, ..again.on_leg(&ctx) };
        again.begin_search(&ctx, again.place(&ctx)).ok()?;
        let (query, mut places) = (again.query(&ctx, Need::Search), Vec::new());
        let end = again.job.replay(&ctx, query, service, &mut places);
        let reason = end.and_then(|end| end.err()).filter(|reason| *reason != Reason::Budget);
        let cut = places.len() >= MOST_REPLAYED as usize;
        places.truncate(MOST_REPLAYED as usize);
        Some(Replay { places, cut, reason })
    }
}
