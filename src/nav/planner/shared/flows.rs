//! Paths that are read off the flow field of their goal, and the agents that ask for one.

use super::results::Outcome;
use super::service::SharedService;
use crate::crowd::{FlowField, FlowGround, FlowKey};
use crate::geom::{Cell, Vec2};
use crate::grid::RegionSet;
use crate::nav::planner::field::{LINE_CELLS, pull_work, resolve};
use crate::nav::planner::{Ceiling, Key};
use crate::nav::{NavContext, NavParams};
use crate::search::STRAIGHT;

/// One in so many expansions of the ceiling is for flow fields: a cell of one counts as an expansion.
const SHARE: u64 = 4;
/// Longer paths are not read off fields, cells: to turn one of them into waypoints costs 1 024 expansions.
const LONGEST: usize = 1 << 14;

/// To read a path off a field costs as much as to look along it.
const READ_WORK: u32 = 2;

/// What is known of a search before it begins.
#[derive(Clone, Copy)]
pub(super) enum Known<'a> {
    /// Its path is in a field.
    Field(&'a FlowField),
    /// It was made before.
    Result(Outcome<'a>),
}

impl Known<'_> {
    /// What it costs to go by it, at most; on ground cheaper than plain a path off a field may have more cells.
    pub(super) fn work(self, from: Cell) -> u32 {
        match self {
            Self::Field(field) => READ_WORK * (1 + most_cells(field, from) / LINE_CELLS),
            Self::Result(outcome) => outcome.map_or(1, pull_work),
        }
    }

    /// What it did cost, for a path that turns there; to know that there is none costs nothing.
    pub(super) fn worked(self, turns: &[Cell]) -> u32 {
        match self {
            Self::Field(_) => READ_WORK * pull_work(turns),
            Self::Result(outcome) => outcome.map_or(0, pull_work),
        }
    }
}

/// About how many cells a path off a field has at most.
pub(in crate::nav::planner) fn most_cells(field: &FlowField, from: Cell) -> u32 {
    u32::try_from(field.cost_from(from).unwrap_or(0) / STRAIGHT).unwrap_or(u32::MAX)
}

/// The field that the path of a search may be read off. A question is about the ground and not about the crowd.
fn field_key(ctx: &NavContext, key: &Key) -> Option<FlowKey> {
    let size = ctx.regions.alike(key.size).filter(|_| ctx.params.flow_fields > 0 && !ctx.asks)?;
    Some(FlowKey { size, storey: key.storey, goal: key.goal })
}

/// Takes note that an agent asks for a path to a goal.
pub(in crate::nav::planner) fn ask(asked: &mut Vec<(FlowKey, u32)>, ctx: &NavContext, key: &Key) {
    asked.extend(field_key(ctx, key).map(|goal| (goal, ctx.slot as u32)));
}

impl SharedService {
    /// Whether anything may be known of a search; `regions` are those of its storey.
    pub(in crate::nav::planner) fn may_know(&self, regions: &RegionSet, key: &Key) -> bool {
        let goal = |size| FlowKey { size, storey: key.storey, goal: key.goal };
        let is_ready = |size| self.flows.ready(&goal(size)).is_some();
        self.results.get(key).is_some() || regions.alike(key.size).is_some_and(is_ready)
    }

    /// What is known of a search.
    pub(super) fn known(&self, ctx: &NavContext, key: &Key) -> Option<Known<'_>> {
        let field = self.field_of(ctx, key).map(|(field, _)| Known::Field(field));
        field.or_else(|| self.results.get(key).map(Known::Result))
    }

    /// The field that the path of a search may be read off, where it is whole, and its number.
    pub(in crate::nav::planner) fn field_of(&self, ctx: &NavContext, key: &Key) -> Option<(&FlowField, u64)> {
        let field = field_key(ctx, key).and_then(|goal| self.flows.ready(&goal));
        let is_short =
            |field: &FlowField| field.cost_from(key.start).is_some_and(|cost| cost / STRAIGHT < LONGEST as u64);
        field.filter(|(field, _)| is_short(field))
    }

    /// The field that a path to a place is read off; `None` where there is none, or it is not whole.
    pub(in crate::nav) fn field_to(&self, ctx: &NavContext, to: Vec2) -> Option<&FlowField> {
        let key = field_key(ctx, &resolve(ctx, to).ok()?)?;
        self.flows.ready(&key).map(|(field, _)| field)
    }

    /// Works on flow fields in a step, for what agents asked for in its first round.
    pub(in crate::nav::planner) fn advance_flows<'w>(
        &mut self,
        on: &FlowGround,
        params: &NavParams,
        asked: impl Iterator<Item = &'w [(FlowKey, u32)]>,
        ceiling: &mut Ceiling,
    ) {
        if params.flow_fields == 0 {
            return;
        }
        self.asked.clear();
        asked.for_each(|of_worker| self.asked.extend_from_slice(of_worker));
        self.asked.sort_unstable();
        let most = u64::from(params.step_expansions) / SHARE;
        let worked = self.flows.advance(on, &params.flows(), &self.asked, most as u32);
        ceiling.owed += u64::from(worked);
    }
}
