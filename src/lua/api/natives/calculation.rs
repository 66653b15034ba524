//! `math`: what Lua's own library lacks, for points and headings.

use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::Number;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::RADIANS;
use crate::lua::api::native::{Args, Returned};
use std::f64::consts::{PI, TAU};

pub(super) const OF_MATH: &[Function] = functions! { "math":
    Pure distance(x1: Number, y1: Number, x2: Number, y2: Number) -> [Number], calculates
        |args| { let (x, y) = between(args); Returned::Number(x.hypot(y)) },
        "metres between two points";
    Pure heading(x1: Number, y1: Number, x2: Number, y2: Number) -> [RADIANS], calculates
        |args| { let (x, y) = between(args); Returned::Number(y.atan2(x)) },
        "the direction from one point to another, radians, clockwise from +x, from -pi to pi";
    Pure angle_difference(from: Number, to: Number) -> [RADIANS], calculates angle_difference,
        "the smallest turn from one heading to another, radians, from -pi to pi; above 0 it is clockwise";
};

/// From the first point to the second.
fn between(args: &Args) -> (f64, f64) {
    let n = |i| args.wide(i).unwrap_or(0.0);
    (n(2) - n(0), n(3) - n(1))
}

fn angle_difference(args: &Args) -> Returned {
    let difference = args.wide(1).unwrap_or(0.0) - args.wide(0).unwrap_or(0.0);
    let turn = (difference + PI).rem_euclid(TAU) - PI;
    // Half a turn either way is the same; the sign of what was asked for is kept.
    Returned::Number(if turn == -PI && difference > 0.0 { PI } else { turn })
}
