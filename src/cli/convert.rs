//! `bestiary convert`: maps of other programs as native ones, and any map as one of Tiled.

use super::{Args, Diagnostic, Ended, Stop, format, outcome};
use crate::diag::shown;
use crate::experiment::picture;
use crate::file;
use crate::world::format::{MapFormat, TILE_COLUMNS, TILE_PX, TiledForm};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Write a map of another program as a native one, or any map as one of Tiled.
///
/// Maps of Tiled (.tmx, .tmj), worlds of LDtk (.ldtk), pictures (.png, .jpg, .bmp, .gif) and Moving AI maps (.map) run as they
/// are. Converted to .toml they are native maps, to go on with by hand. Converted to .tmx or .tmj they are maps of Tiled, with a
/// picture of their tiles beside them: opened again they are the same worlds. docs/tiled.md says what of each becomes what.
///
/// --tiled-project writes a project for Tiled, whose editor then offers the classes and properties that maps may have.
///
/// Examples:
///   bestiary run town.tmx
///   bestiary convert town.tmx maps/town.toml
///   bestiary convert level.png maps/level.toml --force
///   bestiary convert glade glade.tmx
///   bestiary convert --tiled-project bestiary.tiled-project
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct ConvertArgs {
    /// The map to read
    #[arg(value_name = "IN", required_unless_present = "tiled_project", requires = "to")]
    pub from: Option<PathBuf>,
    /// The map to write: native (.toml), or of Tiled (.tmx, .tmj)
    #[arg(value_name = "OUT", required_unless_present = "tiled_project")]
    pub to: Option<PathBuf>,
    /// Write a project of Tiled with the classes and properties of maps
    #[arg(long, value_name = "FILE")]
    pub tiled_project: Option<PathBuf>,
    /// Write over files that are there
    #[arg(long)]
    pub force: bool,
}

pub(super) fn main(args: &ConvertArgs) -> Ended {
    if let Some((from, to)) = args.from.as_ref().zip(args.to.as_ref()) {
        convert(from, to, args.force)?;
    }
    match &args.tiled_project {
        Some(to) => Ok(write(&[(to, format::tiled_project().as_bytes())], args.force)?),
        None => Ok(()),
    }
}

fn convert(from: &Path, to: &Path, force: bool) -> Ended {
    let suffix = to.extension().unwrap_or_default().to_ascii_lowercase();
    let form = match suffix.to_str() {
        Some("tmx") => TiledForm::Xml,
        Some("tmj") => TiledForm::Json,
        _ if MapFormat::of_file(to) == Some(MapFormat::Native) => {
            let (text, warnings) = format::as_native(from)?;
            outcome::diagnostics(&warnings);
            return Ok(write(&[(to, text.as_bytes())], force)?);
        }
        _ => {
            let message = "a native map is a .toml file, one of Tiled .tmx or .tmj, and no others are written";
            return Err(Stop::usage(format!("{}: {message}", shown(to))));
        }
    };
    let loaded = format::load(from)?;
    // Beside the map, and called like it.
    let stem = to.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}.tiles.png");
    let picture = to.with_file_name(&name);
    outcome::diagnostics(&loaded.warnings);
    let map = format::tiled(&loaded.world, form, &name).map_err(|why| too_much(to, &why.to_string()))?;
    drop(loaded);
    // What is written must open again: what limits the maps that are read limits those that are written.
    format::parse(&to.display().to_string(), map.text.as_bytes())
        .map_err(|faults| too_much(to, faults.first().map_or("", |fault| &fault.message)))?;
    outcome::diagnostics(&map.warnings);
    let mut pixels = Vec::new();
    let tiles = picture::tiles(&map.kinds, TILE_PX as f32, TILE_COLUMNS);
    tiles.write_png(&mut pixels).map_err(|e| fault(&picture, &e))?;
    Ok(write(&[(&picture, &pixels), (to, map.text.as_bytes())], force)?)
}

/// Writes files, all of them or none, in the place of those that are there only where that is wanted.
fn write(files: &[(&Path, &[u8])], force: bool) -> Result<(), Vec<Diagnostic>> {
    let written = if force { file::replace_each(files) } else { file::create_each(files) };
    written.map_err(|(path, e)| fault(&path, &e))?;
    files.iter().for_each(|(path, _)| outcome::note(format!("wrote {}", shown(path))));
    Ok(())
}

/// Why a map is not written.
fn too_much(to: &Path, why: &str) -> Vec<Diagnostic> {
    let message = format!("as a map of Tiled it could not be opened again, so that it is not written: {why}");
    vec![Diagnostic::error(shown(to), message)]
}

fn fault(to: &Path, error: &std::io::Error) -> Vec<Diagnostic> {
    let exists = error.kind() == ErrorKind::AlreadyExists;
    let there =
        Diagnostic::error(shown(to), if exists { "there is a file of this name".into() } else { error.to_string() });
    vec![if exists { there.hint("--force writes over it") } else { there }]
}
