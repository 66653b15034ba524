//! Points of visibility: the corners of what is closed, grown by the body's radius, joined where they see each other (Lozano-Pérez &
//! Wesley 1979; Stanojević 2017, ch. 2.2.2).
//!
//! Only *taut* edges are kept, along which a string round the corners would lie: no shortest path needs another. So where all ground costs
//! the same, paths are the shortest that there are among the outlines. Where it does not, they are the cheapest of these.

use super::{Corner, Graph, GraphError, Mover, Outlines, Repair, Site};
use crate::geom::{Aabb, Vec2};

/// The most corners that are joined before the first search: each is compared with each.
const MOST_JOINED: usize = 4096;
/// A line may seem to turn into a corner by so much, metres, and touch it all the same.
const TAUT_SLACK_M: f32 = 1e-3;

/// The corners of a world for a body.
#[derive(Clone, Debug)]
pub(crate) struct VisibilityGraph {
    site: Site,
    outlines: Outlines,
    corners: Vec<Corner>,
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
        let corners: Vec<Corner> = outlines.corners().collect();
        if joined && corners.len() > MOST_JOINED {
            return Err(GraphError::TooManyPairs { nodes: corners.len(), most: MOST_JOINED });
        }
        let mut graph = Self { site, outlines, corners, joined: None };
        if joined {
            let edges = |node| {
                let mut edges = Vec::new();
                graph.look(mover, node, &mut |to, cost| edges.push((to, cost)));
                edges
            };
            graph.joined = Some((0..graph.corners.len() as u32).map(edges).collect());
        }
        Ok(graph)
    }

    /// Looks for the edges of a corner.
    fn look(&self, mover: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        let from = &self.corners[node as usize];
        for (other, to) in (0..).zip(&self.corners) {
            if other != node
                && is_taut(from, to.at)
                && is_taut(to, from.at)
                && from.at != to.at
                && self.outlines.is_clear(from.at, to.at)
            {
                each(other, mover.cost(from.at, to.at));
            }
        }
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
        Site { at: self.corners[node as usize].at, ..self.site }
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
        for (node, corner) in (0..).zip(&self.corners) {
            // The outlines have few corners: near round ones a body may be inside them.
            if self.outlines.is_clear(at.at, corner.at) || mover.goes(at.at, corner.at) {
                each(node, mover.cost(at.at, corner.at));
            }
        }
    }

    fn change(&mut self, mover: &Mover, _: &[Aabb]) -> Result<Repair, GraphError> {
        *self = Self::new(mover, self.site, self.joined.is_some())?;
        Ok(Repair::Whole)
    }

    fn bytes(&self) -> usize {
        let edges = |joined: &Vec<Vec<(u32, f32)>>| joined.iter().map(|edges| size_of_val(&**edges)).sum();
        size_of_val(&*self.corners) + self.joined.as_ref().map_or(0, edges)
    }
}
