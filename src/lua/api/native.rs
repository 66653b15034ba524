//! What a native function gets and returns: plain values, the world as it was, and what its creature writes.

mod args;
mod found;
mod returned;

pub use args::MAX_ARGS;
pub(crate) use args::{Arg, Args};
pub(crate) use found::{FoundName, FoundNames};
pub(crate) use returned::{GroundThere, Returned};

use crate::agent::{BoardFull, GroupsFull, Intent, Sleep, StepView, Symbol, Unpaid};
use crate::body::AgentId;
use crate::diag::did_you_mean;
use crate::geom::{Storey, Vec2};
use crate::lua::api::forced::PathCall;
use crate::lua::api::instance::ScriptInstance;
use crate::lua::api::output::{Noted, ScriptOutput};
use crate::lua::api::params::ScriptParams;
use crate::nav::Code;
use crate::search::CostLookup;
use std::cell::RefCell;

/// The body of a native function.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// Works on the creature whose turn it is.
    InTurn(fn(&mut NativeCall, Args) -> Result<Returned, NativeError>),
    /// Calculates with its arguments, at any time.
    Always(fn(&Args) -> Returned),
}

/// What the calls of one VM work on: filled for the time of a run, empty otherwise.
#[derive(Default)]
pub(crate) struct NativeState {
    pub params: ScriptParams,
    pub view: Option<StepView>,
    /// By the agent's place in the VM.
    pub instances: Vec<Option<ScriptInstance>>,
    /// The last codes that `pathfinder.tick` and `next_waypoint` returned, by the same index.
    pub codes: Vec<[Option<Code>; 2]>,
    pub out: ScriptOutput,
    pub turn: Option<Turn>,
    /// The codes that the running call of a script got, where coverage is asked for.
    pub met: Vec<(PathCall, Code)>,
    /// Memory for queries.
    pub scratch: Vec<(f32, usize)>,
    /// Memory for estimates of what paths cost.
    pub lookup: CostLookup,
    /// The names in this run's filters.
    pub found: RefCell<FoundNames>,
}

/// The turn of one creature.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub slot: usize,
    /// The agent's place in the VM.
    pub local: usize,
    /// Address of its table: distinguishes it from another creature's.
    pub table: usize,
    pub intent: Intent,
    pub tactic: Option<Symbol>,
    /// The state that it changed to.
    pub changed: Option<Symbol>,
    /// What it asked for; a turn that asks for none ends the one before.
    pub sleep: Sleep,
    pub sends: u32,
    pub spawns: u32,
    pub prints: u32,
}

/// One call of a native function, in a creature's turn.
pub struct NativeCall<'a> {
    pub view: &'a StepView,
    pub turn: &'a mut Turn,
    pub instance: &'a mut ScriptInstance,
    pub out: &'a mut ScriptOutput,
    pub params: &'a ScriptParams,
    pub scratch: &'a mut Vec<(f32, usize)>,
    pub lookup: &'a mut CostLookup,
    codes: &'a mut [Option<Code>; 2],
    met: &'a mut Vec<(PathCall, Code)>,
    /// Takes counts off the open budget; false when it is spent.
    spend: fn(u64) -> bool,
}

/// Counts for one line of sight, or for one look at the creatures around …
const LINE_COST: u64 = 3;
/// … and one more for so many cells and volumes that it looks at.
const LOOKED_AT_PER_COUNT: u64 = 4;

/// Storeys whose names an unknown one is compared with.
const MOST_HINTS: usize = 100;

/// Counts for a refusal: its message costs more than the call.
pub(super) const REFUSED_COST: u64 = 100;

/// Why a call raised an error.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NativeError {
    /// A random number was asked for between bounds in the wrong order.
    #[error("the range {0}..{1} is empty")]
    EmptyRange(f64, f64),
    /// It is its own target.
    #[error("a creature cannot attack itself")]
    AttacksItself,
    /// It is where its path is to lead.
    #[error("a creature cannot follow itself")]
    FollowsItself,
    /// It sent more than so many.
    #[error("more than {0} messages in one turn")]
    TooManyMessages(u32),
    /// It spawned more than so many.
    #[error("more than {0} creatures in one turn")]
    TooManySpawned(u32),
    /// The player's character is no behaviour.
    #[error("only creatures of a behaviour can be spawned")]
    NoBehaviour,
    /// It set more than so many.
    #[error("more than {0} timers of one creature")]
    TooManyTimers(usize),
    /// The world has no layer of influence with this name.
    #[error("{0}")]
    NoLayer(String),
    /// The world has no storey with this name.
    #[error("{0}")]
    NoStorey(String),
    /// A list has something else in it.
    #[error("ids must be a list of creatures' numbers")]
    NoIds,
    /// A list has something else than pairs of coordinates, or too many.
    #[error("points must be a list of numbers {{ x1, y1, x2, y2, … }}, of {0} points at most")]
    NoPoints(usize),
    /// The board is full.
    #[error(transparent)]
    Board(#[from] BoardFull),
    /// The group cannot take it.
    #[error(transparent)]
    Groups(#[from] GroupsFull),
    /// It is not in the group.
    #[error("only members post on the board of a group; join '{0}' first")]
    NoMember(String),
    /// The call spent its budget.
    #[error(transparent)]
    Overrun(#[from] Unpaid),
}

impl NativeState {
    /// The call of a function in the turn that is running; `None` outside turns.
    pub(crate) fn call(&mut self, spend: fn(u64) -> bool) -> Option<NativeCall<'_>> {
        let Self { params, view: Some(view), instances, codes, out, turn: Some(turn), met, scratch, lookup, .. } = self
        else {
            return None;
        };
        let instance = instances.get_mut(turn.local)?.as_mut()?;
        let codes = codes.get_mut(turn.local)?;
        Some(NativeCall { view, turn, instance, out, params, scratch, lookup, codes, met, spend })
    }
}

impl NativeCall<'_> {
    /// The slot of the creature whose turn it is.
    pub fn me(&self) -> usize {
        self.turn.slot
    }

    /// Where it is, metres.
    pub fn here(&self) -> Vec2 {
        self.view.agents.bodies.position[self.turn.slot]
    }

    /// The storey that an argument names; the one that the creature is on, or comes to, where it is empty.
    ///
    /// # Errors
    /// [`NativeError::NoStorey`] when the world has none of this name.
    pub fn storey(&self, name: String) -> Result<Storey, NativeError> {
        if name.is_empty() {
            return Ok(self.view.planned_body(self.me()).storey);
        }
        let world = &self.view.world;
        world.storey(&name).ok_or_else(|| {
            let known = world.storeys().take(MOST_HINTS).map(|storey| &*world.on(storey).floor.name);
            let hint = did_you_mean(&name, known).map_or_else(String::new, |hint| format!("; {hint}"));
            NativeError::NoStorey(format!("this world has no storey '{name}'{hint}"))
        })
    }

    /// The slot of another creature; `None` when it is gone.
    pub fn slot(&self, id: AgentId) -> Option<usize> {
        self.view.agents.bodies.find(id)
    }

    /// Takes counts off the budget for work that is about to be done.
    ///
    /// # Errors
    /// [`NativeError::Overrun`] when the budget is spent.
    pub fn charge(&self, counts: u64) -> Result<(), NativeError> {
        if (self.spend)(counts) { Ok(()) } else { Err(Unpaid.into()) }
    }

    /// Pays for what was looked at, in cells; false when the budget is spent.
    pub fn pays(&self) -> impl Fn(u32) -> bool + use<> {
        let spend = self.spend;
        move |looked_at| spend(LINE_COST + u64::from(looked_at) / LOOKED_AT_PER_COUNT)
    }

    /// Counts a code that is returned, and records it when it differs from the one before.
    pub fn note_code(&mut self, question: PathCall, code: Code) {
        self.out.codes[code as usize] += 1;
        if self.params.coverage {
            self.met.push((question, code));
        }
        if self.codes[question as usize].replace(code) != Some(code) {
            self.out.note(self.turn.slot, Noted::Code(code));
        }
    }
}
