//! The creatures' tables, and their fields. Each is written in one protected call: a call of `mlua` for each field would leave a
//! function or two that are garbage at once.

use super::bound::Results;
use crate::lua::api::creature::Read;
use mlua::{Lua, Table, ffi};
use std::ffi::{CStr, c_int};

/// Entries of a creature's table: the name, the memory, the settings, and the fields that are kept there.
const ENTRIES: c_int = 8;

/// Puts a new table at `index` of `npcs`: a creature's, with its name, an empty memory, and the metatable of all.
///
/// # Errors
/// A lack of memory.
pub(crate) fn make(lua: &Lua, (npcs, meta): (&Table, &Table), index: usize, name: &str) -> mlua::Result<()> {
    let index = place(index)?;
    // SAFETY: space is made for what is pushed; nothing in the closure needs dropping when a lack of memory raises an error
    // inside it.
    unsafe {
        lua.exec_raw((npcs, meta), |state| {
            ffi::lua_rawcheckstack(state, 3);
            ffi::lua_createtable(state, 0, ENTRIES);
            ffi::lua_pushlstring_(state, name.as_ptr().cast(), name.len());
            ffi::lua_rawsetfield(state, -2, c"name".as_ptr());
            ffi::lua_createtable(state, 0, 0);
            ffi::lua_rawsetfield(state, -2, c"memory".as_ptr());
            ffi::lua_pushvalue(state, 2);
            ffi::lua_setmetatable(state, -2);
            ffi::lua_setreadonly(state, -1, 1);
            ffi::lua_rawseti_(state, 1, index);
            ffi::lua_settop(state, 0);
        })
    }
}

/// Writes fields of the creature's table at `index` of `npcs`, which is read-only again afterwards, and its settings; nothing when
/// there is no table.
///
/// # Errors
/// A lack of memory.
pub(crate) fn refresh(
    lua: &Lua,
    (npcs, settings): (&Table, &Table),
    index: usize,
    fields: &[(&'static CStr, Read)],
) -> mlua::Result<()> {
    let index = place(index)?;
    // SAFETY: the entry is checked to be a table; nothing in the closure needs dropping when a lack of memory raises an
    // error inside it.
    unsafe {
        lua.exec_raw((npcs, settings), |state| {
            ffi::lua_rawcheckstack(state, 4);
            ffi::lua_rawgeti_(state, 1, index);
            if ffi::lua_type(state, -1) == ffi::LUA_TTABLE {
                ffi::lua_setreadonly(state, -1, 0);
                ffi::lua_pushvalue(state, 2);
                ffi::lua_rawsetfield(state, -2, c"settings".as_ptr());
                let mut to = Results::new(state);
                for (name, value) in fields {
                    to.read(value);
                    to.field(name);
                }
                ffi::lua_setreadonly(state, -1, 1);
            }
            ffi::lua_settop(state, 0);
        })
    }
}

fn place(index: usize) -> mlua::Result<c_int> {
    c_int::try_from(index).map_err(|_| mlua::Error::runtime("too many creatures"))
}
