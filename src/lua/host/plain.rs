//! Plain data: Lua tables to `agent::Value` and back, and keeping a creature's memory plain.

use crate::agent::{Key, Value};
use crate::lua::api::params::PlainLimits;
use crate::lua::host::values::kind_name;
use crate::lua::host::{budget, raw};
use mlua::{Lua, Table, Value as Lv};

/// What is wrong with a piece of data, and where in it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{path}: {what}")]
pub(crate) struct NotPlain {
    /// `memory.friends[3].name`.
    pub path: String,
    pub what: String,
}

fn fault<T>(path: &str, what: impl Into<String>) -> Result<T, NotPlain> {
    Err(NotPlain { path: path.to_owned(), what: what.into() })
}

/// A copy of a Lua value; `path` is its name in messages.
///
/// # Errors
/// When it holds something that is not plain data, or too much of it.
pub(crate) fn from_lua(value: &Lv, path: &str, left: &mut PlainLimits) -> Result<Value, NotPlain> {
    Ok(match value {
        Lv::Nil => Value::Nil,
        Lv::Boolean(b) => Value::Bool(*b),
        Lv::Integer(i) => Value::Number(*i as f64),
        Lv::Number(n) => Value::Number(*n),
        Lv::String(s) => Value::String(string(&s.as_bytes(), path, left)?),
        Lv::Table(t) => Value::Table(entries(t, path, left)?),
        other => return fault(path, format!("a {} cannot be kept or sent", kind_name(other))),
    })
}

fn entries(t: &Table, path: &str, left: &mut PlainLimits) -> Result<Vec<(Key, Value)>, NotPlain> {
    if t.metatable().is_some() {
        return fault(path, "a table with a metatable cannot be kept or sent; keep ids and plain data");
    }
    if left.depth == 0 {
        return fault(path, "tables are nested too deeply, or contain themselves");
    }
    left.depth -= 1;
    let mut found = Vec::new();
    for (key, value) in sorted(t, path, left)? {
        let value = from_lua(&value, &joined(path, &key), left)?;
        found.push((key, value));
    }
    left.depth += 1;
    Ok(found)
}

/// One count is charged for so many places of a table that is visited, empty ones included.
const PLACES_PER_COUNT: u64 = 8;
/// Counts for a table that is copied …
pub(crate) const COUNTS_PER_TABLE: u64 = 32;
/// … and for each entry of it, which is read, sorted and written.
pub(crate) const COUNTS_PER_COPIED: u64 = 8;

/// Charges for a visit to each place of a table.
pub(crate) fn charge_for_places(t: &Table) -> mlua::Result<()> {
    budget::charge(raw::slots(t) / PLACES_PER_COUNT)
}

/// The entries of a table in the order of their keys. Where tables and functions lie in memory decides nothing: all keys are
/// looked at before one is refused.
fn sorted(t: &Table, path: &str, left: &mut PlainLimits) -> Result<Vec<(Key, Lv)>, NotPlain> {
    let too_much = || fault(path, "too much to copy");
    if !budget::affords(raw::slots(t) / PLACES_PER_COUNT) {
        return too_much();
    }
    let (mut found, mut refused) = (Vec::new(), None::<NotPlain>);
    let visited = t.for_each(|k: Lv, v: Lv| {
        if left.entries == 0 {
            return Err(mlua::Error::external(NotPlain { path: path.to_owned(), what: "too many entries".into() }));
        }
        left.entries -= 1;
        match key(&k, path, left) {
            Ok(key) => found.push((key, v)),
            Err(e) if refused.as_ref().is_none_or(|first| e.what < first.what) => refused = Some(e),
            Err(_) => {}
        }
        Ok(())
    });
    if let Err(e) = visited {
        return e.downcast_ref::<NotPlain>().cloned().map_or_else(|| fault(path, e.to_string()), Err);
    }
    if !budget::affords(COUNTS_PER_TABLE + COUNTS_PER_COPIED * found.len() as u64) {
        return too_much();
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    refused.map_or(Ok(found), Err)
}

fn key(k: &Lv, path: &str, left: &mut PlainLimits) -> Result<Key, NotPlain> {
    match k {
        Lv::Integer(i) => Ok(Key::Int(*i)),
        Lv::Number(n) if raw::whole(*n).is_some() => Ok(Key::Int(*n as i64)),
        Lv::String(s) => Ok(Key::String(string(&s.as_bytes(), path, left)?)),
        other => fault(path, format!("a {} cannot be a key; use strings or whole numbers", kind_name(other))),
    }
}

fn string(bytes: &[u8], path: &str, left: &mut PlainLimits) -> Result<Vec<u8>, NotPlain> {
    take_bytes(bytes.len(), path, left)?;
    Ok(bytes.to_vec())
}

fn take_bytes(bytes: usize, path: &str, left: &mut PlainLimits) -> Result<(), NotPlain> {
    let rest = left.string_bytes.checked_sub(bytes);
    left.string_bytes = rest.unwrap_or(0); // whichever string it was
    if rest.is_some() { Ok(()) } else { fault(path, "too many bytes of strings") }
}

fn joined(path: &str, key: &Key) -> String {
    match key {
        Key::Int(i) => format!("{path}[{i}]"),
        Key::String(t) => format!("{path}.{}", String::from_utf8_lossy(t)),
    }
}

/// A Lua copy of plain data.
pub(crate) fn to_lua(lua: &Lua, value: &Value) -> mlua::Result<Lv> {
    Ok(match value {
        Value::Nil => Lv::Nil,
        Value::Bool(b) => Lv::Boolean(*b),
        Value::Number(n) => Lv::Number(*n),
        Value::String(t) => Lv::String(lua.create_string(t)?),
        Value::Table(entries) => {
            let t = lua.create_table_with_capacity(0, entries.len())?;
            for (key, value) in entries {
                t.raw_set(key_to_lua(lua, key)?, to_lua(lua, value)?)?;
            }
            Lv::Table(t)
        }
    })
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

/// Counts for looking at what a memory holds. Entries may be the same large table many times, each time left out.
const CLEANING: u64 = 150_000;

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
/// A lack of memory.
pub(crate) fn clean(memory: &Table, limits: PlainLimits) -> mlua::Result<Cleaned> {
    let (cleaned, counts) = budget::limited(CLEANING, usize::MAX, || cleaned(memory, limits));
    cleaned.map(|cleaned| Cleaned { counts, ..cleaned })
}

fn cleaned(memory: &Table, limits: PlainLimits) -> mlua::Result<Cleaned> {
    let (mut kept, mut removed) = (Vec::new(), Vec::new());
    if memory.metatable().is_some() {
        removed.push(NotPlain { path: "memory".into(), what: "npc.memory cannot have a metatable".into() });
    }
    let mut left = limits;
    left.depth = left.depth.saturating_sub(1);
    // In the order of keys, so that the same entries are removed whatever the table's own order is.
    let mut entries: Vec<(Result<Key, NotPlain>, Lv)> = Vec::new();
    let mut scratch = PlainLimits { string_bytes: usize::MAX, ..limits };
    memory.for_each(|k: Lv, v: Lv| {
        entries.push((key(&k, "memory", &mut scratch), v));
        Ok(())
    })?;
    budget::affords(COUNTS_PER_COPIED * entries.len() as u64);
    entries.sort_by(|a, b| match (&a.0, &b.0) {
        (Ok(a), Ok(b)) => a.cmp(b),
        (Err(a), Err(b)) => a.what.cmp(&b.what),
        (a, b) => b.is_err().cmp(&a.is_err()),
    });
    let mut others = 0;
    for (key, value) in entries {
        if left.entries == 0 && removed.len() >= MOST_NAMED {
            others += 1;
            continue;
        }
        let mut rest = left;
        match key.and_then(|key| Ok((entry(&key, &value, &mut rest)?, key))) {
            Ok((value, key)) => {
                left = rest;
                kept.push((key, value));
            }
            Err(e) if removed.len() < MOST_NAMED => removed.push(e),
            Err(_) => others += 1,
        }
    }
    if others > 0 {
        removed.push(NotPlain { path: "memory".into(), what: format!("{others} other entries too") });
    }
    let left = PlainLimits { depth: limits.depth, ..left };
    Ok(Cleaned { copy: Value::Table(kept), left, removed, counts: 0 })
}

/// A copy of the value of an entry at the top of a memory.
fn entry(key: &Key, value: &Lv, left: &mut PlainLimits) -> Result<Value, NotPlain> {
    if left.entries == 0 {
        return fault(&joined("memory", key), "too many entries");
    }
    left.entries -= 1;
    if let Key::String(name) = key {
        take_bytes(name.len(), "memory", left)?;
    }
    // Most values are plain: paths are made for the others.
    from_lua(value, "", left).map_err(|e| NotPlain { path: joined("memory", key) + &e.path, ..e })
}
