//! The output of a step's scripts: applied by the simulation after all of them have run.

use crate::agent::{Handler, Intent, Outgoing, Seeing, Sleep, Symbol};
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::nav::{Code, Goal};

/// The output of one VM's scripts in one step, in the order in which they were called: by slot, those that a reload called after the others.
#[derive(Clone, Debug, Default)]
pub struct ScriptOutput {
    /// What each called agent's script asked for.
    pub turns: Vec<Turn>,
    /// Changes of strategic state, in the order in which they happened.
    pub transitions: Vec<Transition>,
    /// What was sent, with the sender's slot.
    pub outgoing: Vec<(usize, Outgoing)>,
    /// `print` and friends.
    pub prints: Vec<(usize, String)>,
    /// What went wrong.
    pub faults: Vec<Fault>,
    /// Handlers called.
    pub calls: u64,
    /// Codes that pathfinders returned, in the order of `Code::ALL`.
    pub codes: [u64; Code::ALL.len()],
    /// Events for the recorder, in the order in which they happened.
    pub notes: Vec<Note>,
    /// The strings of notes, concatenated.
    pub strings: String,
}

/// An event of one agent's turn, for its record.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub slot: usize,
    pub what: Noted,
}

/// A string of [`ScriptOutput::strings`]: where it begins and ends. The first step writes a note for each entry of each memory, so
/// that notes are small.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stored {
    from: u32,
    to: u32,
}

/// The subject of a note. Numbers are indices into the lists of [`ScriptOutput`].
#[derive(Clone, Debug, PartialEq)]
pub enum Noted {
    /// A change of state, and the handler that asked for it.
    Transition(usize, Option<Handler>),
    /// A code that differs from the one that the same call returned before.
    Code(Code),
    /// Another goal was set.
    Goal(Goal),
    /// What became of the sight of a creature.
    Sight(Seeing, AgentId),
    /// Something was sent.
    Outgoing(usize),
    /// An error was raised.
    Fault(usize),
    /// An entry of memory was written: its path, its value before, its value now.
    Memory {
        /// Its path.
        key: Stored,
        /// Before the turn.
        old: Written,
        /// After it.
        new: Written,
    },
}

/// A value in memory, as far as records show it.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// No entry.
    Nil,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string, cut.
    String(Stored),
    /// A table, whatever it holds.
    Table,
}

/// The result of one agent's turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    pub slot: usize,
    pub intent: Intent,
    pub state: Symbol,
    /// Its tactical state, when it was reported in this turn.
    pub tactic: Option<Symbol>,
    /// Until when it is not called again without a reason.
    pub sleep: Sleep,
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
    /// The creature's slot.
    pub slot: usize,
    /// The message with its place.
    pub diagnostic: Diagnostic,
    /// The call spent its instruction budget.
    pub overrun: bool,
    /// It came from `on_reload`: the creature's memory may be half migrated.
    pub migrating: bool,
}

impl ScriptOutput {
    /// Empties everything. Of the memory it keeps what steps like the last one need.
    pub fn clear(&mut self) {
        self.turns.clear();
        empty(&mut self.transitions);
        empty(&mut self.outgoing);
        empty(&mut self.prints);
        empty(&mut self.faults);
        self.calls = 0;
        self.codes = [0; Code::ALL.len()];
        self.clear_notes();
    }

    /// Empties the notes, which have been recorded.
    pub(crate) fn clear_notes(&mut self) {
        empty(&mut self.notes);
        let used = self.strings.len();
        self.strings.clear();
        self.strings.shrink_to(kept(used, self.strings.capacity()));
    }

    /// Adds a note.
    pub fn note(&mut self, slot: usize, what: Noted) {
        self.notes.push(Note { slot, what });
    }

    /// Stores a string for a note.
    pub(crate) fn store(&mut self, string: &str) -> Stored {
        let from = self.strings.len() as u32;
        self.strings.push_str(string);
        Stored { from, to: self.strings.len() as u32 }
    }

    /// A string that was stored for a note.
    pub fn stored(&self, Stored { from, to }: Stored) -> &str {
        self.strings.get(from as usize..to as usize).unwrap_or("…")
    }
}

/// A list that is longer than this keeps memory for so many times what was in it.
const SHORT: usize = 1024;
const SPARE: usize = 4;

/// How much of its capacity a list keeps in which so much was used: the first step of a world writes many times what others write.
fn kept(used: usize, capacity: usize) -> usize {
    if used.saturating_mul(SPARE).max(SHORT) < capacity { capacity / 2 } else { capacity }
}

/// Empties a list of what a step brought. Of its memory it keeps what steps like the last one need.
pub(crate) fn empty<T>(list: &mut Vec<T>) {
    let used = list.len();
    list.clear();
    list.shrink_to(kept(used, list.capacity()));
}
