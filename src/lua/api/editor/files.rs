//! The files of a mod's `types/` folder.

use super::{luacats, luau};
use crate::lua::api::modules::MODULES;

/// Name and contents of each.
pub(crate) fn files() -> Vec<(String, String)> {
    let mut all = vec![("bestiary.d.lua".to_owned(), luacats::luacats()), ("bestiary.d.luau".to_owned(), luau::luau())];
    all.extend(MODULES.iter().map(|m| (format!("{}.d.lua", m.0.replace('.', "_")), luacats::module(m.0, m.1))));
    all
}
