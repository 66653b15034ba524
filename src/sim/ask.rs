//! One creature in the hands of people: manual overrides, each a command, so that it is in the log and on the creature's record; and
//! questions in Lua. A VM apart evaluates them with a copy of what the creature knows, so that nothing
//! they do can reach the world; changes that they request come back as commands.

use super::command::Command;
use super::{Level, Sim};
use crate::agent::recorder::What;
use crate::agent::{Event, Key, Value};
use crate::body::AgentId;
use crate::diag::{Diagnostic, did_you_mean};
use crate::lua::api::instance::ScriptInstance;
use crate::lua::host::program::Program;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::evaluate::Request;
use std::sync::Arc;

/// The result of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Lines to show.
    pub lines: Vec<String>,
    /// The line could not be evaluated.
    pub failed: bool,
    /// The changes to the world that the line requests.
    pub commands: Vec<Command>,
}

/// The possible continuations of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Completion {
    /// The character of the line from which on the words replace it.
    pub from: usize,
    /// What the word may be completed to.
    pub words: Vec<String>,
}

/// Why a creature cannot be asked.
#[derive(Debug, thiserror::Error)]
enum AskError {
    #[error("it is dead; select another creature")]
    Dead,
    #[error("the player's character has no script")]
    NoScript,
    /// The VM apart did not load the scripts, although those of the world did: it is out of memory, for example.
    #[error("{}", .0.first().map_or_else(|| "the scripts do not load".to_owned(), ToString::to_string))]
    Load(Vec<Diagnostic>),
}

impl Sim {
    /// Evaluates a line of Lua as this creature. Nothing changes in the world.
    pub fn ask(&mut self, id: AgentId, line: &str) -> Answer {
        let failed = |e: AskError| Answer { lines: vec![e.to_string()], failed: true, commands: Vec::new() };
        self.evaluate(id, line).unwrap_or_else(failed)
    }

    fn evaluate(&mut self, id: AgentId, line: &str) -> Result<Answer, AskError> {
        let (slot, instance, memory) = self.scripted_side(id)?;
        let view = self.view();
        let species = view.catalogue.find(view.agents.behaviour[slot]).ok_or(AskError::NoScript)?;
        let vm = self.question_vm(slot)?;
        vm.adopt(slot, id, species, instance);
        let result = vm.evaluate(&view, slot, &memory, line);
        vm.forget(slot);
        let commands = result.requests.into_iter().map(|r| command(id, r)).collect();
        Ok(Answer { lines: result.lines, failed: result.failed, commands })
    }

    /// The possible continuations of a line that is typed for this creature.
    pub fn complete(&mut self, id: AgentId, line: &str) -> Completion {
        let Ok((slot, _, memory)) = self.scripted_side(id) else { return Completion::default() };
        let view = self.view();
        let Ok(vm) = self.question_vm(slot) else { return Completion::default() };
        let (from, words) = vm.complete(&view, &memory, line);
        Completion { from, words }
    }

    /// Slot, script instance and memory of a living creature.
    fn scripted_side(&self, id: AgentId) -> Result<(usize, ScriptInstance, Value), AskError> {
        let slot = self.now.agents.bodies.find(id).ok_or(AskError::Dead)?;
        let vm = self.shards.vm(slot);
        let instance = vm.instance(slot).filter(|_| self.now.player != Some(id)).ok_or(AskError::NoScript)?;
        Ok((slot, instance.clone(), vm.memory(slot)))
    }

    /// A VM with the live program, which serves this slot.
    fn question_vm(&mut self, slot: usize) -> Result<&mut Vm, AskError> {
        let fits = |(p, vm): &(Arc<Program>, Vm)| Arc::ptr_eq(p, &self.program) && vm.slots.contain(slot);
        let made = match self.question_vm.take().filter(fits) {
            Some(made) => made,
            None => {
                let vm = Vm::new(&self.script_params, self.shards.index_of(slot), &self.program);
                (Arc::clone(&self.program), vm.map_err(AskError::Load)?)
            }
        };
        Ok(&mut self.question_vm.insert(made).1)
    }

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
        let word = self.word(text);
        self.record(slot, What::Manual(word));
        self.note_of(slot, Level::Good, format!("{text} (manual)"));
    }
}

fn command(id: AgentId, request: Request) -> Command {
    match request {
        Request::Spawn { behaviour, count, at } => Command::Spawn { behaviour, count, at },
        Request::Move(at) => Command::Place { id, at, storey: None },
        Request::Memory { path, value } => Command::SetMemory { id, path, value },
        Request::State(state) => Command::ForceState { id, state, quietly: false },
    }
}

/// `memory.home.x`, `memory.list[3]`.
pub(super) fn place_of(path: &[Key]) -> String {
    path.iter().fold("memory".to_owned(), |at, key| match key {
        Key::Int(_) => format!("{at}{key}"),
        Key::String(_) => format!("{at}.{key}"),
    })
}
