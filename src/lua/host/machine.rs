//! A Lua machine with its environment, and the compiler for what it runs.

use crate::lua::host::bytecode::with_checkpoints;
use mlua::chunk::Compiler;
use mlua::{Lua, Table};

/// A machine with its environment: what every file runs in.
pub(crate) struct Machine {
    pub lua: Lua,
    /// Read-only; reading a name that it lacks is an error.
    pub globals: Table,
    /// The creatures' tables, by local index from 1.
    pub npcs: Table,
    /// Bytes that it may use.
    pub memory_limit: usize,
}

/// Functions of the library whose shortcuts in the interpreter would pass by what is charged or refused.
const NO_SHORTCUT: [&str; 6] = ["tonumber", "tostring", "string.sub", "table.unpack", "unpack", "setmetatable"];

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
