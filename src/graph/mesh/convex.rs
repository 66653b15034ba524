//! Areas between rings as few convex polygons: a constrained Delaunay triangulation (Chew 1989; the crate `spade`), whose
//! triangles are joined where the result is convex (Hertel & Mehlhorn 1983), across the longest sides first.

use i_overlay::i_float::int::point::IntPoint;
use spade::{ConstrainedDelaunayTriangulation, InsertionError, Point2, Triangulation};

/// No half of an edge.
const NONE: u32 = u32::MAX;

/// Twice the area of a triangle, positive where its corners run to the left (y upwards). Exact.
pub(super) fn turn(a: IntPoint, b: IntPoint, c: IntPoint) -> i64 {
    let d = |p: i32, q: i32| i64::from(p) - i64::from(q);
    d(b.x, a.x) * d(c.y, a.y) - d(b.y, a.y) * d(c.x, a.x)
}

/// The area to the left of rings as convex polygons, their corners to the left (y upwards). Sides have a corner at each of
/// the `extra` points that lies on them.
///
/// # Errors
/// What the triangulation makes of a point that it does not take; there is none among whole numbers of 30 bits.
pub(super) fn convex_parts(rings: &[Vec<IntPoint>], extra: &[IntPoint]) -> Result<Vec<Vec<IntPoint>>, InsertionError> {
    let mut points: Vec<IntPoint> = rings.iter().flatten().chain(extra).copied().collect();
    points.sort_unstable();
    points.dedup();
    let number = |p: &IntPoint| points.binary_search(p).unwrap_or_else(|at| at);
    let sides = |ring: &Vec<IntPoint>| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(a, b)| [number(a), number(b)]).filter(|[a, b]| a != b).collect::<Vec<_>>()
    };
    let edges: Vec<[usize; 2]> = rings.iter().flat_map(sides).collect();
    let corners = points.iter().map(|p| Point2::new(f64::from(p.x), f64::from(p.y))).collect();
    let triangles = ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(corners, edges.clone(), |_| {})?;
    let mut halves = Halves::default();
    halves.fill(&triangles, &edges);
    halves.join(&points);
    Ok(halves.polygons(&points))
}

/// Halves of edges: of each triangle three, one after the other.
#[derive(Default)]
struct Halves {
    origin: Vec<u32>,
    next: Vec<u32>,
    before: Vec<u32>,
    twin: Vec<u32>,
    /// Whether it is part of a polygon that is kept.
    kept: Vec<bool>,
}

impl Halves {
    /// Takes in the triangles to the left of the rings' sides.
    fn fill(&mut self, triangles: &ConstrainedDelaunayTriangulation<Point2<f64>>, sides: &[[usize; 2]]) {
        let inside = open_faces(triangles, sides);
        let mut of_edge = vec![NONE; triangles.num_directed_edges()];
        let faces = triangles.inner_faces().filter(|face| inside[face.fix().index()]);
        for face in faces {
            let first = self.origin.len() as u32;
            for (i, edge) in (0..).zip(face.adjacent_edges()) {
                of_edge[edge.fix().index()] = first + i;
                self.origin.push(edge.from().fix().index() as u32);
                self.next.push(first + (i + 1) % 3);
                self.before.push(first + (i + 2) % 3);
            }
        }
        self.twin = vec![NONE; self.origin.len()];
        for edge in triangles.directed_edges().filter(|edge| !edge.is_constraint_edge()) {
            let half = of_edge[edge.fix().index()];
            if half != NONE {
                self.twin[half as usize] = of_edge[edge.rev().fix().index()];
            }
        }
        self.kept = vec![true; self.origin.len()];
    }

    /// Joins polygons across edges where the result is convex.
    fn join(&mut self, points: &[IntPoint]) {
        let at = |halves: &Self, half: u32| points[halves.origin[half as usize] as usize];
        let length = |halves: &Self, half: u32| {
            let (a, b) = (at(halves, half), at(halves, halves.next[half as usize]));
            (i64::from(a.x) - i64::from(b.x)).pow(2) + (i64::from(a.y) - i64::from(b.y)).pow(2)
        };
        let inner =
            (0..self.origin.len() as u32).filter(|h| self.twin[*h as usize] != NONE && *h < self.twin[*h as usize]);
        let mut order: Vec<(i64, u32)> = inner.map(|half| (-length(self, half), half)).collect();
        order.sort_unstable();
        for (_, half) in order {
            let other = self.twin[half as usize];
            let ends = [(half, other), (other, half)].map(|(half, other)| {
                let (before, after) = (self.before[half as usize], self.next[other as usize]);
                let beyond = self.next[after as usize];
                turn(at(self, before), at(self, half), at(self, beyond)) >= 0
            });
            if ends == [true; 2] {
                self.remove(half, other);
            }
        }
    }

    fn remove(&mut self, half: u32, other: u32) {
        for (half, other) in [(half, other), (other, half)] {
            let (before, after) = (self.before[half as usize], self.next[other as usize]);
            self.next[before as usize] = after;
            self.before[after as usize] = before;
            self.kept[half as usize] = false;
        }
    }

    fn polygons(mut self, points: &[IntPoint]) -> Vec<Vec<IntPoint>> {
        let mut polygons = Vec::new();
        for first in 0..self.origin.len() {
            let (mut polygon, mut half) = (Vec::new(), first);
            while std::mem::take(&mut self.kept[half]) {
                polygon.push(points[self.origin[half] as usize]);
                half = self.next[half] as usize;
            }
            if !polygon.is_empty() {
                polygons.push(polygon);
            }
        }
        polygons
    }
}

/// For each face, whether it lies to the left of the rings.
fn open_faces(triangles: &ConstrainedDelaunayTriangulation<Point2<f64>>, sides: &[[usize; 2]]) -> Vec<bool> {
    // A side may have been split at points that lie on it: all edges in its direction count.
    let mut inside = vec![false; triangles.num_all_faces()];
    let mut waiting = Vec::new();
    let handles: Vec<_> = triangles.fixed_vertices().collect();
    for [from, to] in sides {
        let end = triangles.vertex(handles[*to]).position();
        let mut at = handles[*from];
        while at != handles[*to] {
            let here = triangles.vertex(at).position();
            let step = triangles.vertex(at).out_edges().find(|edge| {
                let there = edge.to().position();
                let cross = (there.x - here.x) * (end.y - here.y) - (there.y - here.y) * (end.x - here.x);
                let along = (there.x - here.x) * (end.x - here.x) + (there.y - here.y) * (end.y - here.y);
                edge.is_constraint_edge() && cross == 0.0 && along > 0.0
            });
            let Some(edge) = step else { break };
            waiting.extend(edge.face().as_inner().map(|face| face.fix()));
            at = edge.to().fix();
        }
    }
    while let Some(face) = waiting.pop() {
        if std::mem::replace(&mut inside[face.index()], true) {
            continue;
        }
        for edge in triangles.face(face).adjacent_edges().iter().filter(|edge| !edge.is_constraint_edge()) {
            waiting.extend(edge.rev().face().as_inner().map(|face| face.fix()));
        }
    }
    inside
}
