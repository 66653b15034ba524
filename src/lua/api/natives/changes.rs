//! Boxes that creatures place, move and take away, and ground that they change.

use crate::agent::Outgoing;
use crate::geom::{Aabb, Cell, Obb, Vec2};
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{Boolean, Number, String};
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
use crate::lua::api::natives::talk::send;
use crate::world::Edit;

/// A creature changes what is no farther from its body than this, metres.
const ARM_M: f32 = 2.0;
/// What a creature pushes or takes away is no wider than this, metres.
const WIDEST_M: f32 = 16.0;
/// How wide, deep and high a box is that a creature places, metres.
const SIDE_M: f32 = 1.0;
/// One count is charged for so many objects whose names are compared.
const OBJECTS_PER_COUNT: usize = 8;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Acts place(name: String, x: Number, y: Number) -> [Boolean], run place, cost 30,
        "put a box, 1 m wide, deep and high, turned as the creature is, into the world at the end of this step, or of one of the \
         next where much changes, its \
         middle at x and y; the one of this name that was placed before goes. True when it is no farther than two metres and the map \
         lets this creature's faction change it ([changes]); it is not put where a body is";
    Acts push(name: String, x: Number, y: Number) -> [Boolean], run push, cost 30,
        "move an object of the map, or a box that was placed, so that the middle of its first box is at x and y, as npc:place; \
         both places must be within two metres, and the object no wider than 16";
    Acts take(name: String) -> [Boolean], run take, cost 30,
        "take an object of the map, or a box that was placed, out of the world, as npc:push";
    Acts dig(x: Number, y: Number, kind: String) -> [Boolean], run dig, cost 30,
        "the cell at a point becomes ground of a kind that the map has, as npc:place";
};

fn place(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let heading = call.view.agents.bodies.heading[call.me()];
    let footprint = Obb::new(args.point(1), Vec2::splat(SIDE_M / 2.0), heading);
    let edit = Edit::Place { name: args.take_string(0), footprint, base_m: 0.0, top_m: SIDE_M };
    let distance_m = footprint.distance(call.here());
    change(call, edit, distance_m)
}

fn push(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let (name, to) = (args.take_string(0), args.point(1));
    let before_m = away(call, &name)?;
    let distance_m = before_m.max(to.distance(call.here()));
    change(call, Edit::Move { name, to }, distance_m)
}

fn take(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let name = args.take_string(0);
    let distance_m = away(call, &name)?;
    change(call, Edit::Remove { name }, distance_m)
}

fn dig(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let (at, kind) = (args.point(0), args.take_string(2));
    let cell = Cell::of(at, call.view.plane_of(call.me()).ground.resolution_m());
    let distance_m = at.distance(call.here());
    change(call, Edit::Ground { corners: [cell; 2], kind }, distance_m)
}

/// How far an object is away, metres; infinity where there is none that a creature moves.
fn away(call: &NativeCall, name: &str) -> Result<f32, NativeError> {
    let plane = call.view.plane_of(call.me());
    call.charge((plane.objects.len() / OBJECTS_PER_COUNT) as u64)?;
    let (here, boxes) = (call.here(), plane.boxes_named(name));
    // Here, and again where the change is planned.
    call.charge((2 * boxes.clone().count() / OBJECTS_PER_COUNT) as u64)?;
    let all = boxes.clone().map(|volume| volume.footprint.bounds()).reduce(Aabb::with);
    if all.is_none_or(|all| all.size().max_element() > WIDEST_M) {
        return Ok(f32::INFINITY);
    }
    Ok(boxes.map(|volume| volume.footprint.distance(here)).fold(f32::INFINITY, f32::min))
}

/// Sends a change that a creature makes so far away, where it may; whether it may.
fn change(call: &mut NativeCall, edit: Edit, distance_m: f32) -> Result<Returned, NativeError> {
    let (view, me) = (call.view, call.me());
    let faction = view.catalogue.symbols.name(view.agents.faction[me]);
    let allowed = view.world.changed_by.as_ref().is_some_and(|by| by.is_empty() || by.iter().any(|f| **f == *faction));
    let near = distance_m <= view.agents.bodies.radius[me] + ARM_M;
    let plane = view.plane_of(me);
    call.charge((plane.objects.len() / OBJECTS_PER_COUNT) as u64)?;
    let can = allowed && near && plane.plan(&edit).is_ok();
    if can {
        send(call, Outgoing::Edit(edit))?;
    }
    Ok(can.into())
}
