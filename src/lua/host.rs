//! The machines that run scripts: sandbox, budget, loader and reload, bindings (one file an API area), errors.

pub(crate) mod behaviour;
pub(crate) mod bindings;
pub(crate) mod budget;
pub(crate) mod bytecode;
pub(crate) mod check;
pub(crate) mod collector;
mod environment;
pub(crate) mod fault;
pub(crate) mod freeze;
pub(crate) mod loader;
pub(crate) mod machine;
pub(crate) mod memory_watch;
pub(crate) mod natives;
pub(crate) mod packed;
pub(crate) mod plain;
pub(crate) mod profile;
pub(crate) mod program;
pub(crate) mod raw;
pub(crate) mod sandbox;
pub(crate) mod sources;
pub(crate) mod spec_host;
pub(crate) mod strings;
pub(crate) mod values;
pub(crate) mod vm;
