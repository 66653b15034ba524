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

/// A part of the world that changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Where, metres.
    pub area: Aabb,
    /// On which storey.
    pub storey: Storey,
    /// Whether bodies may pass now where they did not.
    pub opened: bool,
    /// Whether they may no longer pass where they did.
    pub closed: bool,
    /// Whether open ground costs something else.
    pub costs: bool,
}

impl Change {
    /// An area of the ground storey in which nothing changed yet.
    pub(super) fn nothing(area: Aabb) -> Self {
        Self { area, storey: Storey::GROUND, opened: false, closed: false, costs: false }
    }

    /// Both changes of one storey as one.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            area: self.area.with(other.area),
            storey: self.storey,
            opened: self.opened || other.opened,
            closed: self.closed || other.closed,
            costs: self.costs || other.costs,
        }
    }
}
