//! `bestiary types`: editor types for Lua.

use super::exit;
use crate::lua::api::types::files;
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
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct TypesArgs {
    /// The folder to write to; it is made when it is not there
    #[arg(long, value_name = "DIR", default_value = "scripts/types")]
    pub out: PathBuf,
}

pub(super) fn main(args: &TypesArgs) -> ExitCode {
    match write(&args.out) {
        Ok(paths) => {
            for path in paths {
                eprintln!("wrote {}", path.display());
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(exit::FAILED)
        }
    }
}

fn write(dir: &Path) -> Result<Vec<PathBuf>, String> {
    std::fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut written = Vec::new();
    for (name, text) in files()? {
        let path = dir.join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        written.push(path);
    }
    Ok(written)
}
