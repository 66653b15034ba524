//! Chance: every creature draws from a generator of its own, so that its draws do not depend on others.

use crate::geom::{Vec2, heading_of, heading_vec};
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{Integer, Number, Optional};
use crate::lua::api::functions::functions;
use crate::lua::api::measure::{REACH, SHARE};
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};

/// Counts for looking at one place.
const PLACE_COST: u64 = 4;
/// How many places are tried before giving up.
const SPOT_TRIES: usize = 24;
/// Directions that are tried to get away, radians off the straight one; nearest to it first.
const TURNS: [f32; 9] = [0.0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.6, -1.6];
/// Shares of the distance that are tried.
const SHARES: [f32; 3] = [1.0, 0.75, 0.5];

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Acts random() -> [SHARE] | (high: Integer) -> [Integer] | (low: Integer, high: Integer) -> [Integer], run draw,
        "a number in 0..1; with one argument a whole number in 1..high, with two in low..high";
    Pure spot(radius: REACH) -> [Optional(&Number), Number]
        | (radius: REACH, x: Number, y: Number) -> [Optional(&Number), Number], run spot,
        "x and y of a random free place that can be reached, within radius metres of here or of a point; nil when a few \
         tries found none";
    Pure away(x: Number, y: Number, distance: REACH) -> [Optional(&Number), Number], run away,
        "x and y of a place that can be reached, about distance metres from a point and on this side of it; nil when \
         cornered";
};

/// `math.random`.
pub(super) const OF_MATH: &[Function] = functions! { "math":
    Acts random() -> [SHARE] | (high: Integer) -> [Integer] | (low: Integer, high: Integer) -> [Integer], run draw,
        "the same as npc:random, for the creature whose turn it is";
};

fn draw(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let whole = |i: usize| args.wide(i).unwrap_or(1.0) as i64;
    let (low, high) = match args.signature {
        0 => return Ok(Returned::Number(call.instance.rand.unit())),
        1 => (1, whole(0)),
        _ => (whole(0), whole(1)),
    };
    if high < low {
        return Err(NativeError::EmptyRange(low as f64, high as f64));
    }
    Ok(Returned::Number(call.instance.rand.between(low, high) as f64))
}

fn spot(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let radius = args.number(0).max(0.0);
    let centre = if args.signature == 0 { call.here() } else { args.point(1) };
    for _ in 0..SPOT_TRIES {
        let p = call.instance.rand.in_disc(centre, radius);
        if fits(call, p)? {
            return Ok(Returned::Place(Some(p)));
        }
    }
    Ok(Returned::Place(None))
}

fn away(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let (from, distance, here) = (args.point(0), args.number(2).max(0.0), call.here());
    let heading = heading_of(here - from);
    for share in SHARES {
        for turn in TURNS {
            let p = from + heading_vec(heading + turn) * distance * share;
            // A place nearer to the danger than this one is of no use.
            if p.distance(from) >= here.distance(from) * 0.9 && fits(call, p)? {
                return Ok(Returned::Place(Some(p)));
            }
        }
    }
    Ok(Returned::Place(None))
}

/// Whether this body fits at `p` and a path leads there.
fn fits(call: &NativeCall, p: Vec2) -> Result<bool, NativeError> {
    call.charge(PLACE_COST)?;
    let (view, me) = (call.view, call.me());
    let (b, plane) = (&view.agents.bodies, view.plane_of(me));
    let size = plane.size();
    let inside = p.x >= 0.0 && p.y >= 0.0 && p.x < size.x && p.y < size.y;
    Ok(inside && plane.is_free(p, b.radius[me], b.height[me], b.moves[me]) && joined(call, p))
}

/// Whether a path leads to a point; assumed where regions for this size of body were not prepared.
fn joined(call: &NativeCall, to: Vec2) -> bool {
    let (b, me) = (&call.view.agents.bodies, call.me());
    let regions = call.view.regions_of(me).and_then(|r| r.get(b.radius[me], b.height[me], b.moves[me]));
    regions.is_none_or(|r| r.joined(b.position[me], to))
}
