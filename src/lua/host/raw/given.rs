//! The values that a script gives a native function, looked at where they lie on the stack.

use super::layout::{State, Text};
use super::slots::slots_at;
use super::visit::{RawKey, RawValue, each_entry};
use crate::diag;
use crate::lua::host::values::kind_name;
use mlua::{Value, ffi};
use std::borrow::Cow;
use std::ffi::{CStr, c_int};
use std::marker::PhantomData;

/// A value that a script gave.
#[derive(Clone, Debug)]
pub(crate) enum Given<'a> {
    Nil,
    Boolean(bool),
    Number(f64),
    String(Cow<'a, [u8]>),
    /// A table on the stack.
    Table(RawTable<'a>),
    /// Something that is no scalar, and kept by a handle.
    Handle(&'a Value),
    /// Something else, by the name of its type.
    Other(&'static str),
}

impl<'a> Given<'a> {
    /// The same as a value of `mlua`.
    pub(crate) fn of(value: &'a Value) -> Self {
        match value {
            Value::Nil => Self::Nil,
            Value::Boolean(b) => Self::Boolean(*b),
            Value::Integer(i) => Self::Number(*i as f64),
            Value::Number(n) => Self::Number(*n),
            Value::String(s) => Self::String(Cow::Owned(s.as_bytes().to_vec())),
            other => Self::Handle(other),
        }
    }

    pub(crate) fn is_nil(&self) -> bool {
        matches!(self, Self::Nil)
    }

    /// The type, as Lua names it.
    pub(crate) fn kind_name(&self) -> &'static str {
        match self {
            Self::Nil => "nil",
            Self::Boolean(_) => "boolean",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Table(_) => "table",
            Self::Handle(value) => kind_name(value),
            Self::Other(kind) => kind,
        }
    }

    /// A key as a string: as [`key_name`](crate::lua::host::values::key_name) has it.
    pub(crate) fn key_name(&self) -> String {
        match self {
            Self::String(s) => String::from_utf8_lossy(s).into_owned(),
            Self::Number(n) => diag::number(*n),
            Self::Boolean(b) => b.to_string(),
            other => other.kind_name().to_owned(),
        }
    }

    /// The address of a table; 0 for anything else.
    pub(crate) fn address(&self) -> usize {
        match self {
            Self::Table(table) => table.address(),
            Self::Handle(Value::Table(table)) => table.to_pointer() as usize,
            _ => 0,
        }
    }
}

/// The values of a call of a native function, on the stack of the state that runs it.
#[derive(Clone, Copy)]
pub(crate) struct Stack<'a> {
    state: *mut ffi::lua_State,
    frame: PhantomData<&'a ()>,
}

impl Stack<'_> {
    /// # Safety
    /// A native function runs in this state, and returns after the last use of what is read here.
    pub(super) unsafe fn new(state: *mut ffi::lua_State) -> Self {
        Self { state, frame: PhantomData }
    }
}

impl<'a> Stack<'a> {
    /// How many values were given.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        let state: *const State = self.state.cast();
        // SAFETY: the state runs: the top of its stack lies above the base.
        let count = unsafe { (*state).top.offset_from((*state).base) };
        usize::try_from(count).unwrap_or(0)
    }

    /// The value at a place, from 0; nil where none was given.
    #[inline]
    pub(crate) fn given(&self, at: usize) -> Given<'a> {
        if at >= self.count() {
            return Given::Nil;
        }
        let index = at as c_int + 1;
        let state: *const State = self.state.cast();
        // SAFETY: the promise made to `new`, and the value lies on the stack.
        unsafe {
            let value = &*(*state).base.add(at);
            match value.tag {
                ffi::LUA_TNIL => Given::Nil,
                ffi::LUA_TNUMBER => Given::Number(f64::from_bits(value.value)),
                ffi::LUA_TBOOLEAN => Given::Boolean(value.value as u32 != 0),
                ffi::LUA_TSTRING => Given::String(Cow::Borrowed(Text::bytes(value.value as *const Text))),
                ffi::LUA_TTABLE => Given::Table(RawTable { state: self.state, at: index, frame: PhantomData }),
                _ => look(self.state, index),
            }
        }
    }
}

/// A table that lies on the stack while a native function works.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawTable<'a> {
    state: *mut ffi::lua_State,
    /// From the bottom of the frame.
    at: c_int,
    frame: PhantomData<&'a ()>,
}

impl<'a> RawTable<'a> {
    pub(crate) fn address(&self) -> usize {
        // SAFETY: it is there while the frame is.
        unsafe { ffi::lua_topointer(self.state, self.at) as usize }
    }

    /// Entries that it can hold without growing.
    pub(crate) fn slots(&self) -> u64 {
        // SAFETY: it is a table, and there while the frame is.
        unsafe { slots_at(ffi::lua_topointer(self.state, self.at)) }
    }

    pub(crate) fn is_readonly(&self) -> bool {
        // SAFETY: as above.
        unsafe { ffi::lua_getreadonly(self.state, self.at) != 0 }
    }

    /// Its entry of this name, if that is a string.
    pub(crate) fn string(&self, name: &CStr) -> Option<String> {
        // SAFETY: as above; the value is taken off again.
        unsafe {
            ffi::lua_rawcheckstack(self.state, 2);
            ffi::lua_pushstring_(self.state, name.as_ptr());
            ffi::lua_rawget(self.state, self.at);
            let found = match look(self.state, -1) {
                Given::String(s) => Some(String::from_utf8_lossy(&s).into_owned()),
                _ => None,
            };
            ffi::lua_settop(self.state, -2);
            found
        }
    }

    /// Calls `take` with its entries until it returns false; false then, or when an entry is no plain data. Tables in it are
    /// not visited.
    pub(crate) fn each_plain(&self, mut take: impl FnMut(RawKey, RawValue) -> bool) -> bool {
        // SAFETY: it is a table, there while the frame is, and does not change meanwhile.
        unsafe {
            each_entry(ffi::lua_topointer(self.state, self.at).cast(), |key, value, _| take(key?, value?).then_some(()))
        }
        .is_some()
    }

    /// Calls `take` with its entries until it returns false.
    pub(crate) fn each(&self, mut take: impl FnMut(Given<'a>, Given<'a>) -> bool) {
        // SAFETY: as above. What was read of an entry lies in the table.
        unsafe {
            let (state, top) = (self.state, ffi::lua_gettop(self.state));
            ffi::lua_rawcheckstack(state, 4);
            ffi::lua_pushnil(state);
            while ffi::lua_next(state, self.at) != 0 {
                let more = take(entry(state, -2), entry(state, -1));
                ffi::lua_settop(state, -2);
                if !more {
                    break;
                }
            }
            ffi::lua_settop(state, top);
        }
    }
}

/// A key or a value on top of the stack, which is soon taken off: a table is no more than its type.
unsafe fn entry<'a>(state: *mut ffi::lua_State, at: c_int) -> Given<'a> {
    // SAFETY: the caller's promise.
    match unsafe { look(state, at) } {
        Given::Table(_) => Given::Other("table"),
        other => other,
    }
}

/// The value at an index of the stack, while it is there. Never converts a value in place.
#[inline]
pub(super) unsafe fn look<'a>(state: *mut ffi::lua_State, at: c_int) -> Given<'a> {
    // SAFETY: the callers' promise; each value is asked for what its type has.
    unsafe {
        match ffi::lua_type(state, at) {
            ffi::LUA_TNONE | ffi::LUA_TNIL => Given::Nil,
            ffi::LUA_TNUMBER => Given::Number(ffi::lua_tonumberx(state, at, std::ptr::null_mut())),
            ffi::LUA_TINTEGER => Given::Number(ffi::lua_tointeger64(state, at, std::ptr::null_mut()) as f64),
            ffi::LUA_TBOOLEAN => Given::Boolean(ffi::lua_toboolean(state, at) != 0),
            ffi::LUA_TSTRING => {
                let mut length = 0;
                let start = ffi::lua_tolstring(state, at, &mut length);
                Given::String(Cow::Borrowed(std::slice::from_raw_parts(start.cast(), length)))
            }
            ffi::LUA_TTABLE => Given::Table(RawTable { state, at, frame: PhantomData }),
            ffi::LUA_TUSERDATA => Given::Other("userdata"),
            ffi::LUA_TLIGHTUSERDATA => Given::Other("lightuserdata"),
            ffi::LUA_TFUNCTION => Given::Other("function"),
            ffi::LUA_TTHREAD => Given::Other("thread"),
            ffi::LUA_TBUFFER => Given::Other("buffer"),
            ffi::LUA_TVECTOR => Given::Other("vector"),
            _ => Given::Other("value"),
        }
    }
}
