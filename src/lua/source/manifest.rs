//! `mod.toml`: the name of a mod and what it needs.

use crate::diag::{Diagnostic, Severity, toml_fault};
use crate::world::{LayerSpec, Movement, format};
use std::collections::BTreeMap;

/// The version of the Lua API that this program speaks. It rises when something changes its meaning.
pub(crate) const API_VERSION: u32 = 2;
/// Mods of the versions from this one on run too.
const OLDEST_API: u32 = 1;
/// What changed for the mods of each version, the oldest first.
const CHANGES: [&str; (API_VERSION - OLDEST_API) as usize] = ["npc:look, npc:distance, `visible = true` and \
    pathfinder.set_moving_target know no more of a creature than was seen or heard of it; npc:look returns nil for one that \
    never was, and tactics.follow returns \"lost\" when its target got out of sight"];

/// Keys below `[settings]`, in all tables together.
const MOST_SETTINGS: usize = 256;

/// The contents of a `mod.toml`.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Lower-case letters, digits, `_` and `-`.
    pub name: String,
    /// As people read it.
    pub version: String,
    /// The version of the Lua API it was written for.
    pub api: u32,
    /// Names of mods that must be loaded before it.
    #[serde(default)]
    pub depends: Vec<String>,
    /// One line for people.
    #[serde(default)]
    pub description: String,
    /// The movement classes that it declares, by name.
    #[serde(default)]
    pub moves: BTreeMap<String, Moves>,
    /// The layers of influence as they are written: read as those of maps are.
    #[serde(default, rename = "influence")]
    declared: serde::de::IgnoredAny,
    /// The layers of influence that it declares.
    #[serde(skip)]
    pub layers: Vec<LayerSpec>,
    /// What its files read as `mod.settings`.
    #[serde(default)]
    pub settings: toml::Table,
    /// A warning for a mod that was written for an older version of the API.
    #[serde(skip)]
    pub outdated: Option<Diagnostic>,
    /// There was no manifest that could be read: nothing more than the name is known.
    #[serde(skip)]
    pub is_assumed: bool,
}

/// What a movement class of a mod can do; what is left out is as in [`Movement::named`].
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// The steepest ground, in metres of height a metre.
    pub steepest: Option<f32>,
    /// The deepest water that it wades through, metres.
    pub wades: Option<f32>,
    /// The share of its speed that it swims with; 0: it does not swim.
    pub swims: Option<f32>,
}

impl Moves {
    /// Its numbers by their keys, and the greatest value of each; the least is 0.
    fn numbers(&self) -> [(&'static str, Option<f32>, f32); 3] {
        [("steepest", self.steepest, 10.0), ("wades", self.wades, 10.0), ("swims", self.swims, 1.0)]
    }

    /// As a movement class of a name.
    pub(crate) fn named(&self, name: &str) -> Movement {
        let like = Movement::named(name);
        Movement {
            steepest: self.steepest.unwrap_or(like.steepest),
            wades_m: self.wades.unwrap_or(like.wades_m),
            swims: self.swims.unwrap_or(like.swims),
            ..like
        }
    }
}

impl Manifest {
    /// The manifest of a mod that has none of its own.
    pub(crate) fn unnamed(name: String) -> Self {
        Self { name, version: "0".into(), api: API_VERSION, is_assumed: true, ..Self::default() }
    }

    /// Reads and checks one manifest; `file` is its name for messages.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(file: &str, text: &str) -> Result<Self, Diagnostic> {
        let mut manifest: Self = toml::from_str(text).map_err(|e| toml_fault(file, text, &e))?;
        let fault = |key: &str, message: String| Diagnostic::error(file, message).at_key(text, key);
        if manifest.name.is_empty() || !manifest.name.chars().all(is_in_name) {
            let d = fault("name", format!("'{}' cannot be a mod's name", manifest.name));
            return Err(d.hint("a name has lower-case letters, digits, _ and -"));
        }
        if !(OLDEST_API..=API_VERSION).contains(&manifest.api) {
            let message = format!("written for API version {}; this program speaks {API_VERSION}", manifest.api);
            return Err(fault("api", message).hint(format!("api = {API_VERSION}")));
        }
        let changes = CHANGES.get((manifest.api - OLDEST_API) as usize..).unwrap_or_default();
        if !changes.is_empty() {
            let message = format!("written for API version {}; since then: {}", manifest.api, changes.join("; "));
            let d = Diagnostic { severity: Severity::Warning, ..fault("api", message) };
            manifest.outdated = Some(d.hint(format!("when its scripts suit that: api = {API_VERSION}")));
        }
        if !is_version(&manifest.version) {
            let d = fault("version", format!("'{}' is no version", manifest.version));
            return Err(d.hint("numbers with dots between them: version = \"0.1.0\""));
        }
        let twice = manifest.depends.iter().enumerate().find(|(i, name)| manifest.depends[..*i].contains(name));
        if let Some((_, name)) = twice {
            return Err(fault("depends", format!("mod '{name}' is listed twice")).hint("remove one of them"));
        }
        if manifest.depends.contains(&manifest.name) {
            return Err(fault("depends", format!("mod '{}' depends on itself", manifest.name)));
        }
        for (name, moves) in &manifest.moves {
            let here = format!("moves.{name}");
            if Movement::built_in().iter().any(|m| m.name == *name) {
                return Err(
                    fault(&here, format!("'{name}' is a movement class of every world")).hint("take another name")
                );
            }
            if name.is_empty() || !name.chars().all(is_in_name) {
                let d = fault(&here, format!("'{}' cannot be the name of a movement class", name.escape_debug()));
                return Err(d.hint("a name has lower-case letters, digits, _ and -"));
            }
            for (key, given, most) in moves.numbers() {
                if let Some(n) = given.filter(|n| !(0.0..=most).contains(n)) {
                    return Err(fault(key, format!("{key} of '{name}' is {n}; it must lie between 0 and {most}")));
                }
            }
        }
        manifest.layers = format::layers_of_manifest(file, text)?;
        let settings = manifest.settings.len() + manifest.settings.values().map(keys).sum::<usize>();
        if settings > MOST_SETTINGS {
            let message = format!("{settings} settings, in all tables together; {MOST_SETTINGS} are allowed");
            return Err(fault("settings", message).hint("a module below lib/ can return larger tables"));
        }
        Ok(manifest)
    }
}

/// How many keys a value has, and those in it.
fn keys(value: &toml::Value) -> usize {
    match value {
        toml::Value::Table(t) => t.len() + t.values().map(keys).sum::<usize>(),
        toml::Value::Array(all) => all.iter().map(keys).sum(),
        _ => 0,
    }
}

/// Whether a version begins with numbers: `1`, `0.2.0`, `1.0.0-beta`.
fn is_version(version: &str) -> bool {
    let numbers = version.split(['-', '+']).next().unwrap_or_default();
    numbers.split('.').all(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()))
}

/// Whether the name of a mod may contain a character; a behaviour's name, and so its file's, likewise.
pub(crate) fn is_in_name(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-'
}
