//! The cost of calls by behaviour, state and function, in the unit of budgets, so that a run has the same profile every
//! time.

use crate::agent::{Handler, Symbol};
use crate::body::AgentId;
use crate::lua::api::behaviour::MIGRATION;
use std::collections::BTreeMap;

/// Steps of one span of the recent past.
const SPAN_STEPS: u64 = 40;

/// The cost of one function since its behaviour was last loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Calls of the function.
    pub calls: u64,
    /// Counts of all calls together (see [`crate::lua::api::params::ScriptParams::instructions_per_call`]).
    pub counts: u64,
    /// Of these, the counts of the last 40 to 80 steps.
    pub recent: u64,
    /// The most expensive call: its counts, its creature, and its step.
    pub worst: u64,
    /// The creature of the most expensive call; `None` before the first.
    pub worst_by: Option<AgentId>,
    /// The step of the most expensive call.
    pub worst_step: u64,
}

impl Cost {
    /// Adds what another machine counted for the same function.
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.counts += other.counts;
        self.recent += other.recent;
        // Of equally expensive calls the earlier one, then the lower number: the order of the machines does not matter.
        let rank = |c: &Self| (std::cmp::Reverse(c.worst), c.worst_step, c.worst_by.map(|id| id.number()));
        if other.calls > 0 && (self.worst_by.is_none() || rank(other) < rank(self)) {
            (self.worst, self.worst_by, self.worst_step) = (other.worst, other.worst_by, other.worst_step);
        }
    }
}

/// The index of a function's cost.
#[derive(Clone, Copy, Debug)]
pub struct CostAt {
    block: usize,
    function: usize,
}

/// Handlers of one state, or the `on_reload` of a behaviour in the first place.
struct Block {
    behaviour: Symbol,
    state: Option<Symbol>,
    costs: [Cost; Handler::ALL.len()],
    /// Counts of the span before the present one, and of the present one.
    spans: [[u64; 2]; Handler::ALL.len()],
}

/// One machine's costs. Blocks are made when a program is installed; a call only counts.
#[derive(Default)]
pub struct Profile {
    blocks: Vec<Block>,
    at: BTreeMap<(Symbol, Option<Symbol>), usize>,
    span: u64,
}

impl Profile {
    /// The index for a handler of `state`; for `on_reload` without a state.
    pub fn place(&mut self, behaviour: Symbol, state: Option<Symbol>, handler: Handler) -> CostAt {
        let block = *self.at.entry((behaviour, state)).or_insert_with(|| {
            let (costs, spans) = (Default::default(), Default::default());
            self.blocks.push(Block { behaviour, state, costs, spans });
            self.blocks.len() - 1
        });
        CostAt { block, function: handler as usize }
    }

    /// Counts one call.
    pub fn count(&mut self, at: CostAt, counts: u64, by: AgentId, step: u64) {
        self.turn_to(step);
        let block = &mut self.blocks[at.block];
        block.spans[at.function][1] += counts;
        let cost = &mut block.costs[at.function];
        cost.calls += 1;
        cost.counts += counts;
        if counts > cost.worst || cost.worst_by.is_none() {
            (cost.worst, cost.worst_by, cost.worst_step) = (counts, Some(by), step);
        }
    }

    fn turn_to(&mut self, step: u64) {
        let span = step / SPAN_STEPS;
        if span == self.span {
            return;
        }
        let next = span == self.span + 1;
        for spans in self.blocks.iter_mut().flat_map(|b| b.spans.iter_mut()) {
            *spans = [if next { spans[1] } else { 0 }, 0];
        }
        self.span = span;
    }

    /// A behaviour was reloaded: its costs start at zero.
    pub fn forget(&mut self, behaviour: Symbol) {
        for b in self.blocks.iter_mut().filter(|b| b.behaviour == behaviour) {
            (b.costs, b.spans) = (Default::default(), Default::default());
        }
    }

    /// Every function that was called, with what it cost up to `step`.
    pub fn each(&mut self, step: u64, mut take: impl FnMut(Symbol, Option<Symbol>, &'static str, Cost)) {
        self.turn_to(step);
        for b in &self.blocks {
            for (handler, (cost, spans)) in Handler::ALL.iter().zip(b.costs.iter().zip(&b.spans)) {
                if cost.calls > 0 {
                    let name = if b.state.is_some() { handler.name() } else { MIGRATION };
                    take(b.behaviour, b.state, name, Cost { recent: spans[0] + spans[1], ..*cost });
                }
            }
        }
    }
}
