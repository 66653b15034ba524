//! Mods as text: manifests, reading, parsing, the resolved tree, syntax diagnostics, refusals that the text alone shows.

pub(crate) mod folder;
pub(crate) mod key_places;
pub(crate) mod literal;
pub(crate) mod lower;
pub(crate) mod manifest;
pub(crate) mod mods;
pub(crate) mod parse;
pub(crate) mod refusals;
pub(crate) mod syntax;
pub(crate) mod tree;
