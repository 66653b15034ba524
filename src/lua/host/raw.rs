//! The few things that need Luau's own interface: upvalues of functions, a quick look through a creature's memory, and
//! writing the fields of a creature's table.

use mlua::{Function, Lua, MultiValue, Table, Value, ffi};
use std::ffi::{CStr, c_int};

/// The upvalues of a function, by name; native ones have no names.
pub fn upvalues(lua: &Lua, f: &Function) -> mlua::Result<Vec<(String, Value)>> {
    // SAFETY: the function is the only value on the stack; room for all upvalues (255 at most) and their names is made
    // before they are pushed; nothing in the closure needs dropping.
    let found: MultiValue = unsafe {
        lua.exec_raw(f.clone(), |state| {
            ffi::lua_rawcheckstack(state, 520);
            for n in 1.. {
                let name = ffi::lua_getupvalue(state, 1, n);
                if name.is_null() {
                    break;
                }
                ffi::lua_pushstring_(state, name);
            }
            ffi::lua_remove(state, 1);
        })?
    };
    let flat = found.into_vec();
    let named = flat.chunks_exact(2).map(|pair| (crate::lua::host::bindings::key_name(&pair[1]), pair[0].clone()));
    Ok(named.collect())
}

/// What a memory may hold at most.
#[derive(Clone, Copy, Debug)]
pub struct PlainLimits {
    pub entries: usize,
    pub text_bytes: usize,
    pub depth: usize,
}

/// A key of a table, seen in passing.
#[derive(Clone, Copy, Debug)]
pub enum RawKey<'a> {
    Int(i64),
    Text(&'a [u8]),
}

/// A value, seen in passing; of a table its entries follow, one deeper.
#[derive(Clone, Copy, Debug)]
pub enum RawValue<'a> {
    Bool(bool),
    Number(f64),
    Text(&'a [u8]),
    Table,
}

/// Sees every entry of a table that is walked, and of the tables in it. Must not panic: Lua's frames are on the stack.
pub trait Walker {
    /// An entry of the table itself has depth 0.
    fn entry(&mut self, depth: usize, key: RawKey, value: RawValue);
    /// The walk was broken off: something was not plain.
    fn torn(&mut self) {}
}

impl Walker for () {
    fn entry(&mut self, _: usize, _: RawKey, _: RawValue) {}
}

/// Whether a table holds nothing but plain data within limits. Circles are too deep by nature.
pub fn is_plain(lua: &Lua, table: &Table, limits: PlainLimits, walker: &mut impl Walker) -> mlua::Result<bool> {
    let mut plain = true;
    let mut left = limits;
    // SAFETY: walks with `lua_next` over tables it does not change; stack room is made at every depth; raises nothing.
    unsafe {
        lua.exec_raw::<()>(table.clone(), |state| {
            plain = table_is_plain(state, &mut left, 0, walker);
            ffi::lua_settop(state, 0);
        })?;
    }
    if !plain {
        walker.torn();
    }
    Ok(plain)
}

/// The table on top of the stack; leaves it there.
unsafe fn table_is_plain(
    state: *mut ffi::lua_State,
    left: &mut PlainLimits,
    depth: usize,
    walker: &mut impl Walker,
) -> bool {
    // SAFETY: see `is_plain`. On `false` the stack is left as it is: the caller empties it.
    unsafe {
        if left.depth == 0 || ffi::lua_getmetatable(state, -1) != 0 {
            return false;
        }
        left.depth -= 1;
        ffi::lua_rawcheckstack(state, 4);
        ffi::lua_pushnil(state);
        while ffi::lua_next(state, -2) != 0 {
            if left.entries == 0 {
                return false;
            }
            let (Some(key), Some(value)) = (plain_key(state, left), plain_value(state, left)) else { return false };
            walker.entry(depth, key, value);
            if matches!(value, RawValue::Table) && !table_is_plain(state, left, depth + 1, walker) {
                return false;
            }
            left.entries -= 1;
            ffi::lua_pop(state, 1);
        }
        left.depth += 1;
        true
    }
}

/// Integers beyond this are not exact in a Lua number.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

unsafe fn plain_key<'a>(state: *mut ffi::lua_State, left: &mut PlainLimits) -> Option<RawKey<'a>> {
    // SAFETY: the key lies below the value; only looks, never converts a key (that would confuse `lua_next`).
    unsafe {
        match ffi::lua_type(state, -2) {
            ffi::LUA_TNUMBER => {
                let n = ffi::lua_tonumberx(state, -2, std::ptr::null_mut());
                (n.fract() == 0.0 && n.abs() <= MAX_EXACT).then_some(RawKey::Int(n as i64))
            }
            ffi::LUA_TSTRING => text(state, -2, left).map(RawKey::Text),
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
            ffi::LUA_TSTRING => text(state, -1, left).map(RawValue::Text),
            ffi::LUA_TTABLE => Some(RawValue::Table),
            _ => None,
        }
    }
}

/// A text that stays where it is as long as it lies on the stack.
unsafe fn text<'a>(state: *mut ffi::lua_State, at: c_int, left: &mut PlainLimits) -> Option<&'a [u8]> {
    let mut length = 0;
    // SAFETY: called for strings only, which are not converted; they lie on the stack while a walker looks at them.
    let bytes = unsafe {
        let start = ffi::lua_tolstring(state, at, &mut length);
        std::slice::from_raw_parts(start.cast::<u8>(), length)
    };
    let fits = length <= left.text_bytes;
    left.text_bytes = left.text_bytes.saturating_sub(length);
    fits.then_some(bytes)
}

/// Takes the creature's table at `index` of `npcs`, writes its fields and answers it, read-only again; `None` when there
/// is no table.
pub fn refresh(
    lua: &Lua,
    npcs: &Table,
    index: usize,
    numbers: &[(&CStr, f64)],
    texts: &[(&CStr, &str)],
) -> mlua::Result<Option<Table>> {
    let index = c_int::try_from(index).map_err(|_| mlua::Error::runtime("too many creatures"))?;
    // SAFETY: the entry is checked to be a table; names are static; nothing in the closure needs dropping when a lack
    // of memory raises an error inside it.
    unsafe {
        lua.exec_raw(npcs.clone(), |state| {
            ffi::lua_rawcheckstack(state, 4);
            ffi::lua_rawgeti_(state, 1, index);
            ffi::lua_remove(state, 1);
            if ffi::lua_type(state, 1) == ffi::LUA_TTABLE {
                ffi::lua_setreadonly(state, 1, 0);
                for (name, value) in numbers {
                    ffi::lua_pushnumber(state, *value);
                    ffi::lua_rawsetfield(state, 1, name.as_ptr());
                }
                for (name, text) in texts {
                    ffi::lua_pushlstring_(state, text.as_ptr().cast(), text.len());
                    ffi::lua_rawsetfield(state, 1, name.as_ptr());
                }
                ffi::lua_setreadonly(state, 1, 1);
            }
        })
    }
}
