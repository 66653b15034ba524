//! Doors of the map.

use crate::agent::Outgoing;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{Boolean, Number, Optional, Word};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
use crate::lua::api::natives::talk::send;

/// A creature opens a door that is no farther from its body than this, metres.
const ARM_M: f32 = 1.0;
/// One count is charged for so many doors whose names are compared.
const DOORS_PER_COUNT: usize = 8;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Acts open(door: Word(Domain::Door)) -> [Boolean], run |call, args| turn(call, args, true), cost 10,
        "open a door of the map at the end of this step; true when it is no farther than a metre and opens to this \
         creature's faction";
    Acts close(door: Word(Domain::Door)) -> [Boolean], run |call, args| turn(call, args, false), cost 10,
        "close a door of the map at the end of this step, as npc:open; it stays open while something is in it";
};

pub(super) const OF_WORLD: &[Function] = functions! { "world":
    Pure door(name: Word(Domain::Door)) -> [Optional(&Boolean), Number, Number], run door, cost 10,
        "whether a door of the map is open, and x and y of its middle; nil where the map has none of this name";
};

/// The number of a door of the map.
fn numbered(call: &NativeCall, name: &str) -> Result<Option<usize>, NativeError> {
    let plane = call.view.plane_of(call.me());
    call.charge((plane.doors.len() / DOORS_PER_COUNT) as u64)?;
    Ok(plane.door(name))
}

fn door(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let Some(door) = numbered(call, &args.take_string(0))? else { return Ok(Returned::Nil) };
    let world = call.view.plane_of(call.me());
    let at = world.leaf(door).map(|leaf| leaf.centre).unwrap_or_default();
    Ok(Returned::Door { open: world.doors[door].open, at })
}

fn turn(call: &mut NativeCall, mut args: Args, open: bool) -> Result<Returned, NativeError> {
    let name = args.take_string(0);
    let Some(door) = numbered(call, &name)? else { return Ok(false.into()) };
    let (view, me, here) = (call.view, call.me(), call.here());
    let faction = view.catalogue.symbols.name(view.agents.faction[me]);
    let plane = view.plane_of(me);
    let opens_to = &plane.doors[door].opened_by;
    let allowed = opens_to.is_empty() || opens_to.iter().any(|f| **f == *faction);
    let reach = view.agents.bodies.radius[me] + ARM_M;
    let near = plane.leaf(door).is_some_and(|leaf| leaf.distance(here) <= reach);
    // What it asked for before in this turn comes first.
    let own = call.out.outgoing.iter().rev().take_while(|(slot, _)| *slot == me);
    let mut asked = own.filter_map(|(_, sent)| match sent {
        Outgoing::Door { name: other, open } if *other == name => Some(*open),
        _ => None,
    });
    let is_open = asked.next().unwrap_or(plane.doors[door].open);
    if near && allowed && is_open != open {
        send(call, Outgoing::Door { name, open })?;
    }
    Ok((near && allowed).into())
}
