//! Doors: boxes that close a passage, and can be opened while the world runs.

use crate::geom::{Aabb, Storey};

/// A box that bodies meet while it is closed. Open, it is not there.
#[derive(Clone, Debug, PartialEq)]
pub struct Door {
    /// What maps and scripts call it; each has its own.
    pub name: Box<str>,
    /// The factions whose creatures open and close it; none: all do.
    pub opened_by: Vec<Box<str>>,
    /// Mean seconds between changes that happen by themselves; `None`: it waits to be opened or closed.
    pub changes_s: Option<f32>,
    /// Whether bodies pass.
    pub open: bool,
    /// Line of the map file, for messages; 0 when not known.
    pub line: u32,
    /// Its box, an index into `World::volumes`.
    pub(super) volume: u32,
    /// Height of the box's top when the door is closed, metres.
    pub(super) top_m: f32,
}

/// A part of the world in which a box came or went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Where, metres.
    pub area: Aabb,
    /// On which storey.
    pub storey: Storey,
    /// Whether bodies pass now where they did not.
    pub opened: bool,
}
