//! Which entries of its memory a creature's turn changed: found by comparing with the turn before.
//!
//! The check that a memory is plain data visits every entry anyway; here each is stored as a number. When the
//! numbers are equal to those of the turn before, nothing was written. Entries of the memory and of tables directly in it
//! are reported one by one; deeper changes are reported as a change of the table that contains them.

mod layouts;

use crate::body::column;
use crate::lua::api::output::{Noted, ScriptOutput, Written};
use crate::lua::host::raw::{RawKey, RawValue, ask_for};
use crate::lua::host::values;
use layouts::Layouts;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64;

/// Entries of one memory that are watched; those beyond are not.
pub const MOST_WATCHED: usize = 64;
/// Names of entries, and strings in them, that are remembered.
const MOST_NAMES: usize = 8_192;
/// Characters of a string that are shown.
const LONGEST_STRING: usize = 40;

/// The value of an entry, as a number that differs when the value does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trace {
    Bool(bool),
    /// Bits of the number.
    Number(u64),
    /// Hash of the string.
    String(u64),
    /// Hash of the entries that are not watched one by one.
    Table(u64),
}

/// The lowest bits of a place: the kind of the value, …
const KIND: u64 = 7;
/// … and whether the entry belongs to a table of the memory: the last entry before it that does not.
const INNER: u64 = 8;
/// The others: a hash of its path.
const KEY: u64 = !(KIND | INNER);

/// One entry of a memory, in two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    place: u64,
    value: u64,
}

impl Seen {
    fn new(key: u64, inner: bool, trace: Trace) -> Self {
        let (kind, value) = match trace {
            Trace::Bool(b) => (0, b.into()),
            Trace::Number(n) => (1, n),
            Trace::String(hash) => (2, hash),
            Trace::Table(sum) => (3, sum),
        };
        Self { place: key & KEY | if inner { INNER } else { 0 } | kind, value }
    }

    fn key(&self) -> u64 {
        self.place & KEY
    }

    fn inner(&self) -> bool {
        self.place & INNER != 0
    }

    fn trace(&self) -> Trace {
        match self.place & KIND {
            0 => Trace::Bool(self.value != 0),
            1 => Trace::Number(self.value),
            2 => Trace::String(self.value),
            _ => Trace::Table(self.value),
        }
    }
}

/// The entries of a memory as they were: a word for each, because there are some for every creature.
struct Before {
    /// The number of their places.
    layout: u32,
    values: Box<[u64]>,
}

impl Before {
    /// Of an entry by its number.
    fn seen(&self, layouts: &Layouts, at: usize) -> Option<Seen> {
        Some(Seen { place: *layouts.places(self.layout).get(at)?, value: *self.values.get(at)? })
    }

    /// Whether these are the entries.
    fn are(&self, layouts: &Layouts, now: &[Seen]) -> bool {
        let before = || layouts.places(self.layout).iter().zip(&self.values);
        self.values.len() == now.len()
            && now.iter().zip(before()).all(|(seen, (place, value))| (seen.place, seen.value) == (*place, *value))
    }
}

/// Watches the memories of one machine's creatures.
#[derive(Default)]
pub struct MemoryWatch {
    /// By local index; `None`: nothing to compare with until the next turn.
    before: Vec<Option<Before>>,
    layouts: Layouts,
    local: usize,
    now: Vec<Seen>,
    /// Memory for the entries as they were, and for the places that they have now.
    was: Vec<Seen>,
    places: Vec<u64>,
    /// Path of the table at the top of the memory that is being visited, and its hash.
    outer: (String, u64),
    keys: BTreeMap<u64, Box<str>>,
    strings: BTreeMap<u64, Box<str>>,
}

impl MemoryWatch {
    /// A life begins with an empty memory.
    pub fn adopt(&mut self, local: usize) {
        column::extend(&mut self.before, local + 1, || None);
        self.before[local] = Some(Before { layout: self.layouts.number(&[]), values: Box::default() });
    }

    /// The memory was written from outside: the next changes are not reported.
    pub fn skip(&mut self, local: usize) {
        if let Some(before) = self.before.get_mut(local) {
            *before = None;
        }
    }

    /// Asks for where the entries of a memory are stored, …
    pub(super) fn ask_for_list(&self, local: usize) {
        self.before.get(local).into_iter().for_each(|before| ask_for(std::slice::from_ref(before)));
    }

    /// … and for the entries.
    pub(super) fn ask_for_entries(&self, local: usize) {
        self.before.get(local).into_iter().flatten().for_each(|before| ask_for(&before.values));
    }

    /// The memory of this creature is visited next.
    pub fn begin(&mut self, local: usize) {
        self.local = local;
        self.now.clear();
    }

    /// All was visited: adds what was written since the last visit to `out`.
    pub fn end(&mut self, slot: usize, out: &mut ScriptOutput) {
        let Self { before, layouts, now, was, places, .. } = self;
        let Some(before) = before.get_mut(self.local) else { return };
        if let Some(before) = before {
            if before.are(layouts, now) {
                return;
            }
            was.clear();
            was.extend((0..before.values.len()).filter_map(|at| before.seen(layouts, at)));
            compare(was, now, |key, old, new| {
                let value = |t: Option<Trace>, out: &mut ScriptOutput| match t {
                    None => Written::Nil,
                    Some(Trace::Bool(b)) => Written::Bool(b),
                    Some(Trace::Number(bits)) => Written::Number(f64::from_bits(bits)),
                    Some(Trace::String(hash)) => Written::String(out.store(name(&self.strings, hash))),
                    Some(Trace::Table(_)) => Written::Table,
                };
                let key = out.store(name(&self.keys, key));
                let (old, new) = (value(old, out), value(new, out));
                out.note(slot, Noted::Memory { key, old, new });
            });
        }
        places.clear();
        places.extend(now.iter().map(|seen| seen.place));
        match before {
            Some(before) if layouts.places(before.layout) == *places => {
                before.values.iter_mut().zip(&*now).for_each(|(value, seen)| *value = seen.value);
            }
            _ => {
                let values = now.iter().map(|seen| seen.value).collect();
                *before = Some(Before { layout: layouts.number(places), values });
            }
        }
        if self.strings.len() > MOST_NAMES {
            self.strings.clear();
        }
        if self.keys.len() > MOST_NAMES || self.layouts.are_too_many() {
            // Names are stored when an entry is new, so all entries must count as new.
            self.keys.clear();
            self.layouts.clear();
            self.before.iter_mut().for_each(|b| *b = None);
        }
    }

    /// The entry at this place in the turn before.
    fn last_time(&self) -> Option<Seen> {
        self.before.get(self.local)?.as_ref()?.seen(&self.layouts, self.now.len())
    }

    /// An entry of the memory that is being visited, at a depth from 0.
    pub fn entry(&mut self, depth: usize, key: RawKey, value: RawValue) {
        let own = match key {
            RawKey::Int(i) => mixed(i as u64),
            RawKey::String(t) => xxh3_64(t),
        };
        let trace = match value {
            RawValue::Bool(b) => Trace::Bool(b),
            RawValue::Number(n) => Trace::Number(n.to_bits()),
            RawValue::String(t) => Trace::String(xxh3_64(t)),
            RawValue::Table => Trace::Table(0),
        };
        if depth >= 2 {
            // Sums do not depend on the order in which a table is visited.
            if let Some(table) = self.now.last_mut().filter(|s| s.inner() && matches!(s.trace(), Trace::Table(_))) {
                table.value = table.value.wrapping_add(mixed(own ^ number(trace).rotate_left(depth as u32)));
            }
            return;
        }
        if self.now.len() == MOST_WATCHED {
            return;
        }
        let (inner, last) = (depth == 1, self.last_time());
        let hash = KEY & if inner { mixed(self.outer.1 ^ own) } else { own };
        if last.is_none_or(|l| l.key() != hash) {
            let outer = if inner { self.outer.0.as_str() } else { "" };
            self.keys.entry(hash).or_insert_with(|| path(outer, key).into());
        }
        if let RawValue::String(t) = value
            && last.is_none_or(|l| l.trace() != trace)
        {
            self.strings.entry(number(trace)).or_insert_with(|| shortened(t).into());
        }
        if !inner && trace == Trace::Table(0) {
            self.outer.0.clear();
            self.outer.0.push_str(self.keys.get(&hash).map_or("…", |k| k));
            self.outer.1 = hash;
        }
        self.now.push(Seen::new(hash, inner, trace));
    }
}

/// Calls `report` with every entry that differs: its key, the value before, the value now.
fn compare(before: &[Seen], now: &[Seen], mut report: impl FnMut(u64, Option<Trace>, Option<Trace>)) {
    let table = |t: Option<Trace>| matches!(t, Some(Trace::Table(_)));
    let trace = |list: &[Seen], at: usize, key: u64| {
        let here = list.get(at).filter(|s| s.key() == key);
        here.or_else(|| list.iter().find(|s| s.key() == key)).map(Seen::trace)
    };
    // A table that is new or gone is reported once, without its entries.
    let mut whole = false;
    for (at, s) in now.iter().enumerate() {
        let (key, inner, now) = (s.key(), s.inner(), Some(s.trace()));
        let old = trace(before, at, key);
        if !inner {
            whole = table(now) && !table(old);
        }
        let same_outer = !inner && table(now) && table(old);
        if old != now && !same_outer && !(inner && whole) {
            report(key, old, now);
        }
    }
    for (at, s) in before.iter().enumerate() {
        let (key, inner, old) = (s.key(), s.inner(), Some(s.trace()));
        let new = trace(now, at, key);
        if !inner {
            whole = table(old) && !table(new);
        }
        if new.is_none() && !(inner && whole) {
            report(key, old, None);
        }
    }
}

fn number(trace: Trace) -> u64 {
    match trace {
        Trace::Bool(b) => 1 + u64::from(b),
        Trace::Number(n) | Trace::String(n) | Trace::Table(n) => n,
    }
}

/// Spreads the bits of a number (the finaliser of SplitMix64: Steele, Lea & Flood 2014).
fn mixed(n: u64) -> u64 {
    let n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

fn path(outer: &str, key: RawKey) -> String {
    match (outer, key) {
        (outer, RawKey::Int(i)) => format!("{outer}[{i}]"),
        ("", RawKey::String(t)) => shortened(t),
        (outer, RawKey::String(t)) => format!("{outer}.{}", shortened(t)),
    }
}

fn shortened(string: &[u8]) -> String {
    values::shortened_bytes(string, LONGEST_STRING)
}

fn name(names: &BTreeMap<u64, Box<str>>, hash: u64) -> &str {
    names.get(&hash).map_or("…", |n| n)
}
