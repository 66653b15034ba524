//! What Luau's structures look like: their first fields are the same in all builds of the linked version. Every new machine
//! is asked for proof (`sandbox`).

use mlua::{Lua, ffi};
use std::ffi::{CStr, c_int, c_void};

/// `lua_State` up to the fields that are read.
#[repr(C)]
pub(super) struct State {
    head: [u8; 8],
    pub top: *mut TaggedValue,
    pub base: *mut TaggedValue,
    global: *const c_void,
    pub call: *const CallInfo,
    last: *const TaggedValue,
    pub stack: *const TaggedValue,
    calls: [*const CallInfo; 2],
    sizes: [c_int; 2],
    pub depth: u16,
}

/// `CallInfo` up to the fields that are read.
#[repr(C)]
pub(super) struct CallInfo {
    pub base: *const TaggedValue,
    pub function: *const TaggedValue,
    top: *const TaggedValue,
    /// Null in a native function.
    pub proto: *const c_void,
    /// After the instruction that interrupts.
    pub next: *const u32,
}

/// `TValue`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct TaggedValue {
    pub value: u64,
    extra: u32,
    pub tag: c_int,
}

impl TaggedValue {
    #[inline]
    pub(super) fn number(n: f64) -> Self {
        Self { value: n.to_bits(), extra: 0, tag: ffi::LUA_TNUMBER }
    }

    #[inline]
    pub(super) fn boolean(b: bool) -> Self {
        Self { value: b.into(), extra: 0, tag: ffi::LUA_TBOOLEAN }
    }

    /// A string that lives.
    #[inline]
    pub(super) fn string(string: *const Text) -> Self {
        Self { value: string as u64, extra: 0, tag: ffi::LUA_TSTRING }
    }
}

/// `TString` up to its content.
#[repr(C)]
pub(super) struct Text {
    head: [u8; 8],
    next: *const Text,
    hash: u32,
    length: u32,
    content: [u8; 0],
}

impl Text {
    /// The string whose content lies at an address.
    #[inline]
    pub(super) fn of_content(content: *const u8) -> *const Self {
        content.wrapping_sub(std::mem::offset_of!(Self, content)).cast()
    }

    /// # Safety
    /// The string is alive for as long as the bytes are used.
    #[inline]
    pub(super) unsafe fn bytes<'a>(this: *const Self) -> &'a [u8] {
        // SAFETY: the caller's promise.
        unsafe {
            let content = this.cast::<u8>().add(std::mem::offset_of!(Self, content));
            std::slice::from_raw_parts(content, (*this).length as usize)
        }
    }
}

/// `LuaNode`: an entry of the hash part of a table.
#[repr(C)]
pub(super) struct Node {
    pub value: TaggedValue,
    pub key: u64,
    key_extra: u32,
    /// The tag of the key in the lowest four bits.
    key_tag: u32,
}

impl Node {
    #[inline]
    pub(super) fn key_tag(&self) -> c_int {
        (self.key_tag & 15).cast_signed()
    }
}

/// Nodes among which tables are looked for.
const MOST_LOOKED_AT: usize = 32;

/// `LuaTable`.
#[repr(C)]
pub(super) struct Table {
    head: [u8; 4],
    pub readonly: u8,
    /// Lowest bit: whether globals that it holds may be taken for those of the library. Only tables that functions take
    /// their globals from are asked for that, and the other bits are never looked at.
    pub safe: u8,
    /// Logarithm of the number of nodes.
    nodes_log2: u8,
    mask: u8,
    array_size: c_int,
    last_free: c_int,
    pub metatable: *const Table,
    array: *const TaggedValue,
    node: *mut Node,
}

impl Table {
    /// Entries that it can hold without growing.
    #[inline]
    pub(super) fn slots(&self) -> u64 {
        u64::from(self.array_size.cast_unsigned()) + (1 << self.nodes_log2)
    }

    /// The values at the whole numbers from 1.
    #[inline]
    pub(super) fn array(&self) -> &[TaggedValue] {
        match self.array_size {
            0 => &[],
            // SAFETY: the fields of a live table go together.
            size => unsafe { std::slice::from_raw_parts(self.array, size.cast_unsigned() as usize) },
        }
    }

    /// The hash part, empty nodes included.
    #[inline]
    pub(super) fn nodes(&self) -> &[Node] {
        // SAFETY: as above; a table without any has one that is empty.
        unsafe { std::slice::from_raw_parts(self.node, 1 << self.nodes_log2) }
    }

    /// The tables among the values of the first nodes.
    pub(super) fn tables(&self) -> impl Iterator<Item = &Table> {
        let tables = self.nodes().iter().take(MOST_LOOKED_AT).filter(|node| node.value.tag == ffi::LUA_TTABLE);
        // SAFETY: what a live table holds lives.
        tables.map(|node| unsafe { &*(node.value.value as *const Table) })
    }

    /// Sets the value of a node.
    ///
    /// # Safety
    /// The table is as new as its last collection or the value needs no collection, and it has so many nodes.
    #[inline]
    pub(super) unsafe fn set(&self, node: usize, value: TaggedValue) {
        // SAFETY: the caller's promise.
        unsafe { (*self.node.add(node)).value = value }
    }
}

/// Finds out whether the linked Luau has this layout.
///
/// # Errors
/// It has not.
pub(crate) fn prove_layout(lua: &Lua) -> mlua::Result<()> {
    const NAME: &CStr = c"layout";
    let mut fits = false;
    // SAFETY: space is made for what is pushed; the table is alive while it is looked at; nothing in the closure needs dropping.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            ffi::lua_rawcheckstack(state, 4);
            ffi::lua_createtable(state, 3, 4);
            ffi::lua_pushnumber(state, 7.5);
            ffi::lua_rawseti_(state, 1, 2);
            ffi::lua_pushboolean(state, 1);
            ffi::lua_rawsetfield(state, 1, NAME.as_ptr());
            ffi::lua_pushstring_(state, NAME.as_ptr());
            let content = ffi::lua_tolstring(state, 2, std::ptr::null_mut()).cast::<u8>();
            let table = &*ffi::lua_topointer(state, 1).cast::<Table>();
            let text = Text::of_content(content);
            let number =
                table.array().get(1).is_some_and(|v| v.tag == ffi::LUA_TNUMBER && v.value == 7.5_f64.to_bits());
            let found = table.nodes().iter().find(|n| n.key_tag() == ffi::LUA_TSTRING && n.key == text as u64);
            let entry = found.is_some_and(|n| n.value.tag == ffi::LUA_TBOOLEAN && n.value.value & 0xff == 1);
            let thread = &*state.cast::<State>();
            let top =
                thread.top.offset_from(thread.base) == 2 && (*thread.base).value == std::ptr::from_ref(table) as u64;
            let whole = table.array().len() == 3 && table.nodes().len() == 4 && table.slots() == 7;
            let sealed = table.readonly == 0 && table.metatable.is_null() && {
                ffi::lua_setreadonly(state, 1, 1);
                table.readonly & 1 == 1
            };
            fits = Text::bytes(text) == NAME.to_bytes() && number && entry && top && whole && sealed;
            ffi::lua_settop(state, 0);
        })?;
    }
    if fits { Ok(()) } else { Err(mlua::Error::runtime("Luau's structures are not known")) }
}
