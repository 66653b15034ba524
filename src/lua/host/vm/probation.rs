//! Versions on probation: the creatures as they were before they first ran one, and the migrations still to come.

use crate::agent::{Avoids, Membership, Symbol, Value};
use crate::lua::api::timers::Timers;
use std::collections::BTreeMap;

/// A creature's script side before its first call under a version on probation.
#[derive(Clone)]
pub struct Before {
    pub memory: Value,
    pub state: Symbol,
    /// The step in which the state was entered.
    pub state_since: u64,
    pub newborn: bool,
    pub timers: Timers,
    /// The areas that it knew to be in.
    pub inside: Vec<u16>,
    /// The groups that it was in.
    pub groups: Vec<Membership>,
    /// How it avoided what it met.
    pub avoids: Avoids,
    pub(super) migration: Option<Migration>,
}

/// A pending call of `on_reload`.
#[derive(Clone, Copy)]
pub(crate) struct Migration {
    pub probation: u32,
    /// The version of its file that the creature ran before.
    pub from: u32,
}

/// Stores nothing, and looks up nothing, while no version is on probation.
#[derive(Default)]
pub struct Probations {
    /// (number of the probation, the behaviours it concerns), oldest first.
    open: Vec<(u32, Vec<Symbol>)>,
    /// By number of the probation and local index.
    before: BTreeMap<(u32, usize), Before>,
    /// By local index.
    migrations: BTreeMap<usize, Migration>,
}

impl Probations {
    /// The place is empty, or another creature has it.
    pub(super) fn forget(&mut self, local: usize) {
        if !self.open.is_empty() {
            self.before.retain(|(_, l), _| *l != local);
        }
        self.migrations.remove(&local);
    }

    /// A newer change replaces one on probation: what was stored for the earlier one counts for the newer.
    pub fn join(&mut self, earlier: u32, into: u32) {
        self.close(earlier);
        for ((probation, local), before) in std::mem::take(&mut self.before) {
            let probation = if probation == earlier { into } else { probation };
            self.before.entry((probation, local)).or_insert(before);
        }
        for m in self.migrations.values_mut().filter(|m| m.probation == earlier) {
            m.probation = into;
        }
    }

    /// From now on, creatures of these behaviours are stored as they are before their next call.
    pub fn begin(&mut self, probation: u32, behaviours: &[Symbol]) {
        self.open.push((probation, behaviours.to_vec()));
    }

    fn close(&mut self, probation: u32) {
        self.open.retain(|(p, _)| *p != probation);
    }

    /// The version stays: nothing of the time before is kept.
    pub fn end(&mut self, probation: u32) {
        self.close(probation);
        self.before.retain(|(p, _), _| *p != probation);
    }

    /// Ends a probation whose version failed. Returns the creatures that ran it, as they were, in order of local index.
    pub(super) fn undo(&mut self, probation: u32) -> Vec<(usize, Before)> {
        self.close(probation);
        let (undone, kept): (BTreeMap<_, _>, _) =
            std::mem::take(&mut self.before).into_iter().partition(|((p, _), _)| *p == probation);
        self.before = kept;
        self.migrations.retain(|_, m| m.probation != probation);
        for ((_, local), before) in &undone {
            if let Some(m) = before.migration {
                self.migrations.insert(*local, m);
            }
            // Younger probations that saw this creature began with what is now undone.
            for (_, other) in self.before.iter_mut().filter(|((p, l), _)| *p > probation && l == local) {
                *other = Before { migration: other.migration, ..before.clone() };
            }
        }
        undone.into_iter().map(|((_, local), before)| (local, before)).collect()
    }

    /// The open probations for which this creature has yet to be stored.
    pub(super) fn unstored(&self, local: usize, behaviour: Symbol) -> Vec<u32> {
        let new = |(p, concerned): &&(u32, Vec<Symbol>)| {
            concerned.contains(&behaviour) && !self.before.contains_key(&(*p, local))
        };
        self.open.iter().filter(new).map(|(p, _)| *p).collect()
    }

    pub(super) fn store(&mut self, probation: u32, local: usize, before: Before) {
        let migration = self.migration(local).filter(|m| m.probation != probation);
        self.before.insert((probation, local), Before { migration, ..before });
    }

    pub(super) fn expect_migration(&mut self, local: usize, migration: Migration) {
        self.migrations.entry(local).or_insert(migration);
    }

    pub(super) fn migration(&self, local: usize) -> Option<Migration> {
        self.migrations.get(&local).copied()
    }

    pub(super) fn take_migration(&mut self, local: usize) -> Option<Migration> {
        if self.migrations.is_empty() { None } else { self.migrations.remove(&local) }
    }
}
