//! Lua: what scripts see (`api`), their text (`source`), what it means (`analysis`), and the machines that run it (`host`).

pub(crate) mod analysis;
pub(crate) mod api;
pub(crate) mod host;
pub(crate) mod source;

pub use api::instance::ScriptInstance;
pub use api::output::{Fault, ScriptOutput};
pub use api::params::ScriptParams;
pub use host::program::Program;
pub use host::vm::Vm;
pub use source::mods::{ModSet, is_runtime_file};
