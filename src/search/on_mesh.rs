//! Exact any-angle paths of a body on the navigation mesh of a world.

use super::tighten::tighten;
use super::{MeshCounts, Polyanya, Status};
use crate::geom::Vec2;
use crate::graph::{MeshGraph, Mover};

/// A path is pulled for a body that is so much wider, metres: bodies may seem to dip into things a little, and here nearly all would.
const SPARE_M: f32 = 2e-4;

/// Searches by [`Polyanya`] from any place where the body fits. Memory is kept from search to search.
#[derive(Clone, Debug, Default)]
pub struct MeshSearch {
    search: Polyanya,
    /// The ends, where they are on the mesh, and whether the body goes straight from one to the other.
    ends: [Vec2; 2],
    on_mesh: [Vec2; 2],
    straight: bool,
    points: Vec<(Vec2, u32)>,
    spare: Vec<Vec2>,
}

impl MeshSearch {
    /// Searches for the shortest path; returns its length in metres and writes the places where it turns, both ends included. Empties
    /// `path` when there is none. What the ground costs does not count. Outlines have corners where the body is round: at the end the body
    /// itself pulls the path tight.
    pub fn solve(&mut self, graph: &MeshGraph, mover: &Mover, ends: [Vec2; 2], path: &mut Vec<Vec2>) -> Option<f32> {
        let mut status = self.begin(graph, mover, ends);
        while status == Status::Running {
            status = self.run(graph, u32::MAX);
        }
        path.clear();
        let found = (status == Status::Found).then(|| self.path(path))?;
        found.map(|_| {
            tighten(&mover.wider(SPARE_M), path, &mut self.spare);
            length(path)
        })
    }

    /// Begins a search.
    pub fn begin(&mut self, graph: &MeshGraph, mover: &Mover, ends: [Vec2; 2]) -> Status {
        self.straight = false;
        let [from, to] = ends.map(|end| graph.on_mesh(mover, end));
        let Some((from, to)) = from.zip(to) else { return Status::Exhausted };
        (self.ends, self.on_mesh, self.straight) = (ends, [from, to], mover.goes(ends[0], ends[1]));
        if self.straight { Status::Found } else { self.search.begin(graph.mesh(), (from, 0), (to, 0)) }
    }

    /// Goes on with the search that was begun on the same mesh, for at most so many expansions.
    pub fn run(&mut self, graph: &MeshGraph, expansions: u32) -> Status {
        self.search.run(graph.mesh(), expansions)
    }

    /// The length of the path that was found, and its places; see [`MeshSearch::solve`].
    pub fn path(&mut self, path: &mut Vec<Vec2>) -> Option<f32> {
        path.clear();
        let ([first, last], [from, to]) = (self.ends, self.on_mesh);
        if !self.straight {
            self.search.path((to, 0), &mut self.points)?;
        }
        path.push(first);
        if self.straight {
            path.push(last);
        } else {
            path.extend(Some(from).filter(|from| *from != first));
            path.extend(self.points.iter().map(|(at, _)| *at));
            path.extend(Some(last).filter(|end| *end != to));
        }
        Some(length(path))
    }

    /// Keeps the nodes that searches expand from now on.
    pub(crate) fn keep_expanded(&mut self) {
        self.search.entered_by = Some(Vec::new());
    }

    /// The nodes of the graph that were expanded since, in order: the sides through which polygons were entered.
    pub(crate) fn expanded(&self) -> &[u32] {
        self.search.entered_by.as_deref().unwrap_or_default()
    }

    /// What the last search did.
    pub fn counts(&self) -> MeshCounts {
        self.search.counts()
    }
}

fn length(path: &[Vec2]) -> f32 {
    path.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}
