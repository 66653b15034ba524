//! The upvalues of functions.

use crate::lua::host::values::key_name;
use mlua::{Function, Lua, MultiValue, Value, ffi};

/// The upvalues of a function, by name; native ones have no names.
pub(crate) fn upvalues(lua: &Lua, f: &Function) -> mlua::Result<Vec<(String, Value)>> {
    // SAFETY: the function is the only value on the stack; room for all upvalues (255 at most) and their names is made
    // before they are pushed; nothing in the closure needs dropping.
    let found: MultiValue = unsafe {
        lua.exec_raw(f.clone(), |state| {
            ffi::lua_rawcheckstack(state, 520);
            for n in 1.. {
                let name = ffi::lua_getupvalue(state, 1, n);
                if name.is_null() {
                    break;
                }
                ffi::lua_pushstring_(state, name);
            }
            ffi::lua_remove(state, 1);
        })?
    };
    let flat = found.into_vec();
    let named = flat.chunks_exact(2).map(|pair| (key_name(&pair[1]), pair[0].clone()));
    Ok(named.collect())
}
