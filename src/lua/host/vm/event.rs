//! Events as handlers get them.

use super::Vm;
use crate::agent::{Event, Handler};
use crate::body::AgentId;
use crate::lua::host::plain;
use crate::nav::FoundCost;
use mlua::Value;

impl Vm {
    /// What the handler of an event is called with, besides the creature.
    pub(super) fn arguments(&self, event: Event) -> mlua::Result<Vec<Value>> {
        let lua = &self.machine.lua;
        let string = |s: &str| lua.create_string(s).map(Value::String);
        let number = |id: AgentId| Value::Number(id.number() as f64);
        Ok(match event {
            Event::Path(code) => vec![string(code.name())?],
            Event::Stuck(by) => vec![string(by.into())?],
            Event::Hurt { by, amount } => vec![by.map_or(Value::Nil, number), Value::Number(amount.into())],
            Event::Heard { what, from } => vec![string(&what)?, number(from)],
            Event::Message { from, name, data } => vec![number(from), string(&name)?, plain::to_lua(lua, &data)?],
            Event::Cost(FoundCost { to, cost, exact, reason }) => {
                let number = |n: f32| Value::Number(n.into());
                let reason = reason.map(|reason| string(reason.name())).transpose()?;
                let cost = cost.map_or(Value::Nil, number);
                vec![number(to.x), number(to.y), cost, Value::Boolean(exact), reason.unwrap_or(Value::Nil)]
            }
            Event::Died | Event::Force(_) => Vec::new(),
        })
    }
}

/// The handler an event goes to.
pub(super) fn handler_of(e: &Event) -> Handler {
    match e {
        Event::Path(_) => Handler::OnPath,
        Event::Cost(_) => Handler::OnCost,
        Event::Stuck(_) => Handler::OnStuck,
        Event::Hurt { .. } => Handler::Hurt,
        Event::Died => Handler::Died,
        Event::Heard { .. } => Handler::Heard,
        Event::Message { .. } => Handler::Message,
        Event::Force(_) => Handler::Enter,
    }
}
