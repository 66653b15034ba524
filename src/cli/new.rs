//! `bestiary new`: writes a commented mod or behaviour.

mod files;

use super::{Args, Ended, Stop, outcome};
use crate::diag::{printable, shown};
use crate::lua::host::program::reserved_names;
use crate::lua::source::manifest::is_in_name;
use crate::lua::source::mods::{BASE_MOD, BUILT_IN_LABEL, ModSet, behaviour_path, is_mod, is_same_place};
use clap::Subcommand;
use files::File;
use std::path::{Path, PathBuf};

/// Write a commented mod, or a commented behaviour with its spec; both run as they are.
///
/// Nothing is overwritten: when one of the files exists, nothing is written.
///
/// Examples:
///   bestiary new mod wetlands --in mods
///   bestiary new behaviour heron --mod mods/wetlands
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct NewArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, Debug)]
enum What {
    /// A mod: mod.toml, a behaviour, its spec, editor types and configuration
    Mod {
        /// The name of the mod and of its folder: lower-case letters, digits, _ and -
        name: String,
        /// Where to make the folder
        #[arg(long = "in", value_name = "DIR", default_value = ".")]
        parent: PathBuf,
    },
    /// A behaviour of a mod: npc/NAME.lua and spec/NAME_spec.lua
    Behaviour {
        /// The name of the behaviour and of its files: lower-case letters, digits, _ and -
        name: String,
        /// The folder of the mod [default: the current one if it has a mod.toml, otherwise scripts]
        #[arg(long = "mod", value_name = "DIR")]
        home: Option<PathBuf>,
    },
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
enum NewError {
    /// Mods on top of the built-in one need another name.
    #[error("'base' is the built-in mod; use another name")]
    BuiltIn,
    /// The name is used by the program itself.
    #[error("'{0}' is reserved (a tactical state, or the player's character); use another name")]
    Reserved(String),
    #[error("'{0}' cannot be the name of a file on Windows; use another name")]
    Device(String),
    #[error(
        "'{}' cannot be a name: a lower-case letter, then lower-case letters, digits, _ and -; {LONGEST} characters at most",
        printable(.0)
    )]
    IllegalName(String),
    /// `--mod` names a folder without a manifest.
    #[error("{} is not a mod: it has no mod.toml", shown(.0))]
    NotAMod(PathBuf),
    #[error("there is no mod here: name its folder with --mod DIR, or make one with: bestiary new mod NAME")]
    NoMod,
    #[error("{} already exists; nothing was written", shown(.0))]
    Exists(PathBuf),
    /// A file or a folder cannot be made.
    #[error("{path}: {error}", path = shown(.0), error = .1)]
    Io(PathBuf, std::io::Error),
}

pub(super) fn main(args: &NewArgs) -> Ended {
    let made = match &args.what {
        What::Mod { name, parent } => make_mod(name, parent),
        What::Behaviour { name, home } => make_behaviour(name, home.as_deref()),
    };
    outcome::note(made.map_err(Stop::failed)?);
    Ok(())
}

/// Returns what can be done next.
fn make_mod(name: &str, parent: &Path) -> Result<String, NewError> {
    legal(name)?;
    if name == BASE_MOD {
        return Err(NewError::BuiltIn);
    }
    let home = parent.join(name);
    if home.exists() {
        return Err(NewError::Exists(home));
    }
    files::write(&home, &files::of_mod(name))?;
    let home = shown(&home);
    let file = behaviour_path(files::NEWCOMER);
    Ok(format!("next: bestiary test {home} · bestiary run --mod {home} · edit {home}/{file}"))
}

/// Returns what can be done next.
fn make_behaviour(name: &str, home: Option<&Path>) -> Result<String, NewError> {
    legal(name)?;
    if reserved_names().any(|n| n == name) {
        return Err(NewError::Reserved(name.into()));
    }
    let home = match home {
        Some(dir) if is_mod(dir) => dir,
        Some(dir) => return Err(NewError::NotAMod(dir.into())),
        None => [".", BUILT_IN_LABEL].map(Path::new).into_iter().find(|dir| is_mod(dir)).ok_or(NewError::NoMod)?,
    };
    let made: Vec<File> = files::of_behaviour(name);
    files::write(home, &made)?;
    let (path, built_in) = (behaviour_path(name), ModSet::read(&[]).0);
    if !is_same_place(home, Path::new(BUILT_IN_LABEL)) && built_in.file(&path).is_some() {
        outcome::note(format!("where this mod runs, its {path} takes the place of the built-in one"));
    }
    let spec = home.join(&made[1].path);
    Ok(format!("next: bestiary test {} · in the running world: :spawn {name} 3 here", shown(&spec)))
}

/// Characters of a name at most: longer ones would not fit the panels.
const LONGEST: usize = 32;
/// Names of devices on Windows, with any suffix: a mod with such a file cannot be copied there.
const DEVICES: [&str; 8] = ["con", "prn", "aux", "nul", "com1", "com2", "lpt1", "lpt2"];

fn legal(name: &str) -> Result<(), NewError> {
    if DEVICES.contains(&name) {
        return Err(NewError::Device(name.into()));
    }
    let legal =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_in_name) && name.len() <= LONGEST;
    if legal { Ok(()) } else { Err(NewError::IllegalName(name.into())) }
}
