//! Files in a mod's folder that the mod itself does not load: maps, and scripts that lie where nothing looks for them.

use crate::diag::Diagnostic;
use crate::lua::source::mods::{Mod, behaviour_path, files_beside};
use crate::lua::source::parse::parse;
use crate::lua::source::tree::Place;
use std::path::{Path, PathBuf};

/// Files of one mod.
#[derive(Default)]
pub(super) struct Beside {
    pub maps: Vec<PathBuf>,
    /// A warning about each script that is out of place.
    pub misplaced: Vec<Diagnostic>,
}

impl Beside {
    pub(super) fn of(m: &Mod) -> Self {
        let mut beside = Self::default();
        for (path, text) in files_beside(m) {
            if path.ends_with(".toml") {
                beside.maps.extend(m.dir.iter().filter(|_| is_map(&text)).map(|dir| dir.join(&path)));
            } else {
                beside.misplaced.extend(misplaced(&format!("{}/{path}", m.label), &text));
            }
        }
        beside
    }
}

/// Whether TOML is a map, by its tables.
pub(super) fn is_map(text: &str) -> bool {
    if let Ok(table) = text.parse::<toml::Table>() {
        return ["spawn", "ground", "object", "format"].iter().any(|name| table.contains_key(*name));
    }
    let heads = ["[[spawn]]", "[ground]", "[[object]]", "format ="];
    text.lines().any(|line| heads.iter().any(|head| line.trim_start().starts_with(head)))
}

/// The place where a script names a global.
pub(super) fn naming(label: &str, text: &str, global: &str) -> Option<Place> {
    let tree = parse(label, text).ok()?;
    (0..tree.exprs.len()).find(|e| tree.is_global(*e, global)).map(|e| tree.at(e))
}

/// What to say of a script in a folder that nothing is loaded from. One that is neither a behaviour nor a spec may be
/// a tool of its author.
fn misplaced(label: &str, text: &str) -> Option<Diagnostic> {
    let stem = Path::new(label).file_stem()?.to_str()?;
    let spec = format!("spec/{stem}.lua");
    let kinds = [
        ("behaviour", "this behaviour is never loaded: behaviours are files npc/NAME.lua", behaviour_path(stem)),
        ("test", "this spec is never run: specs are Lua files below spec/", spec),
    ];
    kinds.into_iter().find_map(|(global, message, place)| {
        let at = naming(label, text, global)?;
        Some(Diagnostic::warning(label, message).at(at.line, at.column).hint(format!("move it to {place}")))
    })
}
