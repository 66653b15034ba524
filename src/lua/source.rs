//! Mods as text: manifests, reading, parsing, the resolved tree, syntax diagnostics, refusals that the text alone shows.

pub mod lint;
pub mod lower;
pub mod manifest;
pub mod mods;
pub mod reading;
pub mod tree;
