//! What searches for blocks remember; it is kept from one to the next.

/// The memory of climbs; it is kept from one to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Climb {
    /// For each polygon, the climb that came to it last: twice its number, and one more if it was from the second end.
    pub(super) seen: Vec<u32>,
    pub(super) number: u32,
    /// From each end the blocks on the climb, and the polygons that they hang from.
    pub(super) chains: [Vec<(u32, u32)>; 2],
}

/// What the search remembers of a polygon on its path.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    pub(super) polygon: u32,
    /// The side by which it was entered, on its own border.
    pub(super) entry: u32,
    pub(super) next: u32,
    pub(super) end: u32,
}

/// The memory of the search; it is kept from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Lowest {
    /// For each polygon, when it was reached.
    pub(super) order: Vec<u32>,
    /// For each polygon, the earliest that is reached from it and what lies below it.
    pub(super) low: Vec<u32>,
    pub(super) path: Vec<Visit>,
    /// Sides that were crossed and belong to no block yet.
    pub(super) crossed: Vec<u32>,
    /// Polygons in the order in which they were reached.
    pub(super) reached: Vec<u32>,
}

/// What is known of the surroundings of a polygon.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Its polygons in the order in which they were reached.
    pub(super) polygons: Vec<u32>,
    /// How many of them were looked at.
    pub(super) done: usize,
    /// Another group of the same part; itself: the one that has the count.
    pub(super) part: u32,
    /// How many groups of the part have polygons to look at.
    pub(super) open: u32,
    /// The polygon that the part hangs from, if it is known before its blocks are.
    pub(super) root: u32,
}

/// Parts of a mesh that nothing connects; the memory is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// For each polygon its group.
    pub(super) group: Vec<u32>,
    pub(super) groups: Vec<Group>,
    /// Parts with polygons to look at.
    pub(super) open: usize,
    /// The part that is not known to its end.
    pub(super) rest: Option<u32>,
}
