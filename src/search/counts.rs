//! What a search counts.

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
