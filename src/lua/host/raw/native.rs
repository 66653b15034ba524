//! Library functions that charge the call's budget for what they are about to do, and for what they return.

use super::interrupt::raise;
use super::slots::slots_at;
use super::visit::bytes;
use crate::lua::host::budget;
use crate::lua::host::natives::{Native, Size, Term, WRAPPED};
use crate::lua::host::strings;
use mlua::{Function, Lua, ffi};
use std::ffi::{CString, c_int};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Every function with its name: Luau keeps the pointers for as long as a machine lives.
static FUNCTIONS: LazyLock<Vec<(&Native, CString)>> = LazyLock::new(|| {
    let named = |n: &'static Native| n.names.split(' ').map(move |name| (n, CString::new(name).unwrap_or_default()));
    WRAPPED.iter().flat_map(named).collect()
});

/// Wraps every function of [`WRAPPED`]. The wrapper runs the function in its own frame, so that errors read as before.
///
/// # Errors
/// When a function is missing: then Luau has changed.
pub(crate) fn wrap_natives(lua: &Lua) -> mlua::Result<()> {
    for (native, name) in FUNCTIONS.iter() {
        let table = match native.library {
            "" => lua.globals(),
            library => lua.globals().get::<mlua::Table>(library)?,
        };
        let function = table.raw_get::<Function>(name.as_c_str())?;
        let returned = native.returns.map(|declared| wrapped(lua, (declared, name), &function.call("")?, None));
        table.raw_set(name.as_c_str(), wrapped(lua, (native, name), &function, returned.transpose()?)?)?;
    }
    Ok(())
}

/// A function that charges as declared for what `function` does; where that returns one, `returned` takes its place. A function of Lua
/// stays as it is.
fn wrapped(
    lua: &Lua,
    (native, name): (&'static Native, &'static CString),
    function: &Function,
    returned: Option<Function>,
) -> mlua::Result<Function> {
    // SAFETY: the two values are on the stack; the closure takes the declaration, which is static, and the values as upvalues.
    unsafe {
        lua.exec_raw((function, returned), |state| {
            if ffi::lua_tocfunction(state, 1).is_none() {
                return ffi::lua_settop(state, 1);
            }
            ffi::lua_pushlightuserdata(state, std::ptr::from_ref(native).cast_mut().cast());
            ffi::lua_insert(state, 1);
            ffi::lua_pushcclosurek(state, wrapper, name.as_ptr(), 3, None);
        })
    }
}

/// Bytes of a pattern that a count pays for: a pattern is gone through before the first attempt to match.
const PATTERN_BYTES: u64 = 16;

/// Charges, calls, charges. Nothing in this frame needs dropping when an error unwinds it.
unsafe extern "C-unwind" fn wrapper(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the upvalues are those that `wrap_natives` gave; the function was checked to be a native one and uses no
    // upvalues of its own, so it can run in this frame.
    unsafe {
        let Some(function) = ffi::lua_tocfunction(state, ffi::lua_upvalueindex(2)) else { return 0 };
        let native = &*ffi::lua_touserdata(state, ffi::lua_upvalueindex(1)).cast::<Native>();
        let args = ffi::lua_gettop(state);
        let refuse = |is_paid: bool| {
            if let Some((size, times, most)) = native.limit
                && size.goes_over() == is_paid
                && work(state, args, 0, size, times) > u64::from(most)
            {
                too_large(state, native, most);
            }
        };
        refuse(false);
        let pattern = native.pattern.map_or(0, |at| string_bytes(state, at.into()) / PATTERN_BYTES);
        let counts = counts_of(state, args, 0, native.before).saturating_add(pattern);
        if budget::charge(counts.saturating_add(native.base.into())).is_err() {
            raise(state);
        }
        refuse(true);
        let price = native.pattern.map_or(1, |at| pattern_price(state, c_int::from(at)));
        let paid = budget::set_price(price);
        let results = function(state);
        budget::set_price(paid);
        if native.returns.is_some() && results > 0 {
            ffi::lua_rawcheckstack(state, 1);
            ffi::lua_pushvalue(state, ffi::lua_upvalueindex(3));
            ffi::lua_replace(state, -1 - results);
        }
        let counts = counts_of(state, args, results, native.after);
        for at in 0..results {
            look_at_result(state, -1 - at);
        }
        if counts > 0 && budget::charge(counts).is_err() || budget::left() == 0 {
            raise(state);
        }
        results
    }
}

unsafe fn counts_of(state: *mut ffi::lua_State, args: c_int, results: c_int, terms: &[Term]) -> u64 {
    // SAFETY: as in `measured`.
    let counts = |t: &Term| unsafe { work(state, args, results, t.size, t.times) } / u64::from(t.per);
    terms.iter().map(counts).fold(0, u64::saturating_add)
}

unsafe fn work(state: *mut ffi::lua_State, args: c_int, results: c_int, size: Size, times: Size) -> u64 {
    // SAFETY: as in `measured`.
    unsafe { measured(state, args, results, size).saturating_mul(measured(state, args, results, times)) }
}

/// A size, of a call with so many arguments, or of its results at the top of the stack. Never converts a value in place.
unsafe fn measured(state: *mut ffi::lua_State, args: c_int, results: c_int, size: Size) -> u64 {
    // SAFETY: looks at values of this frame; the stack is grown before values are pushed, and they are taken off.
    unsafe {
        // As Luau's functions read it: what is no whole number of 32 bits becomes one.
        let integer = |at: u8, default: c_int| match ffi::lua_type(state, at.into()) {
            ffi::LUA_TNUMBER | ffi::LUA_TSTRING => ffi::lua_tointegerx_(state, at.into(), std::ptr::null_mut()),
            _ => default,
        };
        let entries =
            |at: c_int| if ffi::lua_type(state, at) == ffi::LUA_TTABLE { ffi::lua_objlen(state, at) } else { 0 };
        match size {
            Size::One => 1,
            Size::Three => 3,
            Size::Args => args as u64,
            Size::ArgBytes => (1..=args).map(|at| string_bytes(state, at)).sum(),
            Size::Bytes(at) => string_bytes(state, at.into()),
            Size::Slots if ffi::lua_type(state, 1) == ffi::LUA_TTABLE => slots_at(ffi::lua_topointer(state, 1)),
            Size::Slots => 0,
            Size::Number(at) => integer(at, 0).max(0) as u64,
            Size::Span(from, to) => (i64::from(integer(to, 0)) - i64::from(integer(from, 1)) + 1).max(0) as u64,
            Size::Moved(least) if args >= least.into() => entries(1) as u64,
            Size::Moved(_) => 0,
            Size::Run(from, to) => {
                let (mut run, left) = (0, budget::left());
                let last = to.map_or(c_int::MAX, |to| integer(to, c_int::MAX));
                each(state, integer(from, 1)..=last, |state| {
                    run += u64::from(ffi::lua_type(state, -1) != ffi::LUA_TNIL);
                    run <= left && ffi::lua_type(state, -1) != ffi::LUA_TNIL
                });
                run
            }
            Size::Joined => {
                let (between, mut bytes) = (string_bytes(state, 2), 0);
                let most = strings::MAX_BYTES as u64;
                each(state, integer(3, 1)..=integer(4, c_int::MAX), |state| {
                    bytes += between + string_bytes(state, -1);
                    bytes <= between + most && ffi::lua_type(state, -1) != ffi::LUA_TNIL
                });
                bytes.saturating_sub(between)
            }
            Size::Packed => {
                let asked = bytes(state, 1).unwrap_or_default().split(|byte| !byte.is_ascii_digit());
                let number = |digits: &[u8]| {
                    digits.iter().fold(0, |n: u64, d| n.saturating_mul(10).saturating_add(u64::from(d - b'0')))
                };
                let all = (1..=args).map(|at| string_bytes(state, at)).sum::<u64>();
                asked.map(number).fold(all, u64::saturating_add)
            }
            Size::Continued => {
                let after = bytes(state, 1).unwrap_or_default().get(integer(2, 0).max(0) as usize..);
                after.unwrap_or_default().iter().take_while(|byte| **byte & 0xC0 == 0x80).count() as u64
            }
            Size::Scans if scans(state, 2) => string_bytes(state, 1).saturating_mul(string_bytes(state, 1)),
            Size::Scans => 0,
            Size::Compared if args >= 2 => 8 * entries(1) as u64,
            Size::Compared => {
                // It sorts over gaps, too.
                let (mut work, left) = (0, budget::left());
                each(state, 1..=c_int::try_from(entries(1)).unwrap_or(c_int::MAX), |state| {
                    work += 1 + string_bytes(state, -1) / 64;
                    work <= left
                });
                work * u64::from(work.max(1).ilog2() + 1)
            }
            Size::Results => results as u64,
            Size::ResultBytes => (0..results).map(|at| string_bytes(state, -1 - at)).sum(),
        }
    }
}

/// Calls `visit` with each entry of the first argument on top of the stack, in the order of these indices, as long as it returns true.
unsafe fn each(
    state: *mut ffi::lua_State,
    indices: RangeInclusive<c_int>,
    mut visit: impl FnMut(*mut ffi::lua_State) -> bool,
) {
    // SAFETY: the first argument is checked to be a table; the entry is taken off again.
    unsafe {
        if ffi::lua_type(state, 1) != ffi::LUA_TTABLE {
            return;
        }
        ffi::lua_rawcheckstack(state, 1);
        for at in indices {
            ffi::lua_rawgeti_(state, 1, at);
            let more = visit(state);
            ffi::lua_settop(state, -2);
            if !more {
                break;
            }
        }
    }
}

/// Bytes of a string or buffer; 0 for anything else.
unsafe fn string_bytes(state: *mut ffi::lua_State, at: c_int) -> u64 {
    // SAFETY: only strings are asked for their bytes, which converts nothing.
    unsafe {
        match ffi::lua_type(state, at) {
            ffi::LUA_TSTRING | ffi::LUA_TBUFFER => ffi::lua_objlen(state, at) as u64,
            _ => 0,
        }
    }
}

/// How much an attempt to match may cost: Luau interrupts at each, and goes through the pattern in between.
unsafe fn pattern_price(state: *mut ffi::lua_State, at: c_int) -> u64 {
    // SAFETY: asks for sizes of arguments only.
    unsafe {
        let scanned = if scans(state, at) { string_bytes(state, at - 1) } else { 0 };
        1 + string_bytes(state, at) / 8 + scanned / 8
    }
}

/// Whether a pattern looks for a balanced pair or a repeated capture: then Luau goes through the string without interrupt.
unsafe fn scans(state: *mut ffi::lua_State, at: c_int) -> bool {
    // SAFETY: the bytes stay while the string is an argument.
    let pattern = unsafe { bytes(state, at) }.unwrap_or_default();
    pattern.windows(2).any(|w| w[0] == b'%' && matches!(w[1], b'b' | b'1'..=b'9'))
}

unsafe fn look_at_result(state: *mut ffi::lua_State, at: c_int) {
    // SAFETY: it is a result of this frame, which keeps its bytes.
    let result = unsafe { bytes(state, at) }.unwrap_or_default();
    if result.len() > strings::MAX_NUMBER_BYTES {
        strings::check(result);
    }
}

/// Refuses work whose result would be too large.
unsafe fn too_large(state: *mut ffi::lua_State, native: &Native, most: u32) -> ! {
    // SAFETY: called from a native function, which may raise; nothing in its frame needs dropping.
    unsafe {
        budget::charge(u64::from(native.base)).ok();
        let what =
            if matches!((native.library, native.names), ("table", "create" | "move")) { c"entries" } else { c"bytes" };
        ffi::luaL_error(state, c"this call would make more than %d %s".as_ptr(), most as c_int, what.as_ptr())
    }
}
