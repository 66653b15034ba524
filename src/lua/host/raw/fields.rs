//! Writing the fields of creatures' tables.

use crate::lua::api::creature::Read;
use mlua::{Lua, Table, ffi};
use std::ffi::{CStr, c_int};

/// Names of fields, and their values.
type Fields<'a> = [(&'static CStr, Read<'a>)];

/// Writes fields of the creature's table at `index` of `npcs` and returns the table, read-only again; `None` when there is
/// no table.
pub(crate) fn refresh(lua: &Lua, npcs: &Table, index: usize, fields: &Fields) -> mlua::Result<Option<Table>> {
    let index = c_int::try_from(index).map_err(|_| mlua::Error::runtime("too many creatures"))?;
    // SAFETY: the entry is checked to be a table; nothing in the closure needs dropping when a lack of memory raises an
    // error inside it.
    unsafe {
        lua.exec_raw(npcs.clone(), |state| {
            ffi::lua_rawcheckstack(state, 4);
            ffi::lua_rawgeti_(state, 1, index);
            ffi::lua_remove(state, 1);
            if ffi::lua_type(state, 1) == ffi::LUA_TTABLE {
                ffi::lua_setreadonly(state, 1, 0);
                write(state, fields);
                ffi::lua_setreadonly(state, 1, 1);
            }
        })
    }
}

/// Writes fields of the table that is first on the stack.
unsafe fn write(state: *mut ffi::lua_State, fields: &Fields) {
    for (name, value) in fields {
        // SAFETY: the callers' promise: a table that may be written, and place on the stack; names are static.
        unsafe {
            match value {
                Read::Number(n) => ffi::lua_pushnumber(state, *n),
                Read::Boolean(b) => ffi::lua_pushboolean(state, c_int::from(*b)),
                Read::String(s) => ffi::lua_pushlstring_(state, s.as_ptr().cast(), s.len()),
            }
            ffi::lua_rawsetfield(state, 1, name.as_ptr());
        }
    }
}
