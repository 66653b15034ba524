//! `npc`: seeing others.

use crate::agent::{Filter, Known, StepView, Unpaid};
use crate::geom::Vec2;
use crate::lua::api::declare::Type::{Boolean, Id, List, Number, Optional, Shape, String};
use crate::lua::api::declare::{Function, ShapeName};
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};

/// Counts for reading a filter …
pub(super) const FILTER_COST: u64 = 20;
/// … and one more for so many creatures that are expected within its reach.
const EXPECTED_PER_COUNT: f32 = 8.0;
/// Counts for the table of what is seen of a creature.
const LOOK_COST: u64 = 40;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Pure nearest(filter: Shape(ShapeName::Filter)) -> [Optional(&Id)], run nearest, cost FILTER_COST,
        "the nearest other creature that fits faction, behaviour, state, within (required), visible, hurt";
    Pure all(filter: Shape(ShapeName::Filter)) -> [List(&Id)], run all, cost FILTER_COST,
        "all that fit, nearest first, at most limit";
    Pure count(filter: Shape(ShapeName::Filter)) -> [Number], run
        |call, args| query(call, &args, |_, hits| Returned::Number(hits.len() as f64)), cost FILTER_COST,
        "how many fit";
    Pure look(id: Id) -> [Optional(&Shape(ShapeName::Creature))], run
        |call, args| Ok(known(call, &args)?.map_or(Returned::Nil, Returned::Creature)), cost LOOK_COST,
        "a creature as it was last seen or heard, which is at most five steps ago while it is in sight; nil when it is gone, or \
         never was";
    Pure where(id: Id) -> [Optional(&Number), Number, Number, Boolean, String, Number], run
        |call, args| Ok(known(call, &args)?.map_or(Returned::Nil, Returned::Whereabouts)),
        "x and y where a creature was last seen or heard, metres from here to there, whether it is in sight, on which storey, \
         and its radius; six nils when it is gone, or never was. As look, for less: no table is made";
    Pure distance(id: Id) -> [Optional(&Number)] | (x: Number, y: Number) -> [Number], run distance,
        "metres to where a creature was last seen or heard (nil when it is gone, or never was) or to a point, centre to centre";
    Pure sees(id: Id) -> [Boolean] | (x: Number, y: Number) -> [Boolean], run sees,
        "whether a creature or a point is in the field of view and nothing blocks the line of sight to it";
    Pure seen_by(filter: Shape(ShapeName::Filter)) -> [List(&Id)], run seen_by, cost FILTER_COST,
        "all that fit and see this creature now, nearest first, at most limit";
    Pure exists(id: Id) -> [Boolean], run |call, args| Ok(other(call, &args).is_some().into()),
        "whether a creature is alive";
    Pure player() -> [Optional(&Id)], run
        |call, _| Ok(call.view.player.filter(|p| call.slot(*p).is_some()).into()),
        "the player's character, when there is one";
};

/// The slot of the creature given as the first argument; `None` when it is gone.
fn other(call: &NativeCall, args: &Args) -> Option<usize> {
    args.id(0).and_then(|id| call.slot(id))
}

/// What is known of the creature given as the first argument.
fn known(call: &mut NativeCall, args: &Args) -> Result<Option<Known>, NativeError> {
    args.id(0).map_or(Ok(None), |id| call.look(id))
}

/// Charges for the creatures that are expected in the circle of a query.
pub(super) fn charge_for(call: &NativeCall, filter: &Filter) -> Result<(), NativeError> {
    call.charge((expected(call.view, filter.within) / EXPECTED_PER_COUNT) as u64)
}

/// How many creatures there would be within a distance if they were spread evenly.
pub(super) fn expected(view: &StepView, within_m: f32) -> f32 {
    let size = view.world.size();
    let share = std::f32::consts::PI * within_m * within_m / (size.x * size.y).max(1.0);
    view.agents.bodies.len() as f32 * share.min(1.0)
}

fn nearest(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let (filter, _) = args.filter(0);
    charge_for(call, &filter)?;
    let (view, me, targets) = (call.view, call.me(), call.instance.targets(call.turn.intent.attack));
    let (pays, knowledge) = (call.pays(), &mut call.instance.knowledge);
    let sees = |slot| knowledge.sees(view, me, slot, &targets);
    let found = view.nearest(me, &filter, call.scratch, sees, pays);
    call.note_sight();
    Ok(found?.map(|slot| view.agents.bodies.id(slot)).into())
}

fn all(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    query(call, &args, |view, hits| {
        Returned::Numbers(hits.iter().map(|(_, slot)| view.agents.bodies.id(*slot).number() as f64).collect())
    })
}

/// Runs a query and hands on its hits (distance, slot): nearest first, at most `limit`.
pub(super) fn query(
    call: &mut NativeCall,
    args: &Args,
    result: impl FnOnce(&StepView, &[(f32, usize)]) -> Returned,
) -> Result<Returned, NativeError> {
    let (filter, limit) = args.filter(0);
    charge_for(call, &filter)?;
    let (view, me, targets) = (call.view, call.me(), call.instance.targets(call.turn.intent.attack));
    let (pays, knowledge) = (call.pays(), &mut call.instance.knowledge);
    let found = view.find(me, &filter, call.scratch, |slot| knowledge.sees(view, me, slot, &targets), pays);
    call.note_sight();
    found?;
    Ok(result(view, &call.scratch[..limit.min(call.scratch.len())]))
}

fn distance(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let to = match args.signature {
        0 => known(call, &args)?.map(|k| k.body.position),
        _ => Some(args.point(0)),
    };
    Ok(to.map(|to| call.here().distance(to)).into())
}

fn sees(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    if args.signature == 0 {
        return Ok(other(call, &args).map_or(Ok(false), |slot| call.sees(slot))?.into());
    }
    let (seen, looked_at) =
        call.view.sees_point(call.me(), args.point(0).clamp(Vec2::ZERO, call.view.plane_of(call.me()).size()));
    if call.pays()(looked_at) { Ok(seen.into()) } else { Err(Unpaid.into()) }
}

/// Nothing of it is kept: what others see is theirs.
fn seen_by(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let (filter, limit) = args.filter(0);
    let (view, me, filter) = (call.view, call.me(), Filter { visible: true, ..filter });
    charge_for(call, &filter)?;
    view.find(me, &filter, call.scratch, |slot| view.sees(slot, me), call.pays())?;
    let seers = call.scratch.iter().take(limit);
    Ok(Returned::Numbers(seers.map(|(_, slot)| view.agents.bodies.id(*slot).number() as f64).collect()))
}
