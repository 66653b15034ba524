//! Writing the fields of a creature's table.

use mlua::{Lua, Table, ffi};
use std::ffi::{CStr, c_int};

/// Writes fields of the creature's table at `index` of `npcs` and returns the table, read-only again; `None` when there is
/// no table.
pub(crate) fn refresh(
    lua: &Lua,
    npcs: &Table,
    index: usize,
    numbers: &[(&CStr, f64)],
    strings: &[(&CStr, &str)],
) -> mlua::Result<Option<Table>> {
    let index = c_int::try_from(index).map_err(|_| mlua::Error::runtime("too many creatures"))?;
    // SAFETY: the entry is checked to be a table; names are static; nothing in the closure needs dropping when a lack
    // of memory raises an error inside it.
    unsafe {
        lua.exec_raw(npcs.clone(), |state| {
            ffi::lua_rawcheckstack(state, 4);
            ffi::lua_rawgeti_(state, 1, index);
            ffi::lua_remove(state, 1);
            if ffi::lua_type(state, 1) == ffi::LUA_TTABLE {
                ffi::lua_setreadonly(state, 1, 0);
                for (name, value) in numbers {
                    ffi::lua_pushnumber(state, *value);
                    ffi::lua_rawsetfield(state, 1, name.as_ptr());
                }
                for (name, string) in strings {
                    ffi::lua_pushlstring_(state, string.as_ptr().cast(), string.len());
                    ffi::lua_rawsetfield(state, 1, name.as_ptr());
                }
                ffi::lua_setreadonly(state, 1, 1);
            }
        })
    }
}
