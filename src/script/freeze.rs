//! Makes everything a file leaves behind read-only: its tables, tables within, and what its functions close over.

use super::raw;
use mlua::{Function, Lua, Table, Value};
use std::collections::HashSet;

/// Freezes all that can be reached from `value`.
///
/// # Errors
/// When something that can be reached cannot be frozen (a coroutine, a buffer).
pub fn deep(lua: &Lua, value: Value) -> mlua::Result<()> {
    // Membership only: its order is never looked at.
    let mut seen = HashSet::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Table(t) if seen.insert(t.to_pointer() as usize) => table(&t, &mut open)?,
            Value::Function(f) if seen.insert(f.to_pointer() as usize) => function(lua, &f, &mut open)?,
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

fn function(lua: &Lua, f: &Function, open: &mut Vec<Value>) -> mlua::Result<()> {
    open.extend(raw::upvalues(lua, f)?.into_iter().filter(reaches_on));
    Ok(())
}

fn reaches_on(v: &Value) -> bool {
    matches!(v, Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::Buffer(_))
}

fn refusal(what: &str) -> mlua::Error {
    mlua::Error::runtime(format!("{what} cannot be kept at the top of a file: it would go on changing between calls"))
}
