//! Native functions of the API as Luau calls them: no handle and no closure for a value. What a call works on lies in a
//! home that the machine's functions share.

use super::given::Stack;
use super::names::Names;
use crate::agent::{Key, Value as Data};
use crate::lua::api::creature::Read;
use crate::lua::api::native::NativeState;
use mlua::{Error, Function, Lua, MultiValue, Value, ffi};
use std::any::Any;
use std::cell::{RefCell, RefMut};
use std::ffi::{CStr, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// What the native functions of one machine work on. The machine keeps it for as long as it lives.
#[derive(Default)]
pub(crate) struct Home {
    state: RefCell<NativeState>,
    names: RefCell<Names>,
}

// SAFETY: a machine, its functions and its creatures go from thread to thread together: one thread uses a home at a time.
unsafe impl Send for Home {}
// SAFETY: as above.
unsafe impl Sync for Home {}

impl Home {
    /// `None` while a native function uses it.
    pub(crate) fn get(&self) -> Option<RefMut<'_, NativeState>> {
        self.state.try_borrow_mut().ok()
    }

    /// The strings that the machine keeps. Nothing that uses them calls what uses them too.
    pub(crate) fn names(&self) -> RefMut<'_, Names> {
        self.names.borrow_mut()
    }
}

/// What a native function does with the values that it was given. Its results are pushed afterwards, where a lack of memory
/// may end the call.
pub(crate) trait Native: Sync {
    /// What is known when it has worked.
    type Output;

    /// How it is called in a trace.
    fn name(&self) -> &CStr;

    /// Works.
    ///
    /// # Errors
    /// What the script did wrong; it is raised.
    fn run(&self, home: &Home, given: Stack) -> mlua::Result<Self::Output>;

    /// Pushes results, and says how many.
    fn push(&self, home: &Home, output: Self::Output, results: &mut Results) -> c_int;
}

/// How a call failed.
enum Failure {
    Error(Error),
    Panic(Box<dyn Any + Send>),
}

thread_local! {
    /// What the function that raises will raise.
    static FAILED: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// The function that raises what a native function of the API failed with: errors of `mlua` are made there alone.
pub(crate) fn raiser(lua: &Lua) -> mlua::Result<Function> {
    lua.create_function(|_, ()| -> mlua::Result<()> {
        match FAILED.take() {
            Some(Failure::Error(e)) => Err(e),
            Some(Failure::Panic(panic)) => resume_unwind(panic),
            None => Ok(()),
        }
    })
}

/// A native function as a function of Lua. The machine must keep the home.
pub(crate) fn bind<N: Native>(
    lua: &Lua,
    native: &'static N,
    home: &Arc<Home>,
    raiser: &Function,
) -> mlua::Result<Function> {
    let (this, home) = (std::ptr::from_ref(native), Arc::as_ptr(home));
    // SAFETY: the function that raises is on the stack and becomes the third upvalue; nothing in the closure needs dropping.
    unsafe {
        lua.exec_raw(raiser.clone(), |state| {
            ffi::lua_rawcheckstack(state, 4);
            ffi::lua_pushlightuserdata(state, this.cast_mut().cast());
            ffi::lua_insert(state, 1);
            ffi::lua_pushlightuserdata(state, home.cast_mut().cast());
            ffi::lua_insert(state, 2);
            ffi::lua_pushcclosurek(state, enter::<N>, native.name().as_ptr(), 3, None);
        })
    }
}

/// What Luau calls.
unsafe extern "C-unwind" fn enter<N: Native>(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the upvalues are those that `bind` gave. What works looks at values only, which raises nothing; what pushes
    // may be unwound, and drops what it holds.
    unsafe {
        let native = &*ffi::lua_touserdata(state, ffi::lua_upvalueindex(1)).cast::<N>();
        let home = &*ffi::lua_touserdata(state, ffi::lua_upvalueindex(2)).cast::<Home>();
        let failure = match catch_unwind(AssertUnwindSafe(|| native.run(home, Stack::new(state)))) {
            Ok(Ok(output)) => return native.push(home, output, &mut Results { state }),
            Ok(Err(e)) => Failure::Error(e),
            Err(panic) => Failure::Panic(panic),
        };
        FAILED.set(Some(failure));
        ffi::lua_rawcheckstack(state, 2);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(3));
        ffi::lua_call(state, 0, 0);
        0
    }
}

/// Where the results of a native function go: on top of the stack.
pub(crate) struct Results {
    pub(super) state: *mut ffi::lua_State,
}

impl Results {
    /// # Safety
    /// `state` runs, and values on top of its stack are what the caller expects.
    pub(super) unsafe fn new(state: *mut ffi::lua_State) -> Self {
        Self { state }
    }

    /// So many more values fit.
    pub(super) fn reserve(&self, count: c_int) {
        // SAFETY: `state` is running; a function has space for some values, and this makes more.
        unsafe { ffi::lua_rawcheckstack(self.state, count) }
    }

    /// Takes the last of them off again; nothing where `count` is not positive.
    pub(crate) fn drop(&mut self, count: c_int) {
        // SAFETY: this frame pushed them.
        unsafe { ffi::lua_settop(self.state, -1 - count.max(0)) }
    }

    pub(crate) fn nil(&mut self) {
        self.reserve(1);
        // SAFETY: space was made.
        unsafe { ffi::lua_pushnil(self.state) }
    }

    pub(crate) fn boolean(&mut self, b: bool) {
        self.reserve(1);
        // SAFETY: space was made.
        unsafe { ffi::lua_pushboolean(self.state, c_int::from(b)) }
    }

    pub(crate) fn number(&mut self, n: f64) {
        self.reserve(1);
        // SAFETY: space was made.
        unsafe { ffi::lua_pushnumber(self.state, n) }
    }

    pub(crate) fn string(&mut self, s: &[u8]) {
        self.reserve(1);
        // SAFETY: space was made; a lack of memory unwinds this frame, in which nothing needs dropping.
        unsafe { ffi::lua_pushlstring_(self.state, s.as_ptr().cast(), s.len()) }
    }

    /// A value that was read for a script.
    pub(crate) fn read(&mut self, value: &Read) {
        match value {
            Read::Number(n) => self.number(*n),
            Read::Boolean(b) => self.boolean(*b),
            Read::String(s) | Read::Name(_, s) => self.string(s.as_bytes()),
            Read::Called(called) => self.string(called.text().as_bytes()),
        }
    }

    /// A table with room for so many fields, which [`Results::field`] sets.
    pub(crate) fn table(&mut self, fields: usize) {
        self.reserve(3);
        // SAFETY: space was made.
        unsafe { ffi::lua_createtable(self.state, 0, c_int::try_from(fields).unwrap_or(0)) }
    }

    /// Takes the value on top as a field of the table below it.
    pub(crate) fn field(&mut self, name: &CStr) {
        // SAFETY: a value lies on a table that this frame made.
        unsafe { ffi::lua_rawsetfield(self.state, -2, name.as_ptr()) }
    }

    /// A list of so many values, each pushed by `push`.
    pub(crate) fn list<T>(&mut self, values: impl ExactSizeIterator<Item = T>, push: impl Fn(&mut Self, T)) {
        self.reserve(3);
        // SAFETY: space was made; the value lies on the table.
        unsafe {
            ffi::lua_createtable(self.state, c_int::try_from(values.len()).unwrap_or(0), 0);
            for (i, value) in (1..).zip(values) {
                push(self, value);
                ffi::lua_rawseti_(self.state, -2, i);
            }
        }
    }

    /// A copy of plain data.
    pub(crate) fn data(&mut self, data: &Data) {
        match data {
            Data::Nil => self.nil(),
            Data::Bool(b) => self.boolean(*b),
            Data::Number(n) => self.number(*n),
            Data::String(s) => self.string(s),
            Data::Table(entries) => {
                self.table(entries.len());
                for (key, value) in entries {
                    match key {
                        Key::Int(i) => self.number(*i as f64),
                        Key::String(s) => self.string(s),
                    }
                    self.data(value);
                    // SAFETY: key and value lie on the table.
                    unsafe { ffi::lua_rawset(self.state, -3) }
                }
            }
        }
    }
}

/// The values that `push` pushes, as handles.
pub(crate) fn values(lua: &Lua, push: impl FnOnce(&mut Results) -> c_int) -> mlua::Result<MultiValue> {
    // SAFETY: what is pushed are the results; a lack of memory is caught.
    unsafe { lua.exec_raw((), |state| _ = push(&mut Results { state })) }
}

/// The one value that `push` pushes, as a handle.
pub(crate) fn value(lua: &Lua, push: impl FnOnce(&mut Results)) -> mlua::Result<Value> {
    let pushed = |results: &mut Results| {
        push(results);
        1
    };
    values(lua, pushed).map(|values| values.into_iter().next().unwrap_or(Value::Nil))
}
