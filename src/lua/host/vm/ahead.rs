//! What the next turns will read is asked for while this one runs: creatures' data lie far apart in memory.

use crate::agent::StepView;
use crate::lua::host::raw::{Stay, TURNS_AHEAD, ask_for};
use crate::lua::host::vm::Vm;
use std::slice::from_ref;

impl Vm {
    /// Asks for the memory of the turns after the first of `due`.
    pub(super) fn ask_ahead(&self, view: &StepView, due: &[usize], stay: Stay) {
        for (turns, slot) in due.iter().enumerate().take(TURNS_AHEAD + 1).skip(1) {
            let local = self.slots.local(*slot);
            stay.ask_ahead(local, turns);
            match turns {
                1 => self.ask_for_knowledge(local),
                2 => self.ask_for_instance(view, *slot, local),
                _ => {}
            }
        }
    }

    fn ask_for_instance(&self, view: &StepView, slot: usize, local: usize) {
        let (agents, bodies) = (&view.agents, &view.agents.bodies);
        ask_for(&bodies.position[slot..=slot]);
        ask_for(&bodies.velocity[slot..=slot]);
        ask_for(&bodies.heading[slot..=slot]);
        ask_for(&bodies.radius[slot..=slot]);
        ask_for(&bodies.height[slot..=slot]);
        ask_for(&bodies.speed[slot..=slot]);
        ask_for(&agents.intent[slot..=slot]);
        ask_for(&agents.health[slot..=slot]);
        ask_for(&agents.view_rad[slot..=slot]);
        if let Some(instance) = self.host().as_ref().and_then(|host| host.instances.get(local)) {
            ask_for(from_ref(instance));
        }
        self.watch.iter().for_each(|watch| watch.ask_for_list(local));
    }

    fn ask_for_knowledge(&self, local: usize) {
        if let Some(Some(instance)) = self.host().as_ref().and_then(|host| host.instances.get(local)) {
            instance.pathfinder.iter().for_each(|pathfinder| ask_for(from_ref(&**pathfinder)));
            ask_for(instance.knowledge.memory());
        }
        self.watch.iter().for_each(|watch| watch.ask_for_entries(local));
    }
}
