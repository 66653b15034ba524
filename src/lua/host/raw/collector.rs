//! Luau's collector, which never runs of its own accord: it would pace itself by the wall clock.

use mlua::{Lua, ffi};
use std::ffi::c_int;

/// Collects all garbage; the collector is stopped afterwards.
pub(crate) fn collect_all(lua: &Lua) {
    run(lua, ffi::LUA_GCCOLLECT, 0);
}

/// Works off so many kilobytes of collection; the collector is stopped afterwards. True at the end of a cycle.
pub(crate) fn collect_some(lua: &Lua, kilobytes: usize) -> bool {
    run(lua, ffi::LUA_GCSTEP, c_int::try_from(kilobytes).unwrap_or(c_int::MAX)) != 0
}

fn run(lua: &Lua, what: c_int, amount: c_int) -> c_int {
    let mut result = 0;
    // SAFETY: a protected call of the collector; nothing in the closure needs dropping. It fails only when memory is so
    // short that a table of the machine's own cannot shrink, and then the next collection goes on.
    let _ = unsafe {
        lua.exec_raw::<()>((), |state| {
            result = ffi::lua_gc(state, what, amount);
            ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
        })
    };
    result
}
