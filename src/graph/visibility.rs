//! Points of visibility: the corners of what is closed, grown by the body's radius, joined where they see each other (Lozano-Pérez &
//! Wesley 1979; Stanojević 2017, ch. 2.2.2).
//!
//! Only *taut* edges are kept, along which a string round the corners would lie: no shortest path needs another. So where all ground costs
//! the same, paths are the shortest that there are among the outlines. Where it does not, they are the cheapest of these.

use super::mesh::is_local;
use super::outlines::window;
use super::{BodySize, Corner, Graph, GraphError, Mover, Outlines, Repair, Site};
use crate::geom::{Aabb, Vec2, segment_to_box};
use crate::grid::Shape;

/// The most corners that are joined before the first search: each is compared with each.
const MOST_JOINED: usize = 4096;
/// A line may seem to turn into a corner by so much, metres, and touch it all the same.
const TAUT_SLACK_M: f32 = 1e-3;

/// The corners of a world for a body.
#[derive(Clone, Debug)]
pub(crate) struct VisibilityGraph {
    site: Site,
    /// Width and height of the world, metres.
    size_m: Vec2,
    outlines: Outlines,
    /// `None`: a number that is not in use.
    corners: Vec<Option<Corner>>,
    /// The edges of each corner with their costs, where all were joined at once; else each search looks for those that it needs.
    joined: Option<Vec<Vec<(u32, f32)>>>,
}

impl VisibilityGraph {
    /// The corners of a world; `joined`: with their edges.
    ///
    /// # Errors
    /// [`GraphError::TooManyPairs`] when there are too many corners to join each with each.
    pub(crate) fn new(mover: &Mover, site: Site, joined: bool) -> Result<Self, GraphError> {
        let size = mover.size();
        let outlines = Outlines::of_world(mover.world(), size.radius_m, size.height_m, size.moves);
        let corners = outlines.corners().map(Some).collect();
        let mut graph = Self { site, size_m: mover.world().size(), outlines, corners, joined: None };
        if joined {
            graph.check_pairs()?;
            let edges = |node| {
                let mut edges = Vec::new();
                graph.look(mover, node, &mut |to, cost| edges.push((to, cost)));
                edges
            };
            graph.joined = Some((0..graph.corners.len() as u32).map(edges).collect());
        }
        Ok(graph)
    }

    fn check_pairs(&self) -> Result<(), GraphError> {
        let nodes = self.corners.iter().flatten().count();
        if nodes > MOST_JOINED { Err(GraphError::TooManyPairs { nodes, most: MOST_JOINED }) } else { Ok(()) }
    }

    /// Looks for the edges of a corner.
    fn look(&self, mover: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        for other in 0..self.corners.len() as u32 {
            if let Some(cost) = self.edge(mover, node, other) {
                each(other, cost);
            }
        }
    }

    /// What the edge from a corner to another costs; `None` where there is none.
    fn edge(&self, mover: &Mover, node: u32, other: u32) -> Option<f32> {
        let (from, to) = self.corners[node as usize].as_ref().zip(self.corners[other as usize].as_ref())?;
        let is_edge = other != node
            && is_taut(from, to.at)
            && is_taut(to, from.at)
            && from.at != to.at
            && self.outlines.is_clear(from.at, to.at);
        is_edge.then(|| mover.cost(from.at, to.at))
    }

    /// Finds the corners in windows again; how many these are now.
    fn renew_corners(&mut self, windows: &[Aabb]) -> u32 {
        let is_in = |at: Vec2| windows.iter().any(|window| window.contains(at));
        for corner in &mut self.corners {
            corner.take_if(|corner| is_in(corner.at));
        }
        let mut free: Vec<usize> = (0..self.corners.len()).rev().filter(|i| self.corners[*i].is_none()).collect();
        let mut found: Vec<Corner> = windows.iter().flat_map(|window| self.outlines.corners_in(*window)).collect();
        // Windows may overlap.
        let order = |a: &Corner, b: &Corner| a.at.x.total_cmp(&b.at.x).then(a.at.y.total_cmp(&b.at.y));
        found.sort_by(order);
        found.dedup_by_key(|corner| corner.at);
        for corner in &found {
            match free.pop() {
                Some(number) => self.corners[number] = Some(*corner),
                None => self.corners.push(Some(*corner)),
            }
        }
        found.len() as u32
    }

    /// Looks again for all edges that lead through windows, or to a corner in one.
    fn renew_edges(&mut self, mover: &Mover, windows: &[Aabb]) {
        let Some(mut joined) = self.joined.take() else { return };
        let count = self.corners.len() as u32;
        joined.resize(count as usize, Vec::new());
        let at = |node: u32| self.corners[node as usize].as_ref().map(|corner| corner.at);
        for node in 0..count {
            let edges = &mut joined[node as usize];
            let Some(from) = at(node) else {
                edges.clear();
                continue;
            };
            let touches = |to: Vec2| windows.iter().any(|window| segment_to_box(from, to, *window) <= 0.0);
            edges.retain(|(to, _)| at(*to).is_some_and(|to| !touches(to)));
            let near = (0..count).filter(|other| at(*other).is_some_and(touches));
            edges.extend(near.filter_map(|other| Some((other, self.edge(mover, node, other)?))));
            edges.sort_unstable_by_key(|(to, _)| *to);
        }
        self.joined = Some(joined);
    }
}

/// Whether a string from a point to a corner may turn there: what is closed lies on one side of the line only.
fn is_taut(corner: &Corner, from: Vec2) -> bool {
    let Some(along) = (corner.at - from).try_normalize() else { return true };
    let [before, after] = corner.beside.map(|beside| along.perp_dot(beside - corner.at));
    before.min(after) >= -TAUT_SLACK_M || before.max(after) <= TAUT_SLACK_M
}

impl Graph for VisibilityGraph {
    fn nodes(&self) -> usize {
        self.corners.len()
    }

    fn place(&self, node: u32) -> Site {
        Site { at: self.corners[node as usize].map_or(self.site.at, |corner| corner.at), ..self.site }
    }

    fn edges(&self, mover: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        match &self.joined {
            Some(joined) => joined[node as usize].iter().for_each(|(to, cost)| each(*to, *cost)),
            None => self.look(mover, node, each),
        }
    }

    fn join(&self, mover: &Mover, at: Site, each: &mut dyn FnMut(u32, f32)) {
        if !mover.fits(at.at) {
            return;
        }
        let corners = (0..).zip(&self.corners).filter_map(|(node, corner)| Some((node, corner.as_ref()?)));
        for (node, corner) in corners {
            // The outlines have few corners: near round ones a body may be inside them.
            if self.outlines.is_clear(at.at, corner.at) || mover.goes(at.at, corner.at) {
                each(node, mover.cost(at.at, corner.at));
            }
        }
    }

    fn change(&mut self, mover: &Mover, areas: &[Aabb]) -> Result<Repair, GraphError> {
        if !is_local(mover, self.size_m, areas) {
            *self = Self::new(mover, self.site, self.joined.is_some())?;
            return Ok(Repair::Whole);
        }
        let BodySize { radius_m, height_m, moves } = mover.size();
        self.outlines = Outlines::without_border(&Shape { world: mover.world(), radius_m, height_m, moves });
        let windows = areas.iter().filter_map(|area| window(self.size_m, radius_m, *area));
        let windows: Vec<Aabb> = windows.map(|(low, high)| Aabb::new(low.as_vec2(), high.as_vec2())).collect();
        let renewed = self.renew_corners(&windows);
        if self.joined.is_some() {
            self.check_pairs()?;
            self.renew_edges(mover, &windows);
        }
        Ok(Repair::Local(renewed))
    }

    fn bytes(&self) -> usize {
        let edges = |joined: &Vec<Vec<(u32, f32)>>| joined.iter().map(|edges| size_of_val(&**edges)).sum();
        size_of_val(&*self.corners) + self.joined.as_ref().map_or(0, edges)
    }
}
