//! Versions on probation: the creatures as they were before they first ran one, and the migrations still to come.

use crate::agent::{Avoids, Membership, Symbol};
use crate::body::column;
use crate::lua::api::timers::Timers;
use crate::lua::host::packed::{Packed, Packer};
use std::collections::BTreeMap;

/// To drop what is kept of so many creatures takes a millisecond.
const MANY: usize = 3_000;

/// A creature's script side before its first call under a version on probation.
#[derive(Clone)]
pub struct Before {
    pub memory: Packed,
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
    /// By number of the probation, then by local index.
    before: BTreeMap<u32, Vec<Option<Before>>>,
    /// By local index.
    migrations: BTreeMap<usize, Migration>,
    pub(super) packer: Packer,
}

impl Probations {
    /// The place is empty, or another creature has it.
    pub(super) fn forget(&mut self, local: usize) {
        self.before.values_mut().filter_map(|of| of.get_mut(local)).for_each(|before| *before = None);
        self.migrations.remove(&local);
    }

    /// A newer change replaces one on probation: what was stored for the earlier one counts for the newer.
    pub fn join(&mut self, earlier: u32, into: u32) {
        self.close(earlier);
        if let Some(before) = self.before.remove(&earlier) {
            let of = self.before.entry(into).or_default();
            column::extend(of, before.len(), || None);
            of.iter_mut().zip(before).filter(|(of, _)| of.is_none()).for_each(|(of, before)| *of = before);
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
        self.before.remove(&probation).into_iter().for_each(drop_aside);
    }

    /// Ends a probation whose version failed. Returns the creatures that ran it, as they were, in order of local index.
    pub(super) fn undo(&mut self, probation: u32) -> Vec<(usize, Before)> {
        self.close(probation);
        let undone = self.before.remove(&probation).unwrap_or_default();
        self.migrations.retain(|_, m| m.probation != probation);
        let undone: Vec<(usize, Before)> =
            undone.into_iter().enumerate().filter_map(|(local, before)| Some((local, before?))).collect();
        for (local, before) in &undone {
            if let Some(m) = before.migration {
                self.migrations.insert(*local, m);
            }
            // Younger probations that saw this creature began with what is now undone.
            let younger = self.before.range_mut(probation..).filter_map(|(_, of)| of.get_mut(*local)?.as_mut());
            for other in younger {
                *other = Before { migration: other.migration, ..before.clone() };
            }
        }
        undone
    }

    /// The open probations for which this creature has yet to be stored.
    pub(super) fn unstored(&self, local: usize, behaviour: Symbol) -> Vec<u32> {
        let new = |(p, concerned): &&(u32, Vec<Symbol>)| {
            concerned.contains(&behaviour) && self.before.get(p).and_then(|of| of.get(local)?.as_ref()).is_none()
        };
        self.open.iter().filter(new).map(|(p, _)| *p).collect()
    }

    /// Stores one of so many creatures.
    pub(super) fn store(&mut self, probation: u32, local: usize, count: usize, before: Before) {
        let migration = self.migration(local).filter(|m| m.probation != probation);
        let of = self.before.entry(probation).or_default();
        column::extend(of, count.max(local + 1), || None);
        of[local] = Some(Before { migration, ..before });
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

/// Drops what is no longer needed; much of it on a thread of its own.
fn drop_aside(old: Vec<Option<Before>>) {
    if old.len() > MANY {
        // Without a thread it is dropped here.
        let _ = std::thread::Builder::new().name("garbage".into()).spawn(move || drop(old));
    }
}
