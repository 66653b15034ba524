//! Luau's memory: its report of each allocation, with its size, and its collector, which never runs of its own accord: it
//! would pace itself by the wall clock.

use crate::lua::host::budget::Cause;
use crate::lua::host::{budget, strings};
use mlua::{Lua, ffi};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes of a string object before its content. The same in all machines; found out with the first, or with several that begin at
/// the same time.
static HEADER: AtomicUsize = AtomicUsize::new(0);

/// A larger header than this was not measured but guessed.
const MAX_HEADER: usize = 64;

/// Luau's category of what all creatures share, its table of strings: charged to none of them.
const SHARED: u8 = 0;
/// That of what scripts make.
const OWN: c_int = 1;
/// Parts of objects that are larger are those of tables and stacks that grow by doubling …
const SMALL_PART: usize = 1024;
/// … whose entries are moved: that costs so many times as much as new memory.
const GROWING: usize = 4;
/// An object costs as much as so many bytes more, whatever its size: it is visited, freed and its place found again.
const OBJECT: usize = 64;

thread_local! {
    /// While this thread measures the header: the address of the last string object made.
    static LAST: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Makes a machine count what its scripts ask for, and look at long strings.
pub(crate) fn count_allocations(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: `lua_callbacks` of a live state is valid; the function installed has the signature that Luau asks for. The
    // probe is a string that a new machine does not have yet, so it is allocated, and alive while its address is compared.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            (*ffi::lua_callbacks(state)).onallocate = Some(count);
            ffi::lua_setmemcat(state, OWN);
            if HEADER.load(Relaxed) == 0 {
                LAST.set(Some(0));
                ffi::lua_pushlstring_(state, [b'.'; 1_013].as_ptr().cast(), 1_013);
                let content = ffi::lua_tolstring(state, -1, std::ptr::null_mut()) as usize;
                HEADER.store(content.wrapping_sub(LAST.take().unwrap_or(0)), Relaxed);
                ffi::lua_settop(state, 0);
            }
        })?;
    }
    if HEADER.load(Relaxed) <= MAX_HEADER {
        Ok(())
    } else {
        Err(mlua::Error::runtime("Luau does not report its allocations"))
    }
}

/// Counts. It must not raise: the object has no content yet.
unsafe extern "C-unwind" fn count(
    state: *mut ffi::lua_State,
    block: *mut c_void,
    old: usize,
    new: usize,
    category: u8,
    kind: c_int,
    _: c_int,
) {
    let part = kind > ffi::LUA_TBUFFER;
    if part && category == SHARED {
        return;
    }
    let bytes = new.saturating_sub(old);
    if part && new > budget::LARGEST_PART && budget::is_open() {
        budget::stop(Cause::Memory);
    }
    // Nothing is moved into what a script asks for beforehand. A hash grows into a new part: its size is a power of two.
    let grows = part && new > SMALL_PART && (old > 0 || new.is_power_of_two());
    budget::allocated(OBJECT + if grows { GROWING * bytes } else { bytes });
    if kind == ffi::LUA_TSTRING && LAST.get().is_some() {
        LAST.set(Some(block as usize));
    }
    if kind == ffi::LUA_TSTRING && new > strings::MAX_NUMBER_BYTES && budget::is_open() {
        // SAFETY: the state that allocates is running.
        unsafe { long_string(state, block as usize, new) }
    }
}

#[cold]
unsafe fn long_string(state: *mut ffi::lua_State, block: usize, bytes: usize) {
    let header = HEADER.load(Relaxed);
    let length = bytes - header - 1;
    if length <= strings::MAX_NUMBER_BYTES {
        return;
    }
    if length > strings::MAX_BYTES {
        budget::stop(Cause::LongString);
    }
    // SAFETY: `state` is running; starting the collector only sets its threshold. In a Lua function the next check for
    // garbage, which follows `..` at once, calls the interrupt. A native function's wrapper looks at its results.
    unsafe {
        if super::interrupt::in_lua_function(state) {
            strings::made(block + header, length);
            ffi::lua_gc(state, ffi::LUA_GCRESTART, 0);
        }
    }
}

/// The content of a string that was reported.
///
/// # Safety
/// The string must be alive: not collected since it was reported.
pub(super) unsafe fn content<'a>(address: usize, length: usize) -> &'a [u8] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(address as *const u8, length) }
}

/// Collects all garbage; the collector is stopped afterwards. Returns the bytes in use.
pub(crate) fn collect_all(lua: &Lua) -> usize {
    run(lua, ffi::LUA_GCCOLLECT, 0).1
}

/// Works off so many kilobytes of collection; the collector is stopped afterwards. Returns whether a cycle ended, and the bytes
/// in use.
pub(crate) fn collect_some(lua: &Lua, kilobytes: usize) -> (bool, usize) {
    let (ended, used) = run(lua, ffi::LUA_GCSTEP, c_int::try_from(kilobytes).unwrap_or(c_int::MAX));
    (ended != 0, used)
}

/// Bytes of what lives and of garbage, without the free places in Luau's pages.
///
/// # Safety
/// The state must be alive.
pub(super) unsafe fn bytes_in_use(state: *mut ffi::lua_State) -> usize {
    // SAFETY: these two only read a number: its kilobytes and its bytes.
    let part = |what| unsafe { usize::try_from(ffi::lua_gc(state, what, 0)).unwrap_or(0) };
    part(ffi::LUA_GCCOUNT) * 1024 + part(ffi::LUA_GCCOUNTB)
}

fn run(lua: &Lua, what: c_int, amount: c_int) -> (c_int, usize) {
    let mut result = (0, 0);
    // SAFETY: a protected call of the collector; nothing in the closure needs dropping. It fails only when memory is so
    // short that a table of the machine's own cannot shrink, and then the next collection goes on.
    let _ = unsafe {
        lua.exec_raw::<()>((), |state| {
            result.0 = ffi::lua_gc(state, what, amount);
            ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
            result.1 = bytes_in_use(state);
        })
    };
    result
}
