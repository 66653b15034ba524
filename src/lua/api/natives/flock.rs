//! `npc`: what flocking needs to know of neighbours (Reynolds 1987): how many there are, where their middle is, how they move, and
//! how close they are.

use super::senses::{FILTER_COST, query};
use crate::agent::Flock;
use crate::lua::api::declare::Type::{Number, Optional, Shape};
use crate::lua::api::declare::{Field, Function, ShapeName, field};
use crate::lua::api::functions::functions;
use crate::lua::api::measure::METRES;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
use std::ffi::CStr;

/// Counts for the table that is returned.
const TABLE_COST: u64 = 30;
/// Nearer than this neighbours are too close when a script says nothing else, metres between centres.
const GAP_M: f64 = 1.0;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Pure flock(filter: Shape(ShapeName::Filter), gap: Optional(&METRES)) -> [Shape(ShapeName::Flock)], run flock,
        cost FILTER_COST + TABLE_COST,
        "those that fit, the nearest limit of them, taken together: how many, their middle, their mean velocity, and how strongly and \
         in which direction those nearer than gap push this one away; gap is 1 metre between centres when left out";
};

/// A field of the table, and how it is read.
pub(crate) type FlockField = (&'static CStr, fn(&Flock) -> f32, Field);

pub(crate) const FIELDS: [FlockField; 7] = [
    (c"count", |f| f.count as f32, field("count", Number, "how many neighbours there are")),
    (c"x", |f| f.centre.x, field("x", Number, "metres, of their middle; the creature's own when there are none")),
    (c"y", |f| f.centre.y, field("y", Number, "metres")),
    (c"vx", |f| f.velocity.x, field("vx", Number, "their mean velocity, metres a second; 0 when there are none")),
    (c"vy", |f| f.velocity.y, field("vy", Number, "metres a second")),
    (
        c"away_x",
        |f| f.away.x,
        field(
            "away_x",
            Number,
            "away from those that are too close; each adds 0 at the gap and 1 where it would be in the same place",
        ),
    ),
    (c"away_y", |f| f.away.y, field("away_y", Number, "its other coordinate")),
];

fn flock(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let (me, gap_m) = (call.me(), args.wide(1).unwrap_or(GAP_M).max(0.0) as f32);
    query(call, &args, |view, hits| Returned::Flock(Flock::of(view, me, hits, gap_m)))
}
