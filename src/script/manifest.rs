//! `mod.toml`: who a mod is and what it needs.

use crate::diag::Diagnostic;
use std::collections::BTreeMap;

/// The version of the Lua API that this program speaks.
pub const API_VERSION: u32 = 1;

/// The contents of a `mod.toml`.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Lower-case letters, digits, `_` and `-`.
    pub name: String,
    pub version: String,
    /// The version of the Lua API it was written for.
    pub api: u32,
    /// Names of mods that must be loaded before it.
    #[serde(default)]
    pub depends: Vec<String>,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub settings: BTreeMap<String, toml::Value>,
}

impl Manifest {
    /// Reads and checks one manifest; `file` is its name for messages.
    pub fn parse(file: &str, text: &str) -> Result<Self, Diagnostic> {
        let manifest: Self = toml::from_str(text).map_err(|e| {
            let d = Diagnostic::error(file, e.message().trim().to_owned());
            e.span().map_or(d.clone(), |s| d.at_offset(text, s.start))
        })?;
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
        if manifest.name.is_empty() || !manifest.name.chars().all(legal) {
            let hint = "lower-case letters, digits, _ and - make a name";
            return Err(Diagnostic::error(file, format!("'{}' cannot be a mod's name", manifest.name)).hint(hint));
        }
        if manifest.api != API_VERSION {
            let message = format!("written for API version {}; this program speaks {API_VERSION}", manifest.api);
            return Err(Diagnostic::error(file, message));
        }
        if manifest.depends.contains(&manifest.name) {
            return Err(Diagnostic::error(file, format!("mod '{}' depends on itself", manifest.name)));
        }
        Ok(manifest)
    }
}
