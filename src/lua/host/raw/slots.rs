//! What the header of a table says: its capacity (an empty table may be large, and to visit it takes as long as if it were
//! full), and marks of our own.

use super::layout;
use mlua::{Lua, Table, ffi};
use std::ffi::c_void;

/// Entries that a table can hold without growing.
pub(crate) fn slots(table: &Table) -> u64 {
    // SAFETY: the pointer is that of a live table.
    unsafe { slots_at(table.to_pointer()) }
}

/// The same for a table's address.
///
/// # Safety
/// The table must be alive.
pub(super) unsafe fn slots_at(table: *const c_void) -> u64 {
    // SAFETY: the caller's promise, and the fields are where `prove_layout` found them.
    unsafe { (*table.cast::<layout::Table>()).slots() }
}

/// What the host has noted of a table. It goes with the table, takes no memory, and a copy does not have it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    /// As a metatable it was looked at.
    Known = 2,
    /// Another table looks up its fields in it.
    Within = 4,
}

/// Notes something of a table.
pub(crate) fn mark(table: &Table, mark: Mark) {
    // SAFETY: the pointer is that of a live table, no reference to its header exists, and Luau keeps a byte there.
    unsafe { (*table.to_pointer().cast_mut().cast::<layout::Table>()).safe |= mark as u8 }
}

/// Whether that was noted of a table.
pub(crate) fn is_marked(table: &Table, mark: Mark) -> bool {
    // SAFETY: the pointer is that of a live table.
    unsafe { (*table.to_pointer().cast::<layout::Table>()).safe & mark as u8 != 0 }
}

/// Whether a table of this capacity is mostly empty.
pub(super) fn is_mostly_empty(slots: u64, entries: u64) -> bool {
    slots > 64 && slots > 4 * entries
}

/// Finds out whether tables of the linked Luau have the layout that this program reads.
///
/// # Errors
/// It does not.
pub(crate) fn prove_slots(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: two fresh values; nothing in the closure needs dropping.
    let table: Table = unsafe { lua.exec_raw((), |state| ffi::lua_createtable(state, 37, 16)) }?;
    let before = slots(&table) == 37 + 16 && !is_marked(&table, Mark::Known);
    table.set_safeenv(true);
    // SAFETY: as in `is_marked`.
    let safe = unsafe { (*table.to_pointer().cast::<layout::Table>()).safe };
    table.set_safeenv(false);
    mark(&table, Mark::Known);
    let marked = is_marked(&table, Mark::Known) && !is_marked(&table, Mark::Within) && slots(&table) == 37 + 16;
    if before && safe == 1 && marked { Ok(()) } else { Err(mlua::Error::runtime("Luau's tables are not known")) }
}
