//! What one call may spend: counted by the interpreter at every call and loop turn, charged for native work and for
//! memory that is asked for.
//!
//! Memory counts by what is asked for, not by the size of the heap: that depends on when garbage is collected. Once a call
//! is stopped, *every* further interrupt raises the error again, so that neither `pcall` nor a coroutine, a comparator or a
//! pattern can swallow it.

mod overrun;

pub(crate) use overrun::{Cause, Overrun};

use crate::lua::host::strings;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int};

/// Bytes that a call may allocate without charge.
const FREE_BYTES: usize = 16 * 1024;
/// Allocating more costs one count for so many bytes: they are written, and collected later.
const BYTES_PER_COUNT: usize = 64;
/// Counts for each call of a native function or metamethod that an error ends: Luau unwinds several frames of its own.
const COUNTS_PER_UNWOUND: u64 = 150;
/// A call collects garbage in between when it asked for this part of the machine's memory, and then stops if the machine
/// still holds more than all of it. The loading of files and tests come so far, creatures' calls are too short.
const PART_PER_COLLECTION: usize = 4;
/// A smaller part is not worth a collection, bytes.
const LEAST_PER_COLLECTION: usize = 4 << 20;
/// The largest array, hash or stack, bytes. A table grows by doubling: the call stops before the next one.
pub(crate) const LARGEST_PART: usize = 8 << 20;

/// What came of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paid {
    Yes,
    /// It is paid, and garbage must be collected now.
    Collect,
    /// The call must stop.
    No,
}

/// The budget of the call that runs on this thread.
struct Budget {
    /// Counts left.
    left: Cell<u64>,
    /// Counts at the beginning; `u64::MAX` when no call is open.
    given: Cell<u64>,
    /// What an interrupt costs: 1, more while a pattern with long steps is matched.
    price: Cell<u64>,
    /// Interrupts and charges after the budget was spent, and what was used all the same.
    beyond: Cell<u64>,
    /// The most calls of native functions and metamethods within each other, since an error was last caught …
    deepest: Cell<u16>,
    /// … which happened after the last payment.
    caught: Cell<bool>,
    /// Bytes asked for, not yet charged.
    unpaid_bytes: Cell<usize>,
    /// The rest of [`FREE_BYTES`].
    free_left: Cell<usize>,
    /// Bytes paid since the last collection.
    uncollected: Cell<usize>,
    /// Bytes that the machine may hold after a collection.
    memory: Cell<usize>,
}

impl Budget {
    const fn new(counts: u64, memory: usize) -> Self {
        Self {
            left: Cell::new(counts),
            given: Cell::new(counts),
            price: Cell::new(1),
            beyond: Cell::new(0),
            deepest: Cell::new(0),
            caught: Cell::new(false),
            unpaid_bytes: Cell::new(0),
            free_left: Cell::new(FREE_BYTES),
            uncollected: Cell::new(0),
            memory: Cell::new(memory),
        }
    }

    fn swap(&self, other: &Self) {
        // `Cell::swap` checks for overlap, which costs more than the swap.
        fn swap<T: Copy>(a: &Cell<T>, b: &Cell<T>) {
            b.set(a.replace(b.get()));
        }
        swap(&self.left, &other.left);
        swap(&self.given, &other.given);
        swap(&self.price, &other.price);
        swap(&self.beyond, &other.beyond);
        swap(&self.deepest, &other.deepest);
        swap(&self.caught, &other.caught);
        swap(&self.unpaid_bytes, &other.unpaid_bytes);
        swap(&self.free_left, &other.free_left);
        swap(&self.uncollected, &other.uncollected);
        swap(&self.memory, &other.memory);
    }

    #[inline]
    fn note_depth(&self, depth: u16) {
        self.deepest.set(self.deepest.get().max(depth));
    }

    /// Counts for the calls that an error ended before it was caught.
    #[cold]
    fn unwound_to(&self, depth: u16) -> u64 {
        self.caught.set(false);
        COUNTS_PER_UNWOUND * u64::from(self.deepest.replace(depth).saturating_sub(depth))
    }

    /// Takes counts off; false when none are left.
    #[inline]
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

    /// Counts for the bytes asked for since the last payment; less than a count's worth stays unpaid.
    #[cold]
    fn memory_cost(&self) -> u64 {
        let free = self.free_left.get().min(self.unpaid_bytes.get());
        self.free_left.set(self.free_left.get() - free);
        let unpaid = self.unpaid_bytes.get() - free;
        self.uncollected.set(self.uncollected.get() + unpaid);
        self.unpaid_bytes.set(unpaid % BYTES_PER_COUNT);
        (unpaid / BYTES_PER_COUNT) as u64
    }
}

thread_local! {
    /// A thread runs one machine's call at a time; without a call there is no limit.
    static OPEN: Budget = const { Budget::new(u64::MAX, usize::MAX) };
    static OVERRUN: RefCell<Option<Overrun>> = const { RefCell::new(None) };
}

/// Opens a budget for the call that follows on this thread.
fn begin(counts: u64, memory: usize) {
    OPEN.with(|open| open.swap(&Budget::new(counts, memory)));
    OVERRUN.set(None);
    strings::forget();
}

/// Counts spent of the open budget so far, plus what was used after it was spent: memory, and one for each attempt to go on.
fn used() -> u64 {
    OPEN.with(|open| open.given.get().saturating_sub(open.left.get()) + open.beyond.get())
}

/// Closes the budget; returns the overrun when there was one.
fn end() -> Option<Overrun> {
    OPEN.with(|open| (open.left.set(u64::MAX), open.given.set(u64::MAX)));
    strings::forget();
    OVERRUN.take()
}

/// Runs `f` under a budget of its own, on a machine that may hold `memory` bytes; the second value is what was [`used`] of
/// the counts. A spent budget is an [`Overrun`], even when the script caught the error that stopped it.
pub fn limited<R>(counts: u64, memory: usize, f: impl FnOnce() -> mlua::Result<R>) -> (mlua::Result<R>, u64) {
    limited_within(counts, memory, 0, f)
}

/// The same for what lies within so many calls of native functions already, which are not its own.
pub(crate) fn limited_within<R>(
    counts: u64,
    memory: usize,
    depth: u16,
    f: impl FnOnce() -> mlua::Result<R>,
) -> (mlua::Result<R>, u64) {
    begin(counts, memory);
    let result = f();
    if result.is_err() {
        OPEN.with(|open| open.beyond.set(open.beyond.get() + open.unwound_to(depth)));
    }
    let used = used();
    let result = match end() {
        Some(o) => Err(mlua::Error::external(Overrun { raised: result.err(), ..o })),
        None => result,
    };
    (result, used)
}

/// A budget that is put aside until this is dropped: a lack of memory unwinds too.
struct Paused(Budget, Option<Overrun>);

impl Drop for Paused {
    fn drop(&mut self) {
        OPEN.with(|open| open.swap(&self.0));
        OVERRUN.set(self.1.take());
    }
}

/// Runs `f` with the open budget put aside: other machines open and close budgets of their own in it.
pub fn paused<R>(f: impl FnOnce() -> R) -> R {
    let paused = Paused(Budget::new(u64::MAX, usize::MAX), OVERRUN.take());
    OPEN.with(|open| open.swap(&paused.0));
    f()
}

/// Takes `counts` off for work that a native function is about to do.
///
/// # Errors
///
/// The budget is spent: the call that it is for must stop.
pub fn charge(counts: u64) -> mlua::Result<()> {
    if affords(counts) { Ok(()) } else { Err(error()) }
}

/// As [`charge`], for work that is left out when it cannot be paid.
pub(crate) fn affords(counts: u64) -> bool {
    OPEN.with(|open| open.spend(counts))
}

/// The error of a call that is stopped.
pub(crate) fn error() -> mlua::Error {
    OVERRUN.with_borrow_mut(|overrun| mlua::Error::runtime(overrun.get_or_insert_default().cause.text()))
}

/// Adds memory that the open call asked for; it pays at the next interrupt.
#[inline]
pub(crate) fn allocated(bytes: usize) {
    OPEN.with(|open| open.unpaid_bytes.set(open.unpaid_bytes.get().saturating_add(bytes)));
}

/// Whether a call is open on this thread.
pub(crate) fn is_open() -> bool {
    OPEN.with(|open| open.given.get() != u64::MAX)
}

/// An error was caught: the next payment is also for the calls that it ended.
pub(crate) fn caught() {
    OPEN.with(|open| open.caught.set(true));
}

/// Something that costs nothing lies within so many calls of native functions and metamethods.
#[inline]
pub(crate) fn note_depth(depth: u16) {
    OPEN.with(|open| open.note_depth(depth));
}

/// Pays for one interrupt, for `extra` counts and for what was allocated before. The interrupt lies within `depth` calls of
/// native functions and metamethods.
#[inline]
pub(crate) fn pay(extra: u64, depth: u16) -> Paid {
    OPEN.with(|open| {
        let extra = extra + if open.caught.get() { open.unwound_to(depth) } else { 0 };
        open.note_depth(depth);
        let memory = if open.unpaid_bytes.get() < BYTES_PER_COUNT { 0 } else { open.memory_cost() };
        let before = open.left.get();
        if !open.spend(open.price.get() + extra + memory) {
            // The memory was given already, whether it could be paid or not.
            open.beyond.set(open.beyond.get() + memory.saturating_sub(before));
            Paid::No
        } else if memory > 0
            && open.uncollected.get() > (open.memory.get() / PART_PER_COLLECTION).max(LEAST_PER_COLLECTION)
        {
            open.uncollected.set(0);
            Paid::Collect
        } else {
            Paid::Yes
        }
    })
}

/// The open call must stop: it has nothing left to spend.
pub(crate) fn stop(cause: Cause) {
    OPEN.with(|open| open.left.set(0));
    OVERRUN.with_borrow_mut(|overrun| {
        overrun.get_or_insert_with(|| Overrun { cause, ..Overrun::default() });
    });
}

/// The call stops at this line; empty and 0 when the line is not known. Later errors of the same call change nothing.
pub(crate) fn stopped(file: &CStr, line: c_int) -> Cause {
    OVERRUN.with_borrow_mut(|overrun| {
        let overrun = overrun.get_or_insert_default();
        if overrun.file.is_empty() {
            overrun.file = file.to_string_lossy().into_owned();
            overrun.line = u32::try_from(line).unwrap_or(0);
        }
        overrun.cause
    })
}

/// Sets what an interrupt costs from now on; returns what it cost before.
pub(crate) fn set_price(counts: u64) -> u64 {
    OPEN.with(|open| open.price.replace(counts))
}

/// Bytes that the machine of the open call may hold after a collection.
pub(crate) fn memory() -> usize {
    OPEN.with(|open| open.memory.get())
}

/// Counts left of the open budget.
pub(crate) fn left() -> u64 {
    OPEN.with(|open| open.left.get())
}
