//! Reads the arguments of `c:force`: a call to the pathfinder, the code it returns, and what goes with the code.

use crate::geom::Vec2;
use crate::lua::api::declare::ShapeName;
use crate::lua::api::forced::{ForcedCode, PathCall};
use crate::lua::host::bindings::args;
use crate::lua::host::spec_host::handles;
use crate::lua::host::values::{key_name, kind_name, suggestion, unknown};
use crate::nav::{Code, Reason};
use mlua::{Error, Result, Value};

/// The most results that one call of `force` can set.
const MOST_TIMES: u32 = 10_000;

/// `force("tick", "MAP_FAILED", { times = 2, reason = "walled in" })`.
pub(crate) fn read(call: &Value, code: &Value, options: &Value) -> Result<ForcedCode> {
    let call = path_call(call)?;
    let code = code_of(call, code)?;
    let mut forced = ForcedCode { call, code, times: 1, reason: ForcedCode::usual_reason(code), at: None };
    let (mut x, mut y) = (None, None);
    match options {
        Value::Nil => {}
        Value::Table(t) => t.for_each(|k: Value, v: Value| {
            match key_name(&k).as_str() {
                "times" => forced.times = handles::whole("force", "times", &v, 1..=MOST_TIMES)?,
                "reason" => forced.reason = Some(reason(code, &v)?),
                "x" => x = Some(args::number("force", "x", &v)?),
                "y" => y = Some(args::number("force", "y", &v)?),
                other => return Err(unknown("force's third argument", other, ShapeName::ForceOptions.names())),
            }
            Ok(())
        })?,
        other => {
            let found = kind_name(other);
            return refuse(format!("its third argument must be a table such as {{ times = 2 }}, not {found}"));
        }
    }
    forced.at = place(&forced, x, y)?;
    Ok(forced)
}

fn refuse<T>(message: String) -> Result<T> {
    Err(Error::runtime(format!("force: {message}")))
}

fn path_call(v: &Value) -> Result<PathCall> {
    let name = handles::word("force", "call", v)?;
    if let Some(call) = PathCall::ALL.into_iter().find(|c| c.name() == name) {
        return Ok(call);
    }
    let calls = PathCall::ALL.map(PathCall::name);
    let hint = match Code::ALL.iter().any(|c| c.name() == name) {
        true => format!("; write force(\"tick\", \"{name}\")"),
        false => suggestion(&name, calls),
    };
    refuse(format!("'{name}' is not a call to the pathfinder{hint}"))
}

fn code_of(call: PathCall, v: &Value) -> Result<Code> {
    let code = handles::code("force", v)?;
    if call.codes().contains(&code) {
        return Ok(code);
    }
    let all: Vec<&str> = call.codes().iter().map(|c| c.name()).collect();
    refuse(format!("{} never returns {}, only {}", call.name(), code.name(), all.join(", ")))
}

fn reason(code: Code, v: &Value) -> Result<Reason> {
    if ForcedCode::usual_reason(code).is_none() {
        return refuse(format!("{} is not a failure and has no reason", code.name()));
    }
    let name = handles::word("force", "reason", v)?;
    let found = Reason::ALL.into_iter().find(|r| r.name() == name);
    found.ok_or_else(|| unknown("pathfinder.reason", &name, Reason::ALL.map(Reason::name)))
}

/// The place of a waypoint. Codes that send the creature there need one.
fn place(forced: &ForcedCode, x: Option<f32>, y: Option<f32>) -> Result<Option<Vec2>> {
    match (x, y) {
        (Some(_), Some(_)) if forced.call == PathCall::Tick => {
            refuse("tick returns no place; x and y go with next_waypoint".into())
        }
        (Some(x), Some(y)) => Ok(Some(Vec2::new(x, y))),
        (None, None) if matches!(forced.code, Code::MoreWaypoints | Code::LastWaypoint) => {
            refuse(format!("{} needs a place: {{ x = …, y = … }}", forced.code.name()))
        }
        (None, None) => Ok(None),
        _ => refuse("a place needs both x and y".into()),
    }
}
