//! The recorder: each creature's last few hundred events, kept small enough that every creature is recorded all the time.
//!
//! It draws no random number and is no part of the world hash; it receives events in an order that does not depend on
//! threads. Events are read as lines ([`Recorder::describe`]) or as a chain of reasons ([`why`]).

mod describe;
mod merge;
mod record;
mod ring;
mod why;
mod words;

pub use describe::{EventText, Kind};
pub use record::{Brief, What};
pub use why::{WhyLine, why};
pub use words::Word;

use super::Symbols;
use record::Record;
use ring::Ring;
use words::Words;

/// Events that a creature keeps however many there are of them.
const LEAST_KEPT: usize = 8;

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
        if self.rings.len() <= slot {
            self.rings.resize_with(slot + 1, Ring::default);
        }
        self.rings[slot].clear();
        self.record(slot, step, What::Born);
    }

    /// Records an event, or counts it with an equal one before it.
    pub fn record(&mut self, slot: usize, step: u64, what: What) {
        let most = self.kept_each();
        let Some(ring) = self.rings.get_mut(slot).filter(|_| most > 0) else { return };
        let step = u32::try_from(step).unwrap_or(u32::MAX);
        if !merge::merge(ring, step, &what) {
            ring.push(Record { step, times: 1, what }, most);
        }
    }

    /// A string to put into an event. Equal strings are kept once.
    pub fn word(&mut self, text: &str) -> Word {
        self.words.intern(text)
    }

    /// What happened to a creature, oldest first, in words.
    pub fn describe(&self, slot: usize, symbols: &Symbols) -> Vec<EventText> {
        let Some(ring) = self.rings.get(slot) else { return Vec::new() };
        ring.iter().map(|record| describe::describe(record, &self.words, symbols)).collect()
    }

    /// Events that are kept of each creature at present.
    pub fn kept_each(&self) -> usize {
        let fair = self.pool_bytes / (size_of::<Record>() * self.rings.len().max(1));
        self.most.min(fair.max(LEAST_KEPT))
    }

    /// Bytes in use for events and strings.
    pub fn bytes(&self) -> usize {
        let rings = self.rings.capacity() * size_of::<Ring>() + self.rings.iter().map(Ring::bytes).sum::<usize>();
        rings + self.words.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Handler;

    fn recorder(events: usize) -> Recorder {
        let mut r = Recorder::new(events, 64);
        r.begin(0, 0);
        r
    }

    fn lines(r: &Recorder) -> Vec<String> {
        r.describe(0, &Symbols::default()).iter().map(|t| format!("{} {} {}", t.step, t.what, t.why)).collect()
    }

    #[test]
    fn the_oldest_events_go_when_a_ring_is_full() {
        let mut r = recorder(4);
        for step in 1..=6 {
            let said = r.word(&format!("line {step}"));
            r.record(0, step, What::Said(said));
        }
        assert_eq!(lines(&r), ["3 “line 3” ", "4 “line 4” ", "5 “line 5” ", "6 “line 6” "]);
        r.begin(0, 9);
        assert_eq!(lines(&r), ["9 was born "], "a new life starts with an empty record");
    }

    #[test]
    fn a_counter_in_memory_is_one_line_that_counts() {
        let mut r = recorder(8);
        let wait = r.word("wait");
        let prey = r.word("prey");
        for n in 0..5 {
            let (old, new) = (Brief::number(f64::from(n)), Brief::number(f64::from(n + 1)));
            r.record(0, 6 * u64::from(n as u32), What::Memory { key: wait, old, new });
            r.record(0, 6, What::Memory { key: prey, old: Brief::Nil, new: Brief::number(1_048_593.0) });
        }
        assert_eq!(lines(&r), ["0 was born ", "24 memory.wait 0 → 5 5 times", "6 memory.prey nil → 1048593 5 times"]);
    }

    #[test]
    fn writes_that_end_where_they_began_are_one_line() {
        let mut r = recorder(8);
        let tag = r.word("tag");
        for (old, new) in [(1.0, 2.0), (2.0, 1.0)] {
            r.record(0, 3, What::Memory { key: tag, old: Brief::number(old), new: Brief::number(new) });
        }
        assert_eq!(lines(&r)[1..], ["3 memory.tag 1 again 2 times"]);
    }

    #[test]
    fn an_event_between_two_equal_ones_keeps_them_apart() {
        let mut r = recorder(8);
        let wait = r.word("wait");
        let write = |n: f64| What::Memory { key: wait, old: Brief::number(n), new: Brief::number(n + 1.0) };
        let place = r.word("npc/a.lua:3\nreturn \"b\"");
        r.record(0, 1, write(0.0));
        let (from, to) = (crate::agent::Symbol(0), crate::agent::Symbol(1));
        r.record(0, 1, What::State { from, to, handler: Some(Handler::Tick), place });
        r.record(0, 2, write(1.0));
        assert_eq!(lines(&r)[1..], ["1 memory.wait 0 → 1 ", "1  →  npc/a.lua:3", "2 memory.wait 1 → 2 "]);
    }

    #[test]
    fn a_crowd_shares_the_pool_and_nothing_is_kept_when_switched_off() {
        let mut r = Recorder::new(256, 1);
        r.begin(0, 0);
        assert_eq!(r.kept_each(), 256);
        r.begin(999, 0);
        assert_eq!(r.kept_each(), 1024 * 1024 / 1_000 / size_of::<Record>());
        let said: Vec<Word> = (0..100).map(|n| r.word(&n.to_string())).collect();
        for slot in 0..1_000 {
            for word in &said {
                r.record(slot, 1, What::Said(*word));
            }
        }
        assert!(r.bytes() < 2 * 1024 * 1024, "{} bytes", r.bytes());
        let mut off = Recorder::new(0, 64);
        off.begin(0, 0);
        assert_eq!((off.describe(0, &Symbols::default()).len(), off.bytes()), (0, 0));
    }
}
