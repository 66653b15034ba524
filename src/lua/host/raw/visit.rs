//! Visits the tables of a creature's memory: is it plain data within limits?

use super::slots::{is_mostly_empty, slots_at};
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
/// 0) and of the tables in it. The caller takes the table off, and what is left above it.
///
/// # Safety
/// A table lies on top of the stack of a state that runs, and `visit` calls nothing of Lua's.
pub(super) unsafe fn top_is_plain(
    state: *mut ffi::lua_State,
    limits: PlainLimits,
    visit: &mut impl FnMut(usize, RawKey, RawValue),
) -> Option<PlainLimits> {
    let mut left = limits;
    // SAFETY: `lua_next` goes over tables that are not changed meanwhile; stack room is made at every depth; raises nothing.
    unsafe {
        // A script may have frozen it; its entries are checked and removed all the same.
        ffi::lua_setreadonly(state, -1, 0);
        table_is_plain(state, &mut left, 0, visit).then_some(left)
    }
}

/// Key and value of an entry on top of the stack; `None` when they are no plain data.
pub(super) unsafe fn plain_entry<'a>(state: *mut ffi::lua_State) -> Option<(RawKey<'a>, RawValue<'a>)> {
    let mut unlimited = PlainLimits { depth: 1, entries: usize::MAX, string_bytes: usize::MAX };
    // SAFETY: the caller's promise: both lie there.
    unsafe { plain_key(state, &mut unlimited).zip(plain_value(state, &mut unlimited)) }
}

/// The table on top of the stack; leaves it there.
unsafe fn table_is_plain(
    state: *mut ffi::lua_State,
    left: &mut PlainLimits,
    depth: usize,
    visit: &mut impl FnMut(usize, RawKey, RawValue),
) -> bool {
    // SAFETY: see `is_plain`. On `false` the stack is left as it is: the caller empties it.
    unsafe {
        if left.depth == 0 || ffi::lua_getmetatable(state, -1) != 0 {
            return false;
        }
        left.depth -= 1;
        ffi::lua_rawcheckstack(state, 4);
        let mut entries = 0;
        ffi::lua_pushnil(state);
        while ffi::lua_next(state, -2) != 0 {
            if left.entries == 0 {
                return false;
            }
            left.entries -= 1;
            let (Some(key), Some(value)) = (plain_key(state, left), plain_value(state, left)) else { return false };
            visit(depth, key, value);
            if matches!(value, RawValue::Table) && !table_is_plain(state, left, depth + 1, visit) {
                return false;
            }
            entries += 1;
            ffi::lua_pop(state, 1);
        }
        left.depth += 1;
        !is_mostly_empty(slots_at(ffi::lua_topointer(state, -1)), entries)
    }
}

/// A whole number that a Lua number holds exactly.
pub(crate) fn whole(n: f64) -> Option<i64> {
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    (n.fract() == 0.0 && n.abs() <= MAX_EXACT).then_some(n as i64)
}

unsafe fn plain_key<'a>(state: *mut ffi::lua_State, left: &mut PlainLimits) -> Option<RawKey<'a>> {
    // SAFETY: the key lies below the value; only looks, never converts a key (that would confuse `lua_next`).
    unsafe {
        match ffi::lua_type(state, -2) {
            ffi::LUA_TNUMBER => whole(ffi::lua_tonumberx(state, -2, std::ptr::null_mut())).map(RawKey::Int),
            ffi::LUA_TSTRING => string(state, -2, left).map(RawKey::String),
            _ => None,
        }
    }
}

unsafe fn plain_value<'a>(state: *mut ffi::lua_State, left: &mut PlainLimits) -> Option<RawValue<'a>> {
    // SAFETY: see `is_plain`.
    unsafe {
        match ffi::lua_type(state, -1) {
            ffi::LUA_TBOOLEAN => Some(RawValue::Bool(ffi::lua_toboolean(state, -1) != 0)),
            ffi::LUA_TNUMBER => Some(RawValue::Number(ffi::lua_tonumberx(state, -1, std::ptr::null_mut()))),
            ffi::LUA_TSTRING => string(state, -1, left).map(RawValue::String),
            ffi::LUA_TTABLE => Some(RawValue::Table),
            _ => None,
        }
    }
}

/// A string within limits.
unsafe fn string<'a>(state: *mut ffi::lua_State, at: c_int, left: &mut PlainLimits) -> Option<&'a [u8]> {
    // SAFETY: it lies on the stack while a visitor looks at it.
    let bytes = unsafe { bytes(state, at) }?;
    left.string_bytes = left.string_bytes.checked_sub(bytes.len())?;
    Some(bytes)
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
