//! A stay in a machine: one protected call into Lua, within which the functions of many creatures are called, each under a
//! protection of its own. What all of them need lies at the bottom of the stack.

use super::allocations::bytes_in_use;
use super::bound::Results;
use super::copy;
use super::frame::depth;
use super::given::{Given, look};
use super::layout::{Node, State, Table as RawTable, Text};
use super::visit::{self, RawKey, RawValue};
use crate::lua::api::params::PlainLimits;
use crate::lua::host::packed::Packer;
use mlua::{Error, Lua, Table, ffi};
use std::any::Any;
use std::borrow::Cow;
use std::ffi::c_int;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Creatures' tables by local index from 1.
const NPCS: c_int = 1;
/// Functions of behaviours, from 1.
const FUNCTIONS: c_int = 2;
/// What is called with an error where it is raised: it adds the trace.
const TRACED: c_int = 3;
/// What calls a function with the arguments of an event.
const CALLED: c_int = 4;
/// The name of a creature's memory in its table.
const MEMORY: c_int = 5;
/// The table of the creature whose turn it is.
const NPC: c_int = 6;

/// The message of a lack of memory, which has no trace.
const NO_MEMORY: &[u8] = b"not enough memory";

/// Calls within a machine.
#[derive(Clone, Copy)]
pub(crate) struct Stay<'a> {
    state: *mut ffi::lua_State,
    memory: *const Text,
    frame: PhantomData<&'a ()>,
}

/// Stays in a machine while `work` runs, with the tables of creatures and of functions.
///
/// # Errors
/// A lack of memory before it runs.
pub(crate) fn stay(lua: &Lua, npcs: &Table, functions: &Table, work: impl FnOnce(Stay)) -> mlua::Result<()> {
    let mut panicked: Option<Box<dyn Any + Send>> = None;
    // SAFETY: a panic is caught before it meets frames of Luau; what `work` pushes it takes off.
    let done = unsafe {
        lua.exec_raw::<()>((npcs, functions), |state| {
            ffi::lua_rawcheckstack(state, 16);
            ffi::lua_pushcclosurek(state, traced, c"traced".as_ptr(), 0, None);
            ffi::lua_pushcclosurek(state, called, c"called".as_ptr(), 0, None);
            ffi::lua_pushstring_(state, c"memory".as_ptr());
            let memory = Text::of_content(ffi::lua_tolstring(state, MEMORY, std::ptr::null_mut()).cast());
            let stay = Stay { state, memory, frame: PhantomData };
            panicked = catch_unwind(AssertUnwindSafe(|| work(stay))).err();
            ffi::lua_settop(state, 0);
        })
    };
    match panicked {
        Some(panic) => resume_unwind(panic),
        None => done,
    }
}

/// Adds the trace to the message of an error; what `mlua` raised has its own.
unsafe extern "C-unwind" fn traced(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: called with the error as its argument, with space for what is pushed.
    unsafe {
        ffi::lua_rawcheckstack(state, 8);
        let is_memory = matches!(look(state, -1), Given::String(s) if *s == *NO_MEMORY);
        if !is_memory && ffi::lua_type(state, -1) != ffi::LUA_TUSERDATA {
            let message = ffi::luaL_tolstring(state, -1, std::ptr::null_mut());
            ffi::luaL_traceback(state, state, message, 0);
            ffi::lua_remove(state, -2);
        }
        1
    }
}

/// What pushes the arguments of a call.
pub(crate) type Push<'a> = &'a mut dyn FnMut(&mut Results);

/// Calls a function with a creature and what is pushed: its arguments are where that is, the function and the creature.
unsafe extern "C-unwind" fn called(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: `Stay::call` gives these arguments, and what pushes lives while it waits.
    unsafe {
        let push = &mut *ffi::lua_touserdata(state, 1).cast::<Push>();
        ffi::lua_remove(state, 1);
        push(&mut Results::new(state));
        ffi::lua_call(state, ffi::lua_gettop(state) - 1, 1);
        1
    }
}

impl Stay<'_> {
    /// How many calls of native functions lie round what is called here.
    pub(crate) fn depth(&self) -> u16 {
        // SAFETY: the state is alive.
        unsafe { depth(self.state) }
    }

    /// Bytes of what lives and of garbage, without the free places in Luau's pages.
    pub(crate) fn bytes_in_use(&self) -> usize {
        // SAFETY: the state is alive.
        unsafe { bytes_in_use(self.state) }
    }

    /// The turn of the creature at a local index begins; returns the address of its table, if it has one.
    pub(crate) fn begin(&self, local: usize) -> Option<usize> {
        let index = c_int::try_from(local + 1).ok()?;
        // SAFETY: there is space for it above what all calls need.
        unsafe {
            ffi::lua_settop(self.state, NPC - 1);
            ffi::lua_rawgeti_(self.state, NPCS, index);
            let is_table = ffi::lua_type(self.state, NPC) == ffi::LUA_TTABLE;
            is_table.then(|| ffi::lua_topointer(self.state, NPC) as usize)
        }
    }

    /// Calls the function at a place with the creature whose turn it is, and what `push` pushes. Returns what it returned.
    ///
    /// # Errors
    /// What was raised.
    pub(crate) fn call(&self, lua: &Lua, function: usize, push: Option<Push>) -> mlua::Result<Given<'static>> {
        let state = self.state;
        // SAFETY: space was made for these; all is taken off again.
        unsafe {
            let mut count = 1;
            if push.is_some() {
                ffi::lua_pushvalue(state, CALLED);
                count = 3;
            }
            let mut push = push;
            if let Some(push) = &mut push {
                ffi::lua_pushlightuserdata(state, std::ptr::from_mut(push).cast());
            }
            ffi::lua_rawgeti_(state, FUNCTIONS, c_int::try_from(function + 1).unwrap_or(0));
            ffi::lua_pushvalue(state, NPC);
            let code = ffi::lua_pcall(state, count, 1, TRACED);
            if code != ffi::LUA_OK {
                return Err(self.error(lua, code));
            }
            let result = match look(state, -1) {
                Given::Nil => Given::Nil,
                Given::String(s) => Given::String(Cow::Owned(s.into_owned())),
                other => Given::Other(other.kind_name()),
            };
            ffi::lua_settop(state, NPC);
            Ok(result)
        }
    }

    /// Takes an error off the stack, as `mlua` has it.
    #[cold]
    unsafe fn error(&self, lua: &Lua, code: c_int) -> Error {
        let state = self.state;
        // SAFETY: the error lies on top. What is no string was raised by `mlua`, which takes its own back when it is raised
        // once more.
        unsafe {
            let error = match look(state, -1) {
                Given::String(s) if code == ffi::LUA_ERRMEM => Error::MemoryError(String::from_utf8_lossy(&s).into()),
                Given::String(s) => Error::RuntimeError(String::from_utf8_lossy(&s).into()),
                _ => {
                    let kept = ffi::lua_ref(state, -1);
                    let raised = lua.exec_raw::<()>((), |state| {
                        ffi::lua_rawgeti_(state, ffi::LUA_REGISTRYINDEX, kept);
                        ffi::lua_error(state);
                    });
                    ffi::lua_unref(state, kept);
                    raised.err().unwrap_or_else(|| Error::runtime("an error without a message"))
                }
            };
            ffi::lua_settop(state, NPC);
            error
        }
    }

    /// The table of the creature at a local index. Between turns only.
    pub(super) fn table_at(&self, local: usize) -> Option<&RawTable> {
        let state: *const State = self.state.cast();
        // SAFETY: the tables of creatures are the first value of this frame, and live.
        unsafe {
            let npcs = (*(*state).base.add(NPCS as usize - 1)).value as *const RawTable;
            let value = (*npcs).array().get(local)?;
            (value.tag == ffi::LUA_TTABLE).then(|| &*(value.value as *const RawTable))
        }
    }

    /// The memory in a creature's table.
    pub(super) fn memory_of(&self, npc: &RawTable) -> Option<&RawTable> {
        let is_memory = |node: &&Node| node.key == self.memory as u64 && node.value.tag == ffi::LUA_TTABLE;
        // SAFETY: what a live table holds lives.
        npc.nodes().iter().find(is_memory).map(|node| unsafe { &*(node.value.value as *const RawTable) })
    }

    /// Packs the memory of the creature at a local index, if it is plain data within limits. Between turns only.
    pub(crate) fn pack_memory(&self, local: usize, limits: PlainLimits, packer: &mut Packer) -> Option<()> {
        let memory = self.memory_of(self.table_at(local)?)?;
        // SAFETY: it lies in a table that lives, and no script runs meanwhile.
        unsafe { copy::pack(memory, limits, packer) }
    }

    /// As [`top_is_plain`](visit::top_is_plain), of the memory of the creature whose turn it is. `None` as well where it has none.
    pub(crate) fn memory_is_plain(
        &self,
        limits: PlainLimits,
        mut visit: impl FnMut(usize, RawKey, RawValue),
    ) -> Option<PlainLimits> {
        // SAFETY: as in `top_is_plain`.
        unsafe {
            ffi::lua_pushvalue(self.state, MEMORY);
            ffi::lua_rawget(self.state, NPC);
            let is_table = ffi::lua_type(self.state, -1) == ffi::LUA_TTABLE;
            let left = is_table.then(|| visit::top_is_plain(self.state, limits, &mut visit)).flatten();
            ffi::lua_settop(self.state, NPC);
            left
        }
    }
}
