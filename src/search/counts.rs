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
}
