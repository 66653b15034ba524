//! Exact any-angle paths of a body on the navigation mesh of a world.

use super::{MeshCounts, Polyanya};
use crate::geom::Vec2;
use crate::graph::{MeshGraph, Mover};

/// Searches by [`Polyanya`] from any place where the body fits. Memory is kept from search to search.
#[derive(Clone, Debug, Default)]
pub struct MeshSearch {
    search: Polyanya,
    points: Vec<(Vec2, u32)>,
}

impl MeshSearch {
    /// Searches for the shortest path; returns its length in metres and writes the places where it turns, both ends included. Empties
    /// `path` when there is none. What the ground costs does not count.
    pub fn solve(&mut self, graph: &MeshGraph, mover: &Mover, ends: [Vec2; 2], path: &mut Vec<Vec2>) -> Option<f32> {
        path.clear();
        let [from, to] = [graph.on_mesh(mover, ends[0])?, graph.on_mesh(mover, ends[1])?];
        path.push(ends[0]);
        if mover.goes(ends[0], ends[1]) {
            path.push(ends[1]);
        } else if self.search.solve(graph.mesh(), (from, 0), (to, 0), &mut self.points).is_some() {
            path.extend(Some(from).filter(|from| *from != ends[0]));
            path.extend(self.points.iter().map(|(at, _)| *at));
            path.extend(Some(ends[1]).filter(|end| *end != to));
        } else {
            path.clear();
            return None;
        }
        Some(path.windows(2).map(|pair| pair[0].distance(pair[1])).sum())
    }

    /// What the last search did.
    pub fn counts(&self) -> MeshCounts {
        self.search.counts()
    }
}
