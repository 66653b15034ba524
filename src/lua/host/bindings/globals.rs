//! What the host does itself, because it hands on Lua values: `print`, `behaviour`; and the table `world`.

use crate::lua::api::declare::{CALL_COST, Function, ShapeName};
use crate::lua::api::native::NativeState;
use crate::lua::api::world;
use crate::lua::host::raw::{self, Home};
use crate::lua::host::values::{key_name, kind_name, set_index, unknown};
use crate::lua::host::{budget, loader};
use mlua::{Error, Lua, LuaString, MultiValue, Result, Table, Value};
use std::sync::Arc;

/// Bytes of one printed line; the rest is cut.
const MAX_LINE: usize = 400;

/// One count is charged for so many bytes that are printed.
const BYTES_PER_COUNT: u64 = 64;

/// A function that is declared without a body.
pub(super) fn make(lua: &Lua, f: &'static Function, home: &Arc<Home>) -> Result<mlua::Function> {
    let home = Arc::clone(home);
    match f.name {
        "require" => lua.create_function(|lua, name| {
            budget::charge(f.charge)?;
            loader::require(lua, name)
        }),
        "extend" => lua.create_function(|lua, changes: Value| {
            budget::charge(f.charge)?;
            match changes {
                Value::Table(changes) => loader::extend(lua, &changes),
                other => Err(Error::runtime(format!("extend needs a table, not {}", kind_name(&other)))),
            }
        }),
        "behaviour" => lua.create_function(|_, v: Value| {
            budget::charge(f.charge)?;
            match v {
                Value::Table(t) => Ok(t),
                other => Err(Error::runtime(format!("behaviour needs a table, not {}", kind_name(&other)))),
            }
        }),
        _ => lua.create_function(move |lua, values: MultiValue| {
            budget::charge(f.charge)?;
            print(lua, &home, values)
        }),
    }
}

/// What is printed where no creature acts: application data of machines in which that is kept.
#[derive(Default)]
pub(crate) struct Printed {
    lines: Vec<String>,
    more: usize,
}

/// Lines that are kept of it.
const MAX_LINES: usize = 100;

/// Takes what was printed since the last call.
pub(crate) fn printed(lua: &Lua) -> Vec<String> {
    let kept = lua.app_data_mut::<Printed>().map(|mut kept| std::mem::take(&mut *kept));
    let Printed { mut lines, more } = kept.unwrap_or_default();
    if more > 0 {
        lines.push(format!("… and {more} more"));
    }
    lines
}

fn print(lua: &Lua, home: &Home, values: MultiValue) -> Result<()> {
    let mut line = String::new();
    let name: mlua::Function = lua.globals().get("tostring")?;
    for (i, v) in values.into_iter().enumerate() {
        if i > 0 {
            line.push(' ');
        }
        let shown: LuaString = name.call(v)?;
        budget::charge(shown.as_bytes().len() as u64 / BYTES_PER_COUNT)?;
        line.push_str(&shown.to_string_lossy());
        if line.len() > MAX_LINE {
            let end = (0..=MAX_LINE).rev().find(|i| line.is_char_boundary(*i)).unwrap_or(0);
            line.truncate(end);
            line.push('…');
            break;
        }
    }
    let mut host = home.get();
    // While a file is loaded no creature prints.
    if let Some(NativeState { params, view: Some(_), turn: Some(turn), out, .. }) = host.as_deref_mut() {
        turn.prints += 1;
        if turn.prints <= params.prints_per_turn {
            out.prints.push((turn.slot, line));
        }
    } else if let Some(mut kept) = lua.try_app_data_mut::<Printed>().ok().flatten() {
        if kept.lines.len() < MAX_LINES { kept.lines.push(line) } else { kept.more += 1 }
    }
    Ok(())
}

/// The fields of `world` are read from the world of the running step: none is kept in the machine.
pub(super) fn install_world(lua: &Lua, globals: &Table, home: &Arc<Home>) -> Result<()> {
    let home = Arc::clone(home);
    let table = match globals.raw_get::<Option<Table>>("world")? {
        Some(functions) => functions,
        None => lua.create_table()?,
    };
    let index = lua.create_function(move |lua, (_, key): (Table, Value)| {
        budget::charge(CALL_COST)?;
        let key = key_name(&key);
        let host = home.get();
        let Some(view) = host.as_ref().and_then(|h| h.view.as_ref()) else {
            let message = format!("world.{key} can only be used in a handler, not while the file is loaded");
            return Err(Error::runtime(message));
        };
        match world::FIELDS.iter().find(|(field, _)| field.name == key) {
            Some((_, read)) => raw::value(lua, |to| to.read(&read(view))),
            None => Err(unknown("world", &key, ShapeName::World.names())),
        }
    })?;
    set_index(lua, &table, index)?;
    table.set_readonly(true);
    globals.raw_set("world", table)
}
