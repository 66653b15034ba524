//! `npc`: listening to others.

use crate::agent::{Filter, StepView, direction};
use crate::geom::Vec2;
use crate::lua::api::declare::Type::{Optional, Shape};
use crate::lua::api::declare::{Function, ShapeName};
use crate::lua::api::functions::functions;
use crate::lua::api::measure::{RADIANS, SECONDS};
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
use crate::lua::api::natives::senses::{FILTER_COST, charge_for};

/// Steps are heard this many metres away for each metre a second of speed: 12 m at a run of 6 m/s.
const STEPS_M_PER_SPEED: f32 = 2.0;
/// A blow is heard so far away, metres …
const BLOW_M: f32 = 25.0;
/// … and for so long, seconds.
const BLOW_S: f32 = 1.0;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Pure listen(filter: Shape(ShapeName::Filter)) -> [Optional(&RADIANS), SECONDS], run listen, cost FILTER_COST,
        "the direction of the loudest noise of those that fit, one of sixteen, and seconds since it was made; nil when \
         nothing is heard. Steps are heard 2 metres for each metre a second of speed, blows 25 metres for a second, both \
         through walls; a shout comes as heard(npc, what, from)";
};

fn listen(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let (filter, _) = args.filter(0);
    let me = call.me();
    let filter = Filter { visible: false, within: filter.within.min(call.view.agents.hearing_m[me]), ..filter };
    charge_for(call, &filter)?;
    call.view.find(me, &filter, call.scratch, |_| (true, 0), call.pays())?;
    let mut loudest: Option<(f32, usize, f32)> = None;
    for (distance, slot) in &*call.scratch {
        let (level, age_s) = noise(call.view, *slot);
        let left = level - distance;
        // The nearest first: of equally loud ones it stays.
        if left > 0.0 && loudest.is_none_or(|(most, ..)| left > most) {
            loudest = Some((left, *slot, age_s));
        }
    }
    let here = call.here();
    let heard =
        |(_, slot, age_s): (f32, usize, f32)| Vec2::new(direction(here, call.view.agents.bodies.position[slot]), age_s);
    Ok(Returned::Place(loudest.map(heard)))
}

/// How far the loudest noise of a creature carries, metres, and how old it is, seconds.
fn noise(view: &StepView, slot: usize) -> (f32, f32) {
    let steps = (view.agents.bodies.velocity[slot].length() * STEPS_M_PER_SPEED, 0.0);
    let age_s = |at: u64| view.step.saturating_sub(at) as f32 * view.step_s;
    let blow = view.agents.struck_at[slot].map(age_s).filter(|age| *age <= BLOW_S).map(|age| (BLOW_M, age));
    blow.filter(|blow| blow.0 > steps.0).unwrap_or(steps)
}
