//! Named places and areas of the map.

use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{Boolean, Number, Optional, Word};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};

/// One count is charged for so many rectangles that are looked at.
const PARTS_PER_COUNT: usize = 8;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Pure inside(area: Word(Domain::Area)) -> [Boolean], run inside, cost 10,
        "whether it is in an area of this name or role; false where the map has none";
};

pub(super) const OF_WORLD: &[Function] = functions! { "world":
    Pure place(name: Word(Domain::Place)) -> [Optional(&Number), Number], run
        |call, mut args| Ok(Returned::Place(call.view.world.areas.place(&args.take_string(0)))), cost 10,
        "x and y of a place of the map, or of the middle of an area; nil where the map has none of this name";
};

fn inside(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let (word, here) = (args.take_string(0), call.here());
    let areas = || call.view.world.areas.called(&word);
    call.charge((areas().map(|area| area.parts.len()).sum::<usize>() / PARTS_PER_COUNT) as u64)?;
    Ok(areas().any(|area| area.contains(here)).into())
}
