//! Visits the tables of a creature's memory: is it plain data within limits?

use super::layout::{Table, TaggedValue, Text};
use super::slots::is_mostly_empty;
use crate::lua::api::params::PlainLimits;
use mlua::ffi;
use std::ffi::c_int;

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub enum RawKey<'a> {
    /// A whole number.
    Int(i64),
    /// The bytes of a string.
    String(&'a [u8]),
}

/// A value; the entries of a table follow it, one level deeper.
#[derive(Clone, Copy, Debug)]
pub enum RawValue<'a> {
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// The bytes of a string.
    String(&'a [u8]),
    /// A table, whatever it holds.
    Table,
}

/// What is left of the limits when the table on top of the stack holds nothing but plain data within them and no table in it is
/// mostly empty; `None` otherwise. A table that contains itself is too deep. Calls `visit` with every entry of the table (depth
/// 0) and of the tables in it. The caller takes the table off.
///
/// # Safety
/// A table lies on top of the stack of a state that runs, and `visit` calls nothing of Lua's.
pub(super) unsafe fn top_is_plain(
    state: *mut ffi::lua_State,
    limits: PlainLimits,
    visit: &mut impl FnMut(usize, RawKey, RawValue),
) -> Option<PlainLimits> {
    let mut left = limits;
    // SAFETY: the caller's promise: the tables live and are not changed meanwhile.
    unsafe {
        let table: *const Table = ffi::lua_topointer(state, -1).cast();
        if (*table).readonly != 0 {
            // A script may have frozen it; its entries are checked and removed all the same.
            ffi::lua_setreadonly(state, -1, 0);
        }
        table_is_plain(table, &mut left, 0, visit)?;
    }
    Some(left)
}

/// As [`top_is_plain`], of a table at a depth; `None` when it is not plain.
///
/// # Safety
/// The table is alive and does not change meanwhile, and `visit` calls nothing of Lua's.
pub(super) unsafe fn table_is_plain(
    table: *const Table,
    left: &mut PlainLimits,
    depth: usize,
    visit: &mut impl FnMut(usize, RawKey, RawValue),
) -> Option<()> {
    let mut entries = 0;
    // SAFETY: see `top_is_plain`.
    unsafe {
        if !(*table).metatable.is_null() {
            return None;
        }
        left.depth = left.depth.checked_sub(1)?;
        each_entry(table, |key, value, within| {
            left.entries = left.entries.checked_sub(1)?;
            let (key, value) = (key?, value?);
            if let RawKey::String(s) = key {
                left.string_bytes = left.string_bytes.checked_sub(s.len())?;
            }
            if let RawValue::String(s) = value {
                left.string_bytes = left.string_bytes.checked_sub(s.len())?;
            }
            visit(depth, key, value);
            entries += 1;
            within.map_or(Some(()), |table| table_is_plain(table, left, depth + 1, visit))
        })?;
        left.depth += 1;
        (!is_mostly_empty((*table).slots(), entries)).then_some(())
    }
}

/// Calls `take` with each entry of a table until it returns `None`, which is returned then: key and value, each `None` when it is
/// no plain data, and the table that the value is, if it is one.
///
/// # Safety
/// The table is alive and does not change meanwhile; strings are borrowed for no longer.
#[inline]
pub(super) unsafe fn each_entry<'a>(
    table: *const Table,
    mut take: impl FnMut(Option<RawKey<'a>>, Option<RawValue<'a>>, Option<*const Table>) -> Option<()>,
) -> Option<()> {
    // SAFETY: the caller's promise.
    let table = unsafe { &*table };
    let within = |value: &TaggedValue| (value.tag == ffi::LUA_TTABLE).then_some(value.value as *const Table);
    for (at, value) in table.array().iter().enumerate().filter(|(_, value)| value.tag != ffi::LUA_TNIL) {
        // SAFETY: the value lies in the table.
        let plain = unsafe { plain_value(value) };
        take(Some(RawKey::Int(at as i64 + 1)), plain, within(value))?;
    }
    for node in table.nodes().iter().filter(|node| node.value.tag != ffi::LUA_TNIL) {
        // SAFETY: key and value lie in the table; a node with a value has a key that lives.
        let (key, plain) = unsafe {
            let key = match node.key_tag() {
                ffi::LUA_TNUMBER => whole(f64::from_bits(node.key)).map(RawKey::Int),
                ffi::LUA_TSTRING => Some(RawKey::String(Text::bytes(node.key as *const Text))),
                _ => None,
            };
            (key, plain_value(&node.value))
        };
        take(key, plain, within(&node.value))?;
    }
    Some(())
}

#[inline]
unsafe fn plain_value<'a>(value: &TaggedValue) -> Option<RawValue<'a>> {
    match value.tag {
        ffi::LUA_TBOOLEAN => Some(RawValue::Bool(value.value as u32 != 0)),
        ffi::LUA_TNUMBER => Some(RawValue::Number(f64::from_bits(value.value))),
        // SAFETY: the caller's promise: the string lies in a table that lives.
        ffi::LUA_TSTRING => Some(RawValue::String(unsafe { Text::bytes(value.value as *const Text) })),
        ffi::LUA_TTABLE => Some(RawValue::Table),
        _ => None,
    }
}

/// A whole number that a Lua number holds exactly.
pub(crate) fn whole(n: f64) -> Option<i64> {
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    (n.fract() == 0.0 && n.abs() <= MAX_EXACT).then_some(n as i64)
}

/// The bytes of a string, borrowed for as long as it is on the stack; `None` for anything else.
pub(super) unsafe fn bytes<'a>(state: *mut ffi::lua_State, at: c_int) -> Option<&'a [u8]> {
    // SAFETY: only a string is asked for its bytes, which converts nothing.
    unsafe {
        let mut length = 0;
        (ffi::lua_type(state, at) == ffi::LUA_TSTRING).then(|| {
            let start = ffi::lua_tolstring(state, at, &mut length);
            std::slice::from_raw_parts(start.cast(), length)
        })
    }
}
