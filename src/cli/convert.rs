//! `bestiary convert`: maps of other programs as native ones.

use super::{Args, Diagnostic, Ended, Stop, format, outcome};
use crate::diag::shown;
use crate::file;
use crate::world::format::MapFormat;
use std::path::PathBuf;

/// Write a map of another program as a native one.
///
/// Maps of Tiled (.tmx, .tmj), worlds of LDtk (.ldtk), pictures (.png, .jpg, .bmp, .gif) and Moving AI maps (.map) run as they
/// are. Converted, they are TOML to go on with by hand. docs/tiled.md says what of each becomes what.
///
/// Examples:
///   bestiary run town.tmx
///   bestiary convert town.tmx maps/town.toml
///   bestiary convert level.png maps/level.toml --force
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct ConvertArgs {
    /// The map to read
    #[arg(value_name = "IN")]
    pub from: PathBuf,
    /// The native map to write, a .toml file
    #[arg(value_name = "OUT")]
    pub to: PathBuf,
    /// Write over a file that is there
    #[arg(long)]
    pub force: bool,
}

pub(super) fn main(args: &ConvertArgs) -> Ended {
    if MapFormat::of_file(&args.to) != Some(MapFormat::Native) {
        return Err(Stop::usage(format!(
            "{}: native maps are .toml files, and no others are written",
            shown(&args.to)
        )));
    }
    let (text, warnings) = format::as_native(&args.from)?;
    outcome::diagnostics(&warnings);
    let written = if args.force {
        file::replace(&args.to, |out| out.write_all(text.as_bytes()))
    } else {
        file::create(&args.to, &text)
    };
    let wrong = |e: std::io::Error| {
        let there = Diagnostic::error(shown(&args.to), e.to_string());
        let exists = e.kind() == std::io::ErrorKind::AlreadyExists;
        Stop::from(vec![if exists { there.hint("--force writes over it") } else { there }])
    };
    written.map_err(wrong)?;
    outcome::note(format!("wrote {}", shown(&args.to)));
    Ok(())
}
