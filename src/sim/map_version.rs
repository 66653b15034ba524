//! A map as it was saved, read and checked: what a running world takes the place of its own map.

use crate::diag::{Diagnostic, joined};
use crate::world::{World, format};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A version of a map.
#[derive(Clone)]
pub struct MapVersion {
    world: Arc<World>,
    /// Of all that it says.
    digest: u64,
}

impl MapVersion {
    /// The version that a world, just read, is.
    pub fn new(world: World) -> Self {
        Self { digest: world.digest(), world: Arc::new(world) }
    }

    /// Reads the map from a file, as [`crate::Start`] does; and what was odd about it.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(path: &Path) -> Result<(Self, Vec<Diagnostic>), MapFaults> {
        let (loaded, files) = format::load_with_files(path);
        let loaded = loaded.map_err(|faults| MapFaults { faults, files })?;
        Ok((Self::new(loaded.world), loaded.warnings))
    }

    /// What it says.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// A checksum of what it says.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

/// Why a file is no map.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", joined(.faults))]
pub struct MapFaults {
    /// Everything that is wrong with it.
    pub faults: Vec<Diagnostic>,
    /// The files on disk that were read or missing: after a change of one of them it may be a map.
    pub files: Vec<PathBuf>,
}

impl PartialEq for MapVersion {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl fmt::Debug for MapVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MapVersion({}, {:016x})", self.world.file, self.digest)
    }
}
