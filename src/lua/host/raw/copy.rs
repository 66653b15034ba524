//! Copies of plain tables, read where they lie: without a handle for each of their values.

use super::layout::Table;
use super::visit::{self, RawKey, RawValue};
use crate::agent::{Key, Value};
use crate::lua::api::params::PlainLimits;
use crate::lua::host::packed::Packer;

/// A copy of a table that holds nothing but plain data within limits; `None` for any other, and for one that is mostly empty.
pub(crate) fn copied(table: &mlua::Table, mut limits: PlainLimits) -> Option<Value> {
    let mut tables = Tables { open: vec![Vec::new()] };
    // SAFETY: the handle keeps the table alive, and no script runs meanwhile.
    unsafe { visit::table_is_plain(table.to_pointer().cast(), &mut limits, 0, &mut |d, k, v| tables.add(d, k, v)) }?;
    tables.close(1);
    tables.open.pop().map(sorted)
}

/// The same, packed. `None` leaves nothing to read in the packer.
///
/// # Safety
/// The table lives and does not change meanwhile.
pub(super) unsafe fn pack(table: *const Table, mut limits: PlainLimits, packer: &mut Packer) -> Option<()> {
    packer.begin();
    // SAFETY: the caller's promise.
    unsafe { visit::table_is_plain(table, &mut limits, 0, &mut |d, k, v| packer.add(d, k, v)) }
}

/// The tables that are under way, the outermost first.
struct Tables {
    open: Vec<Vec<(Key, Value)>>,
}

impl Tables {
    /// Adds an entry of a table so deep.
    fn add(&mut self, depth: usize, key: RawKey, value: RawValue) {
        self.close(depth + 1);
        let key = match key {
            RawKey::Int(i) => Key::Int(i),
            RawKey::String(s) => Key::String(s.to_vec()),
        };
        let copy = match value {
            RawValue::Bool(b) => Value::Bool(b),
            RawValue::Number(n) => Value::Number(n),
            RawValue::String(s) => Value::String(s.to_vec()),
            RawValue::Table => Value::Table(Vec::new()),
        };
        if let Some(entries) = self.open.last_mut() {
            entries.push((key, copy));
        }
        if matches!(value, RawValue::Table) {
            self.open.push(Vec::new());
        }
    }

    /// Puts tables that are complete into those that hold them, until so many are under way.
    fn close(&mut self, left: usize) {
        while self.open.len() > left
            && let Some(entries) = self.open.pop()
        {
            if let Some((_, of)) = self.open.last_mut().and_then(|entries| entries.last_mut()) {
                *of = sorted(entries);
            }
        }
    }
}

/// A table of entries in the order of their keys.
fn sorted(mut entries: Vec<(Key, Value)>) -> Value {
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Value::Table(entries)
}
