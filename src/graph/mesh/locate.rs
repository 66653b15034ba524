//! Which polygon a point is in.

use super::NavMesh;
use crate::graph::buckets::Buckets;
use glam::DVec2;

/// A point may lie so far outside a polygon and still count as on its border, metres: what single precision makes of a point.
const NEAR_M: f64 = 1e-3;
/// Polygons that a point is looked for in at most, beyond the first: those round a vertex.
pub(crate) const MOST_PLACES: usize = 8;

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
        let index = self.places.get(storey as usize).filter(|_| point.is_finite())?;
        let mut found = Located { at: point, ..Located::default() };
        let (mut nearest, mut least) = (None, NEAR_M);
        let listed = &self.listed[storey as usize];
        for polygon in index.around(point).iter().map(|place| listed[*place as usize]) {
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
        self.listed = vec![Vec::new(); storeys as usize];
        for polygon in (0..self.numbers()).filter(|p| self.polygons[*p as usize].count > 0) {
            self.listed[self.storeys[polygon as usize] as usize].push(polygon);
        }
        let bounds_of = |polygon: u32| {
            let corners = self.sides_of(polygon).iter().map(|side| side.at);
            let none = (DVec2::INFINITY, DVec2::NEG_INFINITY);
            let (low, high) = corners.fold(none, |(low, high), p| (low.min(p), high.max(p)));
            (low - NEAR_M, high + NEAR_M)
        };
        let index = |listed: &Vec<u32>| {
            let bounds: Vec<_> = listed.iter().map(|polygon| bounds_of(*polygon)).collect();
            let (low, high) = bounds
                .iter()
                .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), (a, b)| (low.min(*a), high.max(*b)));
            if bounds.is_empty() {
                Buckets::new(DVec2::ZERO, DVec2::ONE, &[])
            } else {
                Buckets::new(low, high, &bounds)
            }
        };
        self.places = self.listed.iter().map(index).collect();
    }
}
