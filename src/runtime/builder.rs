//! From the name of a map to a running world.

use super::{Options, Runtime};
use crate::config::Config;
use crate::diag::{Diagnostic, joined};
use crate::lua::source::mods::ModSet;
use crate::nav::{LevelsSource, Planner};
use crate::sim::{Population, Setup};
use crate::world::format;
use std::path::PathBuf;

/// The map that is run when none is named.
pub const DEFAULT_MAP: &str = "maps/glade.toml";

/// Everything that kept a world from starting: at least one message, each with file and line where there is one.
#[derive(Debug, thiserror::Error)]
#[error("{}", joined(.0))]
pub struct StartError(pub Vec<Diagnostic>);

/// What to run, and how. Every part has a default: the glade, the built-in mod, seed 1.
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    map: String,
    mods: Vec<PathBuf>,
    config: Config,
    seed: u64,
    population: Vec<Population>,
    planner: Option<Planner>,
    levels: LevelsSource,
    options: Options,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            map: DEFAULT_MAP.into(),
            mods: Vec::new(),
            config: Config::default(),
            seed: 1,
            population: Vec::new(),
            planner: None,
            levels: LevelsSource::default(),
            options: Options::default(),
        }
    }
}

impl Builder {
    /// A map file, or the name of one inside the program (`glade`, `depot`).
    pub fn map(mut self, map: impl Into<String>) -> Self {
        self.map = map.into();
        self
    }

    /// A mod's folder, on top of the built-in mod and of those added before.
    pub fn add_mod(mut self, dir: impl Into<PathBuf>) -> Self {
        self.mods.push(dir.into());
        self
    }

    /// The parameters of all parts; the default is that of an empty file.
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// The number that all chance in the world follows from.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Creatures beyond what the map spawns.
    pub fn population(mut self, behaviour: impl Into<String>, count: u32) -> Self {
        self.population.push(Population { behaviour: behaviour.into(), count });
        self
    }

    /// How agents plan, whatever the map and the configuration say.
    pub fn planner(mut self, planner: Planner) -> Self {
        self.planner = Some(planner);
        self
    }

    /// Where the levels of a world that is too large to be searched whole come from; by default they are prepared at each
    /// start.
    pub fn levels(mut self, source: LevelsSource) -> Self {
        self.levels = source;
        self
    }

    /// Reload scripts when they are saved.
    pub fn watch(mut self, watch: bool) -> Self {
        self.options.watch = watch;
        self
    }

    /// Begin paused.
    pub fn paused(mut self, paused: bool) -> Self {
        self.options.paused = paused;
        self
    }

    /// Loads everything without starting it. Warnings come back beside the result.
    ///
    /// # Errors
    /// Every fault in the map and in the mods' manifests.
    pub fn load(mut self) -> Result<(Setup, Vec<Diagnostic>), StartError> {
        let format::Loaded { world, mut warnings } =
            format::load(std::path::Path::new(&self.map)).map_err(StartError)?;
        if world.spawns.is_empty() && self.population.is_empty() {
            let hint = "add some, for example: --population wolf=20 --population deer=100";
            warnings.push(Diagnostic::warning(&self.map, "this map spawns no creatures").hint(hint));
        }
        self.config.nav.planner = self.planner.or(world.planner).unwrap_or(self.config.nav.planner);
        let setup = self.config.setup(world, ModSet::load(&self.mods).map_err(StartError)?, self.seed);
        Ok((Setup { population: self.population, levels: self.levels, ..setup }, warnings))
    }

    /// Loads everything and sets the world going on a thread of its own.
    ///
    /// # Errors
    /// As [`Builder::load`], and every fault in the scripts.
    pub fn start(self) -> Result<Runtime, StartError> {
        let options = self.options;
        let (setup, _) = self.load()?;
        Runtime::start(setup, options).map_err(StartError)
    }
}

impl Runtime {
    /// Begins to describe a world to run.
    pub fn builder() -> Builder {
        Builder::default()
    }
}
