//! Whether a creature that sleeps has a reason to be called.

use crate::agent::{Drive, Event, Filter, StepView, Unpaid};
use crate::lua::api::instance::ScriptInstance;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::event::handler_of;

/// A look for those that end a sleep goes through so many cells at most, as queries of scripts count them. Where that is not
/// enough the creature wakes, and its script looks at its own expense.
const MOST_LOOKED_AT: u32 = 4_096;
/// A body is near where it goes from so many metres on, beside its radius and what it goes in a tick.
const NEAR_M: f32 = 0.5;

impl Vm {
    /// Whether a creature in a slot of this machine that sleeps is to be called: an event that its state handles, a timer, an
    /// area that it came into or out of, the end of its path, or a creature that it wants to know of. A tick takes so many
    /// seconds, and a body that is so near to where it steers, metres, is there.
    pub fn has_reason(&mut self, view: &StepView, slot: usize, (tick_s, reached_m): (f32, f32)) -> bool {
        let (local, agents) = (self.slots.local(slot), &view.agents);
        let (behaviour, state) = (agents.behaviour[slot], agents.state[slot]);
        let functions = &self.active.functions;
        let Some(Some(instance)) = self.instances.get_mut(local) else { return false };
        let is_handled = |event: &Event| {
            matches!(event, Event::Force(_)) || functions.has(&(behaviour, Some(state), handler_of(event)))
        };
        instance.inbox.iter().any(is_handled)
            || instance.timers.are_due(view.step)
            || is_nearly_there(view, slot, tick_s, reached_m)
            || self.active.crossing.contains(&behaviour) && is_in_other_areas(view, slot, instance)
            || sees_waker(view, slot, instance, &mut self.scratch)
    }
}

/// Whether a body will be where it goes before its next tick. One that is there was called when it came.
fn is_nearly_there(view: &StepView, slot: usize, tick_s: f32, reached_m: f32) -> bool {
    let bodies = &view.agents.bodies;
    let Drive::Steer { to, .. } = view.agents.intent[slot].drive else { return false };
    let near_m = bodies.radius[slot] + NEAR_M + bodies.velocity[slot].length() * tick_s;
    let squared = bodies.position[slot].distance_squared(to);
    squared <= near_m * near_m && squared > reached_m * reached_m
}

/// Whether it came into an area, or out of one, since it was called.
fn is_in_other_areas(view: &StepView, slot: usize, instance: &ScriptInstance) -> bool {
    let areas = &view.plane_of(slot).areas;
    !areas.around(view.agents.bodies.position[slot]).eq(instance.inside.iter().copied())
}

/// Whether one is near that is to end its sleep. What it sees of them it knows, as if its script had looked.
fn sees_waker(view: &StepView, slot: usize, instance: &mut ScriptInstance, scratch: &mut Vec<(f32, usize)>) -> bool {
    let targets = instance.targets(view.agents.intent[slot].attack);
    let ScriptInstance { wakers, knowledge, .. } = instance;
    wakers.iter().flatten().any(|filter: &Filter| {
        let mut left = MOST_LOOKED_AT;
        let pay = |cells: u32| {
            left = left.saturating_sub(cells);
            left > 0
        };
        let found = view.nearest(slot, filter, scratch, |other| knowledge.sees(view, slot, other, &targets), pay);
        matches!(found, Ok(Some(_)) | Err(Unpaid))
    })
}
