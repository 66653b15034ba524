//! `npc`: timers.

use crate::lua::api::declare::Type::{Boolean, Number, Optional, Word};
use crate::lua::api::declare::{Function, Type};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::STATE_SECONDS;
use crate::lua::api::native::{Args, NativeCall, NativeError, REFUSED_COST, Returned};

/// One count is charged for so many timers that are looked at.
const TIMERS_PER_COUNT: u64 = 4;

const TIMER: Type = Word(Domain::Timer);

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Acts after(seconds: STATE_SECONDS, name: TIMER), run |call, args| set(call, args, false), cost 10,
        "the creature gets timer(npc, name) once, in its first turn after so many seconds; a timer of the same name is \
         replaced";
    Acts every(seconds: STATE_SECONDS, name: TIMER), run |call, args| set(call, args, true), cost 10,
        "the same again and again, at most once a turn";
    Acts cancel(name: TIMER) -> [Boolean], run
        |call, mut args| Ok(paid(call)?.instance.timers.cancel(&args.take_string(0)).into()), cost 10,
        "removes a timer; false when there is none of this name";
    Pure due(name: TIMER) -> [Optional(&Number)], run due, cost 10,
        "seconds until a timer is due; nil when there is none of this name";
};

/// Takes off counts for a look at all timers.
fn paid<'c, 'v>(call: &'c mut NativeCall<'v>) -> Result<&'c mut NativeCall<'v>, NativeError> {
    call.charge(call.instance.timers.len() as u64 / TIMERS_PER_COUNT)?;
    Ok(call)
}

fn set(call: &mut NativeCall, mut args: Args, again: bool) -> Result<Returned, NativeError> {
    // A step is not a fraction of a second that floats can hold.
    let steps = args.wide(0).unwrap_or(0.0) / f64::from(call.view.step_s) - 1e-3;
    let (now, most, name) = (call.view.step, call.params.timers, args.take_string(1));
    if paid(call)?.instance.timers.set(name, now, steps.ceil().max(0.0) as u64, again, most) {
        return Ok(Returned::Nil);
    }
    call.charge(REFUSED_COST)?;
    Err(NativeError::TooManyTimers(most))
}

fn due(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let due = paid(call)?.instance.timers.due(&args.take_string(0));
    let seconds = |step: u64| step.saturating_sub(call.view.step) as f32 * call.view.step_s;
    Ok(due.map(seconds).into())
}
