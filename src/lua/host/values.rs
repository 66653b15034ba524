//! Lua values in messages: what a key or a value is called, and the error for a name that is not there.

use crate::diag::{self, did_you_mean, pairs};
use crate::lua::host::budget;
use mlua::{Function, Lua, Table, Value};

/// A key as a string: names and numbers as they are, other things by their type. Never runs script code.
pub(crate) fn key_name(key: &Value) -> String {
    match key {
        Value::String(s) => s.to_string_lossy(),
        Value::Number(n) => diag::number(*n),
        Value::Integer(i) => i.to_string(),
        Value::Boolean(b) => b.to_string(),
        other => kind_name(other).to_owned(),
    }
}

/// The type of a value, as Lua names it.
pub(crate) fn kind_name(v: &Value) -> &'static str {
    if v.is_integer() { "number" } else { v.type_name() }
}

/// The line on which a Lua function begins; `None` for native ones.
pub(crate) fn line_of(f: &Function) -> Option<u32> {
    f.info().line_defined.and_then(|l| u32::try_from(l).ok())
}

/// A number, whether Lua keeps it as a float or as an integer.
pub(crate) fn number(v: &Value) -> Option<f64> {
    v.as_f64().or(v.as_integer().map(|i| i as f64))
}

/// The entries of a table with the names of their keys, in no order.
pub(crate) fn entries(t: &Table) -> impl Iterator<Item = (String, Value)> {
    t.pairs::<Value, Value>().filter_map(std::result::Result::ok).map(|(k, v)| (key_name(&k), v))
}

/// The names of a table's keys, in no order.
pub(crate) fn key_names(t: &Table) -> Vec<String> {
    entries(t).map(|(name, _)| name).collect()
}

/// At most so many characters of a string.
pub(crate) fn shortened(string: &str, most: usize) -> String {
    match string.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &string[..end]),
        None => string.to_owned(),
    }
}

/// At most so many characters of a string that may be long.
pub(crate) fn shortened_bytes(string: &[u8], most: usize) -> String {
    shortened(&String::from_utf8_lossy(&string[..string.len().min(4 * (most + 1))]), most)
}

/// A name that does not exist, and the name that was probably meant: `pathfinder has no 'SEARCH_OKK'; did you mean
/// 'SEARCH_OK'?`
#[derive(Debug, thiserror::Error)]
#[error("{what}{}", hint.as_ref().map_or(String::new(), |hint| format!("; {hint}")))]
pub(crate) struct Unknown {
    pub what: String,
    pub hint: Option<String>,
}

/// The error for a member that does not exist.
pub(crate) fn unknown<S: AsRef<str>>(owner: &str, wanted: &str, names: impl IntoIterator<Item = S>) -> mlua::Error {
    let what = if owner.is_empty() { format!("there is no '{wanted}'") } else { format!("{owner} has no '{wanted}'") };
    mlua::Error::external(Unknown { what, hint: closest(wanted, names) })
}

/// `; did you mean 'SEARCH_OK'?`, or nothing when no name is close.
pub(crate) fn suggestion<S: AsRef<str>>(wanted: &str, names: impl IntoIterator<Item = S>) -> String {
    closest(wanted, names).map_or(String::new(), |hint| format!("; {hint}"))
}

/// Counts for a name that is collected and put in order with others …
const COUNTS_PER_NAME: u64 = 8;
/// … for so many bytes of it …
const BYTES_PER_COUNT: usize = 8;
/// … and for so many pairs of characters when it is compared.
const PAIRS_PER_COUNT: usize = 4;

/// The name that was probably meant, or what there is; nothing when the open call cannot pay for a look at all names.
pub(crate) fn closest<S: AsRef<str>>(wanted: &str, names: impl IntoIterator<Item = S>) -> Option<String> {
    let pays = |name: &S| {
        let name = name.as_ref();
        let work = name.len() / BYTES_PER_COUNT + pairs(wanted, name) / PAIRS_PER_COUNT;
        budget::affords(COUNTS_PER_NAME + work as u64)
    };
    let paid = budget::affords((wanted.len() / BYTES_PER_COUNT) as u64);
    let names: Vec<S> = names.into_iter().map(|name| (paid && pays(&name)).then_some(name)).collect::<Option<_>>()?;
    let mut sorted: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    sorted.sort_unstable();
    sorted.dedup();
    did_you_mean(wanted, sorted)
}

/// Reading a member that `table` lacks becomes an error with a suggestion.
pub(crate) fn refuse_unknown(lua: &Lua, table: &Table, name: &str) -> mlua::Result<()> {
    let owner = name.to_owned();
    let index = lua.create_function(move |_, (t, key): (Table, Value)| -> mlua::Result<Value> {
        Err(unknown(&owner, &key_name(&key), entries(&t).map(|(name, _)| name)))
    })?;
    set_index(lua, table, index)
}

/// Gives a table an `__index` in a locked metatable.
pub(crate) fn set_index(lua: &Lua, table: &Table, index: impl mlua::IntoLua) -> mlua::Result<()> {
    let meta = lua.create_table()?;
    meta.raw_set("__index", index)?;
    meta.raw_set("__metatable", "locked")?;
    meta.set_readonly(true);
    table.set_metatable(Some(meta))
}
