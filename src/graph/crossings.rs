//! The navigation mesh as a graph: the middles of the sides between its polygons (Stanojević 2017, ch. 2.2.3).
//!
//! Paths over it have needless turns, which `search::MeshSearch` does without: it is exact. Where the ground does not cost the same everywhere
//! `RegionMesh` takes its place.

use super::mesh::is_local;
use super::{Graph, GraphError, Mover, NavMesh, Outlines, Repair, Site};
use crate::geom::{Aabb, Vec2};

/// A navigation mesh of one storey for a body. Nodes are the sides between two polygons, each by the lower of its two numbers; not each
/// number below [`Graph::nodes`] is one.
#[derive(Clone, Debug)]
pub struct MeshGraph {
    site: Site,
    /// Width and height of the world, metres.
    size_m: Vec2,
    mesh: NavMesh,
}

impl MeshGraph {
    /// The mesh of a world for a body.
    ///
    /// # Errors
    /// [`GraphError::Mesh`].
    pub(crate) fn new(mover: &Mover, site: Site) -> Result<Self, GraphError> {
        let size = mover.size();
        let outlines = Outlines::of_world(mover.world(), size.radius_m, size.height_m, size.moves);
        Ok(Self { site, size_m: mover.world().size(), mesh: NavMesh::of_outlines([outlines], &[])? })
    }

    /// The mesh; its one storey has the number 0.
    pub(crate) fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// The place on the mesh from which a path leads; see [`NavMesh::nearest_for`].
    pub(crate) fn on_mesh(&self, mover: &Mover, at: Vec2) -> Option<Vec2> {
        self.mesh.nearest_for(mover, at)
    }

    /// Cuts the mesh again in areas, metres; how many polygons were made. `None` where that is not possible, or takes longer than to make
    /// all of it again.
    fn rebuild(&mut self, mover: &Mover, areas: &[Aabb]) -> Option<u32> {
        if !is_local(mover, self.size_m, areas) {
            return None;
        }
        let (world, size) = (mover.world(), mover.size());
        let body = (size.radius_m, size.height_m, size.moves);
        areas.iter().map(|area| self.mesh.rebuild(world, body, 0, *area).ok()).sum()
    }

    /// Both ends of the side that a node is, metres; of a number that is no node, twice the same.
    pub(crate) fn side(&self, node: u32) -> [Vec2; 2] {
        let side = &self.mesh.sides[node as usize];
        let next = if side.polygon == super::mesh::NONE { node } else { self.mesh.after(node) };
        [side.at, self.mesh.sides[next as usize].at].map(|at| at.as_vec2())
    }

    /// The sides of a polygon that lead to others: their numbers as nodes.
    fn nodes_of(&self, polygon: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.mesh.polygons[polygon as usize].first;
        let sides = (first..).zip(self.mesh.sides_of(polygon));
        sides.filter(|(_, side)| side.polygon != super::mesh::NONE).map(|(number, side)| number.min(side.twin))
    }
}

impl Graph for MeshGraph {
    fn nodes(&self) -> usize {
        self.mesh.sides.len()
    }

    fn place(&self, node: u32) -> Site {
        let [a, b] = self.side(node);
        Site { at: (a + b) / 2.0, ..self.site }
    }

    fn edges(&self, mover: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        let side = &self.mesh.sides[node as usize];
        if side.polygon == super::mesh::NONE || side.twin < node {
            return;
        }
        let from = self.place(node).at;
        for other in [side.own, side.polygon].into_iter().flat_map(|polygon| self.nodes_of(polygon)) {
            if other != node {
                each(other, mover.cost(from, self.place(other).at));
            }
        }
    }

    /// Another place beside round corners, which the outlines cut off.
    fn entry(&self, mover: &Mover, at: Vec2) -> Option<Vec2> {
        self.on_mesh(mover, at)
    }

    fn join(&self, mover: &Mover, at: Site, each: &mut dyn FnMut(u32, f32)) {
        let Some(located) = self.mesh.locate(at.at.as_dvec2(), 0) else { return };
        let mut nodes: Vec<u32> = located.polygons().iter().flat_map(|polygon| self.nodes_of(*polygon)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.into_iter().for_each(|node| each(node, mover.cost(at.at, self.place(node).at)));
    }

    fn change(&mut self, mover: &Mover, areas: &[Aabb]) -> Result<Repair, GraphError> {
        if mover.costs.is_some() {
            return Err(GraphError::OtherCosts);
        }
        if let Some(made) = self.rebuild(mover, areas) {
            return Ok(Repair::Local(made));
        }
        *self = Self::new(mover, self.site)?;
        Ok(Repair::Whole)
    }

    /// The sides of all polygons.
    fn draw(&self, _: &Mover, each: &mut dyn FnMut(Vec2, Vec2)) {
        self.mesh.each_side(each);
    }

    fn as_mesh(&self) -> Option<&MeshGraph> {
        Some(self)
    }

    fn bytes(&self) -> usize {
        self.mesh.bytes()
    }
}
