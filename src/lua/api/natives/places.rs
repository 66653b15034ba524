//! Named places and areas of the map, and its ground.

use crate::geom::Cell;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{Boolean, Number, Optional, String, Word};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, GroundThere, NativeCall, NativeError, Returned};
use crate::world::PLAIN_COST;

/// One count is charged for so many rectangles that are looked at.
const PARTS_PER_COUNT: usize = 8;
/// The same for so many storeys in which a name is looked for.
const STOREYS_PER_COUNT: usize = 2;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Pure inside(area: Word(Domain::Area)) -> [Boolean], run inside, cost 10,
        "whether it is in an area of this name or role; false where the map has none";
};

pub(super) const OF_WORLD: &[Function] = functions! { "world":
    Pure place(name: Word(Domain::Place)) -> [Optional(&Number), Number, String], run place, cost 10,
        "x and y of a place of the map, or of the middle of an area, and the storey that it is on, the creature's own first; nil \
         where the map has none of this name";
    Pure ground(x: Number, y: Number) -> [Optional(&String), Number, Number, Optional(&Number)], run ground, cost 12,
        "the kind of ground at a point as the map calls it (nil outside), its elevation and the depth of the water there in \
         metres, and what a metre of it costs this creature's paths, 1 being plain ground (nil where it is closed to it)";
};

fn ground(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let (ground, at) = (&call.view.plane_of(call.me()).ground, args.point(0));
    let cell = Cell::of(at, ground.resolution_m());
    let passage = ground.passage(call.view.agents.bodies.moves[call.me()], cell);
    Ok(Returned::Ground(GroundThere {
        kind: ground.kind(cell).map(|kind| kind.name.clone()),
        elevation_m: ground.terrain().elevation_m(at),
        depth_m: ground.terrain().depth_m(at),
        cost: passage.is_open().then(|| f32::from(passage.cost) / f32::from(PLAIN_COST)),
    }))
}

fn place(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let (name, world) = (args.take_string(0), &call.view.world);
    let found = |storey| Some((storey, world.on(storey).areas.place(&name)?));
    let own = found(call.view.agents.bodies.storey[call.me()]);
    if own.is_none() {
        call.charge((world.storey_count() / STOREYS_PER_COUNT) as u64)?;
    }
    let found = own.or_else(|| world.storeys().find_map(found));
    Ok(found.map_or(Returned::Nil, |(storey, at)| Returned::PlaceOn(at, world.on(storey).floor.name.clone())))
}

fn inside(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let (word, here) = (args.take_string(0), call.here());
    let plane = call.view.plane_of(call.me());
    let areas = || plane.areas.called(&word);
    call.charge((areas().map(|area| area.parts.len()).sum::<usize>() / PARTS_PER_COUNT) as u64)?;
    Ok(areas().any(|area| area.contains(here)).into())
}
