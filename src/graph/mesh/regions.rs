//! The mesh of ground that does not cost the same everywhere (the weighted region problem: Mitchell & Papadimitriou 1991).
//!
//! It is cut along the borders of costs, so that inside a polygon all ground costs the same. Nodes are its vertices and points on its sides;
//! edges are lines inside a polygon and along a side. Paths over them are refined afterwards (`Graph::is_sampled`).

use super::costs::divide;
use super::rebuild::is_local;
use super::steiner::{Node, SteinerPoints};
use super::{NONE, NavMesh, Plane};
use crate::geom::{Aabb, Vec2};
use crate::graph::{BodySize, Graph, GraphError, MOST_NODES, Mover, Outlines, Repair, Site};
use crate::grid::{CostLayer, Shape};
use glam::DVec2;

/// A navigation mesh of one storey whose polygons have costs.
#[derive(Clone, Debug)]
pub(in crate::graph) struct RegionMesh {
    site: Site,
    /// Width and height of the world, metres.
    size_m: Vec2,
    mesh: NavMesh,
    points: SteinerPoints,
    /// What a metre costs, polygon by polygon.
    costs: Vec<f32>,
}

impl RegionMesh {
    /// The mesh of a world for a body to which the ground does not cost the same everywhere.
    ///
    /// # Errors
    /// [`GraphError::Mesh`], [`GraphError::TooLarge`], and [`GraphError::OtherCosts`] where it does cost the same.
    pub(crate) fn new(mover: &Mover, site: Site) -> Result<Self, GraphError> {
        let (size, layer) = (mover.size(), mover.costs.ok_or(GraphError::OtherCosts)?);
        let outlines = Outlines::of_world(mover.world(), size.radius_m, size.height_m, size.moves);
        let plane = Plane::of_outlines(&outlines);
        let rings = divide(mover, layer, plane.units, &plane.rings);
        let mesh = NavMesh::of_planes(&[Plane { rings, ..plane }], &[])?;
        let points = SteinerPoints::new(&mesh, mover.resolution_m());
        let nodes = points.places.len() as u64;
        if nodes > MOST_NODES {
            return Err(GraphError::TooLarge { nodes });
        }
        let costs = (0..mesh.numbers()).map(|polygon| cost(&mesh, layer, polygon)).collect();
        Ok(Self { site, size_m: mover.world().size(), points, costs, mesh })
    }

    /// Cuts the mesh again in areas, metres; how many points on its sides were made. `None` where that is not possible, or takes longer
    /// than to make all of it again.
    fn rebuild(&mut self, mover: &Mover, layer: &CostLayer, areas: &[Aabb]) -> Option<u32> {
        if !is_local(mover, self.size_m, areas) {
            return None;
        }
        let BodySize { radius_m, height_m, moves } = mover.size();
        let shape = Shape { world: mover.world(), radius_m, height_m, moves };
        let (units, mut made) = (self.mesh.units, 0);
        for area in areas {
            let cut = self.mesh.recut(&shape, 0, *area, |open| divide(mover, layer, units, &open)).ok()?;
            if !self.points.has_space(&self.mesh) {
                return None;
            }
            self.points.remove(&cut.gone);
            self.costs.resize(self.mesh.polygons.len(), 0.0);
            for polygon in &cut.added {
                self.costs[*polygon as usize] = cost(&self.mesh, layer, *polygon);
            }
            made += self.points.add(&self.mesh, mover.resolution_m(), &cut.added);
        }
        Some(made)
    }

    /// What a metre along a side costs: as on the cheaper side of it.
    fn cost_along(&self, side: u32) -> f32 {
        let side = &self.mesh.sides[side as usize];
        let own = self.costs[side.own as usize];
        if side.polygon == NONE { own } else { own.min(self.costs[side.polygon as usize]) }
    }

    /// Calls `each` with the points next to one on its side, from the side's beginning to its end, and with what they cost.
    fn along(&self, node: u32, side: u32, each: &mut dyn FnMut(u32, f32)) {
        let (points, a_metre) = (self.points.on_side(&self.mesh, side), self.cost_along(side));
        let [from, to] = [side, self.mesh.after(side)].map(|side| self.mesh.sides[side as usize].vertex());
        let before = if node == points.start { from } else { node - 1 };
        let after = if node + 1 == points.end { to } else { node + 1 };
        [before, after].into_iter().for_each(|to| each(to, self.distance(node, to) * a_metre));
    }

    /// Calls `each` with the end of the side that is next to a vertex.
    fn along_from(&self, vertex: u32, side: u32, each: &mut dyn FnMut(u32, f32)) {
        let points = self.points.on_side(&self.mesh, side);
        let [from, to] = [side, self.mesh.after(side)].map(|side| self.mesh.sides[side as usize].vertex());
        let is_forth = self.mesh.sides[side as usize].twin >= side;
        let next = match (points.is_empty(), (vertex == from) == is_forth) {
            (true, _) => {
                if vertex == from {
                    to
                } else {
                    from
                }
            }
            (false, true) => points.start,
            (false, false) => points.end - 1,
        };
        each(next, self.distance(vertex, next) * self.cost_along(side));
    }

    fn distance(&self, from: u32, to: u32) -> f32 {
        self.points.places[from as usize].distance(self.points.places[to as usize])
    }

    /// Calls `each` with all nodes of a polygon, but those of sides that are left out.
    fn nodes_of(&self, polygon: u32, mut is_out: impl FnMut(u32) -> bool, mut each: impl FnMut(u32)) {
        for side in self.mesh.polygons[polygon as usize].numbers() {
            each(self.mesh.sides[side as usize].vertex());
            if !is_out(side) {
                self.points.on_side(&self.mesh, side).for_each(&mut each);
            }
        }
    }

    /// Calls `each` with lines from a place to the nodes of its polygon: straight ones, and those that come to a side on cheaper ground and follow it,
    /// with where they bend. What a place near such a side costs does not hang on how far the next point is.
    fn each_line(&self, at: Vec2, mut each: impl FnMut(u32, f32, Option<Vec2>)) {
        let Some(located) = self.mesh.locate(at.as_dvec2(), 0) else { return };
        let place = |node: u32| self.points.places[node as usize];
        for polygon in located.polygons() {
            let cost = self.costs[*polygon as usize];
            self.nodes_of(*polygon, |_| false, |node| each(node, at.distance(place(node)) * cost, None));
            for side in self.mesh.polygons[*polygon as usize].numbers() {
                let cheaper = self.cost_along(side);
                if cheaper >= cost {
                    continue;
                }
                let ends = [side, self.mesh.after(side)].map(|side| self.mesh.sides[side as usize].vertex());
                let followed = Followed { from: place(ends[0]), to: place(ends[1]), cost, cheaper };
                for node in self.points.on_side(&self.mesh, side).chain(ends) {
                    if let Some((cost, bend)) = followed.line(at, place(node)) {
                        each(node, cost, Some(bend));
                    }
                }
            }
        }
    }

    /// Edges of a point on a side.
    fn edges_of_point(&self, node: u32, side: u32, each: &mut dyn FnMut(u32, f32)) {
        self.along(node, side, each);
        let twin = self.mesh.sides[side as usize].twin;
        let ends = [side, self.mesh.after(side)].map(|side| self.mesh.sides[side as usize].vertex());
        for side in [side, twin] {
            let polygon = self.mesh.sides[side as usize].own;
            let cost = self.costs[polygon as usize];
            self.nodes_of(
                polygon,
                |other| other == side,
                |to| {
                    if !ends.contains(&to) {
                        each(to, self.distance(node, to) * cost);
                    }
                },
            );
        }
    }

    /// Edges of a vertex.
    fn edges_of_vertex(&self, vertex: u32, each: &mut dyn FnMut(u32, f32)) {
        for side in self.mesh.starts.of(vertex) {
            let polygon = self.mesh.sides[side as usize].own;
            let (cost, before, after) = (self.costs[polygon as usize], self.mesh.before(side), self.mesh.after(side));
            self.along_from(vertex, side, each);
            if self.mesh.sides[before as usize].twin == NONE {
                self.along_from(vertex, before, each);
            }
            let beside = [before, after].map(|side| self.mesh.sides[side as usize].vertex());
            self.nodes_of(
                polygon,
                |other| other == side || other == before,
                |to| {
                    if to != vertex && !beside.contains(&to) {
                        each(to, self.distance(vertex, to) * cost);
                    }
                },
            );
        }
    }
}

impl Graph for RegionMesh {
    fn nodes(&self) -> usize {
        self.points.places.len()
    }

    fn place(&self, node: u32) -> Site {
        Site { at: self.points.places[node as usize], ..self.site }
    }

    fn edges(&self, _: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        match self.points.get(node, &self.mesh) {
            Node::OnSide(side) => self.edges_of_point(node, side, each),
            Node::Vertex => self.edges_of_vertex(node, each),
            Node::Unused => {}
        }
    }

    /// Another place beside round corners, which the outlines cut off.
    fn entry(&self, mover: &Mover, at: Vec2) -> Option<Vec2> {
        self.mesh.nearest_for(mover, at)
    }

    fn join(&self, _: &Mover, at: Site, each: &mut dyn FnMut(u32, f32)) {
        let mut nodes: Vec<(u32, f32)> = Vec::new();
        self.each_line(at.at, |node, cost, _| nodes.push((node, cost)));
        // The cheapest line to each.
        nodes.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        nodes.dedup_by_key(|(node, _)| *node);
        nodes.into_iter().for_each(|(node, cost)| each(node, cost));
    }

    fn bend(&self, at: Site, node: u32) -> Option<Vec2> {
        let mut best = (f32::INFINITY, None);
        self.each_line(at.at, |to, cost, bend| {
            if to == node && cost < best.0 {
                best = (cost, bend);
            }
        });
        best.1
    }

    fn change(&mut self, mover: &Mover, areas: &[Aabb]) -> Result<Repair, GraphError> {
        let layer = mover.costs.ok_or(GraphError::OtherCosts)?;
        if let Some(made) = self.rebuild(mover, layer, areas) {
            return Ok(Repair::Local(made));
        }
        *self = Self::new(mover, self.site)?;
        Ok(Repair::Whole)
    }

    /// The sides of all polygons.
    fn draw(&self, _: &Mover, each: &mut dyn FnMut(Vec2, Vec2)) {
        self.mesh.each_side(each);
    }

    fn is_sampled(&self) -> bool {
        true
    }

    fn bytes(&self) -> usize {
        self.mesh.bytes() + self.points.bytes() + size_of_val(&*self.costs)
    }
}

/// A side of a polygon on cheaper ground, and what a metre costs off it and on it.
struct Followed {
    from: Vec2,
    to: Vec2,
    cost: f32,
    cheaper: f32,
}

impl Followed {
    /// The cheapest line from a place to one on the side that follows it, and where it comes to the side: at the critical angle of total reflection,
    /// whose sine is the ratio of both costs (Mitchell & Papadimitriou 1991). `None` where the straight line is cheaper.
    fn line(&self, at: Vec2, to: Vec2) -> Option<(f32, Vec2)> {
        let along = (self.to - self.from).try_normalize()?;
        let (off, sine) = (at - self.from, self.cheaper / self.cost);
        let (foot, aside) = (off.dot(along), off.perp_dot(along).abs());
        let ahead = aside * sine / (1.0 - sine * sine).sqrt();
        let rest = (to - self.from).dot(along) - foot;
        let bend = foot + ahead.copysign(rest);
        let is_on = ahead < rest.abs() && bend >= 0.0 && bend <= self.from.distance(self.to);
        let cost = self.cost * ahead.hypot(aside) + self.cheaper * (rest.abs() - ahead);
        is_on.then(|| (cost, self.from + along * bend))
    }
}

/// What a metre costs inside a polygon.
fn cost(mesh: &NavMesh, layer: &CostLayer, polygon: u32) -> f32 {
    let corners = mesh.sides_of(polygon);
    let middle = corners.iter().map(|side| side.at).sum::<DVec2>() / corners.len() as f64;
    layer.at_place(middle.as_vec2())
}
