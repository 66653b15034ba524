//! Versions on probation: the creatures as they were before they first ran one, and the migrations still to come.

use crate::agent::{Avoids, Membership, Symbol};
use crate::body::column;
use crate::lua::api::timers::Timers;
use crate::lua::host::packed::Packer;
use std::collections::BTreeMap;
use std::ops::Range;
use thin_vec::ThinVec;

/// To drop what is kept of so many creatures takes a millisecond.
const MANY: usize = 3_000;

/// A creature's script side before its first call under a version on probation, but for its memory.
#[derive(Clone)]
pub struct Before {
    pub state: Symbol,
    /// The step in which the state was entered.
    pub state_since: u64,
    pub newborn: bool,
    pub timers: Timers,
    /// The areas that it knew to be in.
    pub inside: ThinVec<u16>,
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
    /// By number of the probation.
    before: BTreeMap<u32, Stored>,
    /// By local index.
    migrations: BTreeMap<usize, Migration>,
    pub(super) packer: Packer,
}

impl Probations {
    /// The place is empty, or another creature has it.
    pub(super) fn forget(&mut self, local: usize) {
        self.before.values_mut().for_each(|of| of.forget(local));
        self.migrations.remove(&local);
    }

    /// A newer change replaces one on probation: what was stored for the earlier one counts for the newer.
    pub fn join(&mut self, earlier: u32, into: u32) {
        self.close(earlier);
        if let Some(before) = self.before.remove(&earlier) {
            let of = self.before.entry(into).or_default();
            before.all().for_each(|(local, before, memory)| of.add(local, before.clone(), memory));
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

    /// Ends a probation whose version failed. Returns the creatures that ran it, as they were.
    pub(super) fn undo(&mut self, probation: u32) -> Stored {
        self.close(probation);
        let undone = self.before.remove(&probation).unwrap_or_default();
        self.migrations.retain(|_, m| m.probation != probation);
        for (local, before, memory) in undone.all() {
            if let Some(m) = before.migration {
                self.migrations.insert(local, m);
            }
            // Younger probations that saw this creature began with what is now undone.
            self.before.range_mut(probation..).for_each(|(_, of)| of.replace(local, before, memory));
        }
        undone
    }

    /// The open probations for which this creature has yet to be stored.
    pub(super) fn unstored(&self, local: usize, behaviour: Symbol) -> Vec<u32> {
        let new = |(p, concerned): &&(u32, Vec<Symbol>)| {
            concerned.contains(&behaviour) && !self.before.get(p).is_some_and(|of| of.has(local))
        };
        self.open.iter().filter(new).map(|(p, _)| *p).collect()
    }

    /// Stores a creature that is not stored yet, with the memory that was packed last.
    pub(super) fn store(&mut self, probation: u32, local: usize, before: Before) {
        let migration = self.migration(local).filter(|m| m.probation != probation);
        let of = self.before.entry(probation).or_default();
        of.add(local, Before { migration, ..before }, self.packer.bytes());
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

/// Creatures as they were. Takes memory for those that are stored alone, moves none of them when there are more, and drops many in a few
/// pieces.
#[derive(Default)]
pub(super) struct Stored {
    /// By local index: which of them it is, counted from 1; 0: none.
    numbers: Vec<u32>,
    /// In the order in which they were stored, `BLOCK` in each.
    blocks: Vec<Block>,
}

const BLOCK: usize = 256;

struct Block {
    /// Each with where its memory is.
    all: Vec<Option<(Before, Range<usize>)>>,
    /// Packed memories, one after the other.
    memories: Vec<u8>,
}

impl Block {
    fn keep(&mut self, memory: &[u8]) -> Range<usize> {
        let from = self.memories.len();
        self.memories.extend_from_slice(memory);
        from..self.memories.len()
    }
}

impl Stored {
    fn place(&self, local: usize) -> Option<(usize, usize)> {
        let at = (*self.numbers.get(local)? as usize).checked_sub(1)?;
        Some((at / BLOCK, at % BLOCK))
    }

    fn has(&self, local: usize) -> bool {
        self.place(local).is_some()
    }

    /// Adds one and its packed memory, unless it is stored.
    fn add(&mut self, local: usize, before: Before, memory: &[u8]) {
        if self.has(local) {
            return;
        }
        if self.blocks.last().is_none_or(|block| block.all.len() == BLOCK) {
            // Memories of a world are of a size.
            let bytes = self.blocks.last().map_or(0, |block| block.memories.len());
            self.blocks.push(Block { all: Vec::with_capacity(BLOCK), memories: Vec::with_capacity(bytes) });
        }
        let number = self.len() + 1;
        column::extend(&mut self.numbers, local + 1, || 0);
        self.numbers[local] = number as u32;
        if let Some(block) = self.blocks.last_mut() {
            let memory = block.keep(memory);
            block.all.push(Some((before, memory)));
        }
    }

    /// Puts what another one stored of a creature in the place of what is stored here, if anything is; a migration stays.
    fn replace(&mut self, local: usize, before: &Before, memory: &[u8]) {
        let Some((block, at)) = self.place(local) else { return };
        let block = &mut self.blocks[block];
        let memory = block.keep(memory);
        if let Some(one) = &mut block.all[at] {
            *one = (Before { migration: one.0.migration, ..before.clone() }, memory);
        }
    }

    fn forget(&mut self, local: usize) {
        if let Some((block, at)) = self.place(local) {
            self.numbers[local] = 0;
            self.blocks[block].all[at] = None;
        }
    }

    /// How many were ever stored.
    fn len(&self) -> usize {
        self.blocks.len().saturating_sub(1) * BLOCK + self.blocks.last().map_or(0, |block| block.all.len())
    }

    /// All of them, in order of local index, with their packed memories.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, &Before, &[u8])> {
        (0..self.numbers.len()).filter_map(|local| {
            let (block, at) = self.place(local)?;
            let Block { all, memories } = &self.blocks[block];
            let (before, memory) = all[at].as_ref()?;
            Some((local, before, &memories[memory.clone()]))
        })
    }

    /// The same without their memories.
    pub(super) fn into_all(mut self) -> impl Iterator<Item = (usize, Before)> {
        (0..self.numbers.len()).filter_map(move |local| {
            let (block, at) = self.place(local)?;
            Some((local, self.blocks[block].all[at].take()?.0))
        })
    }
}

/// Drops what is no longer needed; much of it on a thread of its own.
fn drop_aside(old: Stored) {
    if old.len() > MANY {
        // Without a thread it is dropped here.
        let _ = std::thread::Builder::new().name("garbage".into()).spawn(move || drop(old));
    }
}
