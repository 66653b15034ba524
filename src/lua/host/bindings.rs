//! What scripts can call: every function is declared once, with its parameters and one line of documentation.

pub(crate) mod args;
mod chance;
mod movement;
pub(crate) mod pathfinder;
mod reasons;
mod senses;
mod talk;
mod world;

pub(crate) use args::FILTER_KEYS;

use crate::lua::host::values::{key_name, refuse_unknown, unknown};
use mlua::{Function, Lua, Table, Value};

/// One function of the Lua API: what editor types and documentation are made from.
pub struct Binding {
    /// The table it lives in: `npc` (methods), `pathfinder`, `world`, `math`; empty for globals.
    pub area: &'static str,
    pub name: &'static str,
    /// As in an annotation: `x: number, y: number, pace: number?`.
    pub params: &'static str,
    /// As in an annotation; empty for nothing.
    pub returns: &'static str,
    pub doc: &'static str,
    make: fn(&Lua) -> mlua::Result<Function>,
}

/// One field that scripts can read.
pub struct Field {
    pub area: &'static str,
    pub name: &'static str,
    pub kind: &'static str,
    pub doc: &'static str,
}

/// All functions, area by area.
pub fn bindings() -> impl Iterator<Item = &'static Binding> {
    [
        movement::BINDINGS,
        senses::BINDINGS,
        talk::BINDINGS,
        reasons::BINDINGS,
        chance::BINDINGS,
        pathfinder::BINDINGS,
        world::BINDINGS,
    ]
    .into_iter()
    .flatten()
}

/// All fields.
pub fn fields() -> impl Iterator<Item = &'static Field> {
    NPC_FIELDS.iter().chain(world::FIELDS)
}

const fn npc(name: &'static str, kind: &'static str, doc: &'static str) -> Field {
    Field { area: "npc", name, kind, doc }
}

/// The fields of `npc`; all are read-only, and as they were when the step began.
pub const NPC_FIELDS: &[Field] = &[
    npc("id", "number", "who it is: other creatures know it by this number"),
    npc("name", "string", "behaviour and number, for messages: wolf 17"),
    npc("behaviour", "string", "the behaviour's name"),
    npc("faction", "string", "the faction its body was given"),
    npc("state", "string", "the strategic state it is in"),
    npc("tactic", "string", "the tactical state last reported; empty before the first report"),
    npc("x", "number", "metres from the left edge of the world"),
    npc("y", "number", "metres from the upper edge of the world"),
    npc("heading", "number", "radians, clockwise from +x"),
    npc("speed", "number", "metres a second at this moment"),
    npc("top_speed", "number", "metres a second at most"),
    npc("health", "number", "dies at 0"),
    npc("max_health", "number", "full health"),
    npc("radius", "number", "metres"),
    npc("height", "number", "metres"),
    npc("home_x", "number", "where this life began, metres"),
    npc("home_y", "number", "where this life began, metres"),
    npc("tick", "number", "how often its tick ran before"),
    npc("age", "number", "seconds since this life began"),
    npc("time", "number", "seconds since the world began"),
    npc("state_time", "number", "seconds since the state was entered"),
    npc("memory", "table", "plain data that lasts from call to call, and through reloads"),
];

/// Key in the registry under which the metatable of creatures' tables is kept.
pub const NPC_META: &str = "bestiary.npc";

/// Puts the whole API into the globals of a machine.
pub fn install(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    let methods = lua.create_table()?;
    for b in bindings() {
        let table = match b.area {
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
        table.raw_set(b.name, (b.make)(lua)?)?;
    }
    pathfinder::install_codes(lua, globals)?;
    world::install(lua, globals)?;
    lua.set_named_registry_value(NPC_META, npc_meta(lua, methods)?)
}

fn npc_meta(lua: &Lua, methods: Table) -> mlua::Result<Table> {
    // Reached only when a name is neither a field nor a method.
    let lost = lua.create_table()?;
    lost.raw_set(
        "__index",
        lua.create_function(|_, (_, key): (Table, Value)| -> mlua::Result<Value> {
            let wanted = key_name(&key);
            let methods = bindings().filter(|b| b.area == "npc").map(|b| b.name);
            Err(unknown("npc", &wanted, NPC_FIELDS.iter().map(|f| f.name).chain(methods)))
        })?,
    )?;
    lost.set_readonly(true);
    methods.set_metatable(Some(lost))?;
    methods.set_readonly(true);
    let meta = lua.create_table()?;
    meta.raw_set("__index", methods)?;
    meta.raw_set("__metatable", "npc")?;
    meta.raw_set("__tostring", lua.create_function(|_, t: Table| t.raw_get::<String>("name"))?)?;
    meta.raw_set(
        "__newindex",
        lua.create_function(|_, (_, key, _): (Table, Value, Value)| -> mlua::Result<()> {
            let key = key_name(&key);
            Err(mlua::Error::runtime(format!("npc.{key} cannot be set; keep data in npc.memory.{key}")))
        })?,
    )?;
    meta.set_readonly(true);
    Ok(meta)
}

/// A table of the API whose unknown members are errors.
fn sealed(lua: &Lua, globals: &Table, name: &str) -> mlua::Result<()> {
    let t: Table = globals.raw_get(name)?;
    refuse_unknown(lua, &t, name)?;
    t.set_readonly(true);
    Ok(())
}
