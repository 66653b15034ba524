//! The navigation mesh: what is open to a body as convex polygons, of any number of storeys, in flat arrays.
//!
//! Neighbours may lie on different storeys, where a portal joins them. Within a polygon everything is reached in a straight line, so
//! that a shortest path turns at corners of the mesh only.

mod assemble;
mod blocks;
mod convex;
mod costs;
mod locate;
mod rebuild;
mod regions;
mod side;
mod steiner;
mod store;
mod tables;

pub use assemble::{MeshError, Plane, Portal};
pub(crate) use blocks::{Blocks, Climb};
pub(super) use rebuild::is_local;
pub(super) use regions::RegionMesh;
use side::CORNER;
pub(crate) use side::{NONE, Side, Span};
use tables::{Places, Spare, Starts};

use super::outlines::{Outlines, Units};
use crate::geom::Vec2;
use crate::world::{MoveClass, World};
use glam::DVec2;

/// Convex polygons of what is open to a body.
#[derive(Clone, Debug, Default)]
pub struct NavMesh {
    pub(crate) polygons: Vec<Span>,
    pub(crate) sides: Vec<Side>,
    /// For each polygon its storey.
    pub(crate) storeys: Vec<u32>,
    /// For each vertex at which a path may turn, the ends of the border before and after it, metres; no numbers where there are
    /// several borders.
    pub(crate) beside: Vec<[DVec2; 2]>,
    pub(crate) blocks: Blocks,
    /// For each storey, its polygons by where they are.
    places: Vec<Places>,
    /// Which sides begin at a vertex.
    starts: Starts,
    spare: Spare,
    units: Units,
}

impl NavMesh {
    /// The mesh of every storey of a world for bodies of one size, `radius_m` and `height_m` in metres. Storeys are numbered from
    /// the ground, 0, upwards; nothing joins them.
    ///
    /// # Errors
    /// [`MeshError`] when a storey could not be cut into polygons.
    pub fn of_world(world: &World, radius_m: f32, height_m: f32, moves: MoveClass) -> Result<Self, MeshError> {
        Self::of_outlines(world.storeys().map(|s| Outlines::of_world(world.on(s), radius_m, height_m, moves)), &[])
    }

    /// The mesh of storeys whose outlines are given, from below, joined by portals.
    ///
    /// # Errors
    /// [`MeshError`] when a storey could not be cut into polygons, or a portal does not lie on the borders that it joins.
    pub fn of_outlines(storeys: impl IntoIterator<Item = Outlines>, portals: &[Portal]) -> Result<Self, MeshError> {
        let planes: Vec<Plane> = storeys.into_iter().map(|outlines| Plane::of_outlines(&outlines)).collect();
        Self::of_planes(&planes, portals)
    }

    /// How many polygons there are.
    pub fn polygons(&self) -> usize {
        self.polygons.iter().filter(|p| p.count > 0).count()
    }

    /// The corners of a polygon, metres, and its storey. Numbers are below [`NavMesh::numbers`]; one that is not in use has no corners.
    pub fn polygon(&self, number: u32) -> (impl Iterator<Item = Vec2> + '_, u32) {
        let corners = self.sides_of(number).iter().map(|side| side.at.as_vec2());
        (corners, self.storeys[number as usize])
    }

    /// One more than the highest number of a polygon.
    pub fn numbers(&self) -> u32 {
        self.polygons.len() as u32
    }

    /// The polygons beyond the sides of one.
    pub fn neighbours(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        self.sides_of(number).iter().map(|side| side.polygon).filter(|p| *p != NONE)
    }

    /// Calls `each` with both ends of every side of every polygon, metres.
    pub(crate) fn each_side(&self, each: &mut dyn FnMut(Vec2, Vec2)) {
        for polygon in 0..self.numbers() {
            let sides = self.sides_of(polygon);
            for (i, side) in sides.iter().enumerate() {
                each(side.at.as_vec2(), sides[(i + 1) % sides.len()].at.as_vec2());
            }
        }
    }

    /// Bytes it takes, the indexes aside.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.polygons)
            + size_of_val(&*self.sides)
            + size_of_val(&*self.storeys)
            + size_of_val(&*self.beside)
    }

    #[inline(always)]
    pub(crate) fn sides_of(&self, polygon: u32) -> &[Side] {
        let Span { first, count } = self.polygons[polygon as usize];
        &self.sides[first as usize..(first + count) as usize]
    }
}
