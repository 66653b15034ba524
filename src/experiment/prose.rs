//! The prose of the pages, apart from the figures in it.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::sync::LazyLock;

static PROSE: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| toml::from_str(include_str!("prose.toml")).expect("a file of this program"));

/// A piece of `prose.toml`, with figures in its places in their order.
pub(super) fn say(name: &str, figures: &[&dyn Display]) -> String {
    let parts: Vec<&str> = PROSE[name].split("{}").collect();
    assert_eq!(parts.len(), figures.len() + 1, "the places in '{name}'");
    let mut out = parts[0].to_owned();
    for (figure, part) in figures.iter().zip(&parts[1..]) {
        let _ = write!(out, "{figure}{part}");
    }
    out
}
