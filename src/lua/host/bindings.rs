//! The declared API as Lua functions: one marshaller reads arguments, calls the native function and pushes its results.

pub(crate) mod args;
mod globals;
pub(crate) mod returns;

use crate::lua::api::declare::Function;
use crate::lua::api::{natives, npc};
use crate::lua::host::call::call;
use crate::lua::host::values::{key_name, refuse_unknown, set_index, unknown};
use crate::nav::Code;
use mlua::{Lua, Table, Value};

/// The creature, and as many values as a function takes at most.
type Values = (Value, Value, Value, Value);

fn make(lua: &Lua, f: &'static Function) -> mlua::Result<mlua::Function> {
    let Some(run) = f.run else { return globals::make(lua, f) };
    let call = move |lua: &Lua, v: Values| call(lua, f, run, &[v.0, v.1, v.2, v.3]);
    match f.signatures.first().map_or(0, |s| s.returns.len()) {
        0 => lua.create_function(move |lua, v: Values| call(lua, v).map(drop)),
        1 => lua.create_function(move |lua, v: Values| call(lua, v).map(|[a, ..]| a)),
        2 => lua.create_function(move |lua, v: Values| call(lua, v).map(|[a, b, _]| (a, b))),
        _ => lua.create_function(move |lua, v: Values| call(lua, v).map(|[a, b, c]| (a, b, c))),
    }
}

/// Key in the registry under which the metatable of creatures' tables is kept.
pub const NPC_META: &str = "bestiary.npc";

/// Puts the whole API into the globals of a machine.
pub fn install(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    let methods = lua.create_table()?;
    for f in natives::all() {
        let table = match f.area {
            "" => globals.clone(),
            "npc" => methods.clone(),
            area => match globals.raw_get::<Option<Table>>(area)? {
                Some(t) => t,
                None => {
                    let t = lua.create_table()?;
                    globals.raw_set(area, &t)?;
                    t
                }
            },
        };
        table.raw_set(f.name, make(lua, f)?)?;
    }
    let pathfinder: Table = globals.raw_get("pathfinder")?;
    for code in Code::ALL {
        pathfinder.raw_set(code.name(), code.name())?;
    }
    refuse_unknown(lua, &pathfinder, "pathfinder")?;
    pathfinder.set_readonly(true);
    globals::install_world(lua, globals)?;
    lua.set_named_registry_value(NPC_META, npc_meta(lua, methods)?)
}

fn npc_meta(lua: &Lua, methods: Table) -> mlua::Result<Table> {
    // Reached only when a name is neither a field nor a method.
    let unknown = lua.create_function(|_, (_, key): (Table, Value)| -> mlua::Result<Value> {
        let methods = natives::of("npc").map(|f| f.name);
        Err(unknown("npc", &key_name(&key), npc::fields().iter().map(|f| f.name).chain(methods)))
    })?;
    set_index(lua, &methods, unknown)?;
    methods.set_readonly(true);
    let meta = lua.create_table()?;
    meta.raw_set("__index", methods)?;
    meta.raw_set("__metatable", "npc")?;
    meta.raw_set("__tostring", lua.create_function(|_, t: Table| t.raw_get::<String>("name"))?)?;
    let refuse = lua.create_function(|_, (_, key, _): (Table, Value, Value)| -> mlua::Result<()> {
        let key = key_name(&key);
        Err(mlua::Error::runtime(format!("npc.{key} cannot be set; keep data in npc.memory.{key}")))
    })?;
    meta.raw_set("__newindex", refuse)?;
    meta.set_readonly(true);
    Ok(meta)
}
