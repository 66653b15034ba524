//! `npc`: ticks that a creature can do without.

use crate::agent::Sleep;
use crate::lua::api::declare::Type::{Optional, Shape};
use crate::lua::api::declare::{Function, ShapeName};
use crate::lua::api::functions::functions;
use crate::lua::api::measure::STATE_SECONDS;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
use crate::lua::api::natives::senses::FILTER_COST;

/// The longest sleep, steps: 50 days.
const MOST_STEPS: f64 = 1e8;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Acts sleep(
        seconds: STATE_SECONDS, unless: Optional(&Shape(ShapeName::Filter)), or_unless: Optional(&Shape(ShapeName::Filter))
    ), run sleep, cost FILTER_COST,
        "its tick is left out for so many seconds, while it goes on with what it does. It wakes before that for an event that \
         its state handles, a timer, a blow, the end of a search or of its path, a new state or script, and when a creature comes \
         near that fits a filter";
};

fn sleep(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    if call.params.sleep {
        // As timers count: a step is not a fraction of a second that floats can hold.
        let steps = (args.wide(0).unwrap_or(0.0) / f64::from(call.view.step_s) - 1e-3).ceil();
        call.turn.sleep = Sleep { until: call.view.step + steps.clamp(0.0, MOST_STEPS) as u64, ..Sleep::default() };
        call.instance.wakers = [1, 2].map(|i| args.optional_filter(i));
    }
    Ok(Returned::Nil)
}
