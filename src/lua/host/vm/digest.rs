//! The state in a machine that decides creatures' futures, as bytes: two worlds are equal when these are.

use crate::agent::{Event, Value};
use crate::body::AgentId;
use crate::lua::host::plain;
use crate::lua::host::vm::Vm;
use mlua::Table;

impl Vm {
    /// A copy of a creature's memory; `Nil` when there is no such creature.
    pub fn memory(&self, slot: usize) -> Value {
        let read = || -> Option<Value> {
            let npc: Table = self.machine.npcs.raw_get(self.slots.local(slot) + 1).ok()?;
            let memory: mlua::Value = npc.raw_get("memory").ok()?;
            plain::from_lua(&memory, "memory", &mut self.params.plain_limits()).ok()
        };
        read().unwrap_or_default()
    }

    /// Feeds the state that decides a creature's future to `sink`: memory, random generator, inbox, pathfinder.
    pub fn digest(&self, slot: usize, sink: &mut impl FnMut(&[u8])) {
        let Some(instance) = self.instance(slot) else { return };
        self.memory(slot).digest(sink);
        for n in instance.rand.state() {
            sink(&n.to_le_bytes());
        }
        sink(&[u8::from(instance.newborn), u8::from(instance.pathfinder.is_some())]);
        if let Some(m) = self.probations.migration(self.slots.local(slot)) {
            sink(b"migrate");
            sink(&m.from.to_le_bytes());
        }
        sink(&(instance.inbox.len() as u64).to_le_bytes());
        instance.inbox.iter().for_each(|e| digest_event(e, sink));
        if let Some(p) = &instance.pathfinder {
            p.digest(sink);
        }
        if let Some(f) = &instance.forced {
            f.digest(sink);
        }
    }
}

fn digest_event(e: &Event, sink: &mut impl FnMut(&[u8])) {
    match e {
        Event::Path(code) => sink(&[1, *code as u8]),
        Event::Hurt { by, amount } => {
            sink(&[2]);
            sink(&by.map_or(u64::MAX, AgentId::number).to_le_bytes());
            sink(&amount.to_bits().to_le_bytes());
        }
        Event::Died => sink(&[3]),
        Event::Heard { what, from } => {
            sink(&[4]);
            sink(&from.number().to_le_bytes());
            Value::Text(what.as_bytes().to_vec()).digest(sink);
        }
        Event::Message { from, name, data } => {
            sink(&[5]);
            sink(&from.number().to_le_bytes());
            Value::Text(name.clone().into_bytes()).digest(sink);
            data.digest(sink);
        }
        Event::Force(state) => {
            sink(&[6]);
            sink(&state.0.to_le_bytes());
        }
    }
}
