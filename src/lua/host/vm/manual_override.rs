//! Manual changes to a creature: writes to its memory, and changes of its state.

use super::Vm;
use super::turn::Actor;
use crate::agent::{Handler, Key, Symbol, Value};
use crate::lua::host::npc::set_field;
use crate::lua::host::plain;
use mlua::{Table, Value as Lv};

/// The place of a manual change of state, in records.
const PLACE: &str = "manual override";

/// Why a memory cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    #[error("the whole memory can only be a table")]
    NotATable,
    /// The path leads through a value that has no entries.
    #[error("'{0}' in its memory is not a table")]
    NotInATable(Key),
    /// Memory is short, or there is no such creature.
    #[error(transparent)]
    Lua(#[from] mlua::Error),
}

impl Vm {
    /// Writes an entry of a creature's memory; an empty path is the whole memory, which must be a table.
    ///
    /// # Errors
    /// What makes it impossible.
    pub fn set_memory(&mut self, slot: usize, path: &[Key], value: &Value) -> Result<(), MemoryError> {
        let local = self.slots.local(slot);
        self.watch.iter_mut().for_each(|watch| watch.skip(local));
        let lua = &self.machine.lua;
        let npc: Table = self.machine.npcs.raw_get(local + 1)?;
        let new = plain::to_lua(lua, value)?;
        let Some((last, before)) = path.split_last() else {
            let whole = new.as_table().ok_or(MemoryError::NotATable)?;
            return Ok(set_field(&npc, "memory", whole)?);
        };
        let mut at: Table = npc.raw_get("memory")?;
        for key in before {
            match at.raw_get(plain::key_to_lua(lua, key)?)? {
                Lv::Table(t) => at = t,
                _ => return Err(MemoryError::NotInATable(key.clone())),
            }
        }
        Ok(at.raw_set(plain::key_to_lua(lua, last)?, new)?)
    }

    /// Changes the state as if a handler had returned it.
    pub(crate) fn force(&mut self, actor: &mut Actor, to: Symbol) {
        if to == actor.state || actor.species.state(to).is_none() {
            return;
        }
        self.handle(actor, Handler::Leave, &[]);
        let from = actor.state;
        self.record(actor, from, to, None, PLACE.to_owned());
        self.enter(actor);
    }
}
