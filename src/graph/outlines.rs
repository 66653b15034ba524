//! The closed areas of a storey for one size of body, as polygons grown by its radius: the body is a point among them.
//!
//! Sides of boxes and cells are moved outwards by the radius; a round corner becomes two points on the tangent outside of the circle.
//! So nothing along the outlines touches what is closed. Where pieces overlap, only the border of the whole is left.

mod gaps;
mod pieces;

pub(crate) use gaps::REACH;
pub(crate) use pieces::{Units, each_piece, growth_m, inside, rectangles};

use super::buckets::Buckets;
use super::rings::{OverlayRule, combine};
use crate::geom::{Aabb, Vec2};
use crate::grid::shape::Shape;
use crate::world::{MoveClass, World};
use glam::DVec2;
use i_overlay::i_float::int::point::IntPoint;

/// A line may dip so far into a closed area before it counts, metres: half of the least by which areas that touch overlap.
pub(super) const DIP_M: f64 = 2.5e-4;

/// Corners of a window are found in a frame that is so much wider, metres: then the sides beside them have a length.
const FRAME_M: f64 = 4.0;

/// Lists of points, one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    points: Vec<IntPoint>,
    ends: Vec<u32>,
}

impl Lists {
    fn push(&mut self, points: impl IntoIterator<Item = IntPoint>) {
        self.points.extend(points);
        self.ends.push(self.points.len() as u32);
    }

    fn get(&self, list: usize) -> &[IntPoint] {
        let first = if list == 0 { 0 } else { self.ends[list - 1] };
        &self.points[first as usize..self.ends[list] as usize]
    }

    fn iter(&self) -> impl Iterator<Item = &[IntPoint]> {
        (0..self.ends.len()).map(|list| self.get(list))
    }
}

/// A corner of a closed area that juts into the open: where a shortest path may turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Metres.
    pub at: Vec2,
    /// The points of the outline before and after it, metres; the open area is to the left of the line from one to the next
    /// (y upwards).
    pub beside: [Vec2; 2],
}

/// The closed areas of a plane for one size of body.
#[derive(Clone, Debug)]
pub struct Outlines {
    units: Units,
    /// Where the centre of the body may be, the closed areas aside, metres.
    inside: (DVec2, DVec2),
    /// Convex pieces of what is closed; they overlap.
    pieces: Lists,
    pieces_at: Buckets,
    /// The border of what is open: each ring has it to its left (y upwards).
    rings: Lists,
}

impl Outlines {
    /// The closed areas of one storey's plane for a body, `radius_m` and `height_m` in metres.
    pub fn of_world(world: &World, radius_m: f32, height_m: f32, moves: MoveClass) -> Self {
        let mut outlines = Self::without_border(&Shape { world, radius_m, height_m, moves });
        outlines.rings = open_rings(outlines.units, outlines.inside, outlines.pieces.iter());
        outlines
    }

    /// The same without the border of what is open.
    pub(super) fn without_border(shape: &Shape) -> Self {
        let (world, radius_m) = (shape.world, shape.radius_m);
        let size = world.size();
        let units = Units::of_side(size.max_element());
        let mut pieces = Lists::default();
        each_piece(shape, Aabb::new(Vec2::ZERO, size), |piece| pieces.push(piece.iter().map(|p| units.dot(*p))));
        let inside = inside(size, radius_m);
        let around = |points: &[IntPoint]| {
            let none = (DVec2::INFINITY, DVec2::NEG_INFINITY);
            points.iter().map(|p| units.metres(*p)).fold(none, |(low, high), p| (low.min(p), high.max(p)))
        };
        let bounds: Vec<_> = pieces.iter().map(around).collect();
        let pieces_at = Buckets::new(DVec2::ZERO, inside.1 + inside.0, &bounds);
        Self { units, inside, pieces, pieces_at, rings: Lists::default() }
    }

    /// The corners in a window, metres, at which a shortest path may turn, found from the pieces near it alone.
    pub(super) fn corners_in(&self, window: Aabb) -> Vec<Corner> {
        let (low, high) = (window.min.as_dvec2() - FRAME_M, window.max.as_dvec2() + FRAME_M);
        let frame = (low.max(self.inside.0), high.min(self.inside.1));
        let mut near = Vec::new();
        self.pieces_at.each_while(frame.0, frame.1, |piece| {
            near.push(piece);
            true
        });
        near.sort_unstable();
        near.dedup();
        let rings = open_rings(self.units, frame, near.iter().map(|piece| self.pieces.get(*piece as usize)));
        rings.iter().flat_map(|ring| self.corners_of(ring)).filter(|corner| window.contains(corner.at)).collect()
    }

    /// Whether the centre of the body may be at a point, metres.
    pub fn is_free(&self, at: Vec2) -> bool {
        self.is_clear(at, at)
    }

    /// Whether the body may go straight from one point to another, metres: it may touch what is closed.
    pub fn is_clear(&self, from: Vec2, to: Vec2) -> bool {
        if !(from.is_finite() && to.is_finite()) {
            return false;
        }
        let (from, to) = (from.as_dvec2(), to.as_dvec2());
        let (low, high) = (self.inside.0 - DIP_M, self.inside.1 + DIP_M);
        let is_inside = |p: DVec2| p.cmpge(low).all() && p.cmple(high).all();
        is_inside(from)
            && is_inside(to)
            && self.pieces_at.along_while(from, to, |piece| !self.enters(piece as usize, from, to))
    }

    /// Whether a segment leads through the inside of a piece, deeper than rounding.
    fn enters(&self, piece: usize, from: DVec2, to: DVec2) -> bool {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        let corners = self.pieces.get(piece);
        for i in 0..corners.len() {
            let (a, b) = (self.units.metres(corners[i]), self.units.metres(corners[(i + 1) % corners.len()]));
            let side = (b - a).normalize_or_zero();
            let (d0, d1) = (side.perp_dot(from - a) - DIP_M, side.perp_dot(to - a) - DIP_M);
            match (d0 <= 0.0, d1 <= 0.0) {
                (true, true) => return false,
                (true, false) => first = first.max(d0 / (d0 - d1)),
                (false, true) => last = last.min(d0 / (d0 - d1)),
                (false, false) => {}
            }
            if first >= last && from != to {
                return false;
            }
        }
        true
    }

    /// The rings of the border of what is open, metres: the open area is to the left of each side (y upwards).
    pub fn rings(&self) -> impl Iterator<Item = Vec<Vec2>> + '_ {
        self.rings.iter().map(|ring| ring.iter().map(|p| self.units.metres(*p).as_vec2()).collect())
    }

    /// The same rings in whole numbers.
    pub(crate) fn dots(&self) -> impl Iterator<Item = &[IntPoint]> {
        self.rings.iter()
    }

    /// The units of [`Outlines::dots`].
    pub(crate) fn units(&self) -> Units {
        self.units
    }

    /// The corners at which a shortest path may turn.
    pub fn corners(&self) -> impl Iterator<Item = Corner> + '_ {
        self.rings.iter().flat_map(move |ring| self.corners_of(ring))
    }

    fn corners_of(&self, ring: &[IntPoint]) -> impl Iterator<Item = Corner> {
        (0..ring.len()).filter_map(move |i| {
            let [before, at, after] = [i + ring.len() - 1, i, i + 1].map(|i| self.units.metres(ring[i % ring.len()]));
            let juts = (at - before).perp_dot(after - at) < 0.0;
            juts.then(|| Corner { at: at.as_vec2(), beside: [before.as_vec2(), after.as_vec2()] })
        })
    }
}

/// The part of a world, metres, in which outlines for a body may have become others after a change in an area; `None`: none.
pub(crate) fn window(world_size: Vec2, radius_m: f32, area: Aabb) -> Option<(DVec2, DVec2)> {
    let (low, high) = inside(world_size, radius_m);
    let by = DVec2::splat(growth_m(radius_m) * REACH + 0.01);
    if !area.min.is_finite() || !area.max.is_finite() || low.cmpge(high).any() {
        return None;
    }
    Some(((area.min.as_dvec2() - by).clamp(low, high), (area.max.as_dvec2() + by).clamp(low, high)))
}

/// The border of what pieces leave open in a frame, metres.
fn open_rings<'a>(units: Units, (low, high): (DVec2, DVec2), pieces: impl Iterator<Item = &'a [IntPoint]>) -> Lists {
    let mut rings = Lists::default();
    if low.cmpge(high).any() {
        return rings;
    }
    let frame = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)].map(|p| units.dot(p));
    let clip: Vec<Vec<IntPoint>> = pieces.map(<[IntPoint]>::to_vec).collect();
    combine(&[frame.to_vec()], &clip, OverlayRule::Difference).into_iter().for_each(|ring| rings.push(ring));
    rings
}
