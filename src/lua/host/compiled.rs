//! A compiled file: what the loader runs, and what stays known of its source.

use std::collections::BTreeSet;

/// One file, ready to run in any machine.
#[derive(Clone, Debug)]
pub struct CompiledFile {
    /// As shown to people: `scripts/npc/wolf.lua`.
    pub label: String,
    pub mod_name: String,
    pub(crate) bytecode: Vec<u8>,
    /// Compiled so that it counts the lines that run.
    pub(crate) counting: bool,
    /// Functions (by line) that assign a variable of a function around them, and its name.
    pub(crate) assigned_upvalues: BTreeSet<(u32, String)>,
}
