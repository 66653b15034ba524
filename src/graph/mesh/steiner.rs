//! Points on the sides of a mesh at which paths may cross them (Steiner points; Lanthier, Maheshwari & Sack 2001).

use super::{NONE, NavMesh, Span};
use crate::geom::Vec2;
use std::collections::BTreeMap;

/// Points on a side lie at most so far apart, in cells, …
const APART_CELLS: f32 = 0.25;
/// … but on sides with more than so many the distance grows with the root of their length.
const MANY: f32 = 64.0;
/// A mesh may come to have so many more vertices, as a share, before its points are numbered again …
const MORE_VERTICES: f32 = 0.25;
/// … and so many in any case.
const FEW: u32 = 256;

/// The vertices of a mesh, and points on its sides between two polygons: numbered one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct SteinerPoints {
    /// Metres; numbers that are not in use have any place.
    pub(super) places: Vec<Vec2>,
    /// Numbers below are those of vertices, some not in use.
    vertices: u32,
    /// For each side, the points on it. A side and its twin have the same ones, kept with the lower of their numbers.
    spans: Vec<Span>,
    /// For each number that is no vertex's, the side of the point; [`NONE`] where it is not in use.
    side_of: Vec<u32>,
    /// Where so many points in a row are free.
    spare: BTreeMap<u32, Vec<u32>>,
}

/// How many points a side has.
fn count(length_cells: f32) -> u32 {
    let even = (length_cells / APART_CELLS).ceil();
    let few = if even <= MANY { even } else { (even * MANY).sqrt().ceil() };
    few.max(1.0) as u32
}

impl SteinerPoints {
    /// Those of a mesh that was just made, with cells of this width.
    pub(super) fn new(mesh: &NavMesh, resolution_m: f32) -> Self {
        let vertices = mesh.beside.len() as u32;
        let vertices = vertices + (vertices as f32 * MORE_VERTICES) as u32 + FEW;
        let mut points = Self { places: vec![Vec2::ZERO; vertices as usize], vertices, ..Self::default() };
        let all: Vec<u32> = (0..mesh.numbers()).collect();
        points.add(mesh, resolution_m, &all);
        points
    }

    /// Whether there is a number for each vertex of a mesh.
    pub(super) fn has_space(&self, mesh: &NavMesh) -> bool {
        mesh.beside.len() <= self.vertices as usize
    }

    /// Takes out the points of sides, which are named as [`Recut::gone`](super::rebuild::Recut) does.
    pub(super) fn remove(&mut self, sides: &[u32]) {
        for side in sides {
            let Some(span) = self.spans.get_mut(*side as usize).map(std::mem::take) else { continue };
            if span.count > 0 {
                let from_points = span.first - self.vertices;
                self.side_of[from_points as usize..(from_points + span.count) as usize].fill(NONE);
                self.spare.entry(span.count).or_default().push(span.first);
            }
        }
    }

    /// Puts points on those sides of some polygons that have none, and takes note of where their vertices are. Returns how many points
    /// it made.
    pub(super) fn add(&mut self, mesh: &NavMesh, resolution_m: f32, polygons: &[u32]) -> u32 {
        self.spans.resize(mesh.sides.len(), Span::default());
        let mut made = 0;
        for number in polygons.iter().flat_map(|polygon| mesh.polygons[*polygon as usize].numbers()) {
            let side = &mesh.sides[number as usize];
            let from = side.at.as_vec2();
            self.places[side.vertex() as usize] = from;
            let owner = number.min(side.twin);
            if side.twin == NONE || self.spans[owner as usize].count > 0 {
                continue;
            }
            let to = mesh.sides[mesh.after(number) as usize].at.as_vec2();
            let [from, to] = if owner == number { [from, to] } else { [to, from] };
            made += self.put(owner, count(from.distance(to) / resolution_m), [from, to]);
        }
        made
    }

    /// Puts points on a side between its ends; how many.
    fn put(&mut self, side: u32, count: u32, [from, to]: [Vec2; 2]) -> u32 {
        let first = self.spare.get_mut(&count).and_then(Vec::pop).unwrap_or(self.places.len() as u32);
        let end = (first + count) as usize;
        self.places.resize(self.places.len().max(end), Vec2::ZERO);
        self.side_of.resize(self.places.len() - self.vertices as usize, NONE);
        for (place, part) in self.places[first as usize..end].iter_mut().zip(1..) {
            *place = from.lerp(to, part as f32 / (count + 1) as f32);
        }
        self.side_of[(first - self.vertices) as usize..end - self.vertices as usize].fill(side);
        self.spans[side as usize] = Span { first, count };
        count
    }

    /// What a number is that of.
    pub(super) fn get(&self, node: u32, mesh: &NavMesh) -> Node {
        match node.checked_sub(self.vertices).map(|point| self.side_of[point as usize]) {
            Some(NONE) => Node::Unused,
            Some(side) => Node::OnSide(side),
            None if (node as usize) < mesh.beside.len() => Node::Vertex,
            None => Node::Unused,
        }
    }

    /// The points of a side, from its beginning or, of a twin, from its end.
    pub(super) fn on_side(&self, mesh: &NavMesh, side: u32) -> std::ops::Range<u32> {
        let owner = side.min(mesh.sides[side as usize].twin);
        self.spans[owner as usize].numbers()
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.places) + size_of_val(&*self.spans) + size_of_val(&*self.side_of)
    }
}

/// What a number of a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// A vertex of the mesh.
    Vertex,
    /// A point on a side, the one with the lower number of two.
    OnSide(u32),
    /// Nothing.
    Unused,
}
