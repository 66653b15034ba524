//! What tests of `lua` use beyond its public face.

use crate::diag::Diagnostic;
use crate::lua::analysis::symbol_table::MapNames;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::check::check;
pub use crate::lua::source::manifest::Manifest;
pub use crate::lua::source::mods::Mod;
use crate::lua::source::mods::{BUILT_IN_LABEL, embedded};
pub use crate::lua::{Fault, ModSet, Program, ScriptInstance, ScriptOutput, Vm, is_runtime_file};

pub use crate::lua::analysis::coverage::{Coverage, Tally};
pub use crate::lua::api::params::PlainLimits;
pub use crate::lua::host::bytecode::with_checkpoints;
pub use crate::lua::host::fault::{diagnose, is_memory};
pub use crate::lua::host::machine::compiler;
pub use crate::lua::host::memory_watch::{MOST_WATCHED, MemoryWatch};
pub use crate::lua::host::packed::{Packer, unpacked};
pub use crate::lua::host::profile::{Cost, Profile};
pub use crate::lua::host::raw::{RawKey, RawValue};
pub use crate::lua::source::syntax::WORDING_SAMPLES;

pub mod budget {
    pub use crate::lua::host::budget::{charge, limited, paused};
}

pub mod declarations {
    pub use crate::lua::api::behaviour::HANDLERS;
    pub use crate::lua::api::declare::{Field, Function, Param, Type, field};
    pub use crate::lua::api::editor::{functions, page};
    pub use crate::lua::api::modules::TACTICS;
    pub use crate::lua::api::native::MAX_ARGS;
    pub use crate::lua::api::natives::all as natives;
}

pub mod forced {
    pub use crate::lua::api::forced::{Forced, ForcedCode, PathCall};
}

pub mod natives {
    pub use crate::lua::host::natives::{Native, WRAPPED};
    pub use crate::lua::host::sandbox::reachable;
}

pub mod output {
    pub use crate::lua::api::output::{Noted, ScriptOutput, Written};
}

pub mod spec_host {
    pub use crate::lua::api::declare::ShapeName;
    pub use crate::lua::host::spec_host::plan::read;
}

/// What checks find in mods.
pub fn findings(mods: &ModSet) -> Vec<Diagnostic> {
    check(mods, &MapNames::default(), &ScriptParams::default()).found
}

impl ModSet {
    /// The mod inside the program alone, whatever lies in the working directory.
    pub fn embedded() -> Self {
        Self { mods: vec![embedded().0] }
    }

    /// A mod named `base` of the given (path, text) pairs, for tests that have no folder.
    pub fn from_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let manifest = Manifest::unnamed("base".into());
        let files = files.into_iter().map(|(p, t)| (p.to_owned(), t.to_owned())).collect();
        Self { mods: vec![Mod { manifest, label: BUILT_IN_LABEL.into(), dir: None, files }] }
    }
}
