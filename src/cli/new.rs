//! `bestiary new`: a commented start for a mod or a behaviour.

mod files;
mod template;

use super::exit;
use crate::lua::host::program::reserved_names;
use clap::{Args, Subcommand};
use files::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write a commented start that already runs: a mod's folder, or a behaviour with its spec.
///
/// Nothing is ever overwritten: when a file of the name is there, nothing at all is written.
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
    /// A mod: mod.toml, a creature, its spec, editor types and configuration
    Mod {
        /// Its name, and the folder's: lower-case letters, digits, _ and -
        name: String,
        /// Where to put the folder
        #[arg(long = "in", value_name = "DIR", default_value = ".")]
        parent: PathBuf,
    },
    /// A behaviour of a mod: npc/NAME.lua and spec/NAME_spec.lua
    Behaviour {
        /// Its name, and the files': lower-case letters, digits, _ and -
        name: String,
        /// The mod's folder [default: here, when a mod.toml lies here, else scripts]
        #[arg(long = "mod", value_name = "DIR")]
        home: Option<PathBuf>,
    },
}

pub(super) fn main(args: &NewArgs) -> ExitCode {
    let done = match &args.what {
        What::Mod { name, parent } => make_mod(name, parent),
        What::Behaviour { name, home } => make_behaviour(name, home.as_deref()),
    };
    match done {
        Ok(next) => {
            eprintln!("{next}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(exit::FAILED)
        }
    }
}

/// Answers what can be done next.
fn make_mod(name: &str, parent: &Path) -> Result<String, String> {
    legal(name)?;
    if name == "base" {
        return Err("'base' is the built-in mod; choose another name".into());
    }
    let home = parent.join(name);
    if home.exists() {
        return Err(format!("{} is there already; nothing was written", home.display()));
    }
    files::write(&home, &template::of_mod(name))?;
    let home = home.display();
    Ok(format!("next: bestiary test {home} · bestiary run --mod {home} · edit {home}/npc/{}.lua", template::NEWCOMER))
}

fn make_behaviour(name: &str, home: Option<&Path>) -> Result<String, String> {
    legal(name)?;
    if reserved_names().any(|n| n == name) {
        return Err(format!("'{name}' means something already (a tactical state, or the player's character)"));
    }
    let has_manifest = |dir: &Path| dir.join("mod.toml").is_file();
    let home = match home {
        Some(dir) if has_manifest(dir) => dir,
        Some(dir) => return Err(format!("{} is no mod: there is no mod.toml in it", dir.display())),
        None => [Path::new("."), Path::new("scripts")]
            .into_iter()
            .find(|dir| has_manifest(dir))
            .ok_or("no mod lies here: name its folder with --mod DIR, or make one with: bestiary new mod NAME")?,
    };
    let made: Vec<File> = template::of_behaviour(name);
    files::write(home, &made)?;
    let spec = home.join(&made[1].path);
    Ok(format!("next: bestiary test {} · in the running world: :spawn {name} 3 here", spec.display()))
}

/// Longer names would not fit the panels.
const LONGEST: usize = 32;
/// What Windows takes for devices whatever their ending: a mod with such a file cannot be handed on.
const DEVICES: [&str; 8] = ["con", "prn", "aux", "nul", "com1", "com2", "lpt1", "lpt2"];

fn legal(name: &str) -> Result<(), String> {
    let part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if DEVICES.contains(&name) {
        return Err(format!("'{name}' cannot be a file's name on Windows; choose another name"));
    }
    if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(part) && name.len() <= LONGEST {
        return Ok(());
    }
    Err(format!(
        "'{name}' cannot be a name: a lower-case letter, then lower-case letters, digits, _ and -; {LONGEST} at most"
    ))
}
