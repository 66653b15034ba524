//! What every function of every behaviour cost, over all VMs.

use super::Sim;
use crate::agent::{Symbol, Symbols};
use crate::body::AgentId;
use crate::lua::host::profile::Cost;
use std::collections::BTreeMap;

/// What one function of a behaviour cost since the behaviour was last loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileRow {
    /// The behaviour's name.
    pub behaviour: Symbol,
    /// `None` for a behaviour's `on_reload`.
    pub state: Option<Symbol>,
    /// `tick`, `enter`, …
    pub function: &'static str,
    /// How many calls there were.
    pub calls: u64,
    /// Instructions that all calls spent together.
    pub instructions: u64,
    /// The instructions of the last 40 to 80 steps.
    pub recent: u64,
    /// Instructions of the most expensive call, which creature made it, and in which step.
    pub worst: u64,
    /// The creature of the most expensive call.
    pub worst_by: Option<AgentId>,
    /// The step of the most expensive call.
    pub worst_step: u64,
}

impl ProfileRow {
    /// `wolf.attack.tick`; `wolf.on_reload` for a function of no state.
    pub(crate) fn name(&self, symbols: &Symbols) -> String {
        let place = [Some(self.behaviour), self.state].into_iter().flatten().map(|symbol| symbols.name(symbol));
        place.chain([self.function]).collect::<Vec<_>>().join(".")
    }
}

impl Sim {
    /// One row for each function that was called, the most expensive first. Instructions are counted, not timed: the same run
    /// has the same profile on any number of threads.
    pub fn profile(&mut self) -> Vec<ProfileRow> {
        let mut sums: BTreeMap<(Symbol, Option<Symbol>, &'static str), Cost> = BTreeMap::new();
        for vm in self.shards.vms() {
            vm.profile.each(self.step, |behaviour, state, function, cost| {
                sums.entry((behaviour, state, function)).or_default().add(&cost);
            });
        }
        let mut rows: Vec<ProfileRow> = sums
            .into_iter()
            .map(|((behaviour, state, function), cost)| {
                let Cost { calls, counts: instructions, recent, worst, worst_by, worst_step } = cost;
                ProfileRow { behaviour, state, function, calls, instructions, recent, worst, worst_by, worst_step }
            })
            .collect();
        rows.sort_by_key(|r| std::cmp::Reverse(r.instructions));
        rows
    }

    /// Bytes of Lua memory in use by the machine that uses most of it; its cap is `[script] memory_mb`.
    pub fn script_memory_bytes(&self) -> usize {
        self.shards.all.iter().map(|s| s.vm.used_memory()).max().unwrap_or(0)
    }

    /// Reloaded behaviours start a new profile.
    pub(super) fn forget_costs(&mut self, behaviours: &[Symbol]) {
        for vm in self.shards.vms() {
            behaviours.iter().for_each(|b| vm.profile.forget(*b));
        }
    }
}
