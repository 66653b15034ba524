//! What a native function gets and returns: plain values, the world as it was, and what its creature writes.

use crate::agent::{BoardFull, Filter, Flock, GroupsFull, Intent, Known, StepView, Symbol, Unpaid, Value};
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::lua::api::forced::PathCall;
use crate::lua::api::instance::ScriptInstance;
use crate::lua::api::output::{Noted, ScriptOutput};
use crate::lua::api::params::ScriptParams;
use crate::nav::{Code, PathCost};
use crate::search::CostLookup;
use std::sync::Arc;

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
    /// The code that the running call returned.
    pub met: Option<(PathCall, Code)>,
    /// Memory for queries.
    pub scratch: Vec<(f32, usize)>,
    /// Memory for estimates of what paths cost.
    pub lookup: CostLookup,
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
    met: &'a mut Option<(PathCall, Code)>,
    /// Takes counts off the open budget; false when it is spent.
    spend: fn(u64) -> bool,
}

/// Counts for one line of sight, or for one look at the creatures around …
const LINE_COST: u64 = 3;
/// … and one more for so many cells and volumes that it looks at.
const LOOKED_AT_PER_COUNT: u64 = 4;

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
        let Self { params, view: Some(view), instances, codes, out, turn: Some(turn), met, scratch, lookup } = self
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
        *self.met = Some((question, code));
        if self.codes[question as usize].replace(code) != Some(code) {
            self.out.note(self.turn.slot, Noted::Code(code));
        }
    }
}

/// An argument, read by its declared type.
#[derive(Clone, Debug, Default)]
pub enum Arg {
    #[default]
    Nil,
    /// Finite, and below 10⁹.
    Number(f64),
    Boolean(bool),
    String(String),
    /// A word of a fixed domain.
    Word(&'static str),
    Id(AgentId),
    /// With its `limit`.
    Filter(Filter, usize),
    /// A name that the mods decide.
    Name(Symbol),
    /// A copy of plain data.
    Data(Value),
}

/// More parameters than these, besides the creature, no function has.
pub const MAX_ARGS: usize = 4;

/// The arguments of a call, without the creature.
#[derive(Debug, Default)]
pub struct Args {
    pub values: [Arg; MAX_ARGS],
    /// Which of the function's signatures the call fits.
    pub signature: usize,
}

impl Args {
    /// A number, as bodies and places keep them; 0 when it was left out.
    pub fn number(&self, i: usize) -> f32 {
        self.wide(i).unwrap_or(0.0) as f32
    }

    /// A number that may be left out, as Lua keeps it.
    pub fn wide(&self, i: usize) -> Option<f64> {
        if let Arg::Number(n) = self.values[i] { Some(n) } else { None }
    }

    /// The point whose x and y are at `i` and after it, metres.
    pub fn point(&self, i: usize) -> Vec2 {
        Vec2::new(self.number(i), self.number(i + 1))
    }

    /// A creature's number, if one was given.
    pub fn id(&self, i: usize) -> Option<AgentId> {
        if let Arg::Id(id) = self.values[i] { Some(id) } else { None }
    }

    pub fn word(&self, i: usize) -> &'static str {
        if let Arg::Word(word) = self.values[i] { word } else { "" }
    }

    /// A name that the mods decide, if one was given.
    pub fn name(&self, i: usize) -> Option<Symbol> {
        if let Arg::Name(name) = self.values[i] { Some(name) } else { None }
    }

    /// A filter and its limit.
    pub fn filter(&self, i: usize) -> (Filter, usize) {
        if let Arg::Filter(filter, limit) = &self.values[i] { (*filter, *limit) } else { Default::default() }
    }

    /// Takes a string out; empty when none was given.
    pub fn take_string(&mut self, i: usize) -> String {
        if let Arg::String(s) = std::mem::take(&mut self.values[i]) { s } else { String::new() }
    }

    /// Takes plain data out; nil when none was given.
    pub fn take_data(&mut self, i: usize) -> Value {
        if let Arg::Data(data) = std::mem::take(&mut self.values[i]) { data } else { Value::Nil }
    }
}

/// What a call returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Returned {
    Nil,
    Boolean(bool),
    Number(f64),
    Word(&'static str),
    /// What is known of a creature.
    Creature(Known),
    /// A list.
    Numbers(Vec<f64>),
    Strings(Vec<String>),
    /// A copy of plain data.
    Data(Arc<Value>),
    /// Two numbers, or two nils.
    Place(Option<Vec2>),
    /// A code and two numbers.
    Waypoint(Code, Vec2),
    /// Whether a door is open, and where it is.
    Door {
        open: bool,
        at: Vec2,
    },
    /// Several creatures taken together.
    Flock(Flock),
    /// Where a creature is, its heading in radians, and how fast it is.
    Moving {
        at: Vec2,
        heading: f32,
        speed_m_s: f32,
    },
    /// A place with an amount of influence.
    Spot {
        at: Vec2,
        amount: f32,
    },
    /// What the ground is like somewhere.
    Ground(GroundThere),
    /// What a path costs.
    Cost(PathCost),
    /// The nearest of several creatures, what a path there costs, and whether that is exact.
    Nearest(Option<(AgentId, f32, bool)>),
}

/// What the ground is like at a place, for one creature.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundThere {
    /// As the map calls it; `None` outside the world.
    pub kind: Option<String>,
    /// Metres.
    pub elevation_m: f32,
    /// Of the water, metres.
    pub depth_m: f32,
    /// In metres of plain ground a metre; `None`: closed.
    pub cost: Option<f32>,
}

impl From<bool> for Returned {
    fn from(b: bool) -> Self {
        Self::Boolean(b)
    }
}

impl From<f32> for Returned {
    fn from(n: f32) -> Self {
        Self::Number(n.into())
    }
}

impl From<Arc<Value>> for Returned {
    fn from(data: Arc<Value>) -> Self {
        Self::Data(data)
    }
}

impl From<AgentId> for Returned {
    fn from(id: AgentId) -> Self {
        Self::Number(id.number() as f64)
    }
}

impl<T: Into<Returned>> From<Option<T>> for Returned {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nil, Into::into)
    }
}
