//! Lua: host, sandbox, budget, loader and reload, bindings (one file an API area), errors.

pub mod api;
mod behaviour;
mod budget;
pub mod check;
pub mod coverage;
mod fault;
mod forced;
mod freeze;
mod host;
mod lint;
mod loader;
mod manifest;
mod mind;
mod output;
mod params;
mod plain;
mod profile;
mod program;
mod raw;
pub(crate) mod reading;
mod sandbox;
mod source;
pub mod spec_host;
pub mod types;
mod vm;
mod watch;

pub use forced::{Forced, ForcedCode, PathCall};
pub use manifest::{API_VERSION, Manifest};
pub use mind::Mind;
pub use output::{Fault, Note, Noted, ScriptOutput, Transition, Turn, Written};
pub use params::ScriptParams;
pub use profile::Cost;
pub use program::{CompiledFile, Program, RESERVED_NAMES};
pub use source::{Mod, ModSet, SourceFile, is_runtime_file};
pub use vm::{Reply, Request, Restored, Vm};
