//! Lua: host, sandbox, budget, loader and reload, bindings (one file an API area), errors.

mod mind;
mod output;

pub use mind::Mind;
pub use output::{Fault, ScriptOutput, Transition, Turn};
