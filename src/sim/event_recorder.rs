//! Feeds the recorder: what scripts noted in their turns, and what happened to creatures from outside.

use super::Sim;
use super::note_events::Noting;
use super::shards::Shard;
use crate::agent::recorder::{self, EventText, What, WhyLine, Word};
use crate::agent::{Event, Message};
use crate::body::AgentId;
use crate::lua::api::output::ScriptOutput;
use std::sync::Arc;

impl Sim {
    /// Records what happened to a creature in this step.
    pub(super) fn record(&mut self, slot: usize, what: What) {
        Arc::make_mut(&mut self.now.recorder).record(slot, self.now.step, what);
    }

    /// A string to put into an event.
    pub(super) fn word(&mut self, text: &str) -> Word {
        Arc::make_mut(&mut self.now.recorder).word(text)
    }

    /// Records what turns noted since this was called last: for each creature in the order in which it happened.
    pub(super) fn record_turns(&mut self) {
        let has_notes = self.shards.all.iter().any(|shard| !shard.output.notes.is_empty());
        if !self.now.recorder.is_on() || !has_notes {
            return;
        }
        let Self { now, shards, places, mods, .. } = self;
        let (agents, pathfinding_on) = (&*now.agents, now.pathfinding_on);
        let recorder = Arc::make_mut(&mut now.recorder);
        let kept = (&*recorder, &*places);
        shards.run_for(agents.bodies.len(), |Shard { vm, output, events, .. }| {
            events.find(Noting { agents, vm, output, pathfinding_on }, kept.0, kept.1);
        });
        for Shard { vm, output, events, .. } in &mut shards.all {
            events.find_late(Noting { agents, vm, output, pathfinding_on }, recorder, places, mods);
        }
        let events = shards.all.iter().map(|shard| shard.events.list.as_slice());
        recorder.record_all(now.step, events, shards.pool());
        shards.all.iter_mut().for_each(|shard| shard.output.clear_notes());
    }

    /// Records what the last turn of one creature noted.
    pub(super) fn record_last_turn(&mut self, slot: usize, output: &ScriptOutput) {
        if !self.now.recorder.is_on() {
            return;
        }
        let Self { now, shards, places, mods, .. } = self;
        let Shard { vm, events, .. } = shards.of(slot);
        let noting = Noting { agents: &now.agents, vm, output, pathfinding_on: now.pathfinding_on };
        let recorder = Arc::make_mut(&mut now.recorder);
        events.find(noting, recorder, places);
        events.find_late(noting, recorder, places, mods);
        recorder.record_all(now.step, [events.list.as_slice()].into_iter(), None);
    }

    /// What is recorded of an event when it is posted; `None` for those that are recorded elsewhere.
    pub(super) fn record_of(&mut self, event: &Event) -> Option<What> {
        let behaviour_of = |sim: &Self, id: AgentId| sim.now.agents.behaviour_of(id);
        Some(match event {
            Event::Hurt { by: None, amount } => What::Hurt(*amount),
            Event::Hurt { by: Some(id), amount } => {
                What::HurtBy { behaviour: behaviour_of(self, *id), id: *id, amount: *amount }
            }
            Event::Heard { what, from } => {
                What::Heard { what: self.word(what), behaviour: behaviour_of(self, *from), from: *from }
            }
            Event::Message(message) => {
                let Message { from, name, .. } = &**message;
                What::Message { name: self.word(name), behaviour: behaviour_of(self, *from), from: *from }
            }
            _ => return None,
        })
    }

    /// A creature's record, oldest first, and the chain of reasons for the state it is in.
    pub(super) fn story(&self, slot: usize) -> (Vec<EventText>, Vec<WhyLine>) {
        let events = self.now.recorder.describe(slot, &self.now.catalogue.symbols);
        let why = recorder::why(&events);
        (events, why)
    }
}
