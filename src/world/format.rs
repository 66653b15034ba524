//! Reading worlds from files, and the maps that live inside the program.
//!
//! `docs/maps.md` describes the native format for those who draw maps.

mod boxes;
mod doc;
mod files;
mod ground;
mod legend;
mod moving_ai;
mod native;
mod objects;
mod scenario;
mod spawns;
mod table;
mod value;

pub use scenario::{Query, Scenario, load_scenario, parse_scenario};

use super::World;
use crate::diag::{Diagnostic, Severity};
use std::path::Path;

/// The longest side of a world, in cells.
pub const MAX_SIDE_CELLS: u64 = 16_384;
/// The most cells a world may have: a byte each for the ground, several for what is worked out from it.
pub const MAX_CELLS: u64 = 1 << 26;

/// A map as it was read.
#[derive(Debug)]
pub struct Loaded {
    pub world: World,
    /// What was odd about it, but no reason to refuse it.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a map: a path (`maps/glade.toml`, `old/arena.map`) or a bare name (`glade`). It is looked for on disk first, then
/// among the maps inside the program.
///
/// # Errors
/// Everything that is wrong with it (at least one error, no warnings), in order of place. Never half a world.
pub fn load(path: &Path) -> Result<Loaded, Vec<Diagnostic>> {
    let (file, bytes) = files::find(path).map_err(|d| vec![d])?;
    parse(&file, &bytes)
}

/// Reads a map from memory. `file` names it in messages, says by its ending which format it has (`.map` or `.toml`; any
/// other: by its content), and files that it refers to are looked for beside it.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, bytes: &[u8]) -> Result<Loaded, Vec<Diagnostic>> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let moving_ai = match Path::new(file).extension().and_then(|e| e.to_str()) {
        Some(e) if e.eq_ignore_ascii_case("map") => true,
        Some(e) if e.eq_ignore_ascii_case("toml") => false,
        _ => bytes.trim_ascii_start().starts_with(b"type "),
    };
    let (world, mut found) = if moving_ai { moving_ai::read(file, bytes) } else { native::read(file, bytes) };
    found.sort_by_key(|d| (d.line, d.column));
    if let Some(world) = world
        && found.iter().all(|d| d.severity == Severity::Warning)
    {
        return Ok(Loaded { world, warnings: found });
    }
    // Oddities in a map with errors are often only the errors' shadows.
    found.retain(|d| d.severity == Severity::Error);
    Err(found)
}

/// The kinds of ground that native maps know without a legend of their own.
pub fn native_legend() -> Vec<super::GroundKind> {
    legend::native()
}

/// The maps inside the program, as [`load`] takes them: `maps/glade.toml`, … in order of name.
pub fn embedded() -> Vec<String> {
    files::embedded().into_iter().map(|(name, _)| name).collect()
}
