//! Questions in Lua to one creature. A VM apart evaluates them with a copy of what the creature knows, so that nothing
//! they do can reach the world; changes that they request come back as commands.

use super::Sim;
use super::command::Command;
use crate::agent::Value;
use crate::body::AgentId;
use crate::diag::Diagnostic;
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
}

fn command(id: AgentId, request: Request) -> Command {
    match request {
        Request::Spawn { behaviour, count, at } => Command::Spawn { behaviour, count, at },
        Request::Move(at) => Command::Place { id, at },
        Request::Memory { path, value } => Command::SetMemory { id, path, value },
        Request::State(state) => Command::ForceState { id, state, quietly: false },
    }
}
