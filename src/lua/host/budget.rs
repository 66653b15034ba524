//! What one call may spend: counted by the interpreter at every call and loop turn, charged for native work.
//!
//! Once spent, *every* further interrupt raises the error again, so that neither `pcall` nor a coroutine, a comparator
//! or a pattern can swallow it. The raw callback costs about 4 % of a call where mlua's own costs 21 %.

use mlua::{Lua, ffi};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int};

/// A call may allocate so much for nothing.
const FREE_BYTES: usize = 16 * 1024;
/// What it allocates beyond that costs one count for so many bytes: the `..` operator copies without being interrupted,
/// and what is made must be collected.
const BYTES_PER_COUNT: usize = 64;
/// How far up the stack the interrupt looks for a line to name.
const MAX_LEVELS: c_int = 16;

thread_local! {
    /// Counts left. A thread runs one machine's call at a time.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Counts that the open budget began with, and how often the call was still met after it had run out.
    static GIVEN: Cell<u64> = const { Cell::new(u64::MAX) };
    static BEYOND: Cell<u64> = const { Cell::new(0) };
    static SPENT: RefCell<Option<Overrun>> = const { RefCell::new(None) };
    /// Memory in use at the last interrupt, and what was allocated and is not paid for.
    static USED_BYTES: Cell<usize> = const { Cell::new(0) };
    static UNPAID_BYTES: Cell<usize> = const { Cell::new(0) };
    /// What is left of the bytes that are free.
    static FREE_LEFT: Cell<usize> = const { Cell::new(0) };
}

/// The message of a call that was stopped; `fault` recognises it.
pub const MESSAGE: &str = "the script ran too long and was stopped";

/// A call that spent its budget, and where it was then.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrun {
    /// As shown to people; empty when not known.
    pub file: String,
    pub line: u32,
}

/// Installs the interrupt on a machine.
pub fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: `lua_callbacks` of a live state is valid; the function installed has the signature that Luau asks for.
    unsafe { lua.exec_raw::<()>((), |state| (*ffi::lua_callbacks(state)).interrupt = Some(interrupt)) }
}

/// Opens a budget for the call that follows on this thread.
pub fn begin(lua: &Lua, counts: u64) {
    LEFT.set(counts);
    GIVEN.set(counts);
    BEYOND.set(0);
    SPENT.set(None);
    USED_BYTES.set(lua.used_memory());
    UNPAID_BYTES.set(0);
    FREE_LEFT.set(FREE_BYTES);
}

/// Counts spent of the open budget so far: more than were given by one for each time that the call was met again after
/// it had been told to stop.
pub fn used() -> u64 {
    GIVEN.get().saturating_sub(LEFT.get()) + BEYOND.get()
}

/// Closes the budget, and tells whether it was overrun.
pub fn end() -> Option<Overrun> {
    LEFT.set(u64::MAX);
    GIVEN.set(u64::MAX);
    SPENT.take()
}

/// A budget put aside while another machine runs on this thread.
pub struct Paused {
    left: u64,
    given: u64,
    beyond: u64,
    spent: Option<Overrun>,
    used_bytes: usize,
    unpaid_bytes: usize,
    free_left: usize,
}

/// Puts the open budget aside.
pub fn pause() -> Paused {
    Paused {
        left: LEFT.replace(u64::MAX),
        given: GIVEN.replace(u64::MAX),
        beyond: BEYOND.take(),
        spent: SPENT.take(),
        used_bytes: USED_BYTES.get(),
        unpaid_bytes: UNPAID_BYTES.get(),
        free_left: FREE_LEFT.get(),
    }
}

/// Goes on with a budget put aside.
pub fn resume(paused: Paused) {
    LEFT.set(paused.left);
    GIVEN.set(paused.given);
    BEYOND.set(paused.beyond);
    SPENT.set(paused.spent);
    USED_BYTES.set(paused.used_bytes);
    UNPAID_BYTES.set(paused.unpaid_bytes);
    FREE_LEFT.set(paused.free_left);
}

/// Takes `counts` off for work that a native function is about to do.
pub fn charge(counts: u64) -> mlua::Result<()> {
    let before = LEFT.get();
    let left = before.saturating_sub(counts);
    LEFT.set(left);
    if left == 0 {
        // The work is refused, so it is not counted; that it was asked for is.
        BEYOND.set(BEYOND.get() + u64::from(before == 0));
        SPENT.with_borrow_mut(|s| {
            s.get_or_insert_default();
        });
        return Err(mlua::Error::runtime(MESSAGE));
    }
    Ok(())
}

/// Counts for memory that grew.
fn pay(grown: usize) -> u64 {
    let free = FREE_LEFT.get().min(grown);
    FREE_LEFT.set(FREE_LEFT.get() - free);
    let unpaid = UNPAID_BYTES.get() + grown - free;
    UNPAID_BYTES.set(unpaid % BYTES_PER_COUNT);
    (unpaid / BYTES_PER_COUNT) as u64
}

unsafe extern "C-unwind" fn interrupt(state: *mut ffi::lua_State, gc: c_int) {
    // Interrupts of the collector must not raise errors.
    if gc >= 0 {
        return;
    }
    // SAFETY: `state` is the running state; category -1 answers the sum over all.
    let used = unsafe { ffi::lua_totalbytes(state, -1) };
    let grown = used.saturating_sub(USED_BYTES.replace(used));
    let cost = if grown == 0 { 1 } else { 1 + pay(grown) };
    let before = LEFT.get();
    let left = before.saturating_sub(cost);
    LEFT.set(left);
    if left == 0 {
        BEYOND.set(BEYOND.get() + u64::from(before == 0));
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
                note(CStr::from_ptr(ar.short_src), ar.currentline);
                let format = c"%s:%d: the script ran too long and was stopped";
                ffi::lua_pushfstring(state, format.as_ptr(), ar.short_src, ar.currentline);
                ffi::lua_error(state);
            }
        }
        note(c"", 0);
        ffi::lua_pushfstring(state, c"the script ran too long and was stopped".as_ptr());
        ffi::lua_error(state)
    }
}

/// Remembers where the budget ran out; later errors of the same call change nothing.
fn note(file: &CStr, line: c_int) {
    SPENT.with_borrow_mut(|spent| {
        if spent.as_ref().is_none_or(|s| s.file.is_empty()) {
            *spent =
                Some(Overrun { file: file.to_string_lossy().into_owned(), line: u32::try_from(line).unwrap_or(0) });
        }
    });
}
