//! The globals of a mod's files: those of all files, and `mod`, the mod itself.

use crate::lua::host::values::refuse_unknown;
use crate::lua::source::manifest::Manifest;
use mlua::{Lua, Table, Value};

/// The globals of a mod's files.
pub(crate) fn of_mod(lua: &Lua, globals: &Table, manifest: &Manifest) -> mlua::Result<Table> {
    let own = lua.create_table()?;
    globals.for_each(|name: Value, value: Value| own.raw_set(name, value))?;
    let about = lua.create_table()?;
    about.raw_set("name", manifest.name.as_str())?;
    about.raw_set("version", manifest.version.as_str())?;
    about.raw_set("settings", named(lua, "mod.settings", &manifest.settings)?)?;
    finish(lua, &about, "mod")?;
    own.raw_set("mod", about)?;
    finish(lua, &own, "")?;
    own.set_safeenv(true);
    Ok(own)
}

/// A table that refuses unknown names, and writes.
fn finish(lua: &Lua, table: &Table, name: &str) -> mlua::Result<()> {
    refuse_unknown(lua, table, name)?;
    table.set_readonly(true);
    Ok(())
}

fn named<'a>(
    lua: &Lua,
    path: &str,
    entries: impl IntoIterator<Item = (&'a String, &'a toml::Value)>,
) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (name, value) in entries {
        table.raw_set(name.as_str(), setting(lua, &format!("{path}.{name}"), value)?)?;
    }
    finish(lua, &table, path)?;
    Ok(table)
}

/// A value of the manifest; dates are strings.
fn setting(lua: &Lua, path: &str, value: &toml::Value) -> mlua::Result<Value> {
    Ok(match value {
        toml::Value::Integer(i) => Value::Number(*i as f64),
        toml::Value::Float(n) => Value::Number(*n),
        toml::Value::Boolean(b) => Value::Boolean(*b),
        toml::Value::String(s) => Value::String(lua.create_string(s)?),
        toml::Value::Datetime(d) => Value::String(lua.create_string(d.to_string())?),
        toml::Value::Array(all) => {
            let values = all.iter().map(|v| setting(lua, path, v)).collect::<mlua::Result<Vec<_>>>()?;
            let list = lua.create_sequence_from(values)?;
            list.set_readonly(true);
            Value::Table(list)
        }
        toml::Value::Table(entries) => Value::Table(named(lua, path, entries)?),
    })
}
