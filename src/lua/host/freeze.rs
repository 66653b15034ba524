//! Makes everything that remains of a file read-only: its tables, tables in them, and the upvalues of its functions.

use crate::lua::host::raw;
use crate::lua::host::sources::CompiledFile;
use crate::lua::host::values::line_of;
use mlua::{Function, Lua, Table, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Freezes all that can be reached from `value`.
///
/// # Errors
/// When something that can be reached cannot be frozen: a coroutine, a buffer, an iterator, a function that assigns a
/// variable which outlives its call.
pub(crate) fn deep(lua: &Lua, value: Value, files: &BTreeMap<String, CompiledFile>) -> mlua::Result<()> {
    let mut seen = BTreeSet::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Table(t) if seen.insert(t.to_pointer() as usize) => table(&t, &mut open)?,
            Value::Function(f) if seen.insert(f.to_pointer() as usize) => function(lua, &f, files, &mut open)?,
            Value::Thread(_) => return Err(refusal("a coroutine")),
            Value::Buffer(_) => return Err(refusal("a buffer")),
            _ => {}
        }
    }
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
    let (native, line) = (info.what == "C", line_of(f).unwrap_or(0));
    let source = info.source.as_deref().map_or("", |s| s.trim_start_matches('@'));
    let file = files.values().find(|file| file.label == source);
    for (name, value) in upvalues {
        if native && matches!(value, Value::String(_) | Value::Number(_) | Value::Integer(_)) {
            return Err(refusal("an iterator"));
        }
        if file.is_some_and(|file| file.assigned_upvalues.contains(&(line, name.clone()))) {
            let message = format!(
                "{source}:{line}: this function assigns '{name}', a variable that outlives the call; keep it in npc.memory"
            );
            return Err(mlua::Error::runtime(message));
        }
        open.extend(Some(value).filter(reaches_on));
    }
    Ok(())
}

fn reaches_on(v: &Value) -> bool {
    matches!(v, Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::Buffer(_))
}

fn refusal(what: &str) -> mlua::Error {
    mlua::Error::runtime(format!("{what} cannot be kept at the top of a file: it would change between calls"))
}
