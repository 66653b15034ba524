//! The interrupt that Luau calls at every call and loop turn.
//!
//! This raw callback costs about 4 % of a call, mlua's own 21 %.

use super::allocations::content;
use super::frame::{Interrupted, depth};
use crate::lua::host::budget::{Cause, Paid};
use crate::lua::host::bytecode::{self, Doing, Reads};
use crate::lua::host::{budget, strings};
use mlua::{Lua, ffi};
use std::ffi::{CStr, c_int};

/// How far up the stack the interrupt looks for a line to name.
const MAX_LEVELS: c_int = 16;

/// Values that a call or a return passes for one count.
const VALUES_PER_COUNT: u64 = 8;

/// A function with more of the stack below it than this many bytes runs where the processor's caches are cold: calls within
/// calls touch ever more memory, and an error that ends them all saves the counts of their returns.
const DEEP_BYTES: usize = 32 * 1024;

/// Counts more for what such a function calls.
const DEEP: u64 = 1;

/// Counts for reading a number from a string of at most [`strings::MAX_NUMBER_BYTES`], and for writing one to a string.
const CONVERSION: u64 = 16;

/// Bytes of a string that `..` copies and hashes for one count.
const JOINED_PER_COUNT: u64 = 128;

/// Bytes of two strings that are compared for one count.
const COMPARED_PER_COUNT: u64 = 512;

/// Makes a machine pay for every call and loop turn.
pub(crate) fn install_interrupt(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: `lua_callbacks` of a live state is valid; the function installed has the signature that Luau asks for.
    unsafe { lua.exec_raw::<()>((), |state| (*ffi::lua_callbacks(state)).interrupt = Some(interrupt)) }
}

unsafe extern "C-unwind" fn interrupt(state: *mut ffi::lua_State, gc: c_int) {
    if gc >= 0 {
        // SAFETY: `state` is the running state.
        return unsafe { at_collection(state) };
    }
    if strings::any_new() {
        // SAFETY: nothing was collected since the strings were reported, and what a Lua function makes has its content.
        strings::look(|address, length| unsafe { content(address, length) });
    }
    // SAFETY: an interrupt that is not the collector's may look at what runs, and raise.
    unsafe {
        let extra = match Interrupted::of(state).map(|at| (bytecode::doing(at.word), at)) {
            Some((Doing::Passing { from }, at)) => at.values_from(from) / VALUES_PER_COUNT + deep(&at),
            Some((Doing::Looking { free }, at)) => match cost_of_values(state, &at) {
                0 if free && budget::left() > 0 => return budget::note_depth(depth(state)),
                cost => cost,
            },
            Some((Doing::Little, at)) => deep(&at),
            None => 0,
        };
        match budget::pay(extra, depth(state)) {
            Paid::Yes => {}
            Paid::Collect => {
                let kilobytes = budget::paused(|| {
                    ffi::lua_gc(state, ffi::LUA_GCCOLLECT, 0);
                    ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
                    ffi::lua_gc(state, ffi::LUA_GCCOUNT, 0)
                });
                if usize::try_from(kilobytes).unwrap_or(0) > budget::memory() >> 10 {
                    budget::stop(Cause::Memory);
                    raise(state);
                }
            }
            Paid::No => raise(state),
        }
    }
}

/// What it costs more that a function runs deep in the stack.
#[inline]
fn deep(at: &Interrupted) -> u64 {
    if at.below() > DEEP_BYTES { DEEP } else { 0 }
}

/// What the values that the next instruction reads cost.
unsafe fn cost_of_values(state: *mut ffi::lua_State, at: &Interrupted) -> u64 {
    let (word, second) = at.next();
    let is_string = |register: u32| at.kind(register) == ffi::LUA_TSTRING;
    // SAFETY: asked of registers that hold strings.
    let length = |register: u32| unsafe { ffi::lua_objlen(state, register.cast_signed() + 1) } as u64;
    match bytecode::reads(word, second) {
        Reads::Nothing => 0,
        Reads::Numbers(registers) => {
            if registers.into_iter().any(is_string) {
                CONVERSION
            } else {
                0
            }
        }
        Reads::Order(a, b) if is_string(a) && is_string(b) => length(a).min(length(b)) / COMPARED_PER_COUNT,
        Reads::Order(..) => 0,
        // A string that exists already is made without an allocation, so that its length is paid here.
        Reads::Joined(from, to) => {
            let (mut bytes, mut others) = (0, 0);
            for register in from..=to {
                if is_string(register) {
                    bytes += length(register);
                } else {
                    others += 1;
                }
            }
            1 + bytes / JOINED_PER_COUNT + CONVERSION * others
        }
        Reads::Arguments => at.arguments() / VALUES_PER_COUNT,
        Reads::Loop(register) => {
            // SAFETY: the caller's promise.
            unsafe { refuse_table(state, register) };
            0
        }
        Reads::Key { table, key } => {
            if at.kind(table) == ffi::LUA_TTABLE && lies_in_memory(at.kind(key)) {
                // SAFETY: the caller's promise.
                unsafe { refuse_key(state, at.kind(key)) };
            }
            0
        }
    }
}

/// Whether values of this kind are found in a table by their address.
fn lies_in_memory(kind: c_int) -> bool {
    kind > ffi::LUA_TSTRING
}

/// When a table with such keys grows depends on addresses, once entries are removed; and memory is charged for.
unsafe fn refuse_key(state: *mut ffi::lua_State, kind: c_int) {
    // SAFETY: called from an interrupt, where Luau allows raising; the stack is grown for what is pushed, and nothing in
    // this frame needs dropping.
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        let mut ar: ffi::lua_Debug = std::mem::zeroed();
        ffi::lua_getinfo(state, 0, c"sl".as_ptr(), &mut ar);
        let message = c"%s:%d: a %s cannot be a key; use a number or a string, such as an id or a name";
        ffi::lua_pushfstring(state, message.as_ptr(), ar.short_src, ar.currentline, ffi::lua_typename(state, kind));
        ffi::lua_error(state);
    }
}

/// A loop over a table itself would go through it in an order that depends on addresses.
unsafe fn refuse_table(state: *mut ffi::lua_State, register: u32) {
    let index = register.cast_signed() + 1;
    // SAFETY: the register belongs to the running function, whose values are indexed from 1; the stack is grown for what is
    // pushed. Nothing in this frame needs dropping when the error unwinds it.
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        let is_called = |name: &CStr| {
            let found = ffi::luaL_getmetafield(state, index, name.as_ptr()) != ffi::LUA_TNIL;
            if found {
                ffi::lua_settop(state, -2);
            }
            found
        };
        if ffi::lua_type(state, index) == ffi::LUA_TTABLE && !is_called(c"__iter") && !is_called(c"__call") {
            let mut ar: ffi::lua_Debug = std::mem::zeroed();
            ffi::lua_getinfo(state, 0, c"sl".as_ptr(), &mut ar);
            let message = c"%s:%d: a loop over a table without pairs has no fixed order: write pairs(t) or ipairs(t)";
            ffi::lua_pushfstring(state, message.as_ptr(), ar.short_src, ar.currentline);
            ffi::lua_error(state);
        }
    }
}

/// The collector was started because a Lua function made a long string, and checks in before and after its work.
unsafe fn at_collection(state: *mut ffi::lua_State) {
    // SAFETY: `state` is the running state. Luau calls this before a step of the collector has changed anything, or after
    // it has changed all: raising is as safe as the lack of memory that the same places may report. Only where a Lua
    // function is on top: natives may hold values that an error would leak.
    unsafe {
        if !budget::is_open() {
            return; // the host collects
        }
        ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
        if !in_lua_function(state) {
            return;
        }
        strings::look(|address, length| content(address, length));
        if budget::pay(0, depth(state)) == Paid::No {
            raise(state)
        }
    }
}

/// Whether the innermost function is one of Lua's.
pub(super) unsafe fn in_lua_function(state: *mut ffi::lua_State) -> bool {
    // SAFETY: `state` is running; the record is filled before it is read.
    unsafe {
        let mut ar: ffi::lua_Debug = std::mem::zeroed();
        ffi::lua_getinfo(state, 0, c"s".as_ptr(), &mut ar) != 0 && CStr::from_ptr(ar.what) != c"C"
    }
}

/// Raises the error with the file and line of the innermost Lua function.
pub(super) unsafe fn raise(state: *mut ffi::lua_State) -> ! {
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
                let message = budget::stopped(CStr::from_ptr(ar.short_src), ar.currentline).message();
                ffi::lua_pushfstring(state, c"%s:%d: %s".as_ptr(), ar.short_src, ar.currentline, message.as_ptr());
                ffi::lua_error(state);
            }
        }
        ffi::lua_pushfstring(state, budget::stopped(c"", 0).message().as_ptr());
        ffi::lua_error(state)
    }
}
