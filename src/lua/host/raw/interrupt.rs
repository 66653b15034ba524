//! The interrupt that Luau calls at every call and loop turn.
//!
//! This raw callback costs about 4 % of a call, mlua's own 21 %.

use crate::lua::host::budget;
use mlua::{Lua, ffi};
use std::ffi::{CStr, c_int};

/// How far up the stack the interrupt looks for a line to name.
const MAX_LEVELS: c_int = 16;

/// Makes a machine pay for every call and loop turn.
pub(crate) fn install_interrupt(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: `lua_callbacks` of a live state is valid; the function installed has the signature that Luau asks for.
    unsafe { lua.exec_raw::<()>((), |state| (*ffi::lua_callbacks(state)).interrupt = Some(interrupt)) }
}

unsafe extern "C-unwind" fn interrupt(state: *mut ffi::lua_State, gc: c_int) {
    // Interrupts of the collector must not raise errors.
    if gc >= 0 {
        return;
    }
    // SAFETY: `state` is the running state; category -1 is the sum over all.
    let used = unsafe { ffi::lua_totalbytes(state, -1) };
    if !budget::pay(used) {
        // SAFETY: an interrupt that is not the collector's may raise.
        unsafe { raise(state) }
    }
}

/// Raises the error with the file and line of the innermost Lua function.
unsafe fn raise(state: *mut ffi::lua_State) -> ! {
    // SAFETY: called from an interrupt, where Luau allows raising; room for the message is made first. No value with a
    // destructor lives in this frame when the error unwinds it.
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        let mut ar: ffi::lua_Debug = std::mem::zeroed();
        for level in 0..MAX_LEVELS {
            if ffi::lua_getinfo(state, level, c"sl".as_ptr(), &mut ar) == 0 {
                break;
            }
            if ar.currentline > 0 && CStr::from_ptr(ar.short_src) != c"[host]" {
                budget::stopped(CStr::from_ptr(ar.short_src), ar.currentline);
                ffi::lua_pushfstring(
                    state,
                    c"%s:%d: %s".as_ptr(),
                    ar.short_src,
                    ar.currentline,
                    budget::C_MESSAGE.as_ptr(),
                );
                ffi::lua_error(state);
            }
        }
        budget::stopped(c"", 0);
        ffi::lua_pushfstring(state, budget::C_MESSAGE.as_ptr());
        ffi::lua_error(state)
    }
}
