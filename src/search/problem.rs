//! What is searched, apart from how.

/// The number no node has: the parent of a start.
pub const NO_NODE: u32 = u32::MAX;

/// A graph with non-negative costs, one start and one or more goals. Nodes are numbers below [`Problem::nodes`].
pub trait Problem {
    /// How many nodes there are: sizes the scratch, is not walked.
    fn nodes(&self) -> usize;

    fn start(&self) -> u32;

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
