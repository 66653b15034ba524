//! What tests of `lua` use beyond its public face.

pub use crate::lua::{Fault, ModSet, Program, ScriptInstance, ScriptOutput, Vm, is_runtime_file};
