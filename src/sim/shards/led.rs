//! Bodies that walk along lines of their own, and those that come to their goals.

use super::Shard;
use crate::agent::{Agents, Catalogue, Decisions, Drive, StepView};
use crate::geom::Vec2;
use crate::nav::Gait;

/// So many instances are looked at before the first of them is worked on: each is somewhere else in memory, and they come side by
/// side.
const BATCH: usize = 16;

impl Shard {
    /// Before motion: where agents steer that decide in this step and go to a waypoint of a path with a line of its own. The others
    /// have their guides yet.
    pub(in crate::sim) fn guide(&mut self, agents: &Agents, catalogue: &Catalogue, decisions: &Decisions, step_s: f32) {
        self.noted.renew(&mut self.vm);
        let Self { vm, guides, noted, steered, .. } = self;
        steered.clear();
        steered.extend(noted.led.iter().filter_map(|local| {
            let slot = vm.slots.slot(local);
            if decisions.of(slot).is_kept {
                return None;
            }
            match agents.intent[slot].drive {
                Drive::Steer { to, .. } => Some((local, slot, to)),
                _ => None,
            }
        }));
        if decisions.any_is_kept() {
            let all = guides.iter_mut().enumerate().map(|(local, guide)| (vm.slots.slot(local), guide));
            let decide = all.filter(|(slot, _)| *slot < agents.bodies.len() && !decisions.of(*slot).is_kept);
            decide.for_each(|(_, guide)| *guide = None);
        } else {
            guides.clear();
        }
        guides.resize(vm.slots.local(agents.bodies.len()) + 1, None);
        for batch in steered.chunks(BATCH) {
            for (local, ..) in batch {
                let finder = vm.local_instance(*local).and_then(|instance| instance.pathfinder.as_deref());
                std::hint::black_box(finder.and_then(|finder| finder.point_ahead()));
            }
            for (local, slot, to) in batch.iter().copied() {
                let Some(instance) = vm.local_instance_untouched(local) else { continue };
                let Some(finder) = instance.pathfinder.as_deref_mut() else { continue };
                let Some(species) = catalogue.find(agents.behaviour[slot]) else { continue };
                let (bodies, body) = (&agents.bodies, &species.body);
                let gait = Gait {
                    here: bodies.position[slot],
                    heading: bodies.heading[slot],
                    speed_m_s: bodies.velocity[slot].length(),
                    top_m_s: bodies.speed[slot],
                    turn_rate: body.turn_rate,
                    turn_radius_m: body.turn_radius,
                    acceleration: body.acceleration,
                    step_s: decisions.of(slot).seconds(step_s),
                };
                guides[local] = finder.guide(to, &gait);
            }
        }
    }

    /// After motion: which agents are where they wanted to be.
    pub(in crate::sim) fn find_arrivals(&mut self, view: &StepView) {
        self.noted.renew(&mut self.vm);
        let Self { vm, arrived, noted, .. } = self;
        arrived.clear();
        for local in noted.awaited.iter() {
            let slot = vm.slots.slot(local);
            // Most are on their path yet: that is seen without their instance.
            let is_far = |goal: Vec2| {
                let me = view.planned_body(slot);
                goal.distance(me.position) > view.nav.arrive_m + me.radius_m
            };
            if noted.goals[local].is_some_and(is_far) {
                continue;
            }
            let Some(instance) = vm.local_instance_untouched(local) else { continue };
            let context = view.nav_context(slot, instance.target(view));
            if instance.pathfinder.as_deref_mut().is_some_and(|finder| finder.check_arrival(&context)) {
                // It is not awaited any longer: from here on it counts as touched.
                let finder = vm.instance_mut(slot).and_then(|instance| instance.pathfinder.as_deref());
                arrived.extend(finder.map(|finder| (slot, finder.asked_m)));
            }
        }
    }
}
