//! `bestiary types`: editor types for Lua, and the API page.

use super::{Args, Ended, Stop, outcome};
use crate::diag::shown;
use crate::file;
use crate::lua::api::editor;
use std::path::{Path, PathBuf};

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

pub(super) fn main(args: &TypesArgs) -> Ended {
    let (usual, files) = match args.docs {
        true => ("docs", vec![("lua-api.md".to_owned(), editor::page())]),
        false => ("scripts/types", editor::files()),
    };
    let dir = args.out.as_deref().unwrap_or(Path::new(usual));
    let all = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    file::replace_all(dir, all).map_err(|(path, e)| Stop::failed(format!("{}: {e}", shown(&path))))?;
    files.iter().for_each(|(name, _)| outcome::note(format!("wrote {}", dir.join(name).display())));
    Ok(())
}
