//! Feeds the recorder: what scripts noted in their turns, and what happened to creatures from outside.

use super::Sim;
use crate::agent::recorder::{self, Brief, BriefChange, EventText, What, WhyLine, Word};
use crate::agent::{Event, Message, Outgoing, Symbol, Value};
use crate::body::AgentId;
use crate::lua::api::output::{Note, Noted, ScriptOutput, Stored, Written};
use crate::nav::{Code, Goal};
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

    /// Records what the turns of a step noted, in the order in which it happened.
    pub(super) fn record_notes(&mut self, output: &ScriptOutput) {
        if !self.now.recorder.is_on() {
            return;
        }
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        for note in &output.notes {
            match self.recorded(note, output) {
                Some(what) if self.shards.pool().is_none() => self.record(note.slot, what),
                what => events.extend(what.map(|what| (note.slot, what))),
            }
        }
        if let Some(pool) = self.shards.pool() {
            Arc::make_mut(&mut self.now.recorder).record_all(self.now.step, &events, pool);
        }
        self.events = events;
    }

    fn recorded(&mut self, note: &Note, output: &ScriptOutput) -> Option<What> {
        Some(match &note.what {
            Noted::Transition(n, handler) => {
                let t = output.transitions.get(*n)?;
                What::State { from: t.from, to: t.to, handler: *handler, place: self.place_word(&t.place) }
            }
            Noted::Code(code) => return self.recorded_code(note.slot, *code),
            Noted::Goal(Goal::None) => return None,
            Noted::Goal(Goal::Point(at, _)) => What::Goal(*at),
            Noted::Goal(Goal::Agent(id)) => What::Chase { behaviour: self.behaviour_of(*id), id: *id },
            Noted::Sight(seeing, id) => What::Sight { seeing: *seeing, behaviour: self.behaviour_of(*id), id: *id },
            Noted::Outgoing(n) => match &output.outgoing.get(*n)?.1 {
                Outgoing::Say { line } => What::Said(self.word(line)),
                Outgoing::Shout { what, .. } => What::Shouted(self.word(what)),
                Outgoing::Door { name, open } => What::Door { name: self.word(name), open: *open },
                Outgoing::Edit(edit) => What::Changed(self.word(&edit.to_string())),
                Outgoing::Spawn { .. } | Outgoing::Influence { .. } | Outgoing::Despawn => return None,
                Outgoing::Join { group } => What::Group { name: self.word(group), joins: true },
                Outgoing::Leave { group } => What::Group { name: self.word(group), joins: false },
                Outgoing::Post { key, value, .. } => What::Posted { key: self.word(key), value: self.brief(value) },
                Outgoing::Message { to, name, .. } => What::Sent { name: self.word(name), to: *to },
            },
            Noted::Fault(n) => {
                let fault = output.faults.get(*n)?;
                let place = format!("{}: {}", short(&fault.diagnostic.place()), fault.diagnostic.message);
                What::Fault { place: self.word(&place), overrun: fault.overrun }
            }
            Noted::Memory { key, old, new } => {
                let string = |stored: &Stored| output.stored(*stored);
                let mut brief = |w: &Written| match w {
                    Written::Nil => Brief::Nil,
                    Written::Bool(b) => Brief::Bool(*b),
                    Written::Number(n) => Brief::number(*n),
                    Written::String(stored) => Brief::String(self.word(string(stored))),
                    Written::Table => Brief::Table,
                };
                let change = BriefChange::new(brief(old), brief(new));
                What::Memory { key: self.word(string(key)), change }
            }
        })
    }

    fn brief(&mut self, value: &Value) -> Brief {
        match value {
            Value::Nil => Brief::Nil,
            Value::Bool(b) => Brief::Bool(*b),
            Value::Number(n) => Brief::number(*n),
            Value::String(bytes) => Brief::String(self.word(&String::from_utf8_lossy(bytes))),
            Value::Table(_) => Brief::Table,
        }
    }

    /// A result of the pathfinder. Those after which nothing changes for the creature are not recorded.
    fn recorded_code(&self, slot: usize, code: Code) -> Option<What> {
        let instance = self.shards.instance(slot);
        let path = instance.and_then(|m| m.pathfinder.as_deref());
        let reason = match code {
            Code::SearchOk if self.now.pathfinding_on => None,
            Code::SearchFailed | Code::MapFailed | Code::OutOfTime | Code::TargetFailed => {
                instance.and_then(|i| i.reason())
            }
            Code::NoTarget => None,
            _ => return None,
        };
        let (nodes, waypoints) = path.map_or((0, 0), |p| p.last_result());
        Some(What::Path { code, nodes, waypoints: waypoints.try_into().unwrap_or(u16::MAX), reason })
    }

    /// `npc/wolf.lua:21` and, on a second line, what is written there.
    fn place_word(&mut self, place: &str) -> Word {
        if let Some(word) = self.places.get(place) {
            return *word;
        }
        let written = place.rsplit_once(':').and_then(|(path, line)| {
            let (_, text) = self.mods.file(path)?;
            text.lines().nth(line.parse::<usize>().ok()?.checked_sub(1)?)
        });
        let word = self.word(&written.map_or_else(|| place.to_owned(), |l| format!("{place}\n{}", l.trim())));
        self.places.insert(place.to_owned(), word);
        word
    }

    /// What is recorded of an event when it is posted; `None` for those that are recorded elsewhere.
    pub(super) fn record_of(&mut self, event: &Event) -> Option<What> {
        Some(match event {
            Event::Hurt { by: None, amount } => What::Hurt(*amount),
            Event::Hurt { by: Some(id), amount } => {
                What::HurtBy { behaviour: self.behaviour_of(*id), id: *id, amount: *amount }
            }
            Event::Heard { what, from } => {
                What::Heard { what: self.word(what), behaviour: self.behaviour_of(*from), from: *from }
            }
            Event::Message(message) => {
                let Message { from, name, .. } = &**message;
                What::Message { name: self.word(name), behaviour: self.behaviour_of(*from), from: *from }
            }
            _ => return None,
        })
    }

    /// The behaviour of a living creature; the empty symbol for a dead one.
    fn behaviour_of(&self, id: AgentId) -> Symbol {
        self.now.agents.bodies.find(id).map_or_else(Symbol::default, |slot| self.now.agents.behaviour[slot])
    }

    /// A creature's record, oldest first, and the chain of reasons for the state it is in.
    pub(super) fn story(&self, slot: usize) -> (Vec<EventText>, Vec<WhyLine>) {
        let events = self.now.recorder.describe(slot, &self.now.catalogue.symbols);
        let why = recorder::why(&events);
        (events, why)
    }
}

/// `npc/wolf.lua:31` of `scripts/npc/wolf.lua:31`.
fn short(place: &str) -> &str {
    ["npc/", "lib/"].iter().filter_map(|dir| place.find(dir)).min().map_or(place, |at| &place[at..])
}
