//! What a step's scripts wrote: applied by the simulation once all of them have run.

use crate::agent::{Intent, Outgoing, Symbol};
use crate::diag::Diagnostic;
use crate::nav::Code;

/// Everything one VM's scripts wrote in one step, in order of slot.
#[derive(Clone, Debug, Default)]
pub struct ScriptOutput {
    pub turns: Vec<Turn>,
    /// Changes of strategic state, in the order in which they happened.
    pub transitions: Vec<Transition>,
    pub outgoing: Vec<(usize, Outgoing)>,
    /// `print` and friends.
    pub prints: Vec<(usize, String)>,
    pub faults: Vec<Fault>,
    /// Handlers called.
    pub calls: u64,
    /// Answers of the pathfinder, in the order of `Code::ALL`.
    pub codes: [u64; Code::ALL.len()],
    /// Answers that differ from the agent's previous one of the same kind, for the story.
    pub code_changes: Vec<(usize, Code)>,
}

/// What one agent's script leaves behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    pub slot: usize,
    pub intent: Intent,
    pub state: Symbol,
    /// Its tactical state, when it was reported in this turn.
    pub tactic: Option<Symbol>,
}

/// A change of strategic state.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    pub slot: usize,
    pub from: Symbol,
    pub to: Symbol,
    /// File and line of the handler that returned the new state: `npc/wolf.lua:21`.
    pub place: String,
}

/// An error raised while a script ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub slot: usize,
    pub diagnostic: Diagnostic,
    /// The call spent its instruction budget.
    pub overrun: bool,
    /// It came from `on_reload`: the creature's memory may be half migrated.
    pub migrating: bool,
}

impl ScriptOutput {
    /// Empties everything, keeping the memory.
    pub fn clear(&mut self) {
        self.turns.clear();
        self.transitions.clear();
        self.outgoing.clear();
        self.prints.clear();
        self.faults.clear();
        self.calls = 0;
        self.codes = [0; Code::ALL.len()];
        self.code_changes.clear();
    }
}
