//! What Lua's own libraries hold and return, as far as the checks know it.

use crate::lua::api::declare::Type;
use crate::lua::api::declare::Type::{Number, Optional, String, Word};
use crate::lua::api::domain::Domain;

/// Functions with the type of the first value they return: library, names, type.
const RETURNS: &[(&str, &[&str], Type)] = &[
    ("", &["type", "typeof"], Word(Domain::LuaType)),
    ("", &["tostring"], String),
    ("", &["tonumber"], Optional(&Number)),
    ("string", &["upper", "lower", "rep", "sub", "format", "gsub", "reverse", "char"], String),
    ("string", &["find", "byte"], Optional(&Number)),
    ("string", &["len"], Number),
    ("table", &["concat"], String),
];

/// The type of the first value that a function of a library returns.
pub(crate) fn returned(library: &str, name: &str) -> Type {
    match RETURNS.iter().find(|r| r.0 == library && r.1.contains(&name)) {
        Some(found) => found.2,
        None if library == "math" => Number,
        None => Type::Any,
    }
}

/// The type of a member that is no function.
pub(crate) fn constant(library: &str, name: &str) -> Option<Type> {
    match (library, name) {
        ("math", "pi" | "huge") => Some(Number),
        ("utf8", "charpattern") => Some(String),
        _ => None,
    }
}
