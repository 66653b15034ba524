//! Reading worlds from files, and the maps that live inside the program.
//!
//! `docs/maps.md` describes the native format for map designers.

mod areas;
mod boxes;
mod changes;
mod crowd;
mod doc;
mod doors;
mod element;
mod export;
mod files;
mod grey;
mod ground;
mod import;
mod influence;
mod legend;
pub(crate) mod lines;
mod markers;
mod moving_ai;
mod names;
mod native;
mod nav;
mod noise;
mod objects;
mod permits;
mod portals;
mod roads;
mod rows;
mod scatter;
mod scenario;
mod shared;
mod spawns;
mod storeys;
mod table;
mod terrain;

pub(crate) use areas::{MOST as MOST_AREAS, MOST_ROLES};
pub(crate) use changes::{Change, Edit, RunChange, RunEdit, load_changes, load_run_changes, load_track};
pub(crate) use export::{COLUMNS as TILE_COLUMNS, TILE_PX, TiledForm, tiled, tiled_project};
pub(crate) use influence::of_manifest as layers_of_manifest;
pub(crate) use legend::native as native_legend;
pub use scenario::{Query, load_scenario, parse_scenario};

use super::World;
use crate::diag::{Diagnostic, Severity};
use crate::file::leaves_its_folder;
use doc::{Doc, MAX_PROBLEMS, Span, describe, numbers};
use files::Source;
use import::Program;
pub(crate) use import::is_palette;
use legend::{MAX_CELLS, MAX_SIDE_CELLS};
use shared::RESOLUTIONS_M;
use std::path::{Path, PathBuf};
use table::Table;

/// The formats of map files. To add one: the file that reads it; here its module, variant, suffix and call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapFormat {
    /// TOML that a designer writes.
    Native,
    /// The Moving AI Lab's `.map` files.
    MovingAi,
    /// A map of another program.
    Imported(Program),
}

/// The suffix of each format's files. For a map named without a suffix they are tried in this order, but for pictures: those may be
/// anything.
const SUFFIXES: [(&str, MapFormat); 10] = [
    ("toml", MapFormat::Native),
    ("map", MapFormat::MovingAi),
    ("tmx", MapFormat::Imported(Program::Tiled)),
    ("tmj", MapFormat::Imported(Program::Tiled)),
    ("ldtk", MapFormat::Imported(Program::Ldtk)),
    ("png", MapFormat::Imported(Program::Picture)),
    ("jpg", MapFormat::Imported(Program::Picture)),
    ("jpeg", MapFormat::Imported(Program::Picture)),
    ("bmp", MapFormat::Imported(Program::Picture)),
    ("gif", MapFormat::Imported(Program::Picture)),
];

/// The suffixes of files that are maps and nothing else.
fn of_maps() -> Vec<&'static str> {
    let maps = SUFFIXES.iter().filter(|(_, format)| *format != MapFormat::Imported(Program::Picture));
    maps.map(|(suffix, _)| *suffix).collect()
}

impl MapFormat {
    /// The format that the suffix of a file's name says, in upper or lower case.
    /// `None` for palettes: they are parts of pictures.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        if is_palette(path) {
            return None;
        }
        let suffix = path.extension()?.to_str()?;
        SUFFIXES.iter().find(|(name, _)| suffix.eq_ignore_ascii_case(name)).map(|(_, format)| *format)
    }

    /// The format of a file whose name does not say it.
    fn of_content(bytes: &[u8]) -> Self {
        let text = bytes.strip_prefix(lines::BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
        if text.starts_with(b"type ") { Self::MovingAi } else { Self::Native }
    }

    fn read(self, file: &str, source: Source) -> Result<Loaded, Vec<Diagnostic>> {
        judge(match self {
            Self::Native => native::read(file, &source.bytes().map_err(|e| vec![files::unopened(file, &e)])?),
            Self::Imported(program) => {
                let bytes = source.bytes().map_err(|e| vec![files::unopened(file, &e)])?;
                program.read(file, bytes)
            }
            Self::MovingAi => moving_ai::read(file, &mut source.reader()),
        })
    }
}

/// A map as it was read.
#[derive(Debug)]
pub struct Loaded {
    pub world: World,
    /// What was odd about it, but no reason to refuse it.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a map: a path (`maps/glade.toml`, `old/arena.map`) or a bare name (`glade`). It is searched for on disk first, then
/// among the maps inside the program.
///
/// # Errors
/// Everything that is wrong with it (at least one error, no warnings), in order of place. Never half a world.
pub fn load(path: &Path) -> Result<Loaded, Vec<Diagnostic>> {
    load_with_files(path).0
}

/// The same, with the files on disk that were read or missing: after a change of one of them the result may be another.
pub(crate) fn load_with_files(path: &Path) -> (Result<Loaded, Vec<Diagnostic>>, Vec<PathBuf>) {
    let (mut loaded, files) = files::noting(|| load_named(path));
    if let Ok(loaded) = &mut loaded {
        loaded.world.files.clone_from(&files);
    }
    (loaded, files)
}

fn load_named(path: &Path) -> Result<Loaded, Vec<Diagnostic>> {
    let (file, source) = files::find(path, &of_maps()).map_err(|d| vec![d])?;
    let loaded = match MapFormat::of_file(Path::new(&file)) {
        Some(format) => format.read(&file, source),
        None => parse(&file, &source.bytes().map_err(|e| vec![files::unopened(&file, &e)])?),
    };
    // A link may lead to any file, which messages would quote.
    let elsewhere = leaves_its_folder(Path::new(&file));
    loaded.map_err(|found| if elsewhere { vec![Diagnostic::error(&file, NO_MAP).hint(NAME_IT)] } else { found })
}

/// The native map that a map of another format is: its text, and what was odd.
///
/// # Errors
/// As [`load`]; a native map is one already.
pub(crate) fn as_native(path: &Path) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (file, source) = files::find(path, &of_maps()).map_err(|d| vec![d])?;
    let bytes = source.bytes().map_err(|e| vec![files::unopened(&file, &e)])?;
    let format = MapFormat::of_file(Path::new(&file)).unwrap_or_else(|| MapFormat::of_content(&bytes));
    let (draft, mut found) = match format {
        MapFormat::Native => return Err(vec![Diagnostic::error(file, "this is a native map already")]),
        MapFormat::MovingAi => {
            let loaded = judge(moving_ai::read(&file, &mut &*bytes))?;
            (Some(import::of_world(&loaded.world)), loaded.warnings)
        }
        MapFormat::Imported(program) => program.draft(&file, bytes),
    };
    // What is written must be a map.
    let (world, more) = draft.as_ref().map_or((None, Vec::new()), |draft| draft.read(&file));
    found.extend(more);
    let warnings = judge((world, found))?.warnings;
    let text = draft.map(|draft| draft.text().to_owned()).unwrap_or_default();
    // Moving AI maps are read row by row: as native ones they may be too long.
    Source::Memory(text.as_bytes())
        .bytes()
        .map_err(|e| vec![Diagnostic::error(&file, format!("as a native map {e}"))])?;
    Ok((text, warnings))
}

const NO_MAP: &str = "this is a link to a file in another folder, and that is no map without errors";
const NAME_IT: &str = "name the file itself to see what is wrong with it";

/// Reads a map from memory. `file` names it in messages, and its suffix says which format it has (any other suffix: the
/// content does); files that it refers to are searched for beside it.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, bytes: &[u8]) -> Result<Loaded, Vec<Diagnostic>> {
    let format = MapFormat::of_file(Path::new(file)).unwrap_or_else(|| MapFormat::of_content(bytes));
    format.read(file, Source::Memory(bytes))
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
    if found.len() >= MAX_PROBLEMS {
        let file = found[0].file.clone();
        found.push(Diagnostic::error(file, format!("only the first {MAX_PROBLEMS} errors are listed")));
    }
    Err(found)
}

/// The maps inside the program, as [`load`] takes them: `maps/glade.toml`, … in order of name.
pub fn embedded() -> Vec<String> {
    files::embedded(&of_maps()).into_iter().map(|(name, _)| name).collect()
}
