//! The sleep of a creature as front ends show it.

use super::{Sim, SleepInfo};
use crate::agent::Filter;

impl Sim {
    /// Until when a creature sleeps.
    pub(super) fn sleep(&self, slot: usize) -> Option<SleepInfo> {
        let sleep = self.now.agents.sleep[slot];
        let wakers = self.shards.instance(slot).map(|instance| instance.wakers).unwrap_or_default();
        let name = |symbol| self.now.catalogue.symbols.name(symbol);
        let shown = |filter: &Filter| {
            let names = [filter.faction, filter.behaviour, filter.state].into_iter().flatten().map(name);
            let mut words: Vec<&str> = names.collect();
            words.extend(filter.hurt.then_some("hurt"));
            words.extend(filter.visible.then_some("in sight"));
            let what = if words.is_empty() { "any".into() } else { words.join(" ") };
            format!("{what} within {} m", filter.within)
        };
        sleep
            .holds(self.now.step)
            .then(|| SleepInfo { until: sleep.until, unless: wakers.iter().flatten().map(shown).collect() })
    }
}
