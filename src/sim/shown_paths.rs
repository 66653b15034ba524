//! The paths of all creatures, as front ends draw them.

use super::Sim;
use crate::agent::Symbol;
use crate::geom::{Storey, Vec2};

/// Creatures whose paths are shown.
const MOST: usize = 500;

/// What is left of a creature's path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShownPath {
    /// The storey that it is on.
    pub(crate) storey: Storey,
    /// The creature's behaviour.
    pub(crate) behaviour: Symbol,
    /// Where the creature is, and the rest of its path as it walks it, metres.
    pub(crate) points: Vec<Vec2>,
}

impl Sim {
    /// What is left of the paths of creatures, of so many at most, in order of slot.
    pub(crate) fn shown_paths(&self) -> Vec<ShownPath> {
        let a = &self.now.agents;
        let path = |slot: usize| {
            let line = self.path_view(slot).line;
            if line.is_empty() {
                return None;
            }
            let points = std::iter::once(a.bodies.position[slot]).chain(line).collect();
            Some(ShownPath { storey: a.bodies.storey[slot], behaviour: a.behaviour[slot], points })
        };
        a.bodies.living().filter_map(path).take(MOST).collect()
    }
}
