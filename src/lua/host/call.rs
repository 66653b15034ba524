//! Calls of native functions: what they work on is kept in the machine, arguments and results pass through here.

use crate::lua::analysis::coverage::Tally;
use crate::lua::api::declare::Function;
use crate::lua::api::native::{NativeError, NativeState, Run};
use crate::lua::host::bindings::returns::Pushed;
use crate::lua::host::bindings::{args, returns};
use crate::lua::host::budget;
use crate::lua::host::values::kind_name;
use mlua::{Error, Lua, Result, Value};

/// Calls a native function with the values that a script gave, the creature first if it takes one.
///
/// # Errors
/// When the budget is spent, the creature is not the one whose turn it is, or an argument is not what was declared.
pub(crate) fn call(lua: &Lua, f: &'static Function, run: Run, values: &[Value]) -> Result<[Pushed; 3]> {
    budget::charge(f.charge)?;
    let mut host = lua.try_app_data_mut::<NativeState>().ok().flatten();
    let turn = host.as_ref().and_then(|h| h.view.as_ref().and(h.turn));
    let given = match f.creature_params() {
        Some(_) => {
            check_creature(f, &values[0], turn.map(|t| t.table))?;
            &values[1..]
        }
        None => values,
    };
    let outside = || Error::runtime(format!("{f} can only be used in a handler, not while the file is loaded"));
    let (Some(host), Some(turn)) = (&mut host, turn) else { return Err(outside()) };
    let args = args::read(f, given, host)?;
    let mut native = host.call(spend).ok_or_else(outside)?;
    let returned = run(&mut native, args).map_err(|e| match e {
        NativeError::Misuse(message) => Error::runtime(format!("{f}: {message}")),
        NativeError::Overrun => budget::error(),
    })?;
    if host.params.coverage
        && let Some((question, code)) = host.met.take()
        && let Some(mut tally) = lua.app_data_mut::<Tally>()
    {
        tally.meet(Some(question), code);
    }
    returns::push(lua, host.view.as_ref(), turn.slot, returned)
}

fn spend(counts: u64) -> bool {
    budget::charge(counts).is_ok()
}

/// The creature that a function is called with must be the one whose turn it is; `table` is the address of its table.
fn check_creature(f: &Function, npc: &Value, table: Option<usize>) -> Result<()> {
    let Value::Table(t) = npc else {
        let usage = if f.area == "npc" { "with a colon" } else { "with npc first" };
        let message = format!("{f} must be called {usage}; got {} instead of a creature", kind_name(npc));
        return Err(Error::runtime(message));
    };
    if table == Some(t.to_pointer() as usize) {
        return Ok(());
    }
    Err(Error::runtime(match t.raw_get::<Option<String>>("name") {
        Ok(Some(name)) if t.is_readonly() => format!("{f}: npc of {name} used outside its own turn"),
        _ => format!("{f} needs a creature (npc), not a table"),
    }))
}
