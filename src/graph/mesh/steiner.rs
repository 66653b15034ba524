//! Points on the sides of a mesh at which paths may cross them (Steiner points; Lanthier, Maheshwari & Sack 2001).

use super::{NONE, NavMesh};
use crate::geom::Vec2;

/// Points on a side lie at most so far apart, in cells, …
const APART_CELLS: f32 = 0.25;
/// … but on sides with more than so many the distance grows with the root of their length.
const MANY: f32 = 64.0;

/// The vertices of a mesh, and points on its sides between two polygons: numbered one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct SteinerPoints {
    /// Metres.
    pub(super) places: Vec<Vec2>,
    /// How many of them are vertices.
    pub(super) vertices: u32,
    /// For each side, the first point on it, and one more number at the end. A side and its twin have the same points, kept with the lower
    /// of their numbers.
    first: Vec<u32>,
    /// For each point that is no vertex, its side.
    side_of: Vec<u32>,
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
        let mut points = Self { places: vec![Vec2::NAN; vertices as usize], vertices, ..Self::default() };
        for (number, side) in (0..).zip(&mesh.sides) {
            let from = side.at.as_vec2();
            points.places[side.vertex() as usize] = from;
            points.first.push(points.places.len() as u32);
            if side.twin == NONE || side.twin < number {
                continue;
            }
            let to = mesh.sides[mesh.after(number) as usize].at.as_vec2();
            let parts = count(from.distance(to) / resolution_m) + 1;
            for part in 1..parts {
                points.places.push(from.lerp(to, part as f32 / parts as f32));
                points.side_of.push(number);
            }
        }
        points.first.push(points.places.len() as u32);
        points
    }

    /// The side that a point lies on; `None`: it is a vertex.
    pub(super) fn side_of(&self, node: u32) -> Option<u32> {
        node.checked_sub(self.vertices).map(|point| self.side_of[point as usize])
    }

    /// The points of a side, from its beginning or, of a twin, from its end.
    pub(super) fn on_side(&self, mesh: &NavMesh, side: u32) -> std::ops::Range<u32> {
        let owner = side.min(mesh.sides[side as usize].twin) as usize;
        self.first[owner]..self.first[owner + 1]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.places) + size_of_val(&*self.first) + size_of_val(&*self.side_of)
    }
}
