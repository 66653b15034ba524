//! What all graphs have in common, whatever they are made of.

use super::{MeshGraph, Mover};
use crate::geom::{Aabb, Storey, Vec2};

/// The most numbers of nodes that a graph may have: a search keeps 16 bytes for each.
pub(crate) const MOST_NODES: u64 = 1 << 26;

/// A place on one storey.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    /// Metres.
    pub at: Vec2,
    /// The plane that it is on.
    pub storey: Storey,
}

impl Site {
    /// A place on the ground.
    pub const fn on_ground(at: Vec2) -> Self {
        Self { at, storey: Storey::GROUND }
    }
}

/// Why a graph is not made, or not brought up to date.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GraphError {
    /// It would have more than [`MOST_NODES`].
    #[error("this graph would have {nodes} nodes: at most {MOST_NODES}")]
    TooLarge {
        /// How many it would have.
        nodes: u64,
    },
    /// The grid that it is made of is too large.
    #[error(transparent)]
    Grid(#[from] crate::grid::FieldTooLarge),
    /// It joins each node with each, and there are too many.
    #[error(
        "this graph joins each of {nodes} nodes with each: at most {most}; 'visibility' joins them when a search comes to them"
    )]
    TooManyPairs {
        /// How many there are.
        nodes: usize,
        /// How many there may be.
        most: usize,
    },
    /// A mesh could not be made.
    #[error(transparent)]
    Mesh(#[from] super::MeshError),
    /// The map sets none.
    #[error("this map has no [[marker]]: the graph 'markers' consists of them")]
    NoMarkers,
    /// Ground that cost the same everywhere no longer does, or the other way round: that takes another mesh.
    #[error("this mesh is of ground whose costs were of another kind: it has to be made again")]
    OtherCosts,
    /// It was made for a world of another size.
    #[error("this graph is of a world of {was} m: one of {is} m needs a graph of its own")]
    OtherWorld {
        /// Width and height, metres.
        was: Vec2,
        /// Those of the world that it shall be brought up to date with.
        is: Vec2,
    },
}

/// What was done about a change of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// So many nodes near the change were looked at again; the others keep their numbers and edges.
    Local(u32),
    /// Everything was made again: numbers of nodes mean other nodes.
    Whole,
    /// There was nothing to do: edges are looked at when a search comes to them.
    Unneeded,
}

/// Numbered nodes with places, and edges between them that a body can walk. A graph is made for one size of body on one world; the
/// mover that its functions take is that body on that world as it is now.
///
/// Edges cost metres times what the ground costs, at least the straight distance times the least cost. They are returned in the same order
/// each time.
pub trait Graph: std::fmt::Debug + Send + Sync {
    /// Numbers of nodes are below this. Not each number need be a node.
    fn nodes(&self) -> usize;

    /// Where a node is.
    fn place(&self, node: u32) -> Site;

    /// Calls `each` with the end and the cost of every edge from a node; none for a number that is no node.
    fn edges(&self, mover: &Mover, node: u32, each: &mut dyn FnMut(u32, f32));

    /// The place where a body comes onto the graph, or leaves it, that begins or ends at a place: one to which it goes straight. `None` where
    /// there is none.
    fn entry(&self, _mover: &Mover, at: Vec2) -> Option<Vec2> {
        Some(at)
    }

    /// Calls `each` with nodes to which the body goes straight from a place, an entry, and what that costs: each once. None where the
    /// body does not fit.
    fn join(&self, mover: &Mover, at: Site, each: &mut dyn FnMut(u32, f32));

    /// Where the line bends from a place to a node that it is joined to; `None` where it is straight.
    fn bend(&self, _at: Site, _node: u32) -> Option<Vec2> {
        None
    }

    /// Appends the places by which an edge leads, ends excluded: none where it is a straight line.
    fn trace(&self, _mover: &Mover, _from: u32, _to: u32, _out: &mut Vec<Vec2>) {}

    /// Makes a graph that covers a part of the world larger, after a search found nothing on it; whether it did. Numbers of nodes mean other
    /// nodes then.
    ///
    /// # Errors
    /// [`GraphError`] when it would be too large.
    fn widen(&mut self, _mover: &Mover) -> Result<bool, GraphError> {
        Ok(false)
    }

    /// Brings the graph up to date where boxes came or went, or ground changed: in `areas`, metres. The mover is on the world as it
    /// is after the change.
    ///
    /// # Errors
    /// [`GraphError`] when it cannot be: then it must not be used any more.
    fn change(&mut self, mover: &Mover, areas: &[Aabb]) -> Result<Repair, GraphError>;

    /// Calls `each` with the ends of every line that shows the graph.
    fn draw(&self, mover: &Mover, each: &mut dyn FnMut(Vec2, Vec2)) {
        for node in 0..self.nodes() as u32 {
            let mut lines = Vec::new();
            self.edges(mover, node, &mut |to, _| lines.push(to));
            lines.into_iter().for_each(|to| each(self.place(node).at, self.place(to).at));
        }
    }

    /// Whether its nodes are samples of lines along which a path may turn anywhere: then paths are refined.
    fn is_sampled(&self) -> bool {
        false
    }

    /// The graph as a navigation mesh, if it is one: that has exact paths, too.
    fn as_mesh(&self) -> Option<&MeshGraph> {
        None
    }

    /// Bytes it takes.
    fn bytes(&self) -> usize;
}
