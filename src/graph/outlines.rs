//! The closed areas of a storey for one size of body, as polygons grown by its radius: the body is a point among them.
//!
//! Sides of boxes and cells are moved outwards by the radius; a round corner becomes two points on the tangent outside of the circle.
//! So nothing along the outlines touches what is closed. Where pieces overlap, only the border of the whole is left.

mod gaps;
mod pieces;

pub(crate) use gaps::REACH;
pub(crate) use pieces::{Units, each_piece, growth_m, inside};

use super::buckets::Buckets;
use crate::geom::{Aabb, Vec2};
use crate::grid::shape::Shape;
use crate::world::{MoveClass, World};
use glam::DVec2;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

/// A line may dip so far into a closed area before it counts, metres: half of the least by which areas that touch overlap.
const DIP_M: f64 = 2.5e-4;

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
    /// The sides of the rings, as numbers of points: each begins the side to the next of its ring.
    sides_at: Buckets,
    /// For each point of the rings, the next of its ring.
    next: Vec<u32>,
}

impl Outlines {
    /// The closed areas of one storey's plane for a body, `radius_m` and `height_m` in metres.
    pub fn of_world(world: &World, radius_m: f32, height_m: f32, moves: MoveClass) -> Self {
        let shape = Shape { world, radius_m, height_m, moves };
        let size = world.size();
        let units = Units::of_side(size.max_element());
        let mut pieces = Lists::default();
        each_piece(&shape, Aabb::new(Vec2::ZERO, size), |piece| pieces.push(piece.iter().map(|p| units.dot(*p))));
        let inside = inside(size, radius_m);
        let rings = open_rings(units, inside, &pieces);
        let mut outlines = Self {
            units,
            inside,
            pieces_at: Buckets::default(),
            pieces,
            rings,
            sides_at: Buckets::default(),
            next: Vec::new(),
        };
        outlines.index();
        outlines
    }

    fn index(&mut self) {
        let metres = |points: &[IntPoint]| points.iter().map(|p| self.units.metres(*p)).collect::<Vec<_>>();
        let around = |points: &[DVec2]| {
            let first = (points[0], points[0]);
            points.iter().fold(first, |(low, high), p| (low.min(*p), high.max(*p)))
        };
        let bounds: Vec<_> = self.pieces.iter().map(|points| around(&metres(points))).collect();
        let (low, high) = (DVec2::ZERO, self.inside.1 + self.inside.0);
        self.pieces_at = Buckets::new(low, high, &bounds);
        let (mut sides, mut next) = (Vec::new(), Vec::new());
        for ring in self.rings.iter() {
            let (first, points) = (next.len() as u32, metres(ring));
            for i in 0..points.len() {
                let after = (i + 1) % points.len();
                sides.push(around(&[points[i], points[after]]));
                next.push(first + after as u32);
            }
        }
        self.sides_at = Buckets::new(low, high, &sides);
        self.next = next;
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

    /// The point nearest to another at which the centre of the body may be, metres; itself where it may be there. `None` where
    /// nothing is open, or for what is no number.
    pub fn nearest_free(&self, at: Vec2) -> Option<Vec2> {
        if self.is_free(at) || !at.is_finite() {
            return at.is_finite().then_some(at);
        }
        let point = at.as_dvec2();
        let all = (self.inside.1 + self.inside.0).length() + point.length();
        let mut reach = 1.0;
        loop {
            let (mut best, mut least) = (None, reach);
            self.sides_at.each_while(point - reach, point + reach, |side| {
                let (a, b) = self.side(side);
                let along = b - a;
                let share = ((point - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                let near = a + along * share;
                let distance = near.distance(point);
                if distance < least {
                    (best, least) = (Some(near), distance);
                }
                true
            });
            if best.is_some() || reach > all {
                return best.map(|near| near.as_vec2());
            }
            reach *= 2.0;
        }
    }

    /// The ends of a side, metres.
    fn side(&self, side: u32) -> (DVec2, DVec2) {
        let at = |point: u32| self.units.metres(self.rings.points[point as usize]);
        (at(side), at(self.next[side as usize]))
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
        self.rings.iter().flat_map(move |ring| {
            (0..ring.len()).filter_map(move |i| {
                let [before, at, after] =
                    [i + ring.len() - 1, i, i + 1].map(|i| self.units.metres(ring[i % ring.len()]));
                let juts = (at - before).perp_dot(after - at) < 0.0;
                juts.then(|| Corner { at: at.as_vec2(), beside: [before.as_vec2(), after.as_vec2()] })
            })
        })
    }
}

/// The border of what the pieces leave open.
fn open_rings(units: Units, (low, high): (DVec2, DVec2), pieces: &Lists) -> Lists {
    let mut rings = Lists::default();
    if low.cmpge(high).any() {
        return rings;
    }
    let frame = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)].map(|p| units.dot(p));
    let clip: Vec<Vec<IntPoint>> = pieces.iter().map(<[IntPoint]>::to_vec).collect();
    let mut overlay = Overlay::with_contours(&[frame.to_vec()], &clip);
    for ring in overlay.overlay(OverlayRule::Difference, FillRule::NonZero).into_iter().flatten() {
        rings.push(ring);
    }
    rings
}
