//! Plain data: Lua tables to `agent::Value` and back, and keeping a creature's memory plain.

use crate::agent::{Key, Value};
use crate::lua::api::params::PlainLimits;
use crate::lua::host::raw::Given;
use crate::lua::host::values::{kind_name, shortened_bytes};
use crate::lua::host::{budget, raw};
use mlua::{Lua, Table, Value as Lv};
use std::borrow::Cow;

/// What is wrong with a piece of data, and where in it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{path}: {what}")]
pub(crate) struct NotPlain {
    /// `memory.friends[3].name`.
    pub path: String,
    pub what: Cow<'static, str>,
}

impl NotPlain {
    fn new(what: impl Into<Cow<'static, str>>) -> Self {
        Self { path: String::new(), what: what.into() }
    }

    /// As seen from the table that has what it is about under a key, …
    fn under(mut self, key: &Key) -> Self {
        let step = match key {
            Key::Int(i) => format!("[{i}]"),
            Key::String(name) => format!(".{}", shortened_bytes(name, MOST_SHOWN)),
        };
        self.path.insert_str(0, &step);
        self
    }

    /// … and in something that has a name.
    fn within(mut self, name: &str) -> Self {
        self.path.insert_str(0, name);
        self
    }
}

/// Characters of a key that messages show: errors are made often, of keys that may be long.
const MOST_SHOWN: usize = 60;

fn fault<T>(what: impl Into<Cow<'static, str>>) -> Result<T, NotPlain> {
    Err(NotPlain::new(what))
}

/// A copy of a Lua value; `name` is what messages call it.
///
/// # Errors
/// When it holds something that is not plain data, or too much of it.
pub(crate) fn from_lua(value: &Lv, name: &str, left: &mut PlainLimits) -> Result<Value, NotPlain> {
    copy(value, left).map_err(|e| e.within(name))
}

/// The same of a value that a script gave.
pub(crate) fn from_given(value: &Given, name: &str, left: &mut PlainLimits) -> Result<Value, NotPlain> {
    let copied = match value {
        Given::Nil => Ok(Value::Nil),
        Given::Boolean(b) => Ok(Value::Bool(*b)),
        Given::Number(n) => Ok(Value::Number(*n)),
        Given::String(s) => string(s, left).map(Value::String),
        Given::Handle(value) => copy(value, left),
        other => fault(format!("a {} cannot be kept or sent", other.kind_name())),
    };
    copied.map_err(|e| e.within(name))
}

fn copy(value: &Lv, left: &mut PlainLimits) -> Result<Value, NotPlain> {
    Ok(match value {
        Lv::Nil => Value::Nil,
        Lv::Boolean(b) => Value::Bool(*b),
        Lv::Integer(i) => Value::Number(*i as f64),
        Lv::Number(n) => Value::Number(*n),
        Lv::String(s) => Value::String(string(&s.as_bytes(), left)?),
        Lv::Table(t) => Value::Table(entries(t, left)?),
        other => return fault(format!("a {} cannot be kept or sent", kind_name(other))),
    })
}

fn entries(t: &Table, left: &mut PlainLimits) -> Result<Vec<(Key, Value)>, NotPlain> {
    if t.metatable().is_some() {
        return fault("a table with a metatable cannot be kept or sent; keep ids and plain data");
    }
    if left.depth == 0 {
        return fault("tables are nested too deeply, or contain themselves");
    }
    left.depth -= 1;
    let mut found = Vec::new();
    for (key, value) in sorted(t, left)? {
        let value = copy(&value, left).map_err(|e| e.under(&key))?;
        found.push((key, value));
    }
    left.depth += 1;
    Ok(found)
}

/// One count is charged for so many places of a table that is visited, empty ones included.
const PLACES_PER_COUNT: u64 = 8;
/// Counts for a table that is copied …
pub(crate) const COUNTS_PER_TABLE: u64 = 32;
/// … for each entry of it, which is read, sorted and written …
pub(crate) const COUNTS_PER_COPIED: u64 = 8;
/// … and for a string in it, besides one for so many bytes.
const COUNTS_PER_STRING: u64 = 8;
const BYTES_PER_COUNT: usize = 64;

/// How often a key is compared when those of a table are put in order.
pub(crate) fn compared(t: &Table) -> u64 {
    raw::slots(t).max(1).ilog2().into()
}

/// Counts for a long key that is copied, and compared so many times: keys may differ at their ends alone.
pub(crate) fn counts_for_key(key: &Lv, compared: u64) -> u64 {
    let Lv::String(s) = key else { return 0 };
    (s.as_bytes().len() / BYTES_PER_COUNT) as u64 * (1 + compared)
}

/// Charges for a visit to each place of a table.
pub(crate) fn charge_for_places(t: &Table) -> mlua::Result<()> {
    charge_for_slots(raw::slots(t))
}

/// The same for so many places.
pub(crate) fn charge_for_slots(slots: u64) -> mlua::Result<()> {
    budget::charge(slots / PLACES_PER_COUNT)
}

/// Charges for a piece of work before it is done.
fn pay(counts: u64) -> Result<(), NotPlain> {
    if budget::affords(counts) { Ok(()) } else { fault("too much to copy") }
}

type Entries = Vec<(Key, Lv)>;

/// The entries of a table in the order of their keys.
fn sorted(t: &Table, left: &mut PlainLimits) -> Result<Entries, NotPlain> {
    let (found, refused) = visited(t, left, take_entry)?;
    refused.into_iter().next().map_or(Ok(found), Err)
}

/// The entries of a table in the order of their keys, and what is wrong with the keys that are not plain, in order too. Where
/// tables and functions lie in memory decides nothing. Each entry is paid for, and `take`n, before it is looked at.
fn visited(
    t: &Table,
    left: &mut PlainLimits,
    take: impl Fn(&mut PlainLimits) -> Result<(), NotPlain>,
) -> Result<(Entries, Vec<NotPlain>), NotPlain> {
    pay(COUNTS_PER_TABLE + raw::slots(t) / PLACES_PER_COUNT)?;
    let (mut found, mut refused, compared) = (Vec::new(), Vec::new(), compared(t));
    let visited = t.for_each(|k: Lv, v: Lv| {
        let entry = pay(COUNTS_PER_COPIED + counts_for_key(&k, compared)).and_then(|()| take(left));
        entry.map_err(mlua::Error::external)?;
        match key(&k, left) {
            Ok(key) => found.push((key, v)),
            Err(e) => refused.push(e),
        }
        Ok(())
    });
    if let Err(e) = visited {
        return e.downcast_ref::<NotPlain>().cloned().map_or_else(|| fault(e.to_string()), Err);
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    refused.sort_by(|a, b| a.what.cmp(&b.what));
    Ok((found, refused))
}

fn key(k: &Lv, left: &mut PlainLimits) -> Result<Key, NotPlain> {
    match k {
        Lv::Integer(i) => Ok(Key::Int(*i)),
        Lv::Number(n) if raw::whole(*n).is_some() => Ok(Key::Int(*n as i64)),
        Lv::String(s) => Ok(Key::String(string(&s.as_bytes(), left)?)),
        other => fault(format!("a {} cannot be a key; use strings or whole numbers", kind_name(other))),
    }
}

fn string(bytes: &[u8], left: &mut PlainLimits) -> Result<Vec<u8>, NotPlain> {
    pay(COUNTS_PER_STRING + (bytes.len() / BYTES_PER_COUNT) as u64)?;
    take_bytes(bytes.len(), left)?;
    Ok(bytes.to_vec())
}

fn take_entry(left: &mut PlainLimits) -> Result<(), NotPlain> {
    left.entries = left.entries.checked_sub(1).map_or_else(|| fault("too many entries"), Ok)?;
    Ok(())
}

fn take_bytes(bytes: usize, left: &mut PlainLimits) -> Result<(), NotPlain> {
    let rest = left.string_bytes.checked_sub(bytes);
    left.string_bytes = rest.unwrap_or(0); // whichever string it was
    if rest.is_some() { Ok(()) } else { fault("too many bytes of strings") }
}

/// A Lua copy of plain data.
pub(crate) fn to_lua(lua: &Lua, value: &Value) -> mlua::Result<Lv> {
    raw::value(lua, |to| to.data(value))
}

/// A key as a Lua value.
pub(crate) fn key_to_lua(lua: &Lua, key: &Key) -> mlua::Result<Lv> {
    Ok(match key {
        Key::Int(i) => Lv::Number(*i as f64),
        Key::String(t) => Lv::String(lua.create_string(t)?),
    })
}

/// Entries of a memory that are named when they are removed; the others are counted.
const MOST_NAMED: usize = 8;

/// Counts for putting a memory in order: enough for all that it may hold. Its entries may be the same large table many times;
/// what can no longer be paid is left out.
fn counts_for(limits: PlainLimits) -> u64 {
    let each = COUNTS_PER_TABLE + COUNTS_PER_COPIED + COUNTS_PER_STRING;
    each * (limits.entries as u64 + 1) + (limits.string_bytes / BYTES_PER_COUNT) as u64
}

/// A memory without what is not plain data within limits.
pub(crate) struct Cleaned {
    pub copy: Value,
    /// What is left of the limits.
    pub left: PlainLimits,
    pub removed: Vec<NotPlain>,
    /// What it cost.
    pub counts: u64,
}

/// What a memory holds that is plain data within limits.
///
/// # Errors
/// A lack of memory. Counts that run out are no error: the rest is left out.
pub(crate) fn clean(memory: &Table, limits: PlainLimits) -> mlua::Result<Cleaned> {
    let (cleaned, counts) = budget::limited(counts_for(limits), usize::MAX, || cleaned(memory, limits));
    cleaned.map(|cleaned| Cleaned { counts, ..cleaned })
}

fn cleaned(memory: &Table, limits: PlainLimits) -> mlua::Result<Cleaned> {
    let (mut kept, mut removed, mut others) = (Vec::new(), Vec::new(), 0);
    if memory.metatable().is_some() {
        removed.push(NotPlain::new("npc.memory cannot have a metatable"));
    }
    let mut left = limits;
    left.depth = left.depth.saturating_sub(1);
    // In the order of keys, so that the same entries are removed whatever the table's own order is.
    let mut unlimited = PlainLimits { string_bytes: usize::MAX, ..limits };
    let (entries, refused) = match visited(memory, &mut unlimited, |_| Ok(())) {
        Ok(all) => all,
        Err(whole) => (Vec::new(), vec![whole]),
    };
    for (key, value) in entries {
        let mut rest = left;
        match entry(&key, &value, &mut rest) {
            Ok(value) => {
                left = rest;
                kept.push((key, value));
            }
            Err(e) if removed.len() < MOST_NAMED => removed.push(e.under(&key)),
            Err(_) => others += 1,
        }
    }
    removed.extend(refused);
    others += removed.len().saturating_sub(MOST_NAMED);
    removed.truncate(MOST_NAMED);
    if others > 0 {
        removed.push(NotPlain::new(format!("{others} other entries too")));
    }
    let removed = removed.into_iter().map(|e| e.within("memory")).collect();
    let left = PlainLimits { depth: limits.depth, ..left };
    Ok(Cleaned { copy: Value::Table(kept), left, removed, counts: 0 })
}

/// A copy of the value of an entry at the top of a memory.
fn entry(key: &Key, value: &Lv, left: &mut PlainLimits) -> Result<Value, NotPlain> {
    take_entry(left)?;
    if let Key::String(name) = key {
        take_bytes(name.len(), left)?;
    }
    copy(value, left)
}
