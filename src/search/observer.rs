//! Watching a search, and what it counts itself.

/// Is told what a search does, e.g. to draw it. `()` watches nothing and costs nothing.
pub trait Observer {
    fn expanded(&mut self, _node: u32) {}
    fn generated(&mut self, _node: u32) {}
}

impl Observer for () {}

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
