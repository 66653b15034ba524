//! The functions of all behaviours of a program, found by behaviour, state and handler.

use crate::agent::{Handler, Symbol};
use crate::lua::host::profile::FunctionKey;
use mlua::{Function, Lua, Table};
use std::collections::BTreeMap;

/// They are also in a table of the machine, from 1: a call finds them there.
pub(super) struct Functions {
    /// In order.
    keys: Vec<u64>,
    all: Vec<Function>,
    pub table: Table,
}

impl Functions {
    pub(super) fn new(lua: &Lua, functions: BTreeMap<FunctionKey, Function>) -> mlua::Result<Self> {
        let mut packed: Vec<(u64, Function)> = functions.into_iter().map(|(key, f)| (pack(&key), f)).collect();
        packed.sort_by_key(|(key, _)| *key);
        let (keys, all): (Vec<u64>, Vec<Function>) = packed.into_iter().unzip();
        let table = lua.create_sequence_from(all.iter())?;
        Ok(Self { keys, all, table })
    }

    /// The place of a function.
    #[inline]
    pub(super) fn find(&self, key: &FunctionKey) -> Option<usize> {
        self.keys.binary_search(&pack(key)).ok()
    }

    /// Whether there is such a function.
    pub(super) fn has(&self, key: &FunctionKey) -> bool {
        self.find(key).is_some()
    }

    /// The function at a place.
    pub(super) fn at(&self, place: usize) -> &Function {
        &self.all[place]
    }
}

/// A number for each key: behaviour, state and handler side by side.
#[inline]
fn pack(&(behaviour, state, handler): &FunctionKey) -> u64 {
    let state = state.map_or(0, |Symbol(state)| u64::from(state) + 1);
    u64::from(behaviour.0) << 32 | state << 8 | handler as u64
}

const _: () = assert!((Handler::ALL.len()) < 1 << 8, "a handler takes a byte");
