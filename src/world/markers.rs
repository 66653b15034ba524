//! Markers: the nodes of a graph that a map's author sets.

use crate::geom::Vec2;

/// A node of the graph `markers`.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// What other markers and messages call it.
    pub name: String,
    /// Metres.
    pub at: Vec2,
    /// The markers that it is joined to by hand, by their index; `None`: to all others of this kind that are in sight.
    pub to: Option<Vec<u32>>,
}
