//! What native functions see while a machine runs: the world as it was, the creature whose turn it is, what it writes.

use crate::agent::{Intent, StepView, Symbol};
use crate::body::AgentId;
use crate::lua::analysis::coverage::Tally;
use crate::lua::api::instance::ScriptInstance;
use crate::lua::api::output::ScriptOutput;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::budget;
use crate::lua::host::values::kind_name;
use crate::nav::Code;
use mlua::{AppDataRefMut, Lua, Value};
use std::ops::{Deref, DerefMut};

/// Counts that every call of the API costs.
const CALL_COST: u64 = 4;

/// Kept in the machine's application data; filled for the time of a run, empty otherwise.
#[derive(Default)]
pub struct Host {
    pub params: ScriptParams,
    pub view: Option<StepView>,
    /// By slot divided by the number of machines.
    pub instances: Vec<Option<ScriptInstance>>,
    /// Last answers of `pathfinder.tick` and `next_waypoint`, by the same index.
    pub codes: Vec<[Option<Code>; 2]>,
    pub out: ScriptOutput,
    pub turn: Option<Turn>,
    /// What creatures met, when that is asked for.
    pub tally: Option<Box<Tally>>,
    /// Memory for queries.
    pub scratch: Vec<(f32, usize)>,
}

/// The turn of one creature.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub slot: usize,
    /// Index into the machine's own arrays.
    pub local: usize,
    /// Address of its table: tells it from another creature's.
    pub table: usize,
    pub intent: Intent,
    pub tactic: Option<Symbol>,
    pub sends: u32,
    pub prints: u32,
}

/// A borrowed host in which somebody's turn is on.
pub struct Call<'a> {
    host: AppDataRefMut<'a, Host>,
    pub turn: Turn,
}

impl<'a> Call<'a> {
    /// For functions that belong to no creature but need one to be acting: `what` names the function in the error.
    pub fn current(lua: &'a Lua, what: &str) -> mlua::Result<Self> {
        let host = lua.try_app_data_mut::<Host>().ok().flatten();
        match host {
            Some(host) if host.view.is_some() => match host.turn {
                Some(turn) => Ok(Self { host, turn }),
                None => Err(outside(what)),
            },
            _ => Err(outside(what)),
        }
    }

    /// For functions that take the creature first; it must be the one whose turn it is.
    pub fn of(lua: &'a Lua, what: &str, npc: &Value) -> mlua::Result<Self> {
        let Value::Table(t) = npc else {
            let usage = if what.contains(':') { "with a colon" } else { "with npc first" };
            let message = format!("{what} must be called {usage}; got {} instead of a creature", kind_name(npc));
            return Err(mlua::Error::runtime(message));
        };
        budget::charge(CALL_COST)?;
        let address = t.to_pointer() as usize;
        let call = Self::current(lua, what);
        if let Ok(call) = call
            && call.turn.table == address
        {
            return Ok(call);
        }
        match t.raw_get::<Option<String>>("name") {
            Ok(Some(name)) if t.is_readonly() => {
                Err(mlua::Error::runtime(format!("{what}: npc of {name} used outside its own turn")))
            }
            _ => Err(mlua::Error::runtime(format!("{what} needs a creature (npc), not a table"))),
        }
    }

    pub fn view(&self) -> mlua::Result<&StepView> {
        self.host.view.as_ref().ok_or_else(|| outside("this"))
    }

    pub fn me(&self) -> usize {
        self.turn.slot
    }

    /// Writes the turn back; call after changing it.
    pub fn store(&mut self) {
        self.host.turn = Some(self.turn);
    }

    /// The slot of a creature given by its number; `None` when it is gone.
    ///
    /// # Errors
    /// When the value is no number.
    pub fn creature(&self, what: &str, value: &Value) -> mlua::Result<Option<usize>> {
        Ok(self.view()?.agents.bodies.find(agent_id(what, value)?))
    }
}

impl Deref for Call<'_> {
    type Target = Host;

    fn deref(&self) -> &Host {
        &self.host
    }
}

impl DerefMut for Call<'_> {
    fn deref_mut(&mut self) -> &mut Host {
        &mut self.host
    }
}

/// The identity a script's number stands for; it may name somebody long gone.
pub fn agent_id(what: &str, value: &Value) -> mlua::Result<AgentId> {
    let n = match value {
        Value::Number(n) => *n,
        Value::Integer(i) => *i as f64,
        Value::Table(_) => {
            return Err(mlua::Error::runtime(format!("{what}: a creature's id is needed, not a table (use .id)")));
        }
        other => {
            return Err(mlua::Error::runtime(format!("{what}: a creature's id is needed, not {}", kind_name(other))));
        }
    };
    // A number that can be nobody's is somebody who is gone: no slot reaches this far.
    Ok(AgentId::from_number(n).unwrap_or_else(|| AgentId::new(crate::body::MAX_AGENTS - 1, u32::MAX)))
}

fn outside(what: &str) -> mlua::Error {
    mlua::Error::runtime(format!("{what} can only be used in a handler, not while the file is loaded"))
}
