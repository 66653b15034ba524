//! `npc`: moving and fighting.

use crate::agent::{Avoids, Drive, combat};
use crate::geom::Vec2;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{Boolean, Id, Number, Optional, Word};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::PACE;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
use strum::VariantArray;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Acts steer(x: Number, y: Number, pace: Optional(&PACE)), run
        |call, args| drive(call, steering(call, &args, true)),
        "go straight to a point at a share of top speed, or along the path to the waypoint that next_waypoint returned last, and avoid what is met";
    Acts charge(x: Number, y: Number, pace: Optional(&PACE)), run
        |call, args| drive(call, steering(call, &args, false)),
        "go straight to a point and avoid nothing: for the last metres, and for attacks";
    Acts stop(), run |call, _| drive(call, Drive::Stop), "stop moving";
    Acts face(x: Number, y: Number), run |call, args| drive(call, Drive::Face { to: args.point(0) }),
        "stop, and turn towards a point";
    Acts avoidance(how: Word(Domain::Avoidance)), run avoidance,
        "how it avoids what it meets from now on. orca: it and the others each do their part, early; the default. feelers: \
         three probes steer it. none: it goes straight, and stops where it touches";
    Acts attack(target: Optional(&Id)) -> [Boolean], run attack,
        "strike at a creature whenever it is within reach, until another call ends it; true when it is within reach now. \
         nil: stop striking";
    Acts hold(), run attack, "stop striking";
    Pure in_reach(target: Id) -> [Boolean], run
        |call, args| {
            let other = args.id(0).and_then(|id| call.slot(id)).filter(|slot| *slot != call.me());
            Ok(other.is_some_and(|slot| in_reach(call, slot)).into())
        },
        "whether a creature is near enough for a strike, whatever is between; false for itself";
};

fn avoidance(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let how = Avoids::VARIANTS.iter().find(|how| <&str>::from(**how) == args.word(0));
    call.turn.intent.avoids = how.copied().unwrap_or_default();
    Ok(Returned::Nil)
}

fn steering(call: &NativeCall, args: &Args, avoids: bool) -> Drive {
    let pace = args.wide(2).map_or(1.0, |p| (p as f32).clamp(0.0, 1.0));
    Drive::Steer { to: args.point(0).clamp(Vec2::ZERO, call.view.plane_of(call.me()).size()), pace, avoids }
}

fn drive(call: &mut NativeCall, drive: Drive) -> Result<Returned, NativeError> {
    call.turn.intent.drive = drive;
    Ok(Returned::Nil)
}

fn attack(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let target = args.id(0).and_then(|id| Some((id, call.slot(id)?)));
    if target.is_some_and(|t| t.1 == call.me()) {
        return Err(NativeError::AttacksItself);
    }
    call.turn.intent.attack = target.map(|t| t.0);
    Ok(target.is_some_and(|t| in_reach(call, t.1)).into())
}

fn in_reach(call: &NativeCall, target: usize) -> bool {
    combat::in_reach(&call.view.agents, &call.view.catalogue, call.me(), target)
}
