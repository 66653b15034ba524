//! Where a path leaves the storey that its agent is on.

use crate::geom::{Storey, Vec2};
use crate::nav::place_bits;
use crate::nav::portals::Leg;
use std::hash::{Hash, Hasher};

/// Which portal the path goes on through.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Route {
    /// `None`: the path stays on the storey.
    pub(super) leg: Option<Leg>,
    /// Whether portals are to be searched, before anything else.
    pub(super) is_due: bool,
    /// Where the goal was when they were searched last.
    pub(super) known: Option<(Storey, Vec2)>,
}

impl Hash for Route {
    fn hash<H: Hasher>(&self, h: &mut H) {
        if *self != Self::default() {
            self.leg.map(|leg| (leg.at, place_bits(leg.to))).hash(h);
            (self.is_due, self.known.map(|(storey, at)| (storey, place_bits(at)))).hash(h);
        }
    }
}
