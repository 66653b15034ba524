//! What the interpreter is about to do when it interrupts.

use super::layout::State;
use mlua::{Lua, ffi};
use std::ffi::c_int;

/// How many calls of native functions and metamethods lie within each other.
///
/// # Safety
/// `state` is alive.
#[inline]
pub(super) unsafe fn depth(state: *mut ffi::lua_State) -> u16 {
    // SAFETY: the caller's promise.
    unsafe { (*state.cast::<State>()).depth }
}

/// Finds out whether the linked Luau has its depth where this program reads it.
///
/// # Errors
/// It does not.
pub(crate) fn prove_depth(lua: &Lua) -> mlua::Result<()> {
    const WITHIN_A_METAMETHOD: &str = "
        local depth = ...
        return setmetatable({}, { __index = function() return depth() end }).x - depth()";
    let depth = lua.create_function(|lua, ()| {
        let mut found = 0;
        // SAFETY: the state is the one that runs; nothing in the closure needs dropping.
        unsafe { lua.exec_raw::<()>((), |state| found = depth(state)) }.map(|()| found)
    })?;
    match lua.load(WITHIN_A_METAMETHOD).call::<f64>(depth)? {
        1.0 => Ok(()),
        _ => Err(mlua::Error::runtime("Luau does not say how deep its calls are")),
    }
}

/// The instruction at which Luau interrupts.
pub(super) struct Interrupted {
    pub word: u32,
    state: *const State,
}

impl Interrupted {
    /// `None` in a native function.
    ///
    /// # Safety
    /// Called from an interrupt of the running state.
    #[inline]
    pub(super) unsafe fn of(state: *mut ffi::lua_State) -> Option<Self> {
        // SAFETY: the caller's promise; a Lua function that interrupts has executed one instruction at least.
        unsafe {
            let state: *const State = state.cast();
            let call = (*state).call;
            if (*call).proto.is_null() {
                return None;
            }
            Some(Self { word: *(*call).next.sub(1), state })
        }
    }

    /// The two words after it; the second is meaningless when the instruction has one word only.
    pub(super) fn next(&self) -> (u32, u32) {
        // SAFETY: asked at a checkpoint. The instruction after it is never the last of its function.
        unsafe {
            let next = (*(*self.state).call).next;
            (*next, *next.add(1))
        }
    }

    /// The kind of a register's value.
    pub(super) fn kind(&self, register: u32) -> c_int {
        // SAFETY: the instruction that runs next names the register, so the frame has it.
        unsafe { (*(*self.state).base.add(register as usize)).tag }
    }

    /// How many values lie from a register to the top of the stack.
    pub(super) fn values_from(&self, register: u32) -> u64 {
        // SAFETY: both pointers are into the stack of the running state, the top above the base.
        let all = unsafe { (*self.state).top.offset_from((*self.state).base) };
        u64::try_from(all).unwrap_or(0).saturating_sub(register.into())
    }

    /// Bytes of the stack below the running function.
    #[inline]
    pub(super) fn below(&self) -> usize {
        // SAFETY: both pointers are into the stack of the running state; only their addresses are used.
        unsafe { (*self.state).base.addr() - (*self.state).stack.addr() }
    }

    /// How many arguments the running function was given, at least.
    pub(super) fn arguments(&self) -> u64 {
        // SAFETY: both pointers are into the stack of the running state, the base above the function.
        let all = unsafe { (*(*self.state).call).base.offset_from((*(*self.state).call).function) };
        u64::try_from(all).unwrap_or(0)
    }
}
