//! Lua: what scripts see (`api`), their text (`source`), what it means (`analysis`), and the machines that run it (`host`).

pub mod analysis;
pub mod api;
pub mod host;
pub mod source;

pub use api::instance::ScriptInstance;
pub use api::output::{Fault, ScriptOutput};
pub use api::params::ScriptParams;
pub use host::program::Program;
pub use host::vm::Vm;
pub use source::mods::{ModSet, SourceFile, is_runtime_file};
