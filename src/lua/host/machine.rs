//! A Lua machine with its environment, and the compiler for what it runs.

use crate::agent::Species;
use crate::body::AgentId;
use crate::lua::host::bytecode::with_checkpoints;
use crate::lua::host::raw::{self, Home};
use mlua::chunk::Compiler;
use mlua::{Lua, Table};
use std::sync::Arc;

/// A machine with its environment: what every file runs in.
pub(crate) struct Machine {
    pub lua: Lua,
    /// Read-only; reading a name that it lacks is an error.
    pub globals: Table,
    /// What its native functions work on.
    pub home: Arc<Home>,
    /// The creatures' tables, by local index from 1.
    pub npcs: Table,
    /// The metatable of creatures' tables.
    pub npc_meta: Table,
    /// Bytes that it may use.
    pub memory_limit: usize,
}

impl Machine {
    /// Makes a creature's table at its local index, with its name and an empty memory.
    pub(crate) fn make_npc(&self, local: usize, species: &Species, id: AgentId) -> mlua::Result<()> {
        raw::make(&self.lua, (&self.npcs, &self.npc_meta), local + 1, &format!("{} {id}", species.name))
    }
}

/// Writes a field of a creature's read-only table.
pub(crate) fn set_field(npc: &Table, name: &str, value: impl mlua::IntoLua) -> mlua::Result<()> {
    npc.set_readonly(false);
    let done = npc.raw_set(name, value);
    npc.set_readonly(true);
    done
}

/// Functions of the library whose shortcuts in the interpreter would pass by what is charged or refused.
const NO_SHORTCUT: [&str; 7] =
    ["tonumber", "tostring", "string.sub", "table.unpack", "unpack", "setmetatable", "rawset"];

/// Compiles what a script may run: with checkpoints.
///
/// # Errors
/// The text is no Lua, or a function is too long.
pub(crate) fn compile(text: &str, coverage: bool) -> mlua::Result<Vec<u8>> {
    let bytecode = compiler().set_coverage_level(u8::from(coverage)).compile(text)?;
    with_checkpoints(&bytecode).map_err(mlua::Error::external)
}

/// The compiler for scripts. `pairs` and `next` are ours, so the interpreter's shortcuts for them are off; names of
/// upvalues are kept for messages.
pub fn compiler() -> Compiler {
    Compiler::new()
        .set_optimization_level(1)
        .set_debug_level(2)
        .set_mutable_globals(["pairs", "next"])
        .set_disabled_builtins(NO_SHORTCUT)
}
