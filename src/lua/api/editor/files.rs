//! The files of a mod's `types/` folder.

use super::{NamedByMods, luacats, luau};
use crate::lua::api::modules::MODULES;

/// Name and contents of each, with the names that mods decided.
pub(crate) fn files(named: &[NamedByMods]) -> Vec<(String, String)> {
    let mut all =
        vec![("bestiary.d.lua".to_owned(), luacats::luacats(named)), ("bestiary.d.luau".to_owned(), luau::luau(named))];
    all.extend(MODULES.iter().map(|m| (format!("{}.d.lua", m.0.replace('.', "_")), luacats::module(m.0, m.1))));
    all
}
