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
pub struct Start {
    /// A map file, or the name of one inside the program (`glade`, `depot`).
    pub map: String,
    /// Folders of mods on top of the built-in mod, each on top of those before it.
    pub mods: Vec<PathBuf>,
    /// The parameters of all parts; the default is that of an empty file.
    pub config: Config,
    /// The number that all chance in the world follows from.
    pub seed: u64,
    /// Creatures beyond what the map spawns.
    pub population: Vec<Population>,
    /// How agents plan, whatever the map and the configuration say.
    pub planner: Option<Planner>,
    /// Where the levels of a world that is too large to be searched whole come from; by default they are prepared at each
    /// start.
    pub levels: LevelsSource,
    /// Whether it begins paused, and watches its scripts; for [`Start::start`] alone.
    pub options: Options,
}

impl Default for Start {
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

impl Start {
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
        self.config.nav.graph = world.graph.or(self.config.nav.graph);
        let mods = ModSet::load(&self.mods).map_err(StartError)?;
        warnings.extend(mods.outdated().cloned());
        let setup = self.config.setup(world, mods, self.seed);
        Ok((Setup { population: self.population, levels: self.levels, ..setup }, warnings))
    }

    /// Loads everything and sets the world going on a thread of its own. Warnings are not returned; [`Start::load`] has them.
    ///
    /// # Errors
    /// As [`Start::load`], and every fault in the scripts.
    pub fn start(self) -> Result<Runtime, StartError> {
        let options = self.options;
        let (setup, _) = self.load()?;
        Runtime::start(setup, options).map_err(StartError)
    }
}
