//! Which polygon a point is in.

use super::NavMesh;
use super::tables::Places;
use crate::geom::Vec2;
use crate::graph::Mover;
use crate::graph::buckets::Buckets;
use crate::graph::outlines::{DIP_M, REACH, growth_m};
use glam::DVec2;

/// A point may lie so far outside a polygon and still count as on its border, metres: what single precision makes of a point.
const NEAR_M: f64 = 1e-3;
/// Polygons that a point is looked for in at most, beyond the first: those round a vertex.
pub(crate) const MOST_PLACES: usize = 8;

/// An index is made again when there are so many times the polygons that it was made for; it is made for so many at least.
const GROWTH: usize = 4;
const FEW: usize = 16;

/// The polygons that a point is in or on, and the point, moved into the first where it lies a little outside.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Located {
    pub at: DVec2,
    polygons: [u32; MOST_PLACES],
    count: usize,
}

impl Located {
    pub(crate) fn polygons(&self) -> &[u32] {
        &self.polygons[..self.count]
    }
}

impl NavMesh {
    /// The polygons of a storey that a point, metres, is in or on; `None` where there are none.
    pub(crate) fn locate(&self, point: DVec2, storey: u32) -> Option<Located> {
        let index = &self.places.get(storey as usize).filter(|_| point.is_finite())?.index;
        let mut found = Located { at: point, ..Located::default() };
        let (mut nearest, mut least) = (None, NEAR_M);
        for polygon in index.around(point).iter().copied() {
            let outside = self.outside(polygon, point);
            if outside <= 0.0 && found.count < MOST_PLACES {
                found.polygons[found.count] = polygon;
                found.count += 1;
            } else if outside > 0.0 && outside < NEAR_M {
                let (at, distance) = self.nearest_on(polygon, point);
                if distance < least {
                    (nearest, least) = (Some((polygon, at)), distance);
                }
            }
        }
        if let (0, Some((polygon, at))) = (found.count, nearest) {
            (found.polygons[0], found.count, found.at) = (polygon, 1, at);
        }
        (found.count > 0).then_some(found)
    }

    /// The place from which a path of the body leads that this mesh of one storey is for: the nearest one, where the body can go straight to
    /// it. It is another one only beside round corners, which the outlines cut off: so near to them that only what lies beside is searched.
    /// `None` where the body does not fit.
    pub(in crate::graph) fn nearest_for(&self, mover: &Mover, at: Vec2) -> Option<Vec2> {
        if !mover.fits(at) {
            return None;
        }
        let (point, most_m) = (at.as_dvec2(), growth_m(mover.size().radius_m) * REACH);
        let near = self.nearest(point, 0, most_m)?;
        if near.distance(point) <= DIP_M {
            return Some(at);
        }
        Some(near.as_vec2()).filter(|near| mover.goes(at, *near))
    }

    /// The point of a storey's polygons that is nearest to another, metres, at most `most_m` from it; of several that are, the one
    /// farthest to the left, then to the top. `None` where there is none.
    fn nearest(&self, point: DVec2, storey: u32, most_m: f64) -> Option<DVec2> {
        if let Some(located) = self.locate(point, storey) {
            return Some(located.at);
        }
        let index = &self.places.get(storey as usize).filter(|_| point.is_finite())?.index;
        let key = |at: DVec2, distance: f64| [distance, at.x, at.y];
        let mut best: Option<(DVec2, f64)> = None;
        index.each_while(point - most_m, point + most_m, |polygon| {
            let (at, distance) = self.nearest_on(polygon, point);
            let is_nearer = best.is_none_or(|(old, least)| key(at, distance) < key(old, least));
            if distance <= most_m && is_nearer {
                best = Some((at, distance));
            }
            true
        });
        best.map(|(at, _)| at)
    }

    /// How far a point is outside a polygon, by the side that it is farthest beyond; 0 or less inside.
    fn outside(&self, polygon: u32, point: DVec2) -> f64 {
        let sides = self.sides_of(polygon);
        let mut most = f64::NEG_INFINITY;
        for (i, side) in sides.iter().enumerate() {
            let along = sides[(i + 1) % sides.len()].at - side.at;
            let beyond = -along.perp_dot(point - side.at);
            if beyond > 0.0 {
                most = most.max(beyond / along.length());
            }
        }
        most.max(0.0)
    }

    /// The point on the border of a polygon that is nearest to another, and how far it is.
    fn nearest_on(&self, polygon: u32, point: DVec2) -> (DVec2, f64) {
        let sides = self.sides_of(polygon);
        let near = |i: usize| {
            let (a, b) = (sides[i].at, sides[(i + 1) % sides.len()].at);
            let share = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            let at = a.lerp(b, share);
            (at, at.distance(point))
        };
        (1..sides.len()).map(near).fold(near(0), |best, next| if next.1 < best.1 { next } else { best })
    }

    /// Indexes the polygons of each storey by where they are.
    pub(super) fn index_places(&mut self, storeys: u32) {
        let mut listed = vec![Vec::new(); storeys as usize];
        for polygon in (0..self.numbers()).filter(|p| self.polygons[*p as usize].count > 0) {
            listed[self.storeys[polygon as usize] as usize].push(polygon);
        }
        self.places = listed.iter().map(|polygons| self.index_of(polygons)).collect();
    }

    fn index_of(&self, polygons: &[u32]) -> Places {
        let bounds: Vec<_> = polygons.iter().map(|polygon| self.bounds_of(*polygon)).collect();
        let none = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let (low, high) = bounds.iter().fold(none, |(low, high), (a, b)| (low.min(*a), high.max(*b)));
        let (low, high) = if bounds.is_empty() { (DVec2::ZERO, DVec2::ONE) } else { (low, high) };
        let mut index = Buckets::new(low, high, &bounds);
        index.renumber(polygons);
        Places { index, count: polygons.len(), most: GROWTH * polygons.len().max(FEW) }
    }

    fn bounds_of(&self, polygon: u32) -> (DVec2, DVec2) {
        let corners = self.sides_of(polygon).iter().map(|side| side.at);
        let none = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let (low, high) = corners.fold(none, |(low, high), p| (low.min(p), high.max(p)));
        (low - NEAR_M, high + NEAR_M)
    }

    /// Takes a polygon that is still in the mesh out of the index.
    pub(super) fn forget_place(&mut self, polygon: u32) {
        let (low, high) = self.bounds_of(polygon);
        let places = &mut self.places[self.storeys[polygon as usize] as usize];
        places.index.remove(polygon, low, high);
        places.count -= 1;
    }

    /// Puts polygons of a storey into its index. There are buckets for so many: much more, and it is made again.
    pub(super) fn add_places(&mut self, made: &[u32], storey: u32) {
        let bounds: Vec<_> = made.iter().map(|polygon| self.bounds_of(*polygon)).collect();
        let places = &mut self.places[storey as usize];
        for (polygon, (low, high)) in made.iter().zip(bounds) {
            places.index.insert(*polygon, low, high);
        }
        places.count += made.len();
        if places.count > places.most {
            let all = (0..self.numbers()).filter(|p| self.storeys[*p as usize] == storey);
            let all: Vec<u32> = all.filter(|p| self.polygons[*p as usize].count > 0).collect();
            self.places[storey as usize] = self.index_of(&all);
        }
    }
}
