//! A search on the shared grid that is under way, a slice at a time.

use crate::grid::{CostLayer, Field};
use crate::nav::planner::ceiling::STOP_WORK;
use crate::nav::planner::quick::Departure;
use crate::nav::planner::{Key, Noted, Task};
use crate::nav::{NavContext, Reason};
use crate::search::{Buckets, Estimate, FieldSearch, Heuristic, Jumps, Status, WeightedJumps};
use std::sync::Arc;

/// Where the ground does not cost the same everywhere, jumps are short: a search stops at so many times as many cells before it
/// has spent `budget_expansions`.
const MORE_STOPS: u32 = 8;

/// A search, and what it is for while it is under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    /// Its memory.
    pub(super) search: FieldSearch<Buckets>,
    pub(super) of: Option<Underway>,
}

impl Run {
    /// Begins a search over the ground as it is.
    pub(super) fn begin(&mut self, ground: Snapshot, key: Key, began: Departure) {
        match ground.weighted() {
            None => self.search.begin(&Jumps { field: &ground.field }, key.start, key.goal, Estimate::default()),
            Some(moves) => {
                let estimate = Estimate::new(Heuristic::Octile, moves.costs.least());
                self.search.begin(&moves, key.start, key.goal, estimate);
            }
        }
        self.of = Some(Underway { ground, key, began, spent: 0 });
    }
}

/// What a search is for.
#[derive(Clone, Debug)]
pub(super) struct Underway {
    pub(super) ground: Snapshot,
    pub(super) key: Key,
    pub(super) began: Departure,
    /// Cells at which it stopped so far.
    pub(super) spent: u32,
}

/// The ground that a search is over, as it was when the search began: what changes meanwhile neither stops it nor confuses it.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    field: Arc<Field>,
    costs: Option<Arc<CostLayer>>,
}

impl Snapshot {
    pub(super) fn now(ctx: &NavContext) -> Option<Self> {
        let field = ctx.regions.field_now(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves)?;
        Some(Self { field, costs: ctx.regions.costs_now(ctx.me.moves) })
    }

    /// Whether the ground is still the same.
    pub(super) fn is_current(&self, ctx: &NavContext) -> bool {
        ctx.field().is_some_and(|field| std::ptr::eq(field, &*self.field))
            && ctx.regions.costs(ctx.me.moves).map(std::ptr::from_ref) == self.costs.as_ref().map(Arc::as_ptr)
    }

    /// Jumps over it where it does not cost the same everywhere.
    fn weighted(&self) -> Option<WeightedJumps<'_>> {
        self.costs.as_deref().map(|costs| WeightedJumps { field: &self.field, costs })
    }
}

impl Underway {
    /// Searches for a slice; `None`: it goes on in another one.
    pub(super) fn slice(&mut self, search: &mut FieldSearch<Buckets>, task: &mut Task) -> Option<Result<(), Reason>> {
        let stops = if self.ground.costs.is_some() { MORE_STOPS } else { 1 };
        let params = task.ctx.params;
        let budget = params.budget_expansions.saturating_mul(stops);
        let slice = params.slice_expansions.min(budget.saturating_sub(self.spent));
        let (before, field) = (search.counts, &*self.ground.field);
        let noted = task.replay.as_deref_mut().map(|out| {
            let res = task.ctx.world.ground.resolution_m();
            Noted { place: move |node| field.cell(node).centre(res), out }
        });
        let status = match (self.ground.weighted(), noted) {
            (None, None) => search.run(&Jumps { field }, slice),
            (Some(moves), None) => search.run(&moves, slice),
            (None, Some(mut noted)) => search.run_observed(&Jumps { field }, slice, &mut noted),
            (Some(moves), Some(mut noted)) => search.run_observed(&moves, slice, &mut noted),
        };
        let stops = task.count_work(before, search.counts);
        task.charge(stops.saturating_mul(STOP_WORK));
        self.spent = self.spent.saturating_add(stops);
        match status {
            Status::Found => Some(Ok(())),
            Status::Running if self.spent < budget => None,
            Status::Running => Some(Err(Reason::Budget)),
            Status::Exhausted | Status::Edge => Some(Err(Reason::DifferentRegion)),
        }
    }
}
