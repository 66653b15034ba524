//! Mods as text: manifests, reading, parsing, the resolved tree, syntax diagnostics, refusals that the text alone shows.

pub mod key_places;
pub mod lower;
pub mod manifest;
pub mod mods;
pub mod parse;
pub mod reading;
pub mod refusals;
pub mod syntax;
pub mod tree;
