//! `math`: what Lua's own library lacks, for points and headings.

use crate::agent::{Key, Value};
use crate::geom::{MOST_ASSIGNED, Vec2, assign};
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{List, Number};
use crate::lua::api::functions::functions;
use crate::lua::api::measure::RADIANS;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
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
    Pure assign(from: List(&Number), to: List(&Number)) -> [List(&Number)], run pairs, cost 20,
        "pairs points so that all distances together are least: of two lists { x1, y1, x2, y2, … } of 64 points at most, for each \
         point of the first the number of its partner in the second, 0 where there is none left";
};

/// Distances that are looked at for a count.
const DISTANCES_PER_COUNT: u64 = 4;

fn pairs(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let (from, to) = (points(&args.take_data(0))?, points(&args.take_data(1))?);
    call.charge((from.len() * to.len()) as u64 / DISTANCES_PER_COUNT)?;
    let (partners, work) = assign(&from, &to);
    // Known only now, and bounded.
    call.charge(u64::from(work) / DISTANCES_PER_COUNT)?;
    Ok(Returned::Numbers(partners.into_iter().map(|p| p.map_or(0.0, |p| (p + 1) as f64)).collect()))
}

/// The points of a list of numbers.
fn points(list: &Value) -> Result<Vec<Vec2>, NativeError> {
    let Value::Table(entries) = list else { return Err(NativeError::NoPoints(MOST_ASSIGNED)) };
    let mut numbers = Vec::with_capacity(entries.len());
    for (n, (key, entry)) in entries.iter().enumerate() {
        match (key, entry) {
            (Key::Int(i), Value::Number(number)) if *i == n as i64 + 1 => numbers.push(*number as f32),
            _ => return Err(NativeError::NoPoints(MOST_ASSIGNED)),
        }
    }
    if numbers.len() % 2 != 0 || numbers.len() > 2 * MOST_ASSIGNED || !numbers.iter().all(|n| n.is_finite()) {
        return Err(NativeError::NoPoints(MOST_ASSIGNED));
    }
    Ok(numbers.chunks_exact(2).map(|p| Vec2::new(p[0], p[1])).collect())
}

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
