//! Manual overrides: what people change in one creature. Each is a command, so it is in the log and on the creature's record.

use super::{Level, Sim};
use crate::agent::{Event, Key, Value};
use crate::body::AgentId;
use crate::diag::did_you_mean;
use std::sync::Arc;

impl Sim {
    pub(super) fn set_memory(&mut self, id: AgentId, path: &[Key], value: &Value) {
        let Some(slot) = self.scripted(id) else { return };
        let place = place_of(path);
        match self.shards.vm_mut(slot).set_memory(slot, path, value) {
            Ok(()) => self.note_manual(slot, &format!("{place} = {value}")),
            Err(why) => self.note_of(slot, Level::Warn, format!("{place}: {why}")),
        }
    }

    pub(super) fn force_state(&mut self, id: AgentId, state: &str, quietly: bool) {
        let Some(slot) = self.scripted(id) else { return };
        let Some(species) = self.species(slot) else { return };
        let Some(to) = species.states.iter().find(|s| s.name == state).map(|s| s.symbol) else {
            let hint = did_you_mean(state, species.states.iter().map(|s| s.name.as_str()));
            let hint = hint.map_or(String::new(), |h| format!("; {h}"));
            return self.note_of(slot, Level::Warn, format!("there is no state '{state}'{hint}"));
        };
        if !quietly {
            self.post(slot, Event::Force(to));
            self.wake[slot] = true;
            return self.note_manual(slot, &format!("state = \"{state}\""));
        }
        let step = self.now.step;
        let agents = Arc::make_mut(&mut self.now.agents);
        (agents.state[slot], agents.state_since[slot]) = (to, step);
        if let Some(instance) = self.shards.instance_mut(slot) {
            instance.newborn = false;
        }
        self.note_manual(slot, &format!("state = \"{state}\", quietly"));
    }

    pub(super) fn set_body(&mut self, id: AgentId, health: Option<f32>, heading: Option<f32>) {
        let Some(slot) = self.now.agents.bodies.find(id) else { return };
        let agents = Arc::make_mut(&mut self.now.agents);
        if let Some(health) = health.filter(|h| h.is_finite() && *h > 0.0) {
            agents.health[slot] = health.min(agents.max_health[slot]);
        }
        if let Some(heading) = heading.filter(|h| h.is_finite()) {
            agents.bodies.heading[slot] = heading;
        }
    }

    /// The slot of a living creature with a script.
    fn scripted(&self, id: AgentId) -> Option<usize> {
        self.now.agents.bodies.find(id).filter(|_| self.now.player != Some(id))
    }

    fn note_manual(&mut self, slot: usize, text: &str) {
        self.record_manual(slot, text);
        self.note_of(slot, Level::Good, format!("{text} (manual)"));
    }
}

/// `memory.home.x`, `memory.list[3]`.
pub(super) fn place_of(path: &[Key]) -> String {
    path.iter().fold("memory".to_owned(), |at, key| match key {
        Key::Int(_) => format!("{at}{key}"),
        Key::String(_) => format!("{at}.{key}"),
    })
}
