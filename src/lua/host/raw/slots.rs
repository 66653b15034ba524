//! The capacity of a table: an empty table may be large, and to visit it takes as long as if it were full.

use mlua::{Lua, Table, ffi};
use std::ffi::c_void;

/// `LuaTable` up to the fields that are read.
#[repr(C)]
struct RawTable {
    head: [u8; 6],
    /// Logarithm of the number of nodes.
    nodes_log2: u8,
    mask: u8,
    array: u32,
}

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
    // SAFETY: the caller's promise, and the fields are where `prove_slots` found them.
    let raw = unsafe { &*table.cast::<RawTable>() };
    u64::from(raw.array) + (1 << raw.nodes_log2)
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
    if slots(&table) == 37 + 16 { Ok(()) } else { Err(mlua::Error::runtime("Luau's tables are not known")) }
}
