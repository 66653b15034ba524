//! The recorder: each creature's last few hundred events, kept small enough that every creature is recorded all the time.
//!
//! It draws no random number and is no part of the world hash; it receives events in an order that does not depend on
//! threads. Events are read as lines ([`Recorder::describe`]) or as a chain of reasons ([`why`]).

pub(crate) mod describe;

pub(crate) mod record;
mod ring;
pub(crate) mod why;

pub(crate) use describe::Word;
pub use describe::{EventKind, EventText};
pub(crate) use record::{Brief, Seeing, What};
pub use ring::{LONGEST_PACKED, Share};
pub use why::WhyLine;
pub(crate) use why::why;

use super::Symbols;
use crate::body::column;
use describe::Words;
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;
use record::Record;
use ring::Ring;

/// Bytes that a creature has for its events however many there are of them: some eight.
const LEAST_BYTES: usize = 96;
/// So few events are recorded by one thread.
const MANY: usize = 256;
/// So many parts of the creatures a thread gets, so that none waits long for the others.
const PARTS: usize = 4;

/// The recent past of every creature.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    rings: Vec<Ring>,
    words: Words,
    /// Events kept for each creature at most; 0 records nothing.
    most: usize,
    /// What all events together may take, bytes.
    pool_bytes: usize,
}

impl Recorder {
    /// Keeps `events` of each creature, fewer when all of them together would take more than `pool_mb` megabytes.
    pub fn new(events: usize, pool_mb: usize) -> Self {
        Self { most: events, pool_bytes: pool_mb * 1024 * 1024, ..Self::default() }
    }

    /// Whether anything is recorded at all.
    pub fn is_on(&self) -> bool {
        self.most > 0
    }

    /// A life begins in this slot: the events of the one before are dropped.
    pub fn begin(&mut self, slot: usize, step: u64) {
        if !self.is_on() {
            return;
        }
        column::extend(&mut self.rings, slot + 1, Ring::default);
        self.rings[slot].clear();
        self.record(slot, step, What::Born);
    }

    /// Records an event, or counts it with an equal one before it.
    pub fn record(&mut self, slot: usize, step: u64, what: What) {
        let share = self.share_each();
        if let Some(ring) = self.rings.get_mut(slot) {
            keep(ring, u32::try_from(step).unwrap_or(u32::MAX), what, share);
        }
    }

    /// Records what happened to creatures in a step, in this order, on the threads of `pool`.
    pub fn record_all<'a>(
        &mut self,
        step: u64,
        lists: impl Iterator<Item = &'a [(usize, What)]> + Clone + Sync,
        pool: Option<&ThreadPool>,
    ) {
        let events = || lists.clone().flatten();
        let is_many = lists.clone().map(<[_]>::len).sum::<usize>() >= MANY;
        let Some(pool) = pool.filter(|_| is_many) else {
            return events().for_each(|(slot, what)| self.record(*slot, step, *what));
        };
        let (share, step) = (self.share_each(), u32::try_from(step).unwrap_or(u32::MAX));
        let part = self.rings.len().div_ceil(pool.current_num_threads() * PARTS).max(1);
        pool.install(|| {
            let parts = self.rings.par_chunks_mut(part).enumerate().with_max_len(1);
            parts.for_each(|(number, rings)| {
                // Each looks at all events: they lie side by side, and the rings do not.
                for (slot, what) in events() {
                    if let Some(ring) = slot.checked_sub(number * part).and_then(|at| rings.get_mut(at)) {
                        keep(ring, step, *what, share);
                    }
                }
            });
        });
    }

    /// A string to put into an event. Equal strings are kept once.
    pub fn word(&mut self, text: &str) -> Word {
        self.words.intern(text)
    }

    /// The same, where it is kept.
    pub(crate) fn kept_word(&self, text: &str) -> Option<Word> {
        self.words.find(text)
    }

    /// Whether the string of an event is kept.
    pub(crate) fn keeps(&self, word: Word) -> bool {
        self.words.has(word)
    }

    /// How many events of a creature are kept now.
    pub fn events(&self, slot: usize) -> usize {
        self.rings.get(slot).map_or(0, Ring::len)
    }

    /// What happened to a creature, oldest first, in words.
    pub fn describe(&self, slot: usize, symbols: &Symbols) -> Vec<EventText> {
        let Some(ring) = self.rings.get(slot) else { return Vec::new() };
        ring.iter().map(|record| describe::describe(&record, &self.words, symbols, self.rings.len())).collect()
    }

    /// What each creature may keep at present.
    pub fn share_each(&self) -> Share {
        let fair = self.pool_bytes / self.rings.len().max(1);
        Share { events: self.most, bytes: fair.max(LEAST_BYTES) }
    }
}

/// Puts an event into a ring, or counts it with an equal one before it.
fn keep(ring: &mut Ring, step: u32, what: What, share: Share) {
    if share.events > 0 {
        let record = merged(ring, step, &what).unwrap_or(Record { step, times: 1, what });
        ring.push(&record, share);
    }
}

/// How far back an equal event is looked for.
const LOOK_BACK: usize = 8;

/// Takes out an event like this one that came shortly before, and counts both as one. It goes to the end: writes to several keys take turns,
/// and the latest is last. `None` when there is none.
fn merged(ring: &mut Ring, step: u32, what: &What) -> Option<Record> {
    let mut found = None;
    for (place, Record { times, what: before, .. }) in ring.newest().take(LOOK_BACK) {
        if let Some(what) = joined(&before, what) {
            found = Some((place, Record { step, times: times.saturating_add(1), what }));
            break;
        }
        if !may_separate(&before, what) {
            break;
        }
    }
    let (place, record) = found?;
    ring.remove(place);
    Some(record)
}

/// Two events as one, when they are of one kind.
fn joined(before: &What, now: &What) -> Option<What> {
    match (*before, *now) {
        (What::Memory { key, old, .. }, What::Memory { key: k, new, .. }) if key == k => {
            Some(What::Memory { key, old, new })
        }
        (What::Path { code, reason, .. }, What::Path { code: c, reason: r, .. }) if (code, reason) == (c, r) => {
            Some(*now)
        }
        (What::Goal(_), What::Goal(_)) => Some(*now),
        (What::Posted { key, .. }, What::Posted { key: k, .. }) if key == k => Some(*now),
        (a @ (What::Chase { .. } | What::Fault { .. } | What::Said(_) | What::Shouted(_)), b) if a == b => Some(b),
        _ => None,
    }
}

/// Only writes to memory may be between two that are counted as one; every other event keeps them apart.
fn may_separate(between: &What, now: &What) -> bool {
    matches!(between, What::Memory { .. })
        && matches!(
            now,
            What::Memory { .. } | What::Path { .. } | What::Goal(_) | What::Chase { .. } | What::Posted { .. }
        )
}
