//! What Lua's own libraries hold and return, as far as the checks know it.

use crate::lua::api::declare::Type;
use crate::lua::api::declare::Type::{Number, Optional, String, Word};
use crate::lua::api::domain::Domain;

/// Functions, separated by blanks, with the type of the first value they return.
const RETURNS: &[(&str, Type)] = &[
    ("type typeof", Word(Domain::LuaType)),
    ("tostring table.concat string.upper string.lower string.rep string.sub string.format", String),
    ("string.gsub string.reverse string.char", String),
    ("tonumber string.find string.byte", Optional(&Number)),
    ("string.match table.remove", Optional(&Type::Any)),
    ("table.find", Optional(&Number)),
    ("string.len", Number),
];

/// Functions that return nothing.
const SILENT: &[&str] = &["table.insert", "table.sort", "table.clear"];

/// Members that are no functions.
const CONSTANTS: &[(&str, Type)] = &[("math.pi math.huge", Number), ("utf8.charpattern", String)];

fn row(rows: &[(&str, Type)], name: &str) -> Option<Type> {
    rows.iter().find(|(names, _)| names.split(' ').any(|n| n == name)).map(|row| row.1)
}

/// The type of the first value that a function returns.
pub(crate) fn returned(name: &str) -> Type {
    row(RETURNS, name).unwrap_or(if name.starts_with("math.") { Number } else { Type::Any })
}

/// Whether a function returns no value at all.
pub(crate) fn returns_nothing(name: &str) -> bool {
    SILENT.contains(&name)
}

/// The type of a member that is no function.
pub(crate) fn constant(name: &str) -> Option<Type> {
    row(CONSTANTS, name)
}
