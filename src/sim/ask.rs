//! Questions in Lua to one creature. A question is answered by a machine apart with a copy of what the creature knows, so
//! that nothing it does can reach the world; what it asks to be done comes back as commands.

use super::Sim;
use super::command::Command;
use crate::agent::Value;
use crate::body::AgentId;
use crate::lua::api::instance::ScriptInstance;
use crate::lua::host::program::Program;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::evaluate::Request;
use std::sync::Arc;

/// What came of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Lines to show.
    pub lines: Vec<String>,
    /// The line could not be evaluated.
    pub failed: bool,
    /// What the line asks to be done to the world.
    pub commands: Vec<Command>,
}

/// How a line that is being typed can go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Completion {
    /// The character of the line from which on the words replace it.
    pub from: usize,
    pub words: Vec<String>,
}

/// The machine that answers, and the program it has loaded.
#[derive(Default)]
pub(super) struct Askers {
    machine: Option<(Arc<Program>, Vm)>,
}

impl Sim {
    /// Evaluates a line of Lua as this creature. Nothing changes in the world.
    pub fn ask(&mut self, id: AgentId, line: &str) -> Answer {
        let refused = |text: String| Answer { lines: vec![text], failed: true, commands: Vec::new() };
        let (slot, instance, memory) = match self.asked(id) {
            Ok(found) => found,
            Err(why) => return refused(why),
        };
        let view = self.view();
        let vm = match self.asker(slot) {
            Ok(vm) => vm,
            Err(why) => return refused(why),
        };
        vm.adopt(slot, id, instance);
        let reply = vm.ask(&view, slot, &memory, line);
        vm.forget(slot);
        let commands: Vec<Command> = reply.requests.into_iter().map(|r| command(id, r)).collect();
        Answer { lines: reply.told, failed: reply.wrong, commands }
    }

    /// How a line typed for this creature can go on.
    pub fn complete(&mut self, id: AgentId, line: &str) -> Completion {
        let Ok((slot, _, memory)) = self.asked(id) else { return Completion::default() };
        let view = self.view();
        let Ok(vm) = self.asker(slot) else { return Completion::default() };
        let (from, words) = vm.complete(&view, &memory, line);
        Completion { from, words }
    }

    fn asked(&self, id: AgentId) -> Result<(usize, ScriptInstance, Value), String> {
        let slot = self.agents.bodies.find(id).ok_or("it is dead: there is nobody to ask")?;
        let vm = &self.shards[slot % self.shards.len()].vm;
        let instance =
            vm.instance(slot).filter(|_| self.player != Some(id)).ok_or("the player's character has no script")?;
        Ok((slot, instance.clone(), vm.memory(slot)))
    }

    /// A machine with the program that is live, which serves this slot.
    fn asker(&mut self, slot: usize) -> Result<&mut Vm, String> {
        let index = slot % self.shards.len();
        let fits = |(p, vm): &(Arc<Program>, Vm)| Arc::ptr_eq(p, &self.program) && vm.index() == index;
        if !self.askers.machine.as_ref().is_some_and(fits) {
            let mut vm = Vm::new(&self.script_params, index);
            vm.install(&self.program).map_err(|faults| {
                faults.first().map_or_else(|| "the scripts do not load".to_owned(), ToString::to_string)
            })?;
            self.askers.machine = Some((Arc::clone(&self.program), vm));
        }
        self.askers.machine.as_mut().map(|(_, vm)| vm).ok_or_else(|| "there is no machine".to_owned())
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
