//! The functions of Luau's library that a script can reach, by what is known of their cost.

use bestiary::testing::lua::natives::WRAPPED;

/// Functions with a declared cost, as scripts write them.
pub(crate) fn wrapped() -> impl Iterator<Item = String> {
    let name = |library: &str, name: &str| match library {
        "" => name.to_owned(),
        library => format!("{library}.{name}"),
    };
    WRAPPED.iter().flat_map(move |n| n.names.split(' ').map(move |function| name(n.library, function)))
}

/// Functions that need no charge beside the interpreter's: they do the same little work whatever they are given. Each with a
/// call of it.
pub(crate) const UNWRAPPED: &[(&str, &str)] =
    &[("coroutine.yield", "pcall(coroutine.yield)"), ("error", "pcall(error)"), ("ipairs", "ipairs(t)")];
