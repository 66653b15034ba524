//! Points, cells, headings and boxes: the conventions of the whole program, stated once.
//!
//! Metres, seconds, radians. `x` to the right, `y` **down** (rows of a map read top to bottom), heading 0 along +x and
//! growing clockwise, `z` up. A cell is `(column, row)`; its centre lies at `(column + 0.5, row + 0.5) × resolution`.

mod assignment;

pub use assignment::{MOST_ASSIGNED, assign};
pub use glam::Vec2;

use std::f32::consts::{PI, TAU};

/// A storey of the world: 0 is the ground, 1 what lies above it, and so on. What is on one storey meets, sees and hears
/// nothing of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Storey(pub u32);

impl Storey {
    /// The only storey of a flat map.
    pub const GROUND: Self = Self(0);
    /// A world has at most so many: their numbers leave bits for flags beside them.
    pub const MOST: usize = 1 << 24;

    /// Its place in a list of the storeys above the ground; `None` for the ground.
    pub fn above_ground(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// A grid cell: column `x`, row `y`. Signed, so that neighbours of the border can be named before they are rejected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The column.
    pub x: i32,
    /// The row, counted downwards.
    pub y: i32,
}

impl Cell {
    /// The cell in a column and a row.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The cell that contains `point` on a grid of cells `resolution_m` wide.
    #[inline]
    pub fn of(point: Vec2, resolution_m: f32) -> Self {
        Self { x: rounded_down(point.x / resolution_m), y: rounded_down(point.y / resolution_m) }
    }

    /// The centre of the cell in metres.
    #[inline]
    pub fn centre(self, resolution_m: f32) -> Vec2 {
        Vec2::new((self.x as f32 + 0.5) * resolution_m, (self.y as f32 + 0.5) * resolution_m)
    }
}

/// An axis-aligned box in metres; `min` is the upper left corner on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The corner with the least coordinates, metres.
    pub min: Vec2,
    /// The corner with the greatest coordinates, metres.
    pub max: Vec2,
}

impl Aabb {
    /// The box between two opposite corners.
    pub fn new(a: Vec2, b: Vec2) -> Self {
        Self { min: a.min(b), max: a.max(b) }
    }

    /// The box of `half` metres to every side of `centre`.
    pub fn around(centre: Vec2, half: f32) -> Self {
        Self { min: centre - Vec2::splat(half), max: centre + Vec2::splat(half) }
    }

    /// The box moved outwards by `by` metres on each side.
    pub fn grown(self, by: f32) -> Self {
        Self { min: self.min - Vec2::splat(by), max: self.max + Vec2::splat(by) }
    }

    /// The smallest box round both.
    pub(crate) fn with(self, o: Self) -> Self {
        Self { min: self.min.min(o.min), max: self.max.max(o.max) }
    }

    /// Whether a point is inside or on the border.
    pub fn contains(self, p: Vec2) -> bool {
        p.x >= self.min.x && p.y >= self.min.y && p.x <= self.max.x && p.y <= self.max.y
    }

    /// The point of the box that is nearest to another.
    pub fn nearest(self, p: Vec2) -> Vec2 {
        p.clamp(self.min, self.max)
    }

    /// Whether two boxes share a point.
    pub fn overlaps(self, o: Self) -> bool {
        self.min.x <= o.max.x && o.min.x <= self.max.x && self.min.y <= o.max.y && o.min.y <= self.max.y
    }

    /// Where along the segment `from → to` it first touches the box, as a share in 0..=1; 0 when it starts inside.
    #[inline]
    pub fn hit(self, from: Vec2, to: Vec2) -> Option<f32> {
        let d = to - from;
        let (mut t0, mut t1) = (0.0_f32, 1.0_f32);
        for (p, v, low, high) in [(from.x, d.x, self.min.x, self.max.x), (from.y, d.y, self.min.y, self.max.y)] {
            if v.abs() < 1e-9 {
                if p < low || p > high {
                    return None;
                }
                continue;
            }
            let (near, far) = ((low - p) / v, (high - p) / v);
            t0 = t0.max(near.min(far));
            t1 = t1.min(near.max(far));
            if t0 > t1 {
                return None;
            }
        }
        Some(t0)
    }

    /// Width and height, metres.
    pub fn size(self) -> Vec2 {
        self.max - self.min
    }
}

/// An oriented box on the ground plane: a centre, half extents along its own axes, and the turn of those axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    /// Metres.
    pub centre: Vec2,
    /// Half the width and half the height, metres.
    pub half: Vec2,
    /// Unit vector of the box's own x axis.
    pub axis: Vec2,
}

impl Obb {
    /// A box turned by `angle` radians.
    pub fn new(centre: Vec2, half: Vec2, angle: f32) -> Self {
        Self { centre, half, axis: heading_vec(angle) }
    }

    /// `p` in the box's own frame.
    #[inline]
    pub fn to_local(&self, p: Vec2) -> Vec2 {
        let d = p - self.centre;
        Vec2::new(d.dot(self.axis), d.dot(self.axis.perp()))
    }

    /// A direction of the box as a direction of the world.
    #[inline]
    pub fn dir_to_world(&self, local: Vec2) -> Vec2 {
        self.axis * local.x + self.axis.perp() * local.y
    }

    /// Whether a point is inside or on the border.
    pub fn contains(&self, p: Vec2) -> bool {
        let l = self.to_local(p).abs();
        l.x <= self.half.x && l.y <= self.half.y
    }

    /// The point of the box (inside included) nearest to `p`.
    #[inline]
    pub fn closest_point(&self, p: Vec2) -> Vec2 {
        self.centre + self.dir_to_world(self.to_local(p).clamp(-self.half, self.half))
    }

    /// Distance from `p` to the box in metres; 0 inside.
    #[inline]
    pub fn distance(&self, p: Vec2) -> f32 {
        let outside = (self.to_local(p).abs() - self.half).max(Vec2::ZERO);
        outside.length()
    }

    /// The four corners, in order round the box.
    #[inline]
    pub fn corners(&self) -> [Vec2; 4] {
        let (u, v) = (self.axis * self.half.x, self.axis.perp() * self.half.y);
        let c = self.centre;
        [c - u - v, c + u - v, c + u + v, c - u + v]
    }

    /// The corner that lies farthest in a direction.
    #[inline]
    pub fn farthest(&self, direction: Vec2) -> Vec2 {
        let (u, v) = (self.axis * self.half.x, self.axis.perp() * self.half.y);
        let towards = |side: Vec2| if side.dot(direction) < 0.0 { -side } else { side };
        self.centre + towards(u) + towards(v)
    }

    /// The smallest upright box round this one.
    #[inline]
    pub fn bounds(&self) -> Aabb {
        let e = Vec2::new(
            self.axis.x.abs() * self.half.x + self.axis.y.abs() * self.half.y,
            self.axis.y.abs() * self.half.x + self.axis.x.abs() * self.half.y,
        );
        Aabb { min: self.centre - e, max: self.centre + e }
    }

    /// Where along the segment `from → to` it first touches the box, as a share in 0..=1; 0 when it starts inside.
    #[inline]
    pub fn hit(&self, from: Vec2, to: Vec2) -> Option<f32> {
        Aabb { min: -self.half, max: self.half }.hit(self.to_local(from), self.to_local(to))
    }
}

/// The place on a segment that is nearest to a point.
#[inline]
pub(crate) fn nearest_on_segment(p: Vec2, from: Vec2, to: Vec2) -> Vec2 {
    let d = to - from;
    let length = d.length_squared();
    let share = if length > 0.0 { ((p - from).dot(d) / length).clamp(0.0, 1.0) } else { 0.0 };
    from + d * share
}

/// Distance from a point to a segment.
#[inline]
pub(crate) fn distance_to_segment(p: Vec2, from: Vec2, to: Vec2) -> f32 {
    p.distance(nearest_on_segment(p, from, to))
}

/// Least distance in metres between a segment and a box; 0 when they meet.
#[inline]
pub(crate) fn segment_to_box(from: Vec2, to: Vec2, square: Aabb) -> f32 {
    if square.hit(from, to).is_some() {
        return 0.0;
    }
    let ends = [from, to].map(|p| p.distance(p.clamp(square.min, square.max)));
    let others = [Vec2::new(square.max.x, square.min.y), Vec2::new(square.min.x, square.max.y)];
    let corners = [square.min, square.max, others[0], others[1]].map(|c| distance_to_segment(c, from, to));
    ends.into_iter().chain(corners).fold(f32::INFINITY, f32::min)
}

/// Rounded down. (The function for it is a call where processors are not known to have an instruction.)
#[inline(always)]
pub(crate) fn rounded_down(at: f32) -> i32 {
    let whole = at as i32;
    whole.saturating_sub(i32::from(whole as f32 > at))
}

/// Unit vector of a heading.
pub(crate) fn heading_vec(heading: f32) -> Vec2 {
    let (sin, cos) = heading.sin_cos();
    Vec2::new(cos, sin)
}

/// A vector as the world hash takes it in.
pub(crate) fn bits(v: Vec2) -> (u32, u32) {
    (v.x.to_bits(), v.y.to_bits())
}

/// Heading of a vector; 0 for the null vector.
pub fn heading_of(v: Vec2) -> f32 {
    if v == Vec2::ZERO { 0.0 } else { v.y.atan2(v.x) }
}

/// `angle` brought into `-π..=π`.
#[inline]
pub fn wrap_angle(angle: f32) -> f32 {
    // Mostly there is nothing to divide, which is a call.
    let rest = if angle.abs() < TAU { angle } else { angle % TAU };
    let a = if rest < 0.0 { rest + TAU } else { rest };
    if a > PI { a - TAU } else { a }
}
