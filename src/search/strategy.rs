//! Which search follows a change: none, one from scratch, or one that was kept.

/// How to search after something changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// Not at all: the path that is known is still a cheapest one.
    Keep,
    /// From scratch, with jumps where there are 8 directions.
    Fresh,
    /// With what was learned before (Multipath Adaptive A*).
    Learned,
    /// With the tree that grew from the goal (D* Lite).
    Tree,
    /// The same for a share of what jumps take, and from scratch if that was not enough.
    TreeBriefly,
}

/// What is known before a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// Whether the ground costs the same everywhere.
    pub(super) is_uniform: bool,
    /// Whether a path is known that is legal still and costs what it did.
    pub(super) path_holds: bool,
    /// Whether a cell that changed, and is open, lies so near that a path over it could cost less, straight lines taken.
    pub(super) may_shorten: bool,
    /// Columns or rows, the greater number, from the agent to the nearest cell that changed.
    pub(super) distance: u32,
    /// Whether the goal has moved.
    pub(super) goal_moves: bool,
    /// Whether there is a tree for this goal.
    pub(super) has_tree: bool,
    /// Whether jumps are of little use, as far as earlier searches show: in 4 directions, and on noise.
    pub(super) jumps_are_poor: bool,
}

/// Changes at most so many cells from the agent count as near.
const NEAR: u32 = 16;

impl Strategy {
    /// The one that costs least as measured by the benchmark `change` (docs/search.md).
    pub(super) fn of(outlook: Outlook) -> Self {
        let Outlook { path_holds, may_shorten, distance, jumps_are_poor, .. } = outlook;
        if path_holds && !may_shorten {
            Self::Keep
        } else if jumps_are_poor && (outlook.is_uniform || outlook.goal_moves) {
            Self::Learned
        } else if outlook.is_uniform || !outlook.has_tree {
            Self::Fresh
        } else if jumps_are_poor || distance <= NEAR {
            Self::Tree
        } else {
            Self::TreeBriefly
        }
    }
}
