//! The mesh of ground that does not cost the same everywhere (the weighted region problem: Mitchell & Papadimitriou 1991).
//!
//! It is cut along the borders of costs, so that inside a polygon all ground costs the same. Nodes are its vertices and points on its sides;
//! edges are lines inside a polygon and along a side. Paths over them are refined afterwards (`Graph::is_sampled`).

use super::steiner::SteinerPoints;
use super::{NONE, NavMesh, Plane};
use crate::geom::{Aabb, Cell, Vec2};
use crate::graph::outlines::{Units, rectangles, runs_of};
use crate::graph::{Graph, GraphError, MOST_NODES, Mover, Outlines, Repair, Site};
use crate::grid::{CellRect, CostLayer};
use glam::DVec2;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use std::collections::BTreeSet;

/// A navigation mesh of one storey whose polygons have costs.
#[derive(Clone, Debug)]
pub(in crate::graph) struct RegionMesh {
    site: Site,
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
        let mesh = NavMesh::of_planes(&[regions(mover, layer, &outlines)], &[])?;
        let points = SteinerPoints::new(&mesh, mover.resolution_m());
        let nodes = points.places.len() as u64;
        if nodes > MOST_NODES {
            return Err(GraphError::TooLarge { nodes });
        }
        let cost = |polygon: u32| {
            let corners = mesh.sides_of(polygon);
            let middle = corners.iter().map(|side| side.at).sum::<DVec2>() / corners.len() as f64;
            layer.at_place(middle.as_vec2())
        };
        let costs = (0..mesh.numbers()).map(cost).collect();
        Ok(Self { site, points, costs, mesh })
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
        match self.points.side_of(node) {
            Some(side) => self.edges_of_point(node, side, each),
            None => self.edges_of_vertex(node, each),
        }
    }

    fn join(&self, mover: &Mover, at: Site, each: &mut dyn FnMut(u32, f32)) {
        let Some(near) = self.mesh.nearest_for(mover, at.at) else { return };
        let Some(located) = self.mesh.locate(near.as_dvec2(), 0) else { return };
        let mut nodes: Vec<(u32, f32)> = Vec::new();
        for polygon in located.polygons() {
            let cost = self.costs[*polygon as usize];
            self.nodes_of(
                *polygon,
                |_| false,
                |node| {
                    nodes.push((node, at.at.distance(self.points.places[node as usize]) * cost));
                },
            );
        }
        // A node of two polygons counts with the cheaper.
        nodes.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        nodes.dedup_by_key(|(node, _)| *node);
        for (node, cost) in nodes {
            let to = self.points.places[node as usize];
            if near == at.at {
                each(node, cost);
            } else if mover.goes(at.at, to) {
                each(node, mover.cost(at.at, to));
            }
        }
    }

    fn change(&mut self, mover: &Mover, _: &[Aabb]) -> Result<Repair, GraphError> {
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

/// What is open, cut along the borders of costs.
fn regions(mover: &Mover, layer: &CostLayer, outlines: &Outlines) -> Plane {
    let (ground, moves, units) = (&mover.world().ground, mover.size().moves, outlines.units());
    let all = CellRect::of_world(ground);
    let cost = |x: i32, y: i32| Some(Cell::new(x, y)).filter(|at| ground.open(moves, *at)).map(|at| layer.at(at));
    let cells = (all.origin.y..all.end().y).flat_map(|y| (all.origin.x..all.end().x).map(move |x| (x, y)));
    let costs: BTreeSet<u64> = cells.filter_map(|(x, y)| cost(x, y)).collect();
    let open: Vec<Vec<IntPoint>> = outlines.dots().map(<[IntPoint]>::to_vec).collect();
    let mut rings = Vec::new();
    for one in costs {
        let mut parts = Vec::new();
        let runs = |y: i32, runs: &mut Vec<CellRect>| runs_of(all, y, |x| cost(x, y) == Some(one), runs);
        rectangles(all, runs, |cells| parts.push(corners(units, cells, mover.resolution_m())));
        let mut overlay = Overlay::with_contours(&open, &parts);
        rings.extend(overlay.overlay(OverlayRule::Intersect, FillRule::NonZero).into_iter().flatten());
    }
    Plane { rings, units }
}

/// The corners of a rectangle of cells.
fn corners(units: Units, cells: CellRect, resolution_m: f32) -> Vec<IntPoint> {
    let at = |x: i32, y: i32| units.dot(DVec2::new(x.into(), y.into()) * f64::from(resolution_m));
    let (low, high) = (cells.origin, cells.end());
    vec![at(low.x, low.y), at(high.x, low.y), at(high.x, high.y), at(low.x, high.y)]
}
