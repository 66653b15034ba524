//! Reading worlds from files, and the maps that live inside the program.
//!
//! `docs/maps.md` describes the native format for those who draw maps.

mod boxes;
mod doc;
mod files;
mod ground;
mod legend;
mod lines;
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
/// The most cells a world may have: 13 000 × 13 000, the size of the source's world (Dahlberg & Viktorsson 2002, ch. 4.3),
/// and some. The ground takes half a byte each, a grid to search it about one.
pub const MAX_CELLS: u64 = 3 << 26;

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
    let (file, source) = files::find(path).map_err(|d| vec![d])?;
    if ending_says_moving_ai(&file) == Some(true) {
        let (mut source, len) = source.reader();
        return judge(moving_ai::read(&file, &mut source, len));
    }
    let bytes = source.bytes().map_err(|e| vec![files::unopened(&file, &e)])?;
    parse(&file, &bytes)
}

/// Reads a map from memory. `file` names it in messages, says by its ending which format it has (`.map` or `.toml`; any
/// other: by its content), and files that it refers to are looked for beside it.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, bytes: &[u8]) -> Result<Loaded, Vec<Diagnostic>> {
    let bytes = bytes.strip_prefix(lines::BYTE_ORDER_MARK).unwrap_or(bytes);
    if ending_says_moving_ai(file).unwrap_or_else(|| bytes.trim_ascii_start().starts_with(b"type ")) {
        return judge(moving_ai::read(file, &mut &*bytes, bytes.len() as u64));
    }
    judge(native::read(file, bytes))
}

fn ending_says_moving_ai(file: &str) -> Option<bool> {
    let ending = Path::new(file).extension()?.to_str()?;
    let known = [("map", true), ("toml", false)];
    known.into_iter().find(|(name, _)| ending.eq_ignore_ascii_case(name)).map(|(_, moving_ai)| moving_ai)
}

/// A world without errors, or the errors.
fn judge((world, mut found): (Option<World>, Vec<Diagnostic>)) -> Result<Loaded, Vec<Diagnostic>> {
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
