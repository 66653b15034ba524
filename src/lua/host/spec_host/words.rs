//! The words of a spec, as globals of its machine.

use crate::lua::host::fault::{self, HOST_CHUNK};
use crate::lua::host::machine::{Machine, compiler};
use crate::lua::host::spec_host::stage::Stage;
use crate::lua::host::spec_host::{handles, world};
use crate::lua::host::values::{key_name, key_names, set_index, unknown};
use mlua::chunk::ChunkMode;
use mlua::{Function, Table, Value};

/// `describe`, `it`, `expect`, in Lua.
const PRELUDE: &str = include_str!("prelude.lua");

/// The names a spec has besides those of every script, and the function that returns the tests it described.
pub(super) fn install(machine: &Machine) -> mlua::Result<(Table, Function)> {
    let (lua, globals) = (&machine.lua, machine.globals.clone());
    let show = lua.create_function(|_, v: Value| Ok(handles::shown(&v)))?;
    let missing = lua.create_function(|_, (owner, name, names): (String, String, Vec<String>)| {
        Ok(fault::plain_message(&unknown(&owner, &name, names)))
    })?;
    let begun = lua.create_function(|lua, ()| {
        // Called by `expect`, which the spec calls.
        let line = lua.inspect_stack(2, |frame| frame.current_line()).flatten().unwrap_or(0);
        Ok(Stage::of(lua)?.claims.begin(u32::try_from(line).unwrap_or(0)))
    })?;
    let compared = lua.create_function(|lua, n: Option<u32>| {
        Stage::of(lua)?.claims.compare(n);
        Ok(())
    })?;
    let failed = lua.create_function(|lua, message: Option<String>| {
        // Called by the function that `expect(…)` has for a comparison, which the spec calls.
        let line = lua.inspect_stack(2, |frame| frame.current_line()).flatten().unwrap_or(0);
        Ok(Stage::of(lua)?.claims.fail(u32::try_from(line).unwrap_or(0), message))
    })?;
    let forgive = lua.create_function(|lua, ()| {
        Stage::of(lua)?.claims.forgive();
        Ok(())
    })?;
    let prelude = lua.load(PRELUDE).set_name(format!("={HOST_CHUNK}")).set_mode(ChunkMode::Text);
    let (words, tests): (Table, Function) =
        prelude.set_compiler(compiler()).into_function()?.call((show, missing, begun, compared, failed, forgive))?;
    words.raw_set("world", lua.create_function(world::build)?)?;
    let global = lua.create_function(move |_, (own, key): (Table, Value)| {
        let found: Value = globals.raw_get(key.clone())?;
        let names = || key_names(&own).into_iter().chain(key_names(&globals));
        if found.is_nil() { Err(unknown("", &key_name(&key), names())) } else { Ok(found) }
    })?;
    set_index(lua, &words, global)?;
    words.set_readonly(true);
    Ok((words, tests))
}
