//! What people do to a creature by hand: writing to its memory, putting it into a state.

use crate::agent::{Handler, Key, Symbol, Value};
use crate::lua::host::npc::set_field;
use crate::lua::host::plain;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::turn::Actor;
use mlua::{Table, Value as Lv};

/// What a change of state that a person asked for gives as its place.
const MANUAL: &str = "manual override";

impl Vm {
    /// Writes an entry of a creature's memory; an empty path stands for the whole memory, which must be a table.
    ///
    /// # Errors
    /// What makes it impossible, in words.
    pub fn set_memory(&mut self, slot: usize, path: &[Key], value: &Value) -> Result<(), String> {
        let local = self.local(slot);
        if let Some(watch) = &mut self.watch {
            watch.skip(local);
        }
        let (Ok(machine), Some(npcs)) = (&self.machine, &self.npcs) else { return Err("there is no machine".into()) };
        let write = || -> mlua::Result<Result<(), String>> {
            let npc: Table = npcs.raw_get(local + 1)?;
            let new = plain::to_lua(&machine.lua, value)?;
            let Some((last, before)) = path.split_last() else {
                return match new {
                    Lv::Table(t) => set_field(&npc, "memory", t).map(Ok),
                    _ => Ok(Err("the whole memory can only be a table".into())),
                };
            };
            let mut at: Table = npc.raw_get("memory")?;
            for key in before {
                match at.raw_get(lua_key(&machine.lua, key)?)? {
                    Lv::Table(t) => at = t,
                    _ => return Ok(Err(format!("'{key}' in its memory is no table"))),
                }
            }
            at.raw_set(lua_key(&machine.lua, last)?, new).map(Ok)
        };
        write().unwrap_or_else(|e| Err(e.to_string()))
    }

    /// A person's word: the creature changes its state as if a handler had asked for it.
    pub(crate) fn force(&mut self, actor: &mut Actor, to: Symbol) {
        if to == actor.state || actor.species.state(to).is_none() {
            return;
        }
        self.handle(actor, Handler::Leave, &[]);
        let from = actor.state;
        self.record(actor, from, to, None, MANUAL.to_owned());
        self.enter(actor);
    }
}

fn lua_key(lua: &mlua::Lua, key: &Key) -> mlua::Result<Lv> {
    Ok(match key {
        Key::Int(i) => Lv::Number(*i as f64),
        Key::Text(t) => Lv::String(lua.create_string(t)?),
    })
}
