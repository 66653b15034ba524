//! Shortest any-angle paths on a navigation mesh (Polyanya; Cui, Harabor & Grastien 2017).
//!
//! A search node is a *root*, the last point where the path turned, and the part of a side that is seen from it. It is kept as the
//! two vertices that bound what is seen, not as points computed on sides: so every decision compares vertices of the mesh with each
//! other, and errors do not add up from polygon to polygon. Ends of intervals are computed for the estimate only.
//!
//! Beyond the paper: a node whose estimate is the least is expanded at once, without the open list; paths turn only where the
//! border is tangent to them; and a search enters only the blocks of the mesh between its ends (see `graph::mesh::Blocks`).

mod expand;
mod node;

use super::{DaryHeap, OpenList, Status};
use crate::geom::Vec2;
use crate::graph::mesh::{Climb, NavMesh};
use glam::DVec2;
use node::{Node, Root, Waiting};

/// Costs that differ by less than this share, and a metre's, are the same.
const SAME: f64 = 1e-10;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshCounts {
    /// Search nodes that were expanded.
    pub expanded: u32,
    /// Search nodes that were made.
    pub made: u32,
    /// The most that waited at once.
    pub open_max: u32,
}

/// The memory of searches on meshes; it is kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Polyanya {
    open: DaryHeap<Waiting>,
    nodes: Vec<Node>,
    /// Numbers of nodes that are not in use.
    unused: Vec<u32>,
    roots: Vec<Root>,
    /// For each vertex, the search that turned there last, and the cheapest root there.
    best: Vec<(u32, u32)>,
    /// For each label of a block, the search that may enter it.
    entered: Vec<u32>,
    climb: Climb,
    search: u32,
    made: Vec<Node>,
    /// Where the search under way leads, and the polygon that this is in.
    goal: (DVec2, u32),
    /// The node to be expanded next.
    next: Option<Node>,
    /// The last root before the goal, and the length of the path.
    found: Option<(u32, f64)>,
    counts: MeshCounts,
    /// The sides through which polygons were entered, in order, if they are kept.
    pub(super) entered_by: Option<Vec<u32>>,
}

impl Polyanya {
    /// The shortest path from one place to another, each a point in metres and a storey. Writes its points after the first, the goal
    /// included, and the storey of each. Returns its length in metres; `None` where a point is outside the mesh by more than a
    /// millimetre, or nothing leads from one to the other.
    pub fn solve(
        &mut self,
        mesh: &NavMesh,
        (from, from_storey): (Vec2, u32),
        (to, to_storey): (Vec2, u32),
        out: &mut Vec<(Vec2, u32)>,
    ) -> Option<f64> {
        out.clear();
        let mut status = self.begin(mesh, (from, from_storey), (to, to_storey));
        while status == Status::Running {
            status = self.run(mesh, u32::MAX);
        }
        self.path((to, to_storey), out)
    }

    /// Begins a search between two places, as [`Polyanya::solve`] gets them. [`Status::Exhausted`] where no search is needed to find that
    /// there is no path, [`Status::Found`] where none is needed to find one.
    pub fn begin(&mut self, mesh: &NavMesh, from: (Vec2, u32), to: (Vec2, u32)) -> Status {
        (self.counts, self.found, self.next) = (MeshCounts::default(), None, None);
        let locate = |(at, storey): (Vec2, u32)| mesh.locate(at.as_dvec2(), storey);
        let Some((start, goal)) = locate(from).zip(locate(to)) else { return Status::Exhausted };
        self.forget(mesh, start.at);
        if start.polygons().iter().any(|p| goal.polygons().contains(p)) {
            self.found = Some((0, start.at.distance(goal.at)));
            return Status::Found;
        }
        let Some((first, last)) = self.open_blocks(mesh, start.polygons(), goal.polygons()) else {
            return Status::Exhausted;
        };
        self.goal = (goal.at, last);
        self.leave(mesh, first);
        Status::Running
    }

    /// The path to the goal that was found, with its length, as [`Polyanya::solve`] returns it; `None` where none was found.
    pub fn path(&self, to: (Vec2, u32), out: &mut Vec<(Vec2, u32)>) -> Option<f64> {
        out.clear();
        let (root, length) = self.found?;
        self.trace(root, out);
        out.push(to);
        Some(length)
    }

    /// Marks the blocks between the first of some polygons and of some others that are connected. Returns these two.
    fn open_blocks(&mut self, mesh: &NavMesh, starts: &[u32], goals: &[u32]) -> Option<(u32, u32)> {
        let pairs = starts.iter().flat_map(|a| goals.iter().map(|b| (*a, *b)));
        let (climb, entered, search) = (&mut self.climb, &mut self.entered, self.search);
        let mut mark = |label: u32| entered[label as usize] = search;
        pairs.into_iter().find(|(a, b)| climb.between(&mesh.blocks, [*a, *b], &mut mark))
    }

    /// What the last search did.
    pub fn counts(&self) -> MeshCounts {
        self.counts
    }

    /// Bytes of its memory.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.roots.capacity() * size_of::<Root>()
            + (self.best.capacity() * 2 + self.entered.capacity() + self.unused.capacity()) * size_of::<u32>()
    }

    /// Forgets the search before.
    fn forget(&mut self, mesh: &NavMesh, start: DVec2) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.best.fill((0, 0));
            self.entered.fill(0);
            self.search = 1;
        }
        self.best.resize(self.best.len().max(mesh.beside.len()), (0, 0));
        self.entered.resize(self.entered.len().max(mesh.blocks.labels()), 0);
        self.open.clear();
        self.nodes.clear();
        self.made.clear();
        self.unused.clear();
        self.roots.clear();
        self.roots.push(Root::start(start));
    }

    /// The turns of the path to a root, the start left out.
    fn trace(&self, mut root: u32, out: &mut Vec<(Vec2, u32)>) {
        while root != 0 {
            let turn = &self.roots[root as usize];
            out.push((turn.at.as_vec2(), turn.storey));
            root = turn.parent;
        }
        out.reverse();
    }
}
