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

/// A function of a behaviour: a handler of a state.
pub(crate) type FunctionKey = (Symbol, Option<Symbol>, Handler);

/// The key of a behaviour's `on_reload`, which belongs to no state.
pub(crate) fn migration_of(behaviour: Symbol) -> FunctionKey {
    (behaviour, None, Handler::Enter)
}

/// One machine's costs.
#[derive(Default)]
pub struct Profile {
    /// Where the cost of each function lies in `costs`.
    places: BTreeMap<FunctionKey, usize>,
    costs: Vec<Counted>,
    /// The function that was counted last: it is counted again soon.
    last: Option<(FunctionKey, usize)>,
    span: u64,
}

/// What is counted of one function.
#[derive(Clone, Copy, Default)]
struct Counted {
    cost: Cost,
    /// The counts of the span before the present one, and of the present one.
    spans: [u64; 2],
    /// The last call, with what the host did because of it.
    last: u64,
    last_by: Option<AgentId>,
}

impl Counted {
    fn add(&mut self, counts: u64, step: u64) {
        self.spans[1] += counts;
        self.last += counts;
        let cost = &mut self.cost;
        cost.counts += counts;
        if self.last > cost.worst || cost.worst_by.is_none() {
            (cost.worst, cost.worst_by, cost.worst_step) = (self.last, self.last_by, step);
        }
    }
}

impl Profile {
    /// Counts one call.
    pub fn count(&mut self, function: FunctionKey, counts: u64, by: AgentId, step: u64) {
        let of = self.of(function, step);
        of.cost.calls += 1;
        (of.last, of.last_by) = (0, Some(by));
        of.add(counts, step);
    }

    /// Adds what the host did because of the last call of a function, after it.
    pub fn add(&mut self, function: FunctionKey, counts: u64, step: u64) {
        self.of(function, step).add(counts, step);
    }

    fn of(&mut self, function: FunctionKey, step: u64) -> &mut Counted {
        self.turn_to(step);
        let place = match self.last {
            Some((last, place)) if last == function => place,
            _ => {
                let place = *self.places.entry(function).or_insert(self.costs.len());
                if place == self.costs.len() {
                    self.costs.push(Default::default());
                }
                self.last = Some((function, place));
                place
            }
        };
        &mut self.costs[place]
    }

    fn turn_to(&mut self, step: u64) {
        let span = step / SPAN_STEPS;
        if span == self.span {
            return;
        }
        let next = span == self.span + 1;
        for Counted { spans, .. } in &mut self.costs {
            *spans = [if next { spans[1] } else { 0 }, 0];
        }
        self.span = span;
    }

    /// A behaviour was reloaded: its costs start at zero.
    pub fn forget(&mut self, behaviour: Symbol) {
        let forgotten = self.places.iter().filter(|((of, ..), _)| *of == behaviour);
        forgotten.for_each(|(_, place)| self.costs[*place] = Default::default());
    }

    /// Every function that was called, with what it cost up to `step`.
    pub fn each(&mut self, step: u64, mut take: impl FnMut(Symbol, Option<Symbol>, &'static str, Cost)) {
        self.turn_to(step);
        for ((behaviour, state, handler), place) in &self.places {
            let Counted { cost, spans, .. } = &self.costs[*place];
            if cost.calls == 0 && cost.counts == 0 {
                continue;
            }
            let name = if state.is_some() { handler.name() } else { MIGRATION };
            take(*behaviour, *state, name, Cost { recent: spans[0] + spans[1], ..*cost });
        }
    }
}
