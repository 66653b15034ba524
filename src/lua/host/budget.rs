//! What one call may spend: counted by the interpreter at every call and loop turn, charged for native work.
//!
//! Once spent, *every* further interrupt raises the error again, so that neither `pcall` nor a coroutine, a comparator
//! or a pattern can swallow it.

use mlua::Lua;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int};

/// Bytes that a call may allocate without charge.
const FREE_BYTES: usize = 16 * 1024;
/// Allocating more costs one count for so many bytes: the `..` operator copies without being interrupted, and garbage
/// must be collected.
const BYTES_PER_COUNT: usize = 64;

/// The budget of the call that runs on this thread.
struct Budget {
    /// Counts left.
    left: Cell<u64>,
    /// Counts at the beginning.
    given: Cell<u64>,
    /// Interrupts and charges after the budget was spent.
    beyond: Cell<u64>,
    /// Memory in use at the last interrupt.
    used_bytes: Cell<usize>,
    /// Allocated, not yet charged.
    unpaid_bytes: Cell<usize>,
    /// The rest of [`FREE_BYTES`].
    free_left: Cell<usize>,
}

impl Budget {
    const fn new(counts: u64, used_bytes: usize) -> Self {
        Self {
            left: Cell::new(counts),
            given: Cell::new(counts),
            beyond: Cell::new(0),
            used_bytes: Cell::new(used_bytes),
            unpaid_bytes: Cell::new(0),
            free_left: Cell::new(FREE_BYTES),
        }
    }

    fn swap(&self, other: &Self) {
        // `Cell::swap` checks for overlap, which costs more than the swap.
        fn swap<T: Copy>(a: &Cell<T>, b: &Cell<T>) {
            b.set(a.replace(b.get()));
        }
        swap(&self.left, &other.left);
        swap(&self.given, &other.given);
        swap(&self.beyond, &other.beyond);
        swap(&self.used_bytes, &other.used_bytes);
        swap(&self.unpaid_bytes, &other.unpaid_bytes);
        swap(&self.free_left, &other.free_left);
    }

    /// Takes counts off; false when none are left.
    fn spend(&self, counts: u64) -> bool {
        let before = self.left.get();
        let left = before.saturating_sub(counts);
        self.left.set(left);
        if left == 0 {
            // The work is refused, so only the attempt is counted.
            self.beyond.set(self.beyond.get() + u64::from(before == 0));
        }
        left > 0
    }

    /// Counts for memory that grew.
    fn cost_of(&self, grown: usize) -> u64 {
        let free = self.free_left.get().min(grown);
        self.free_left.set(self.free_left.get() - free);
        let unpaid = self.unpaid_bytes.get() + grown - free;
        self.unpaid_bytes.set(unpaid % BYTES_PER_COUNT);
        (unpaid / BYTES_PER_COUNT) as u64
    }
}

thread_local! {
    /// A thread runs one machine's call at a time; without a call there is no limit.
    static OPEN: Budget = const { Budget::new(u64::MAX, 0) };
    static OVERRUN: RefCell<Option<Overrun>> = const { RefCell::new(None) };
}

/// The message of a call that was stopped; `fault` recognises it.
pub(crate) const MESSAGE: &str = match C_MESSAGE.to_str() {
    Ok(message) => message,
    Err(_) => panic!("it is ASCII"),
};
pub(crate) const C_MESSAGE: &CStr = c"the script ran too long and was stopped";

/// A call that spent its budget, and the place it had reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Overrun {
    /// As shown to people; empty when not known.
    pub file: String,
    pub line: u32,
}

/// Opens a budget for the call that follows on this thread.
pub(crate) fn begin(lua: &Lua, counts: u64) {
    OPEN.with(|open| open.swap(&Budget::new(counts, lua.used_memory())));
    OVERRUN.set(None);
}

/// Counts spent of the open budget so far, plus one for each attempt to go on after it was spent.
pub(crate) fn used() -> u64 {
    OPEN.with(|open| open.given.get().saturating_sub(open.left.get()) + open.beyond.get())
}

/// Closes the budget; returns the overrun when there was one.
pub(crate) fn end() -> Option<Overrun> {
    OPEN.with(|open| (open.left.set(u64::MAX), open.given.set(u64::MAX)));
    OVERRUN.take()
}

/// Runs `f` under a budget of its own. A spent budget is an error, even when the script caught the error that stopped it.
pub(crate) fn limited<R>(lua: &Lua, counts: u64, f: impl FnOnce() -> mlua::Result<R>) -> mlua::Result<R> {
    begin(lua, counts);
    let result = f();
    match end() {
        Some(_) if result.is_ok() => Err(mlua::Error::runtime(MESSAGE)),
        _ => result,
    }
}

/// Runs `f` with the open budget put aside: other machines open and close budgets of their own in it.
pub(crate) fn paused<R>(f: impl FnOnce() -> R) -> R {
    let (paused, overrun) = (Budget::new(u64::MAX, 0), OVERRUN.take());
    OPEN.with(|open| open.swap(&paused));
    let result = f();
    OPEN.with(|open| open.swap(&paused));
    OVERRUN.set(overrun);
    result
}

/// Takes `counts` off for work that a native function is about to do.
pub(crate) fn charge(counts: u64) -> mlua::Result<()> {
    if OPEN.with(|open| open.spend(counts)) {
        return Ok(());
    }
    OVERRUN.with_borrow_mut(|overrun| {
        overrun.get_or_insert_default();
    });
    Err(mlua::Error::runtime(MESSAGE))
}

/// Pays for one interrupt of a machine that uses so many bytes; false when the call must stop.
#[inline]
pub(crate) fn pay(used_bytes: usize) -> bool {
    OPEN.with(|open| {
        let grown = used_bytes.saturating_sub(open.used_bytes.replace(used_bytes));
        open.spend(if grown == 0 { 1 } else { 1 + open.cost_of(grown) })
    })
}

/// The call stops at this line; empty and 0 when the line is not known. Later errors of the same call change nothing.
pub(crate) fn stopped(file: &CStr, line: c_int) {
    OVERRUN.with_borrow_mut(|overrun| {
        if overrun.as_ref().is_none_or(|o| o.file.is_empty()) {
            let (file, line) = (file.to_string_lossy().into_owned(), u32::try_from(line).unwrap_or(0));
            *overrun = Some(Overrun { file, line });
        }
    });
}
