//! What one thread keeps for the searches of the agents that it serves.

use super::ceiling::{Ceiling, Claim};
use super::field::Key;
use super::{Service, gates, graph, hierarchy, quick, shared, window};
use crate::diag::Clock;
use crate::geom::{Storey, Vec2};
use crate::nav::avoidance::NearSearch;
use crate::nav::portals::{Leg, RouteSearch};
use crate::nav::shaper::Shaper;
use crate::nav::{NavContext, Reason, SearchCounts, Storeys};

/// What one thread needs to work on searches. Which worker serves which pathfinder makes no
/// difference to any result, but for searches over gates and over graphs, which wait for the memory of their worker.
#[derive(Debug, Default)]
pub struct Worker {
    /// What its searches did.
    pub counts: SearchCounts,
    /// What the agents it serves need in this step, but for those that may share a search.
    pub(super) claims: Vec<Claim>,
    /// What it may yet do in this step without a claim, in expansions.
    pub(super) allowance: u64,
    /// Agents without any path, each after the rank of its claim.
    pub(super) hasty: Vec<(u64, u32)>,
    pub(super) quick: quick::Scratch,
    pub(super) window: window::Scratch,
    pub(super) shared: shared::Scratch,
    pub(super) hierarchy: hierarchy::Scratch,
    pub(super) gates: gates::Scratch,
    pub(super) graph: graph::Scratch,
    pub(in crate::nav) near: NearSearch,
    pub(in crate::nav) shaper: Shaper,
    routes: RouteSearch,
    /// Agents whose path was found to lead through a portal.
    bound: Vec<u32>,
}

/// What working on a search needs besides the world and the agent.
pub struct SearchContext<'a> {
    /// What the agents share.
    pub service: &'a Service,
    /// What this thread keeps.
    pub worker: &'a mut Worker,
    /// Only measures.
    pub clock: &'a dyn Clock,
}

impl Worker {
    /// Begins a step for one of so many workers: forgets the requests of the one before. `limit` is the ceiling of the work in a
    /// step, in expansions.
    pub fn begin_step(&mut self, limit: u32, workers: usize) {
        self.allowance = Ceiling::allowance(limit, workers);
        self.shared.requests.clear();
        self.shared.asked.clear();
        self.gates.asked.clear();
        self.claims.clear();
        self.hasty.clear();
        self.near.due.clear();
    }

    /// An agent waits for its turn to look for a cheaper path near it since a step.
    pub fn wait_near(&mut self, slot: usize, since: u64) {
        self.near.due.push((since, slot as u32));
    }

    /// The first portal on the path to a place of a storey, if there is any on it; `None` where this step has no time left for that.
    pub(in crate::nav) fn find_route<'a>(
        &mut self,
        ctx: &NavContext<'a>,
        storeys: &Storeys<'a>,
        to: (Storey, Vec2),
    ) -> Option<Result<Option<Leg>, Reason>> {
        if self.allowance == 0 {
            return None;
        }
        let (found, work) = self.routes.find(ctx, storeys, to);
        self.allowance = self.allowance.saturating_sub(work.into());
        self.counts.work += u64::from(work);
        if matches!(found, Ok(Some(_))) {
            self.bound.push(ctx.slot as u32);
        }
        Some(found)
    }

    /// Adds the agents whose path was found to lead through a portal since the last call.
    pub fn take_bound(&mut self, into: &mut Vec<u32>) {
        into.append(&mut self.bound);
    }

    /// Notes that an agent has no path at all yet; `rank` is its claim's.
    pub fn note_hasty(&mut self, rank: u64, slot: usize) {
        self.hasty.push((rank, slot as u32));
    }

    /// The agents that left a request or a claim in this step.
    pub(crate) fn claimants(&self) -> impl Iterator<Item = Claimant> + use<'_> {
        let of =
            |claim: &Claim, search| Claimant { rank: claim.rank, slot: claim.slot as usize, asks: claim.asks, search };
        let requests = self.shared.requests.iter().map(move |r| of(&r.claim, Some(r.key)));
        requests.chain(self.claims.iter().map(move |claim| of(claim, None)))
    }
}

/// An agent that needs a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claimant {
    /// Of its claim: the least is the most urgent.
    pub rank: u64,
    /// The agent's slot.
    pub slot: usize,
    /// Whether it is for a question alone.
    pub asks: bool,
    /// What the search joins, where others may join the same.
    pub(super) search: Option<Key>,
}

/// What searches ever cost, over all workers.
pub(super) fn all_work<'w>(workers: impl Iterator<Item = &'w Worker>) -> u64 {
    workers.map(|worker| worker.counts.work).sum()
}
