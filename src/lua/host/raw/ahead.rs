//! Asks for memory that the next turns will read, so that it is in the processor's caches when they do. Creatures' tables lie
//! scattered, and a turn waits for each of them otherwise. Nothing depends on whether that works.

use super::layout::Table;
use super::stay::Stay;

/// Bytes of a line of the caches.
const LINE: usize = 64;
/// Entries of a table that are asked for: most have fewer.
const MOST_NODES: usize = 32;
/// So many turns before it begins, the first memory of a turn is asked for.
pub(crate) const TURNS_AHEAD: usize = 6;

/// Asks for the line that an address lies in.
#[inline]
fn line(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, whatever the address is; all processors of this architecture have the instruction.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Asks for all lines of some values.
#[inline]
pub(crate) fn ask_for<T>(values: &[T]) {
    let start = values.as_ptr().cast::<u8>();
    (0..size_of_val(values)).step_by(LINE).for_each(|at| line(start.wrapping_add(at)));
}

/// Asks for the entries of a table.
fn ask_for_nodes(table: &Table) {
    let nodes = table.nodes();
    ask_for(&nodes[..nodes.len().min(MOST_NODES)]);
}

impl Stay<'_> {
    /// Asks for what the turn of the creature at a local index will read of its tables, so many turns before it begins. Each
    /// time what was asked for before leads to more.
    pub(crate) fn ask_ahead(&self, local: usize, turns: usize) {
        let Some(npc) = self.table_at(local) else { return };
        if turns >= 5 {
            return if turns == 5 { ask_for_nodes(npc) } else { ask_for(std::slice::from_ref(npc)) };
        }
        let Some(memory) = self.memory_of(npc) else { return };
        match turns {
            4 => ask_for(std::slice::from_ref(memory)),
            3 => ask_for_nodes(memory),
            2 => memory.tables().take(MOST_NODES).for_each(|table| ask_for(std::slice::from_ref(table))),
            _ => memory.tables().take(MOST_NODES).for_each(ask_for_nodes),
        }
    }
}
