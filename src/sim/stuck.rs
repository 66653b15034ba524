//! Bodies that are under way and get nowhere: their scripts decide, or another path is looked for.

use super::Sim;
use crate::agent::{Event, Handler};
use crate::crowd::{HeldBy, Stuck};
use crate::nav::Blocked;

/// A place that a body could not pass counts as closed to its paths for so long, seconds.
const BLOCKED_S: f32 = 60.0;

impl Sim {
    /// Reports the bodies that are stuck in this step to what moves them.
    pub(super) fn report_stuck(&mut self) {
        for i in 0..self.motion.stuck.len() {
            let stuck = self.motion.stuck[i];
            let agents = &self.now.agents;
            let (behaviour, state) = (agents.behaviour[stuck.slot], agents.state[stuck.slot]);
            if self.shards.vm(stuck.slot).handles(behaviour, state, Handler::OnStuck) {
                self.post(stuck.slot, Event::Stuck(stuck.by));
                self.wake[stuck.slot] = true;
            } else {
                self.find_another_path(&stuck);
            }
        }
    }

    /// A path past what holds the body up; where that is no body, one from where it is.
    fn find_another_path(&mut self, &Stuck { slot, by, at, radius_m, .. }: &Stuck) {
        let view = self.view();
        let Some(instance) = self.shards.instance_mut(slot) else { return };
        let target = instance.target(&view);
        let Some(pathfinder) = instance.pathfinder.as_deref_mut() else { return };
        let until = view.step + (BLOCKED_S / view.step_s) as u64;
        let blocked = (by != HeldBy::Walls).then_some(Blocked { at, radius_m, until });
        pathfinder.hold_up(&view.nav_context(slot, target), blocked);
    }
}
