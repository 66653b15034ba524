//! Makes everything that remains of a file read-only: its tables, tables in them, and the upvalues of its functions.

use crate::lua::host::raw;
use crate::lua::host::sources::CompiledFile;
use crate::lua::host::values::line_of;
use mlua::{Function, Lua, Table, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Freezes all that can be reached from `value`, but for what is `frozen` already, with all that can be reached from there: addresses of
/// what lives for as long as they are kept. Adds what it freezes.
///
/// # Errors
/// When something that can be reached cannot be frozen: a coroutine, a buffer, an iterator, a function that assigns a
/// variable which outlives its call.
pub(crate) fn deep(
    lua: &Lua,
    value: Value,
    files: &BTreeMap<String, CompiledFile>,
    frozen: &mut BTreeSet<usize>,
) -> mlua::Result<()> {
    let mut seen = BTreeSet::new();
    let mut is_new = |at: usize| !frozen.contains(&at) && seen.insert(at);
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Table(t) if is_new(t.to_pointer() as usize) => table(&t, &mut open)?,
            Value::Function(f) if is_new(f.to_pointer() as usize) => function(lua, &f, files, &mut open)?,
            Value::Thread(_) => return Err(refusal("a coroutine")),
            Value::Buffer(_) => return Err(refusal("a buffer")),
            _ => {}
        }
    }
    frozen.append(&mut seen);
    Ok(())
}

fn table(t: &Table, open: &mut Vec<Value>) -> mlua::Result<()> {
    t.set_readonly(true);
    open.extend(t.metatable().map(Value::Table));
    t.for_each(|k: Value, v: Value| {
        open.extend([k, v].into_iter().filter(reaches_on));
        Ok(())
    })
}

fn function(
    lua: &Lua,
    f: &Function,
    files: &BTreeMap<String, CompiledFile>,
    open: &mut Vec<Value>,
) -> mlua::Result<()> {
    let upvalues = raw::upvalues(lua, f)?;
    if upvalues.is_empty() {
        return Ok(());
    }
    let info = f.info();
    // The functions of `[host]` that scripts can name have one; the iterators that `pairs` makes have none.
    if info.source.as_deref() == Some(HOST_SOURCE) && info.name.is_none() {
        return Err(refusal("an iterator"));
    }
    let (native, line) = (info.what == "C", line_of(f).unwrap_or(0));
    let source = info.source.as_deref().map_or("", |s| s.trim_start_matches('@'));
    let file = files.values().find(|file| file.label == source);
    for (name, value) in upvalues {
        if native && matches!(value, Value::String(_) | Value::Number(_) | Value::Integer(_)) {
            return Err(refusal("an iterator"));
        }
        if file.is_some_and(|file| file.code.assigned_upvalues.contains(&(line, name.clone()))) {
            let message = format!(
                "{source}:{line}: this function assigns '{name}', a variable that outlives the call; keep it in npc.memory"
            );
            return Err(mlua::Error::runtime(message));
        }
        open.extend(Some(value).filter(reaches_on));
    }
    Ok(())
}

/// The source of the host's own Lua.
const HOST_SOURCE: &str = "=[host]";

fn reaches_on(v: &Value) -> bool {
    matches!(v, Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::Buffer(_))
}

fn refusal(what: &str) -> mlua::Error {
    mlua::Error::runtime(format!("{what} cannot be kept at the top of a file: it would change between calls"))
}
