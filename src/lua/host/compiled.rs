//! A compiled file: what the loader runs, and what stays known of its source.

use crate::lua::source::lint::{Lint, StateReturn};
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
    /// Where handlers name the state they change to.
    pub(crate) returns: Vec<StateReturn>,
    /// Where they hand on the name that another function answers.
    pub(crate) handed: Vec<StateReturn>,
    /// Functions (by line) that assign a variable of a function around them, and its name.
    pub(crate) kept: BTreeSet<(u32, String)>,
}

impl CompiledFile {
    pub(crate) fn new(label: String, mod_name: String, bytecode: Vec<u8>, lint: &Lint, counting: bool) -> Self {
        let (returns, handed) = (lint.returns.clone(), lint.handed.clone());
        Self { label, mod_name, bytecode, counting, returns, handed, kept: lint.kept.clone() }
    }
}
