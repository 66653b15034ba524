//! What every function of every behaviour cost, over all VMs.

use super::{ProfileRow, Sim};
use crate::agent::Symbol;
use crate::lua::host::profile::Cost;
use std::collections::BTreeMap;

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
