//! Copies of plain tables, read where they lie: without a handle for each of their values.

use super::layout::Table;
use super::visit::{RawKey, RawValue, each_entry};
use crate::agent::{Key, Value};
use crate::lua::api::params::PlainLimits;

/// A copy of a table that holds nothing but plain data within limits; `None` for any other.
pub(crate) fn copied(table: &mlua::Table, mut limits: PlainLimits) -> Option<Value> {
    // SAFETY: the handle keeps the table alive, and no script runs meanwhile.
    unsafe { copy(table.to_pointer().cast(), &mut limits) }.map(Value::Table)
}

/// Its entries in the order of their keys.
unsafe fn copy(table: *const Table, left: &mut PlainLimits) -> Option<Vec<(Key, Value)>> {
    let mut entries = Vec::new();
    // SAFETY: the caller's promise: the table and those in it live and do not change meanwhile.
    unsafe {
        if !(*table).metatable.is_null() {
            return None;
        }
        left.depth = left.depth.checked_sub(1)?;
        each_entry(table, |key, value, within| {
            left.entries = left.entries.checked_sub(1)?;
            let key = match key? {
                RawKey::Int(i) => Key::Int(i),
                RawKey::String(s) => Key::String(bytes(s, left)?),
            };
            let value = match value? {
                RawValue::Bool(b) => Value::Bool(b),
                RawValue::Number(n) => Value::Number(n),
                RawValue::String(s) => Value::String(bytes(s, left)?),
                RawValue::Table => Value::Table(copy(within?, left)?),
            };
            entries.push((key, value));
            Some(())
        })?;
    }
    left.depth += 1;
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Some(entries)
}

fn bytes(text: &[u8], left: &mut PlainLimits) -> Option<Vec<u8>> {
    left.string_bytes = left.string_bytes.checked_sub(text.len())?;
    Some(text.to_vec())
}
