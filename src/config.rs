//! TOML → the parameter structs that each module owns.

use crate::agent::MotionParams;
use crate::crowd::CrowdParams;
use crate::diag::table::OutOfRange;
use crate::diag::{Diagnostic, toml_fault};
use crate::file::text_up_to;
use crate::lua::api::params::ScriptParams;
use crate::lua::source::mods::ModSet;
use crate::nav::{LevelsSource, NavParams};
use crate::sim::{Setup, SimParams};
use crate::world::World;
use std::path::Path;
use std::sync::Arc;

/// Declares the configuration, its tables' names, and the search for a value out of range, from the list of tables.
macro_rules! config {
    ($($(#[$doc:meta])* $table:ident: $params:ty;)*) => {
        /// A configuration file: one table a module, every key with a default.
        #[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Config {
            $($(#[$doc])* pub $table: $params,)*
        }

        impl Config {
            /// The names of the tables.
            pub(crate) const TABLES: &[&str] = &[$(stringify!($table)),*];

            /// The first value outside its range.
            fn out_of_range(&self) -> Option<OutOfRange> {
                None$(.or_else(|| self.$table.out_of_range()))*
            }
        }
    };
}

config! {
    /// `[sim]`: the step, threads, respawning.
    sim: SimParams;
    /// `[nav]`: pathfinding.
    nav: NavParams;
    /// `[motion]`: steering and feelers.
    motion: MotionParams;
    /// `[crowd]`: avoidance.
    crowd: CrowdParams;
    /// `[script]`: budgets of scripts.
    script: ScriptParams;
}

/// No configuration is longer than this.
const MAX_KB: usize = 1 << 10;

impl Config {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// What is wrong, with file, line and column: no such file, no TOML, an unknown key, a value out of range.
    pub fn load(path: &Path) -> Result<Self, Diagnostic> {
        let name = path.display().to_string();
        let wrong = |message: String| Diagnostic::error(&name, message);
        let text = text_up_to(path, MAX_KB).map_err(|e| wrong(format!("cannot read the configuration: {e}")))?;
        Self::parse(&name, &text)
    }

    /// Reads a configuration from `text`; `name` is what messages call it.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn parse(name: &str, text: &str) -> Result<Self, Diagnostic> {
        let config: Self = toml::from_str(text).map_err(|e| toml_fault(name, text, &e))?;
        match config.out_of_range() {
            None => Ok(config),
            Some((key, expected)) => Err(Diagnostic::error(name, format!("{key}: {expected}")).at_key(text, key)),
        }
    }

    /// A world that begins with these parameters, and with the creatures of its map alone.
    pub(crate) fn setup(self, world: World, mods: ModSet, seed: u64) -> Setup {
        let (Self { sim, nav, motion, crowd, script }, population, levels) =
            (self, Vec::new(), LevelsSource::default());
        Setup { world: Arc::new(world), mods, seed, population, sim, nav, motion, crowd, script, levels }
    }
}
