//! The invariants of `docs/architecture.md` as rules over a tree of modules. Each returns a sentence for every breach.

use crate::tree::{Form, Module, Origin, Sources, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// The rooms in the order in which data flows: a room uses only those before it.
const ORDER: &[&str] = &[
    "geom",
    "rng",
    "diag",
    "file",
    "body",
    "world",
    "grid",
    "graph",
    "search",
    "path",
    "influence",
    "crowd",
    "nav",
    "agent",
    "lua/api",
    "lua/source",
    "lua/analysis",
    "lua/host",
    "sim",
    "config",
    "record",
    "spec",
    "experiment",
    "runtime",
    "ui",
    "cli",
];

/// Lies outside the order: uses no room, and only `runtime` and what comes after it may use it.
const WATCHER: &str = "watch";

/// Files outside the order: the public face, the entry, and what tests and benchmarks reach.
const OUTSIDE: &[&str] = &["lib.rs", "main.rs", "testing.rs", "lua.rs"];

/// Crates that one room alone names, through a re-export of its own too.
const CRATES: &[(&str, &str)] = &[("mlua", "lua/host"), ("ratatui", "ui"), ("crossterm", "ui"), ("notify", WATCHER)];

/// What a room must not see although it lies to its left.
const HIDDEN: &[(&str, &[&str])] = &[
    ("search", &["agent", "world", "lua"]),
    ("crowd", &["world", "agent"]),
    ("nav", &["agent", "lua"]),
    ("lua/analysis", &["lua/host"]),
    ("ui", &["lua", "nav"]),
];

/// What the dashboard sees of the simulation.
const SHOWN: &[&str] = &["snapshot", "command", "ask", "log", "profile", "path_info", "crowd_info", "focus"];

/// A clock or an order that differs from run to run.
const UNSTEADY: &[&str] = &["Instant", "SystemTime", "HashMap", "HashSet", "RandomState", "thread_rng"];

const UNSAFE_HOME: &str = "lua/host/raw/";
const MAX_LINES: usize = 400;

pub(crate) type Rule = fn(&Sources, &Tree) -> Vec<String>;

/// Every rule with the sentence that it holds.
pub(crate) const RULES: &[(&str, Rule)] = &[
    ("every file belongs to a room and is reached from lib.rs", files_have_rooms),
    ("imports and re-exports point left only", imports_point_left),
    ("a room does not see what is hidden from it", hidden_stays_hidden),
    ("of the simulation, ui sees the snapshot and the commands only", ui_sees_snapshots),
    ("outside crates stay in their rooms", crates_stay_home),
    ("no import circle of more than two files inside a room", no_circles),
    ("unsafe code lies below lua/host/raw alone", unsafe_stays_home),
    ("no clock and no unordered iteration left of runtime", runs_are_steady),
    ("every file opens with a sentence about its purpose", files_say_their_purpose),
    ("no file is longer than 400 lines", files_are_short),
    ("tests lie in tests/, where cargo test runs them", sources_have_no_tests),
];

/// The room of a file: its first folder, of `lua` the first two.
fn room(file: &str) -> String {
    let name = file.trim_end_matches(".rs");
    let folders = if name.starts_with("lua/") { 2 } else { 1 };
    name.split('/').take(folders).collect::<Vec<_>>().join("/")
}

fn rank(room: &str) -> Option<usize> {
    ORDER.iter().position(|r| *r == room)
}

fn is_outside(file: &str) -> bool {
    OUTSIDE.contains(&file) || file.starts_with("testing/")
}

/// A use by a file in a room: whose names it goes through, and where the named thing comes from.
struct Link<'a> {
    from: &'a Module,
    line: usize,
    form: Form,
    written: String,
    through: Vec<&'a Module>,
    origin: Option<Origin>,
}

impl<'a> Link<'a> {
    /// The modules that the user depends on: those it names and the one that declares.
    fn modules(&self, tree: &'a Tree) -> Vec<&'a Module> {
        self.through.iter().copied().chain(self.declaring(tree)).filter(|m| !is_outside(&m.file)).collect()
    }

    /// The module that declares what is used.
    fn declaring(&self, tree: &'a Tree) -> Option<&'a Module> {
        Some(&tree.modules[self.origin.as_ref()?.module()?])
    }

    fn breach(&self, what: &str) -> String {
        format!("{}:{}: `{}` {what}", self.from.file, self.line, self.written)
    }
}

fn links(tree: &Tree) -> Vec<Link<'_>> {
    let mut links = Vec::new();
    for (index, module) in tree.modules.iter().enumerate().filter(|(_, m)| !is_outside(&m.file)) {
        for used in &module.uses {
            let (through, origin) = tree.resolve(index, &used.path);
            let through = through.into_iter().map(|m| &tree.modules[m]).collect();
            let (line, form, written) = (used.line, used.form, used.path.join("::"));
            links.push(Link { from: module, line, form, written, through, origin });
        }
    }
    links
}

fn unique(breaches: impl IntoIterator<Item = String>) -> Vec<String> {
    breaches.into_iter().collect::<BTreeSet<_>>().into_iter().collect()
}

fn files_have_rooms(sources: &Sources, tree: &Tree) -> Vec<String> {
    let reached: BTreeSet<&str> =
        tree.modules.iter().map(|m| m.file.as_str()).chain(tree.tests.iter().map(String::as_str)).collect();
    let breach = |file: &String| {
        let room = room(file);
        if is_outside(file) {
            None
        } else if rank(&room).is_none() && room != WATCHER {
            Some(format!("{file}: '{room}' is no room"))
        } else {
            (!reached.contains(file.as_str())).then(|| format!("{file}: no module declares it"))
        }
    };
    sources.keys().filter_map(breach).collect()
}

fn imports_point_left(_: &Sources, tree: &Tree) -> Vec<String> {
    unique(links(tree).iter().flat_map(|link| {
        let mine = room(&link.from.file);
        let wrong = move |theirs: &String| {
            let fine = match (mine.as_str(), theirs.as_str()) {
                (a, b) if a == b => true,
                (WATCHER, _) => false,
                (a, WATCHER) => rank(a) >= rank("runtime"),
                (a, b) => rank(b) < rank(a),
            };
            !fine
        };
        let rooms = link.modules(tree).into_iter().map(|m| room(&m.file));
        rooms
            .filter(wrong)
            .map(|theirs| link.breach(&format!("uses {theirs}, which lies to the right")))
            .collect::<Vec<_>>()
    }))
}

fn hidden_stays_hidden(_: &Sources, tree: &Tree) -> Vec<String> {
    unique(links(tree).iter().flat_map(|link| {
        let mine = room(&link.from.file);
        let hidden: &[&str] = HIDDEN.iter().find(|(r, _)| *r == mine).map_or(&[], |(_, h)| h);
        let rooms = link.modules(tree).into_iter().map(|m| room(&m.file));
        let is_hidden = |theirs: &String| hidden.iter().any(|h| theirs == h || theirs.starts_with(&format!("{h}/")));
        rooms.filter(is_hidden).map(|theirs| link.breach(&format!("sees {theirs}"))).collect::<Vec<_>>()
    }))
}

fn ui_sees_snapshots(_: &Sources, tree: &Tree) -> Vec<String> {
    let shown = |m: &Module| m.path.get(1).is_some_and(|name| SHOWN.contains(&name.as_str()));
    let from_ui = links(tree).into_iter().filter(|l| room(&l.from.file) == "ui");
    unique(from_ui.filter_map(|link| {
        let module = link.declaring(tree)?;
        (room(&module.file) == "sim" && !shown(module)).then(|| link.breach(&format!("comes from {}", module.file)))
    }))
}

fn crates_stay_home(_: &Sources, tree: &Tree) -> Vec<String> {
    unique(links(tree).iter().filter_map(|link| {
        let Some(Origin::Outside(name)) = &link.origin else { return None };
        let (_, home) = CRATES.iter().find(|(c, _)| c == name)?;
        (room(&link.from.file) != *home)
            .then(|| link.breach(&format!("names the crate {name}, which is for {home} alone")))
    }))
}

fn unsafe_stays_home(_: &Sources, tree: &Tree) -> Vec<String> {
    words(tree, &["unsafe"], |file| file.starts_with(UNSAFE_HOME))
}

fn runs_are_steady(_: &Sources, tree: &Tree) -> Vec<String> {
    words(tree, UNSTEADY, |file| is_outside(file) || rank(&room(file)) >= rank("runtime") || room(file) == WATCHER)
}

/// Where code names a word outside the files that may use it.
fn words(tree: &Tree, forbidden: &[&str], allowed: impl Fn(&str) -> bool) -> Vec<String> {
    let modules = tree.modules.iter().filter(|m| !allowed(&m.file));
    unique(modules.flat_map(|m| {
        let found = m.words.iter().filter(|(word, _)| forbidden.contains(&word.as_str()));
        found.map(|(word, line)| format!("{}:{line}: names {word}", m.file))
    }))
}

fn files_say_their_purpose(sources: &Sources, _: &Tree) -> Vec<String> {
    let opens = |text: &str| text.lines().next().is_some_and(|l| l.starts_with("//! ") && l.len() > 12);
    sources.iter().filter(|(_, t)| !opens(t)).map(|(file, _)| format!("{file}: opens without `//! …`")).collect()
}

fn files_are_short(sources: &Sources, _: &Tree) -> Vec<String> {
    let lines = sources.iter().map(|(file, text)| (file, text.lines().count()));
    lines.filter(|(_, n)| *n > MAX_LINES).map(|(file, n)| format!("{file}: {n} lines")).collect()
}

/// The library is built without its own tests: one in `src` would never run.
fn sources_have_no_tests(sources: &Sources, _: &Tree) -> Vec<String> {
    let is_test = |line: &str| line.starts_with("#[test]") || (line.starts_with("#[cfg(") && line.contains("test"));
    sources
        .iter()
        .filter(|(_, t)| t.lines().any(|l| is_test(l.trim())))
        .map(|(f, _)| format!("{f}: has tests"))
        .collect()
}

/// Files of one room that use each other in a circle of three or more. A parent that only declares its children and
/// hands on what they have does not use them. A glob counts for the names that the code really takes from it.
fn no_circles(_: &Sources, tree: &Tree) -> Vec<String> {
    let links = links(tree);
    let mut uses: Uses<'_> = BTreeMap::new();
    for link in &links {
        let Some(declaring) = link.declaring(tree) else { continue };
        let (from, to) = (link.from.file.as_str(), declaring.file.as_str());
        let contains = to.starts_with(&format!("{}/", from.trim_end_matches(".rs")));
        let hands_on = link.form == Form::Export && contains;
        if from != to && !hands_on && link.form != Form::Glob && room(from) == room(to) {
            uses.entry(from).or_default().entry(to).or_insert(link);
        }
    }
    let mut breaches = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for start in uses.keys() {
        if seen.contains(start) {
            continue;
        }
        let circle: Vec<&str> =
            reach(&uses, start).into_iter().filter(|other| reach(&uses, other).contains(start)).collect();
        seen.extend(&circle);
        if circle.len() > 2 {
            let inside = circle.iter().flat_map(|from| &uses[from]).filter(|(to, _)| circle.contains(to));
            let uses: String =
                inside.map(|(to, link)| "\n    ".to_owned() + &link.breach(&format!("is {to}"))).collect();
            breaches.push(format!("a circle of {} files: {}{uses}", circle.len(), circle.join(", ")));
        }
    }
    breaches
}

/// The files that each file uses, with the first place where it does.
type Uses<'a> = BTreeMap<&'a str, BTreeMap<&'a str, &'a Link<'a>>>;

/// What a file depends on, directly or not; itself only where a circle leads back.
fn reach<'a>(uses: &Uses<'a>, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(file) = open.pop() {
        for next in uses.get(file).into_iter().flat_map(BTreeMap::keys) {
            if reached.insert(*next) {
                open.push(next);
            }
        }
    }
    reached
}
