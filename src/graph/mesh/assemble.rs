//! Storeys and portals put together as one mesh.

use super::convex::{convex_parts, turn};
use super::{Blocks, CORNER, NONE, NavMesh, Outlines, Span, Units};
use glam::DVec2;
use i_overlay::i_float::int::point::IntPoint;
use std::f64::consts::PI;

/// Where the border turns by less than this, radians, sums of angles do not say to which side.
const NEARLY_STRAIGHT: f64 = 1e-3;

/// A mesh could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// The triangulation refused a storey.
    #[error("storey {storey} could not be cut into triangles: {reason}")]
    Cut {
        /// The storey.
        storey: u32,
        /// What the triangulation says.
        reason: String,
    },
    /// A portal does not lie on the border of the open area on both of its storeys, or one of them does not exist.
    #[error("portal {portal} does not lie on the border of storey {storey}")]
    Portal {
        /// The portal's place in the list.
        portal: usize,
        /// The storey.
        storey: u32,
    },
}

/// The border of what is open on one storey.
#[derive(Clone, Debug, Default)]
pub struct Plane {
    pub(super) rings: Vec<Vec<IntPoint>>,
    pub(super) units: Units,
}

impl Plane {
    /// What outlines leave open.
    pub fn of_outlines(outlines: &Outlines) -> Self {
        Self { rings: outlines.dots().map(<[IntPoint]>::to_vec).collect(), units: outlines.units() }
    }

    /// Areas whose borders are given, metres, the open area to the left of each side (y upwards): stairs and bridges.
    /// `side_m` is the longest side of all planes of the mesh, metres: points are rounded to a share of it, below one part in 2²⁷.
    pub fn of_rings_by(rings: &[Vec<DVec2>], side_m: f32) -> Self {
        let units = Units::of_side(side_m);
        Self { rings: rings.iter().map(|ring| ring.iter().map(|p| units.dot(*p)).collect()).collect(), units }
    }
}

/// A piece of border that two storeys have in common: bodies pass there from one to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portal {
    /// The two storeys; stairs between them are a storey of their own.
    pub storeys: [u32; 2],
    /// The ends of the piece, metres.
    pub ends: [DVec2; 2],
}

/// A polygon on its way into the mesh.
pub(super) struct Part {
    pub corners: Vec<IntPoint>,
    pub storey: u32,
}

impl NavMesh {
    /// The mesh of storeys joined by portals. All planes must have the same units.
    ///
    /// # Errors
    /// As [`NavMesh::of_outlines`].
    pub fn of_planes(planes: &[Plane], portals: &[Portal]) -> Result<Self, MeshError> {
        let units = planes.first().map_or_else(Units::default, |plane| plane.units);
        let joints = joints(planes, portals, units)?;
        let mut parts = Vec::new();
        for (storey, plane) in (0..).zip(planes) {
            let extra: Vec<IntPoint> = joints.iter().filter(|j| j.0 == storey).map(|j| j.1).collect();
            let polygons = convex_parts(&plane.rings, &extra)
                .map_err(|reason| MeshError::Cut { storey, reason: reason.to_string() })?;
            parts.extend(polygons.into_iter().map(|corners| Part { corners, storey }));
        }
        let mut mesh = Self { units, ..Self::default() };
        mesh.fill(&parts, &joints);
        (0..mesh.beside.len() as u32).for_each(|vertex| mesh.mark_corner(vertex));
        mesh.blocks = Blocks::of(&mesh.polygons, &mesh.sides);
        mesh.index_places(planes.len() as u32);
        Ok(mesh)
    }

    /// Makes polygons and sides of parts, and joins those with a side in common.
    fn fill(&mut self, parts: &[Part], joints: &[(u32, IntPoint, u32)]) {
        let of_joint = |mut storey: u32, p: IntPoint| loop {
            match joints.binary_search_by_key(&(storey, p), |j| (j.0, j.1)) {
                Ok(joint) if joints[joint].2 < storey => storey = joints[joint].2,
                _ => return storey,
            }
        };
        // A point at a portal has the lowest storey that it joins: so it is one vertex.
        let mut vertices: Vec<(u32, IntPoint)> =
            parts.iter().flat_map(|part| part.corners.iter().map(|p| (of_joint(part.storey, *p), *p))).collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices.iter().for_each(|_| _ = self.new_vertex());
        for part in parts {
            let vertex =
                |p: &IntPoint| vertices.binary_search(&(of_joint(part.storey, *p), *p)).unwrap_or_default() as u32;
            let corners: Vec<(IntPoint, u32)> = part.corners.iter().map(|p| (*p, vertex(p))).collect();
            self.put(&corners, part.storey);
        }
        let all: Vec<u32> = (0..self.sides.len() as u32).collect();
        self.pair(all);
    }

    /// The side after one, round its polygon.
    pub(crate) fn after(&self, side: u32) -> u32 {
        let Span { first, count } = self.polygons[self.sides[side as usize].own as usize];
        if side + 1 == first + count { first } else { side + 1 }
    }

    /// The side before one, round its polygon.
    pub(super) fn before(&self, side: u32) -> u32 {
        let Span { first, count } = self.polygons[self.sides[side as usize].own as usize];
        if side == first { first + count - 1 } else { side - 1 }
    }

    /// Joins those of these sides that have both ends in common: those of one storey first.
    pub(super) fn pair(&mut self, sides: Vec<u32>) {
        let key = |side: u32| {
            let (a, b) = (self.sides[side as usize].vertex(), self.sides[self.after(side) as usize].vertex());
            (a.min(b), a.max(b), self.storeys[self.sides[side as usize].own as usize], a > b)
        };
        let mut keyed: Vec<_> = sides.into_iter().map(|side| (key(side), side)).collect();
        keyed.sort_unstable();
        let mut alone: Vec<((u32, u32), u32)> = Vec::new();
        for group in keyed.chunk_by(|a, b| (a.0.0, a.0.1, a.0.2) == (b.0.0, b.0.1, b.0.2)) {
            match group {
                [(_, a), (_, b)] => self.meet(*a, *b),
                _ => alone.extend(group.iter().map(|(key, side)| ((key.0, key.1), *side))),
            }
        }
        for group in alone.chunk_by(|a, b| a.0 == b.0) {
            if let [(_, a), (_, b)] = group {
                self.meet(*a, *b);
            }
        }
    }

    fn meet(&mut self, a: u32, b: u32) {
        for (side, twin) in [(a, b), (b, a)] {
            let polygon = self.sides[twin as usize].own;
            let side = &mut self.sides[side as usize];
            (side.twin, side.polygon) = (twin, polygon);
        }
    }

    /// Finds out whether a path may turn at a vertex: where there is more than half a turn of open space between two sides of the border.
    pub(super) fn mark_corner(&mut self, vertex: u32) {
        let (mut is_corner, mut borders, mut beside) = (false, 0, [DVec2::NAN; 2]);
        for first in self.starts.of(vertex).filter(|side| self.sides[*side as usize].twin == NONE) {
            borders += 1;
            if let Some(ends) = self.corner_at(first) {
                (is_corner, beside) = (true, ends);
            }
        }
        self.beside[vertex as usize] = if borders > 1 { [DVec2::NAN; 2] } else { beside };
        let marked = if is_corner { vertex | CORNER } else { vertex };
        self.starts.of(vertex).for_each(|side| self.sides[side as usize].marked = marked);
    }

    /// The ends of the border before and after the vertex where a side of it begins, if a path may turn there; no numbers where it may from
    /// any direction.
    fn corner_at(&self, first: u32) -> Option<[DVec2; 2]> {
        let at = self.sides[first as usize].at;
        // Round the vertex, from the side of the border that leaves it to the one that comes in.
        let (mut open, mut side) = (0.0, first);
        let incoming = loop {
            let before = self.before(side);
            let (out, back) = (self.sides[self.after(side) as usize].at - at, self.sides[before as usize].at - at);
            open += out.angle_to(back).abs();
            match self.sides[before as usize].twin {
                NONE => break before,
                twin => side = twin,
            }
        };
        let ends = [self.sides[incoming as usize].at, self.sides[self.after(first) as usize].at];
        // Searches compare vertices without any tolerance: so does this where the border is nearly straight.
        let is_corner = if (open - PI).abs() > NEARLY_STRAIGHT {
            open > PI
        } else {
            let [before, here, after] = [ends[0], at, ends[1]].map(|at| self.units.dot(at));
            turn(before, here, after) < 0
        };
        is_corner.then_some(if open < 2.0 * PI { ends } else { [DVec2::NAN; 2] })
    }
}

/// The points at which the borders of storeys are cut for their portals, sorted: storey, point, and the lowest storey that has
/// the point in common with it.
fn joints(planes: &[Plane], portals: &[Portal], units: Units) -> Result<Vec<(u32, IntPoint, u32)>, MeshError> {
    let mut joints = Vec::new();
    for (number, portal) in portals.iter().enumerate() {
        let ends = portal.ends.map(|end| units.dot(end));
        let mut cuts = ends.to_vec();
        for storey in portal.storeys {
            let fault = MeshError::Portal { portal: number, storey };
            let Some(plane) = planes.get(storey as usize) else { return Err(fault) };
            cuts.extend(plane.rings.iter().flatten().filter(|p| lies_on(**p, ends)));
            let borders = |p: IntPoint| {
                let next = |ring: &[IntPoint], i: usize| ring[(i + 1) % ring.len()];
                plane.rings.iter().any(|ring| (0..ring.len()).any(|i| lies_on(p, [ring[i], next(ring, i)])))
            };
            if ends[0] == ends[1] || !borders(ends[0]) || !borders(ends[1]) {
                return Err(fault);
            }
        }
        let lowest = portal.storeys[0].min(portal.storeys[1]);
        joints.extend(portal.storeys.iter().flat_map(|storey| cuts.iter().map(|cut| (*storey, *cut, lowest))));
    }
    joints.sort_unstable();
    joints.dedup_by_key(|joint| (joint.0, joint.1));
    Ok(joints)
}

/// Whether a point is on a segment, its ends included.
fn lies_on(p: IntPoint, [a, b]: [IntPoint; 2]) -> bool {
    let within = |p: i32, a: i32, b: i32| p >= a.min(b) && p <= a.max(b);
    within(p.x, a.x, b.x) && within(p.y, a.y, b.y) && turn(a, b, p) == 0
}
