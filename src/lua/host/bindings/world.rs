//! `world`: how large it is and what it is called; and `behaviour`, which a behaviour's file returns.

use crate::lua::api::world::FIELDS;
use crate::lua::host::bindings::Binding;
use crate::lua::host::call::Host;
use crate::lua::host::values::kind_name;
use mlua::{Error, Lua, Result, Table, Value};

pub const BINDINGS: &[Binding] = &[
    Binding { area: "", name: "require", make: |lua| lua.create_function(crate::lua::host::loader::require) },
    Binding {
        area: "",
        name: "behaviour",
        make: |lua| {
            lua.create_function(|_, v: Value| match v {
                Value::Table(t) => Ok(t),
                other => Err(Error::runtime(format!("behaviour needs a table, not {}", kind_name(&other)))),
            })
        },
    },
];

/// The fields are answered from the world of the running step: none is kept in the machine.
pub fn install(lua: &Lua, globals: &Table) -> Result<()> {
    let table = lua.create_table()?;
    let meta = lua.create_table()?;
    meta.raw_set(
        "__index",
        lua.create_function(|lua, (_, key): (Table, Value)| {
            let key = crate::lua::host::values::key_name(&key);
            let host = lua.app_data_ref::<Host>();
            let Some(view) = host.as_ref().and_then(|h| h.view.as_ref()) else {
                return Err(Error::runtime(format!(
                    "world.{key} can only be used in a handler, not while the file is loaded"
                )));
            };
            match key.as_str() {
                "width" => Ok(Value::Number(view.world.size().x.into())),
                "height" => Ok(Value::Number(view.world.size().y.into())),
                "name" => Ok(Value::String(lua.create_string(&view.world.name)?)),
                other => Err(crate::lua::host::values::unknown("world", other, FIELDS.iter().map(|f| f.name))),
            }
        })?,
    )?;
    meta.raw_set("__metatable", "locked")?;
    meta.set_readonly(true);
    table.set_metatable(Some(meta))?;
    table.set_readonly(true);
    globals.raw_set("world", table)
}
