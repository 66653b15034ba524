//! What the paths of a mod say: which folders are mods, which files are behaviours and which modules.

use std::path::Path;

/// The built-in mod's folder in a working copy; messages call the mod so in any case.
pub(crate) const BUILT_IN_LABEL: &str = "scripts";
/// The name of the mod that others build on.
pub(crate) const BASE_MOD: &str = "base";
/// The file that makes a folder a mod.
pub(crate) const MANIFEST: &str = "mod.toml";

/// Whether a folder is a mod.
pub(crate) fn is_mod(dir: &Path) -> bool {
    dir.join(MANIFEST).is_file()
}

/// The mod that a path lies in, or is.
pub(crate) fn mod_around(path: &Path) -> Option<&Path> {
    path.ancestors().find(|dir| is_mod(dir))
}

/// Whether two paths lead to the same file or folder.
pub(crate) fn is_same_place(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// The folders of a mod whose files running creatures use: behaviours, and modules.
pub(crate) const RUNTIME_FOLDERS: [&str; 2] = ["npc", "lib"];

/// The key of a file that a later mod extends: behaviours and modules have none like it.
pub(crate) fn layer_key(path: &str, mod_name: &str) -> String {
    format!("{path}@{mod_name}")
}

/// The path inside its mod of a file with this key.
pub(crate) fn path_of_key(key: &str) -> &str {
    key.split_once('@').map_or(key, |(path, _)| path)
}

/// The name of the behaviour that a file of a mod holds.
pub(crate) fn behaviour_name(path: &str) -> Option<&str> {
    path.strip_prefix("npc/")?.strip_suffix(".lua").filter(|name| !name.is_empty() && !name.contains('/'))
}

/// The file of a behaviour inside its mod.
pub(crate) fn behaviour_path(name: &str) -> String {
    format!("npc/{name}.lua")
}

/// Whether a file of a mod is a module.
pub(crate) fn is_module(path: &str) -> bool {
    path.strip_prefix("lib/").and_then(|p| p.strip_suffix(".lua")).is_some_and(|p| !p.is_empty() && !p.ends_with('/'))
}

/// The name of a module, as `require` takes it.
pub(crate) fn module_name(path: &str) -> Option<String> {
    is_module(path).then(|| path.trim_end_matches(".lua").replace('/', "."))
}

/// What to say of a module that ends without `return`, or returns nil.
pub(crate) const NO_RESULT: &str = "a module must return something, usually a table";

/// What to say of a name that is no module's.
pub(crate) fn no_module(name: &str) -> String {
    format!("there is no module '{name}' (modules are files below lib/)")
}

/// The file that `require` reads for a name, if it can be one.
pub(crate) fn module_path(name: &str) -> Option<String> {
    Some(format!("{}.lua", name.replace('.', "/"))).filter(|path| is_module(path))
}

/// Whether a path inside a mod is one that running creatures use: `npc/NAME.lua` and anything in Lua below `lib/`.
/// Hidden files (an editor's locks and copies) are not.
pub fn is_runtime_file(path: &str) -> bool {
    let hidden = path.split('/').any(|part| part.starts_with('.'));
    !hidden && (behaviour_name(path).is_some() || is_module(path))
}
