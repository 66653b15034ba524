//! Shapes as the boxes that bodies collide with: rectangles exactly, other polygons as boxes along their sides and strips in between.

use toml::Value;

/// Corners of the polygon in place of an ellipse.
const ELLIPSE_CORNERS: u32 = 16;
/// How thick the boxes along the sides of a polygon are, metres.
const SIDE_M: f64 = 0.1;
/// How high strips are, metres, and how many there are at most.
const STRIP_M: f64 = 0.5;
const MOST_STRIPS: f64 = 64.0;
/// The narrowest strip, metres.
const NARROWEST_M: f64 = 0.05;

/// A point: x to the right, y down.
pub(super) type Point = (f64, f64);

/// What an object draws, from its place on, turned as it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Point(Point),
    Polygon(Vec<Point>),
    Polyline(Vec<Point>),
}

impl Shape {
    /// A rectangle, or the ellipse in it, from a corner on; without a size it is a point.
    pub(super) fn sized(corner: Point, size: Point, is_round: bool) -> Self {
        if size.0 <= 0.0 || size.1 <= 0.0 {
            return Self::Point(corner);
        }
        let at = |right: f64, down: f64| (corner.0 + size.0 * right, corner.1 + size.1 * down);
        if !is_round {
            return Self::Polygon(vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)]);
        }
        let corner = |i: u32| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / f64::from(ELLIPSE_CORNERS)).sin_cos();
            at(0.5 + 0.5 * cos, 0.5 + 0.5 * sin)
        };
        Self::Polygon((0..ELLIPSE_CORNERS).map(corner).collect())
    }

    /// The same with every point moved, scaled or turned.
    pub(super) fn map(self, to: impl Fn(Point) -> Point) -> Self {
        match self {
            Self::Point(at) => Self::Point(to(at)),
            Self::Polygon(points) => Self::Polygon(points.into_iter().map(to).collect()),
            Self::Polyline(points) => Self::Polyline(points.into_iter().map(to).collect()),
        }
    }

    /// Its points.
    pub(super) fn points(&self) -> &[Point] {
        match self {
            Self::Point(at) => std::slice::from_ref(at),
            Self::Polygon(points) | Self::Polyline(points) => points,
        }
    }

    /// The least and the greatest coordinates.
    pub(super) fn bounds(&self) -> (Point, Point) {
        let points = self.points();
        let least = points.iter().fold((f64::INFINITY, f64::INFINITY), |a, p| (a.0.min(p.0), a.1.min(p.1)));
        let most = points.iter().fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |a, p| (a.0.max(p.0), a.1.max(p.1)));
        (least, most)
    }

    /// The middle of its bounds.
    pub(super) fn middle(&self) -> Point {
        let (least, most) = self.bounds();
        ((least.0 + most.0) / 2.0, (least.1 + most.1) / 2.0)
    }

    /// A rectangle's middle, size and turn in degrees.
    pub(super) fn rectangle(&self) -> Option<(Point, Point, f64)> {
        let Self::Polygon(points) = self else { return None };
        let [a, b, c, d] = points[..] else { return None };
        let (along, across) = ((b.0 - a.0, b.1 - a.1), (d.0 - a.0, d.1 - a.1));
        let (width, depth) = (along.0.hypot(along.1), across.0.hypot(across.1));
        let square = (along.0 * across.0 + along.1 * across.1).abs() <= 1e-6 * width * depth;
        let closes = (c.0 - b.0 - across.0).hypot(c.1 - b.1 - across.1) <= 1e-6 * (width + depth);
        let middle = ((a.0 + c.0) / 2.0, (a.1 + c.1) / 2.0);
        (square && closes).then(|| (middle, (width, depth), along.1.atan2(along.0).to_degrees()))
    }

    /// The boxes that it closes, metres, from `base` to `top`; a line is `width` thick.
    pub(super) fn boxes(&self, (base, top): (f64, f64), width: f64) -> Vec<Value> {
        let one = |(x, y): Point, (w, d): Point, turn: f64| {
            let pair = |a: f64, b: f64| Value::Array(vec![rounded(a), rounded(b)]);
            let mut keys = toml::Table::new();
            keys.insert("size".into(), pair(w.max(0.01), d.max(0.01)));
            keys.insert("at".into(), pair(x, y));
            if turn.abs() > 1e-6 {
                keys.insert("turn".into(), rounded(turn));
            }
            if base != 0.0 {
                keys.insert("base".into(), rounded(base));
            }
            keys.insert("top".into(), rounded(top));
            Value::Table(keys)
        };
        if let Some((middle, size, turn)) = self.rectangle() {
            return vec![one(middle, size, turn)];
        }
        let side = |a: Point, b: Point, thick: f64| {
            let (x, y) = (b.0 - a.0, b.1 - a.1);
            one(((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), (x.hypot(y) + thick, thick), y.atan2(x).to_degrees())
        };
        match self {
            Self::Point(_) => Vec::new(),
            Self::Polyline(points) => points.windows(2).map(|pair| side(pair[0], pair[1], width)).collect(),
            Self::Polygon(points) => {
                let next = points.iter().cycle().skip(1);
                let sides = points.iter().zip(next).map(|(a, b)| side(*a, *b, SIDE_M));
                let inside = strips(points, self.bounds());
                sides.chain(inside.into_iter().map(|(at, size)| one(at, size, 0.0))).collect()
            }
        }
    }
}

/// The shortest number that the native format reads as this one: it keeps seven digits.
pub(super) fn rounded(number: f64) -> Value {
    Value::Float((number as f32).to_string().parse().unwrap_or(number))
}

/// Upright rectangles that lie within a polygon, a strip of it each: middles and sizes.
fn strips(points: &[Point], (least, most): (Point, Point)) -> Vec<(Point, Point)> {
    let height = most.1 - least.1;
    let count = (height / STRIP_M).ceil().clamp(1.0, MOST_STRIPS) as u32;
    let step = height / f64::from(count);
    let mut found = Vec::new();
    for i in 0..count {
        let top = least.1 + step * f64::from(i);
        // Just inside the strip, so that corners on its border count once.
        let lines = [0.001, 0.5, 0.999].map(|share| crossings(points, top + share * step));
        if lines.iter().any(|line| line.len() != lines[1].len()) {
            continue;
        }
        for pair in 0..lines[1].len() / 2 {
            let left = lines.iter().map(|line| line[2 * pair]).fold(f64::NEG_INFINITY, f64::max);
            let right = lines.iter().map(|line| line[2 * pair + 1]).fold(f64::INFINITY, f64::min);
            if right - left > NARROWEST_M {
                found.push((((left + right) / 2.0, top + step / 2.0), (right - left, step)));
            }
        }
    }
    found
}

/// Where a level line meets the sides of a polygon, from the left.
fn crossings(points: &[Point], y: f64) -> Vec<f64> {
    let next = points.iter().cycle().skip(1);
    let met = points.iter().zip(next).filter(|(a, b)| (a.1 <= y) != (b.1 <= y));
    let mut all: Vec<f64> = met.map(|(a, b)| a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1)).collect();
    all.sort_by(f64::total_cmp);
    all
}
