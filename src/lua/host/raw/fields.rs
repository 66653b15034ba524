//! Writing the fields of creatures' tables.

use super::bound::Results;
use crate::lua::api::creature::Read;
use mlua::{Lua, Table, ffi};
use std::ffi::{CStr, c_int};

/// Writes fields of the creature's table at `index` of `npcs`, which is read-only again afterwards; nothing when there is no
/// table.
pub(crate) fn refresh(lua: &Lua, npcs: &Table, index: usize, fields: &[(&'static CStr, Read)]) -> mlua::Result<()> {
    let index = c_int::try_from(index).map_err(|_| mlua::Error::runtime("too many creatures"))?;
    // SAFETY: the entry is checked to be a table; nothing in the closure needs dropping when a lack of memory raises an
    // error inside it.
    unsafe {
        lua.exec_raw(npcs, |state| {
            ffi::lua_rawcheckstack(state, 4);
            ffi::lua_rawgeti_(state, 1, index);
            if ffi::lua_type(state, -1) == ffi::LUA_TTABLE {
                ffi::lua_setreadonly(state, -1, 0);
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
