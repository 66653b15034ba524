//! Planted breaches: small trees of sources that each rule must object to, and forms that it must leave alone.

use crate::rules::RULES;
use crate::tree::{Sources, Tree};

/// A breach: what it is, the files that hold it (each opens with a purpose unless the text starts with `!`), and a part
/// of the sentence that must come out.
type Planted = (&'static str, &'static [(&'static str, &'static str)], &'static str);

const BREACHES: &[Planted] = &[
    (
        "a plain import to the right",
        &[("grid.rs", "use crate::nav::Goal;"), NAV],
        "grid.rs:2: `crate::nav::Goal` uses nav",
    ),
    (
        "a nested group",
        &[("grid.rs", "use crate::{geom, nav::{self, inner::{Step as S}}};"), NAV, ("geom.rs", "")],
        "grid.rs:2: `crate::nav::inner::Step` uses nav",
    ),
    ("an inline path", &[("grid.rs", "fn f() -> crate::nav::Goal { todo!() }"), NAV], "`crate::nav::Goal` uses nav"),
    (
        "a path through super",
        &[("grid.rs", "mod cells;"), ("grid/cells.rs", "fn f(_: &super::super::nav::Goal) {}"), NAV],
        "grid/cells.rs:2: `super::super::nav::Goal` uses nav",
    ),
    (
        "an import inside a function",
        &[("grid.rs", "fn f() { use crate::nav::Goal; }"), NAV],
        "`crate::nav::Goal` uses nav",
    ),
    (
        "an import inside a macro call",
        &[("grid.rs", "m! { use crate::nav::Goal; }"), NAV],
        "`crate::nav::Goal` uses nav",
    ),
    ("everything of a room", &[("grid.rs", "use crate::nav::*;"), NAV], "`crate::nav` uses nav"),
    (
        "a room under another name",
        &[("grid.rs", "use crate::nav as n;\nfn f() { n::go() }"), NAV],
        "grid.rs:3: `n::go` uses nav",
    ),
    (
        "code after a test module",
        &[("grid.rs", "#[cfg(test)]\nmod tests { use crate::cli; }\nuse crate::nav::Goal;"), NAV],
        "grid.rs:4: `crate::nav::Goal` uses nav",
    ),
    (
        "code after one test item",
        &[("grid.rs", "#[cfg(test)]\nuse crate::{cli, ui};\nuse crate::nav::Goal;"), NAV],
        "grid.rs:4: `crate::nav::Goal` uses nav",
    ),
    (
        "what is kept out of tests is no test",
        &[("grid.rs", "#[cfg(not(test))]\nuse crate::nav::Goal;"), NAV],
        "grid.rs:3: `crate::nav::Goal` uses nav",
    ),
    (
        "a module that a macro declares",
        &[
            ("grid.rs", "macro_rules! list { ($($m:ident)*) => { $(mod $m;)* } }\nlist! { a }"),
            ("grid/a.rs", "use crate::nav::Goal;"),
            NAV,
        ],
        "grid/a.rs:2: `crate::nav::Goal` uses nav",
    ),
    ("a re-export to the right", &[("grid.rs", "pub use crate::nav::Goal;"), NAV], "`crate::nav::Goal` uses nav"),
    (
        "a re-export that hands on what is hidden",
        &[("ui.rs", "use crate::sim::Goal;"), ("sim.rs", "pub use crate::nav::Goal;"), NAV],
        "ui.rs:2: `crate::sim::Goal` sees nav",
    ),
    (
        "a chain of re-exports under new names",
        &[
            ("ui.rs", "use crate::runtime::{Target as T};"),
            ("runtime.rs", "pub use crate::sim::Mark as Target;"),
            ("sim.rs", "mod deep;\npub use deep::Mark;"),
            ("sim/deep.rs", "pub use crate::nav::Goal as Mark;"),
            NAV,
        ],
        "ui.rs:2: `crate::runtime::Target` sees nav",
    ),
    (
        "a sub-room through its folder",
        &[
            ("lua.rs", "pub mod analysis;\npub mod host;"),
            ("lua/analysis.rs", "use crate::lua::{host};\nfn f() { host::run() }"),
            ("lua/host.rs", "pub fn run() {}"),
        ],
        "lua/analysis.rs:3: `host::run` sees lua/host",
    ),
    (
        "the state of the simulation on the screen",
        &[("ui.rs", "use crate::sim::{Sim, snapshot::Snapshot};"), SIM, ("sim/snapshot.rs", "pub struct Snapshot;")],
        "ui.rs:2: `crate::sim::Sim` comes from sim.rs",
    ),
    (
        "the watcher uses a room",
        &[("watch.rs", "use crate::geom::Cell;"), ("geom.rs", "")],
        "watch.rs:2: `crate::geom::Cell` uses geom",
    ),
    (
        "a room before runtime uses the watcher",
        &[("sim.rs", "use crate::watch::Watch;"), ("watch.rs", "")],
        "uses watch",
    ),
    ("an outside crate", &[("sim.rs", "use mlua::Lua;")], "sim.rs:2: `mlua::Lua` names the crate mlua"),
    ("an outside crate inline", &[("cli.rs", "fn f() { crossterm::terminal::size() }")], "names the crate crossterm"),
    (
        "an outside crate through a re-export",
        &[("cli.rs", "use crate::ui::Rect;"), ("ui.rs", "pub use ratatui::layout::Rect;")],
        "cli.rs:2: `crate::ui::Rect` names the crate ratatui",
    ),
    (
        "a circle of three files",
        &[
            ("grid.rs", "mod a;\nmod b;\nmod c;"),
            ("grid/a.rs", "use super::b::B;\npub struct A;"),
            ("grid/b.rs", "use crate::grid::c;\npub struct B(c::C);"),
            ("grid/c.rs", "pub struct C(super::a::A);"),
        ],
        "a circle of 3 files: grid/a.rs, grid/b.rs, grid/c.rs",
    ),
    (
        "a circle through re-exports of the parent",
        &[
            ("grid.rs", "mod a;\nmod b;\nmod c;\npub use {a::A, b::B, c::C};"),
            ("grid/a.rs", "use super::B;\npub struct A;"),
            ("grid/b.rs", "use super::C;\npub struct B;"),
            ("grid/c.rs", "use super::A;\npub struct C;"),
        ],
        "a circle of 3 files",
    ),
    (
        "a parent that uses its children, which use it",
        &[
            ("grid.rs", "mod a;\nmod b;\npub struct G;\nfn f() { (a::go(), b::go()) }"),
            ("grid/a.rs", "use super::G;\npub fn go() {}"),
            ("grid/b.rs", "pub fn go(_: &super::G) {}"),
        ],
        "a circle of 3 files: grid.rs, grid/a.rs, grid/b.rs",
    ),
    (
        "a parent that uses what it hands on",
        &[
            ("grid.rs", "mod a;\nmod b;\npub(crate) use {a::A, b::go};\npub struct G(A);\nfn f() { go() }"),
            ("grid/a.rs", "pub struct A(super::G);"),
            ("grid/b.rs", "use crate::grid::G;\npub fn go() {}"),
        ],
        "a circle of 3 files: grid.rs, grid/a.rs, grid/b.rs",
    ),
    (
        "children that a macro of the parent uses",
        &[
            (
                "grid.rs",
                "macro_rules! list { ($($m:ident)*) => { $(mod $m;)* fn f() { $($m::go();)* } } }\nlist! { a b }\npub struct G;",
            ),
            ("grid/a.rs", "use super::G;\npub fn go() {}"),
            ("grid/b.rs", "use super::G;\npub fn go() {}"),
        ],
        "a circle of 3 files: grid.rs, grid/a.rs, grid/b.rs",
    ),
    (
        "a glob of the parent",
        &[
            ("grid.rs", "mod a;\nmod b;\npub struct G;\nfn f() { (a::go(), b::go()) }"),
            ("grid/a.rs", "use super::*;\npub fn go() -> G { G }"),
            ("grid/b.rs", "use crate::grid::*;\npub fn go() -> G { G }"),
        ],
        "grid/b.rs:3: `G` is grid.rs",
    ),
    (
        "globs of a parent that hands on its children",
        &[
            ("grid.rs", "mod a;\nmod b;\nmod c;\nuse {a::A, b::B, c::go};"),
            ("grid/a.rs", "use super::*;\npub struct A(B);"),
            ("grid/b.rs", "use crate::grid::*;\npub struct B; fn f() { go() }"),
            ("grid/c.rs", "use super::*;\npub fn go() -> [A; 1] { [A] }"),
        ],
        "a circle of 3 files: grid/a.rs, grid/b.rs, grid/c.rs",
    ),
    (
        "everything of a room that hands on what is hidden",
        &[("ui.rs", "use crate::sim::*;\nfn f(_: Goal) {}"), ("sim.rs", "pub use crate::nav::*;"), NAV],
        "ui.rs:3: `Goal` sees nav",
    ),
    ("unsafe code elsewhere", &[("sim.rs", "fn f() { unsafe { g() } }")], "sim.rs:2: names unsafe"),
    ("a clock", &[("sim.rs", "use std::time::{Duration, Instant};")], "sim.rs:2: names Instant"),
    ("an unordered map", &[("nav.rs", "fn f() { std::collections::HashMap::new() }")], "nav.rs:2: names HashMap"),
    ("no purpose", &[("geom.rs", "!use std::fmt;")], "geom.rs: opens without"),
    ("a test in the sources", &[("geom.rs", "#[cfg(test)]\nmod tests {}")], "geom.rs: has tests"),
    ("a file without a room", &[("misc.rs", "")], "misc.rs: 'misc' is no room"),
    ("a file that no module declares", &[("grid/lost.rs", ""), ("grid.rs", "")], "grid/lost.rs: no module declares it"),
];

/// Forms that keep every invariant although they look like breaches.
const SOUND: &[&[(&str, &str)]] = &[
    &[("grid.rs", "// use crate::nav::Goal;\n/* use /* */ crate::nav; */\nconst A: &str = \"crate::nav\";"), NAV],
    &[("grid.rs", "const A: &str = r#\"\" use crate::nav; \"#;\nconst B: char = '\"';\nfn f<'a>(_: &'a u8) {}"), NAV],
    &[("grid.rs", "#[cfg(test)]\nmod tests;"), ("grid/tests.rs", "use crate::cli;"), ("grid/tests/deep.rs", "")],
    &[("grid.rs", "#[cfg(all(test, unix))]\npub(crate) mod tests { fn f() { crate::nav::go(); unsafe {} } }"), NAV],
    &[("grid.rs", "#[test]\nfn f() { crate::nav::go() }\n#[cfg(test)]\nfn g(a: [u8; 3]) { crate::nav::go() }"), NAV],
    &[("grid.rs", "mod a;\nuse a::A;\npub struct G;"), ("grid/a.rs", "use super::G;\npub struct A;")],
    &[
        ("grid.rs", "mod a;\nmod b;\npub use {a::A, b::{self, B}};\npub struct G;"),
        ("grid/a.rs", "use super::*;\npub struct A(G);"),
        ("grid/b.rs", "use super::*;\npub(in crate::grid) struct B(G, A);"),
    ],
    &[
        ("grid.rs", "macro_rules! list { ($($m:ident)*) => { $(mod $m;)* } }\nlist! { a b }\npub struct G;"),
        ("grid/a.rs", "use super::G;"),
        ("grid/b.rs", "use super::G;"),
    ],
    &[("sim.rs", "use std::time::Duration;\nuse crate::nav::*;\nstruct InstantReply;"), NAV],
    &[
        ("lua.rs", "pub mod host;"),
        ("lua/host.rs", "mod raw;\nuse mlua::Lua;"),
        ("lua/host/raw.rs", "mod a;"),
        ("lua/host/raw/a.rs", "fn f() { unsafe { g() } }"),
    ],
];

const NAV: (&str, &str) = ("nav.rs", "pub struct Goal;\npub fn go() {}\npub mod inner { pub struct Step; }");
const SIM: (&str, &str) = ("sim.rs", "pub mod snapshot;\npub struct Sim;");

/// The breaches that the rules find in planted files.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let mut sources = Sources::new();
    let mut root = String::from("//! The tour of the rooms.\n");
    for (file, text) in files {
        let text = text.strip_prefix('!').map_or_else(|| format!("//! Says its purpose.\n{text}\n"), str::to_owned);
        sources.insert((*file).to_owned(), text);
        if let Some(room) = file.strip_suffix(".rs").filter(|f| !f.contains('/') && *f != "misc") {
            root += &format!("mod {room};\n");
        }
    }
    sources.insert("lib.rs".to_owned(), root);
    let tree = Tree::of(&sources);
    RULES.iter().flat_map(|(_, rule)| rule(&sources, &tree)).collect()
}

#[test]
fn every_planted_breach_is_found() {
    let mut missed = Vec::new();
    for (name, files, expected) in BREACHES {
        let found = found(files);
        match found.iter().find(|f| f.contains(expected)) {
            Some(breach) => println!("{name}: {breach}"),
            None => missed.push(format!("{name}: expected `{expected}`, found {found:#?}")),
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_file_that_is_too_long_is_found() {
    let long = format!("// line\n{}", "const A: u8 = 1;\n".repeat(400));
    assert!(found(&[("geom.rs", &long)]).iter().any(|f| f.starts_with("geom.rs: 40")));
}

#[test]
fn forms_that_only_look_like_breaches_pass() {
    for files in SOUND {
        let mut found = found(files);
        // Where tests lie is another rule's business.
        found.retain(|f| !f.ends_with("has tests"));
        assert_eq!(found, Vec::<String>::new(), "{files:?}");
    }
}
