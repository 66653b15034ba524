//! `bestiary types`: editor types for Lua, and the API page.

use super::{Args, Diagnostic, Ended, Stop, outcome};
use crate::agent::Value;
use crate::diag::{printable, shown};
use crate::file;
use crate::lua::api::declare::{ShapeName, Type};
use crate::lua::api::editor::{self, NamedByMods};
use crate::lua::api::params::ScriptParams;
use crate::lua::host::program::Program;
use crate::lua::source::literal::is_name;
use crate::lua::source::mods::ModSet;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Write editor types for Lua: bestiary.d.lua (LuaLS, EmmyLua) and bestiary.d.luau (luau-lsp).
///
/// Beside them lies a file for each built-in module, such as lib_tactics.d.lua, for mods that require it.
/// All are made from the declarations of the API inside this program, documentation included. With --mod they also know the
/// settings of that mod, and lie in its types/ folder.
///
/// Examples:
///   bestiary types
///   bestiary types --mod mods/wetlands
///   bestiary types --docs --out docs
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct TypesArgs {
    /// A mod folder on top of the built-in one, whose settings editors shall know
    #[arg(long = "mod", value_name = "DIR", conflicts_with = "docs")]
    pub mods: Vec<PathBuf>,
    /// The folder to write to, created if needed [default: types in the mod, else scripts/types; docs with --docs]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the page of the API, lua-api.md, instead of editor types
    #[arg(long)]
    pub docs: bool,
}

pub(super) fn main(args: &TypesArgs) -> Ended {
    let (usual, files) = match (args.docs, args.mods.last()) {
        (true, _) => ("docs".into(), vec![("lua-api.md".to_owned(), editor::page())]),
        (false, None) => ("scripts/types".into(), editor::files(&[])),
        (false, Some(dir)) => (dir.join("types"), editor::files(&named(&ModSet::load(&args.mods)?)?)),
    };
    let dir: &Path = args.out.as_ref().unwrap_or(&usual);
    let all = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    file::replace_all(dir, all).map_err(|(path, e)| Stop::failed(format!("{}: {e}", shown(&path))))?;
    files.iter().for_each(|(name, _)| outcome::note(format!("wrote {}", dir.join(name).display())));
    Ok(())
}

/// The settings of all behaviours, and those of the last mod.
fn named(mods: &ModSet) -> Result<Vec<NamedByMods>, Vec<Diagnostic>> {
    let program = Program::load(mods, &ScriptParams::default(), None)?;
    let mut all: BTreeMap<&str, NamedByMods> = BTreeMap::new();
    for (species, setting) in program.catalogue.species.iter().flat_map(|s| s.settings.iter().map(move |one| (s, one)))
    {
        let (ty, doc) = (type_of(&setting.default), format!("{}: {}", species.name, setting.described()));
        let new = || NamedByMods { shape: ShapeName::Settings, name: setting.name.clone(), ty, doc: String::new() };
        let one = all.entry(&setting.name).or_insert_with(new);
        // Several behaviours may have a setting of this name.
        one.ty = if one.ty == ty { ty } else { Type::Any };
        one.doc += if one.doc.is_empty() { "" } else { " · " };
        one.doc += &doc;
    }
    let of_mod = mods.mods.last().into_iter().flat_map(|m| &m.manifest.settings).map(|(name, value)| NamedByMods {
        shape: ShapeName::ModSettings,
        name: name.clone(),
        ty: match value {
            toml::Value::Integer(_) | toml::Value::Float(_) => Type::Number,
            toml::Value::Boolean(_) => Type::Boolean,
            toml::Value::String(_) | toml::Value::Datetime(_) => Type::String,
            toml::Value::Array(_) | toml::Value::Table(_) => Type::Table,
        },
        doc: format!("in mod.toml: {value}"),
    });
    // Authors of mods write these: a line end would end the comment that has them.
    let safe = |n: NamedByMods| NamedByMods { doc: printable(&n.doc), ..n };
    Ok(all.into_values().chain(of_mod).filter(|n| is_name(&n.name)).map(safe).collect())
}

fn type_of(default: &Value) -> Type {
    match default {
        Value::Number(_) => Type::Number,
        Value::Bool(_) => Type::Boolean,
        Value::String(_) => Type::String,
        Value::Nil | Value::Table(_) => Type::Any,
    }
}
