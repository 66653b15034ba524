//! The machines that run scripts: sandbox, budget, loader and reload, bindings (one file an API area), errors.

pub mod behaviour;
pub mod bindings;
pub mod budget;
pub mod call;
pub mod check;
pub mod compiled;
pub mod fault;
pub mod freeze;
pub mod loader;
pub mod machine;
pub mod memory_watch;
pub mod npc;
pub mod plain;
pub mod profile;
pub mod program;
pub mod raw;
pub mod sandbox;
pub mod sources;
pub mod spec_host;
pub mod survey;
pub mod values;
pub mod vm;
