//! A pathfinder whose agent gets nowhere.

use super::{Pathfinder, Phase};
use crate::nav::{Blocked, NavContext};

impl Pathfinder {
    /// Its agent gets nowhere on the path in force: one past the place that is blocked is looked for near it, where there is
    /// such a place, else one from where it is.
    pub fn hold_up(&mut self, ctx: &NavContext, blocked: Option<Blocked>) {
        if self.phase != Phase::Settled {
            return;
        }
        match blocked {
            Some(blocked) => self.avoidance.block(ctx, blocked),
            None => self.restart(),
        }
    }
}
