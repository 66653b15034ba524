//! The invariants of the architecture, read from the sources. `docs/architecture.md` has them in words.

mod planted;
mod rules;
mod tokens;
mod tree;

use std::path::Path;

#[test]
fn the_sources_keep_every_invariant() {
    let sources = tree::read_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let tree = tree::Tree::of(&sources);
    assert!(tree.modules.len() > 100, "the sources were found");
    let mut breaches = String::new();
    for (sentence, rule) in rules::RULES {
        let found = rule(&sources, &tree);
        if !found.is_empty() {
            breaches += &format!("\n{sentence}:\n  {}\n", found.join("\n  "));
        }
    }
    assert!(breaches.is_empty(), "{breaches}");
}
