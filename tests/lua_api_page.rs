//! docs/lua-api.md is made from the declarations of the bindings; this test fails when they drift apart.
//!
//! `UPDATE=1 cargo test --test lua_api_page` writes the page anew.

use bestiary::lua::host::bindings::{bindings, fields};
use std::fmt::Write as _;

const AREAS: [(&str, &str); 5] = [
    ("npc", "`npc`: the creature whose turn it is"),
    ("pathfinder", "`pathfinder`: the native pathfinder; the creature comes first"),
    ("world", "`world`"),
    ("math", "`math`: chance is the creature's own"),
    ("", "Global functions"),
];

fn page() -> String {
    let mut out = String::from(
        "# The Lua API\n\nMade from the declarations in `src/script/api`. Fields are read-only; methods are called with a \
         colon (`npc:stop()`), functions of `pathfinder` with a dot.\n",
    );
    for (area, title) in AREAS {
        let _ = write!(out, "\n## {title}\n");
        if fields().any(|f| f.area == area) {
            out.push_str("\n| field | type | |\n| --- | --- | --- |\n");
            for f in fields().filter(|f| f.area == area) {
                let _ = writeln!(out, "| `{}` | {} | {} |", f.name, f.kind, f.doc);
            }
        }
        if bindings().any(|b| b.area == area) {
            out.push_str("\n| function | returns | |\n| --- | --- | --- |\n");
            for b in bindings().filter(|b| b.area == area) {
                let params = b.params.replace('|', "\\|");
                let returns = b.returns.replace('|', "\\|");
                let _ = writeln!(out, "| `{}({params})` | {returns} | {} |", b.name, b.doc);
            }
        }
    }
    out
}

#[test]
fn the_page_says_what_the_bindings_are() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lua-api.md");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, page()).expect("writes the page");
    }
    let there = std::fs::read_to_string(path).unwrap_or_default();
    assert!(there == page(), "docs/lua-api.md is out of date: UPDATE=1 cargo test --test lua_api_page");
}

#[test]
fn every_binding_and_field_is_documented_and_listed() {
    for b in bindings() {
        assert!(!b.doc.is_empty() && AREAS.iter().any(|(a, _)| *a == b.area), "{}.{}", b.area, b.name);
    }
    for f in fields() {
        assert!(!f.doc.is_empty() && AREAS.iter().any(|(a, _)| *a == f.area), "{}.{}", f.area, f.name);
    }
}
