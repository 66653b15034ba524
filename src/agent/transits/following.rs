//! How fast bodies pass a portal: each as it would alone, but none through the one ahead of it. All goes slower by the portal's pace,
//! what bodies keep to each other included: so as many fewer pass a width in a time as each of them is slower.

use super::{Transit, Transits, are_beside};
use crate::body::Bodies;
use crate::geom::heading_of;
use crate::world::Landing;

/// A body in a portal, in the order in which they are moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Follower {
    at: Landing,
    /// Where it was before the step.
    along_m: f32,
    slot: usize,
}

impl Transits {
    /// Advances all bodies by one step. Those that follow others in the same direction keep a distance to them. Calls `ended` with
    /// those that came out.
    pub(crate) fn advance(&mut self, bodies: &mut Bodies, step_s: f32, mut ended: impl FnMut(usize)) {
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(self.iter().map(|(slot, t)| Follower { at: t.at, along_m: t.along_m(), slot }));
        // Those of a portal and direction together, the first of them first.
        order.sort_unstable_by(|a, b| a.at.cmp(&b.at).then(b.along_m.total_cmp(&a.along_m)).then(a.slot.cmp(&b.slot)));
        for group in order.chunk_by(|a, b| a.at == b.at) {
            let widest_m = group.iter().map(|f| bodies.radius[f.slot]).fold(0.0, f32::max);
            for (i, follower) in group.iter().enumerate() {
                let Some(mut transit) = self.get(follower.slot).copied() else { continue };
                transit.share = self.next_share(&transit, (&group[..i], follower), (bodies, widest_m), step_s);
                self.begin(follower.slot, transit);
                carry(bodies, follower.slot, &transit, step_s);
                if transit.share >= 1.0 {
                    ended(follower.slot);
                }
            }
        }
        self.order = order;
    }

    /// How far a body is after the step, as a share. Those ahead of it have moved.
    fn next_share(
        &self,
        transit: &Transit,
        (ahead, me): (&[Follower], &Follower),
        (bodies, widest_m): (&Bodies, f32),
        step_s: f32,
    ) -> f32 {
        if transit.time_s <= 0.0 {
            return 1.0;
        }
        let free = (transit.share + step_s / transit.time_s).min(1.0);
        if transit.length_m <= 0.0 {
            return free;
        }
        let pass_m_s = transit.length_m / transit.time_s;
        let (radius_m, headway) = (bodies.radius[me.slot], transit.headway);
        let reach_m = (transit.speed_m_s * headway.time_s).max(pass_m_s * step_s) + headway.space_m;
        let mut metres = pass_m_s * step_s;
        for other in ahead.iter().rev() {
            if other.along_m - me.along_m > reach_m + radius_m + widest_m {
                break; // nor are those before it nearer
            }
            let Some(its) = self.get(other.slot) else { continue };
            let size_m = radius_m + bodies.radius[other.slot];
            if are_beside(its.across_m - transit.across_m, size_m) {
                continue;
            }
            let gap_m = its.along_m() - me.along_m - size_m;
            metres = metres.min(gap_m);
            if headway.time_s > 0.0 {
                let slower = pass_m_s / transit.speed_m_s;
                metres = metres.min((gap_m - headway.space_m) * slower / headway.time_s * step_s);
            }
        }
        if metres >= pass_m_s * step_s { free } else { free.min(transit.share + metres.max(0.0) / transit.length_m) }
    }
}

/// Puts a body where its transit has it.
fn carry(bodies: &mut Bodies, slot: usize, transit: &Transit, step_s: f32) {
    let (at, storey) = transit.place();
    let before = bodies.position[slot];
    (bodies.position[slot], bodies.storey[slot]) = (at, storey);
    bodies.velocity[slot] = ((at - before) / step_s).clamp_length_max(bodies.speed[slot]);
    if transit.to != transit.from {
        bodies.heading[slot] = heading_of(transit.to - transit.from);
    }
}
