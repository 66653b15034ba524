//! The files of a new mod or behaviour, from the templates in `template/`; `NAME` in them is replaced.

use super::files::File;
use crate::lua::api::editor;

/// The behaviour of a new mod.
pub(super) const NEWCOMER: &str = "newcomer";

const CREATURE: &str = include_str!("template/creature.lua");
const SPEC: &str = include_str!("template/creature_spec.lua");

/// Configuration of editors, by path; the same as that of the built-in mod where it has one.
const EDITORS: [(&str, &str); 4] = [
    (".luarc.json", include_str!("../../../scripts/.luarc.json")),
    (".emmyrc.json", include_str!("../../../scripts/.emmyrc.json")),
    (".luaurc", include_str!("../../../scripts/.luaurc")),
    (".vscode/settings.json", include_str!("template/vscode.json")),
];

pub(super) fn of_behaviour(name: &str) -> Vec<File> {
    vec![file(&format!("npc/{name}.lua"), CREATURE, name), file(&format!("spec/{name}_spec.lua"), SPEC, name)]
}

pub(super) fn of_mod(name: &str) -> Vec<File> {
    let mut all = vec![
        file("mod.toml", include_str!("template/mod.toml"), name),
        file("README.md", include_str!("template/README.md"), name),
    ];
    all.extend(of_behaviour(NEWCOMER));
    all.extend(editor::files().into_iter().map(|(path, text)| File { path: format!("types/{path}"), text }));
    all.extend(EDITORS.map(|(path, text)| File { path: path.into(), text: text.into() }));
    all
}

fn file(path: &str, text: &str, name: &str) -> File {
    File { path: path.into(), text: text.replace("NAME", name) }
}
