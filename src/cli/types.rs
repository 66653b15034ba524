//! `bestiary types`: editor types for Lua, and the API page.

use super::exit;
use crate::lua::api::editor;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write editor types for Lua: bestiary.d.lua (LuaLS, EmmyLua) and bestiary.d.luau (luau-lsp).
///
/// With them lib_tactics.d.lua, for mods that require lib.tactics. All are made from the declarations of the API inside this program, documentation included.
///
/// Examples:
///   bestiary types
///   bestiary types --out mods/wetlands/types
///   bestiary types --docs --out docs
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct TypesArgs {
    /// The folder to write to, created if needed [default: scripts/types; docs with --docs]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the page of the API, lua-api.md, instead of editor types
    #[arg(long)]
    pub docs: bool,
}

pub(super) fn main(args: &TypesArgs) -> ExitCode {
    let (usual, files) = match args.docs {
        true => ("docs", vec![("lua-api.md".to_owned(), editor::page())]),
        false => ("scripts/types", editor::files()),
    };
    match write(args.out.as_deref().unwrap_or(Path::new(usual)), files) {
        Ok(paths) => {
            for path in paths {
                eprintln!("wrote {}", path.display());
            }
            ExitCode::SUCCESS
        }
        Err((path, e)) => {
            eprintln!("error: {}: {e}", path.display());
            ExitCode::from(exit::FAILED)
        }
    }
}

fn write(dir: &Path, files: Vec<(String, String)>) -> Result<Vec<PathBuf>, (PathBuf, std::io::Error)> {
    std::fs::create_dir_all(dir).map_err(|e| (dir.to_owned(), e))?;
    let mut written = Vec::new();
    for (name, contents) in files {
        let path = dir.join(name);
        std::fs::write(&path, contents).map_err(|e| (path.clone(), e))?;
        written.push(path);
    }
    Ok(written)
}
