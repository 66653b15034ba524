//! Reads what a spec gives to `c:force`: a question of the pathfinder, the answer, and what goes with it.

use crate::geom::Vec2;
use crate::lua::api::forced::ForcedCode;
use crate::lua::api::forced::PathCall;
use crate::lua::host::bindings::args;
use crate::lua::host::bindings::key_name;
use crate::lua::host::bindings::kind_name;
use crate::lua::host::sandbox;
use crate::lua::host::spec_host::hand;
use crate::nav::{Code, Reason};
use mlua::{Error, Result, Value};

const OPTIONS: [&str; 4] = ["times", "reason", "x", "y"];
/// The most answers of one order.
const MOST_TIMES: f32 = 10_000.0;

/// `force("tick", "MAP_FAILED", { times = 2, reason = "walled in" })`.
pub(crate) fn read(call: &Value, code: &Value, options: &Value) -> Result<ForcedCode> {
    let call = question(call)?;
    let code = answer(call, code)?;
    let mut forced = ForcedCode { call, code, times: 1, reason: ForcedCode::usual_reason(code), at: None };
    let (mut x, mut y) = (None, None);
    match options {
        Value::Nil => {}
        Value::Table(t) => t.for_each(|k: Value, v: Value| {
            match key_name(&k).as_str() {
                "times" => forced.times = times(&v)?,
                "reason" => forced.reason = Some(reason(code, &v)?),
                "x" => x = Some(args::number("force", "x", &v)?),
                "y" => y = Some(args::number("force", "y", &v)?),
                other => return Err(sandbox::unknown("force's third argument", other, OPTIONS)),
            }
            Ok(())
        })?,
        other => {
            let message =
                format!("force: its third argument is a table such as {{ times = 2 }}, not {}", kind_name(other));
            return Err(Error::runtime(message));
        }
    }
    forced.at = place(&forced, x, y)?;
    Ok(forced)
}

fn question(v: &Value) -> Result<PathCall> {
    let name = hand::word("force", "call", v)?;
    let found = PathCall::ALL.into_iter().find(|c| c.name() == name);
    found.ok_or_else(|| {
        let hint = match code_named(&name) {
            Some(_) => format!("; write force(\"tick\", \"{name}\")"),
            None => "; it answers in \"tick\" and \"next_waypoint\"".into(),
        };
        Error::runtime(format!("force: '{name}' is no question to the pathfinder{hint}"))
    })
}

fn code_named(name: &str) -> Option<Code> {
    Code::ALL.into_iter().find(|c| c.name() == name)
}

fn answer(call: PathCall, v: &Value) -> Result<Code> {
    let name = hand::word("force", "code", v)?;
    let Some(code) = code_named(&name) else {
        return Err(sandbox::unknown("pathfinder", &name, Code::ALL.map(Code::name)));
    };
    if call.answers().contains(&code) {
        return Ok(code);
    }
    let can: Vec<&str> = call.answers().iter().map(|c| c.name()).collect();
    Err(Error::runtime(format!("force: {} never answers {name}, only {}", call.name(), can.join(", "))))
}

fn times(v: &Value) -> Result<u32> {
    let n = args::number("force", "times", v)?;
    if (1.0..=MOST_TIMES).contains(&n) && n.fract() == 0.0 {
        return Ok(n as u32);
    }
    Err(Error::runtime(format!("force: times is {n}; it must be a whole number from 1 to {MOST_TIMES}")))
}

fn reason(code: Code, v: &Value) -> Result<Reason> {
    if ForcedCode::usual_reason(code).is_none() {
        return Err(Error::runtime(format!("force: {} is no failure and has no reason", code.name())));
    }
    let text = hand::word("force", "reason", v)?;
    let found = Reason::ALL.into_iter().find(|r| r.name() == text);
    found.ok_or_else(|| sandbox::unknown("pathfinder.reason", &text, Reason::ALL.map(Reason::name)))
}

/// The place of a waypoint. One that is to be gone to must be named; nobody knows where else it should lie.
fn place(forced: &ForcedCode, x: Option<f32>, y: Option<f32>) -> Result<Option<Vec2>> {
    match (x, y) {
        (Some(_), Some(_)) if forced.call == PathCall::Tick => {
            Err(Error::runtime("force: tick answers no place; x and y go with next_waypoint"))
        }
        (Some(x), Some(y)) => Ok(Some(Vec2::new(x, y))),
        (None, None) if matches!(forced.code, Code::MoreWaypoints | Code::LastWaypoint) => {
            Err(Error::runtime(format!("force: {} needs a place: {{ x = …, y = … }}", forced.code.name())))
        }
        (None, None) => Ok(None),
        _ => Err(Error::runtime("force: a place needs both x and y")),
    }
}
