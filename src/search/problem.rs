//! What is searched, apart from how; and a search that is made for one field.

use super::{Cost, Estimate};
use crate::geom::Cell;

/// The number no node has: the parent of a start.
pub const NO_NODE: u32 = u32::MAX;

/// A graph with non-negative costs, one start and one or more goals. Nodes are numbers below [`Problem::nodes`].
pub trait Problem {
    /// How many nodes there are: sizes the scratch; the nodes are not visited.
    fn nodes(&self) -> usize;

    /// The node at which the search begins.
    fn start(&self) -> u32;

    /// Whether the search may end at this node.
    fn is_goal(&self, node: u32) -> bool;

    /// Whether the search shall stop at this node because it would lead out of what is known.
    fn is_edge(&self, _node: u32) -> bool {
        false
    }

    /// Estimated cost from a node to the nearest goal, at least 0. *Consistent* when no step lowers it by more than
    /// the step costs; only then do the algorithms' promises about lengths hold.
    fn estimate(&self, node: u32) -> f32;

    /// Calls `each` with the end and the cost of every step from `node`, always in the same order. `parent` is the node
    /// it was reached from ([`NO_NODE`] at the start), for problems that prune by direction.
    fn steps(&self, node: u32, parent: u32, each: impl FnMut(u32, f32));
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Its slice is spent; it can go on.
    Running,
    /// A goal was reached.
    Found,
    /// Every node that can be reached was searched.
    Exhausted,
    /// It came to a node of the problem's edge.
    Edge,
}

/// An algorithm with its moves and its memory: what every row of the table of algorithms makes. Each algorithm implements
/// this in its own file.
pub trait Engine {
    /// Searches for a path. Returns its cost and writes the cells where it turns, both ends included; empties `waypoints`
    /// when no path was found.
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost>;

    /// What the last search counted, and the memory that is kept.
    fn usage(&self) -> Usage;
}

/// What an engine uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// What the last search counted.
    pub counts: Counts,
    /// Bytes of what was prepared for the field, the field itself excluded.
    pub prepared_bytes: usize,
    /// Bytes of the memory that the search keeps between queries.
    pub search_bytes: usize,
}

/// What a search counted since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes taken from the open list whose steps were looked at.
    pub expanded: u32,
    /// Entries put on the open list.
    pub generated: u32,
    /// The most entries that waited at one time.
    pub max_open: u32,
    /// Cells looked at, by algorithms whose work the entries on the open list do not measure.
    pub looks: u64,
    /// Whether the search reached its limit of expansions: then it is not known whether there is a path.
    pub gave_up: bool,
}
