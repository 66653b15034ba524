//! The invariants of the house, read off the sources: not by good will alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The rooms in the order in which data flows. A room uses only rooms before it; rooms on one line do not use each other
/// unless the line says so.
const ORDER: &[&str] = &[
    "geom",
    "rng",
    "diag",
    "body",
    "world",
    "grid",
    "graph",
    "search",
    "path",
    "crowd",
    "nav",
    "agent",
    "lua",
    "sim",
    "config",
    "record",
    "spec",
    "experiment",
    "runtime",
    "ui",
    "cli",
];

struct Source {
    path: PathBuf,
    room: String,
    text: String,
}

/// Every file under `src`, its room, and its code without comments and without its tests.
fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 40, "the sources were found");
    files
}

fn collect(dir: &Path, out: &mut Vec<Source>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("readable").map(|e| e.expect("readable").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("readable");
            let inside = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).expect("below src");
            let first = inside.components().next().expect("a name").as_os_str().to_string_lossy();
            let room = first.trim_end_matches(".rs").to_owned();
            out.push(Source { path: inside.to_owned(), room, text });
        }
    }
}

/// The code of a file: no comments, and nothing from its test module on.
fn code(text: &str) -> String {
    let body = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
    body.lines().map(|l| l.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The rooms that a piece of code names as `crate::ROOM`.
fn used_rooms(code: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for part in code.split("crate::").skip(1) {
        let names = if let Some(group) = part.strip_prefix('{') {
            group.split('}').next().unwrap_or("").split(',').map(str::trim).map(str::to_owned).collect()
        } else {
            vec![part.to_owned()]
        };
        for name in names {
            rooms.push(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    rooms
}

fn rank() -> BTreeMap<&'static str, usize> {
    ORDER.iter().enumerate().map(|(i, r)| (*r, i)).collect()
}

#[test]
fn imports_point_left_only() {
    let rank = rank();
    let mut wrong = Vec::new();
    for s in sources().iter().filter(|s| !["lib", "main", "watch"].contains(&s.room.as_str())) {
        let Some(mine) = rank.get(s.room.as_str()) else {
            wrong.push(format!("{}: '{}' is no room of the house", s.path.display(), s.room));
            continue;
        };
        for used in used_rooms(&code(&s.text)) {
            // The watcher stands apart: only the runtime may use it.
            let fine = if used == "watch" {
                s.room == "runtime"
            } else {
                rank.get(used.as_str()).is_none_or(|theirs| theirs <= mine)
            };
            if !fine {
                wrong.push(format!("{} uses {used}, which lies to its right", s.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_watcher_uses_no_room() {
    for s in sources().iter().filter(|s| s.room == "watch") {
        assert_eq!(used_rooms(&code(&s.text)), Vec::<String>::new());
    }
}

#[test]
fn outside_crates_stay_in_their_rooms() {
    let homes: &[(&str, &[&str])] =
        &[("mlua", &["lua"]), ("ratatui", &["ui"]), ("crossterm", &["ui"]), ("notify", &["watch"])];
    for s in sources() {
        let code = code(&s.text);
        for (name, rooms) in homes {
            let named = code.contains(&format!("{name}::")) || code.contains(&format!("use {name};"));
            assert!(!named || rooms.contains(&s.room.as_str()), "{} names {name}", s.path.display());
        }
    }
}

#[test]
fn rooms_do_not_see_what_is_not_theirs() {
    let forbidden: &[(&str, &[&str])] = &[
        ("search", &["agent", "world", "lua"]),
        ("nav", &["lua", "agent"]),
        ("ui", &["lua", "nav"]),
        ("crowd", &["world", "agent"]),
    ];
    for s in sources() {
        for (room, others) in forbidden {
            for used in used_rooms(&code(&s.text)) {
                let bad = s.room == *room && others.contains(&used.as_str());
                assert!(!bad, "{} uses {used}: {room} must not see it", s.path.display());
            }
        }
    }
}

#[test]
fn of_the_simulation_the_screen_sees_the_snapshot_and_the_commands_only() {
    for s in sources().iter().filter(|s| s.room == "ui") {
        for hidden in ["sim::Sim", "Sim,", "Setup", "Stats", "ModSet"] {
            let named =
                code(&s.text).lines().any(|l| l.trim_start().starts_with("use crate::sim") && l.contains(hidden));
            assert!(!named, "{} imports {hidden}", s.path.display());
        }
    }
}

#[test]
fn left_of_the_runtime_there_is_no_clock_and_no_unordered_iteration() {
    let rank = rank();
    for s in sources() {
        let Some(mine) = rank.get(s.room.as_str()) else { continue };
        if *mine >= rank["runtime"] {
            continue;
        }
        let code = code(&s.text);
        for word in ["Instant::now", "SystemTime", "HashMap", "HashSet", "thread_rng", "rand::rng()"] {
            assert!(!code.contains(word), "{} names {word}", s.path.display());
        }
    }
}

#[test]
fn every_file_opens_with_a_sentence_that_says_what_it_is_for() {
    for s in sources() {
        let first = s.text.lines().next().unwrap_or("");
        assert!(first.starts_with("//! ") && first.len() > 12, "{} opens with {first:?}", s.path.display());
    }
}

#[test]
fn no_file_is_a_drawer_of_everything() {
    for s in sources() {
        let lines = s.text.lines().count();
        assert!(lines <= 400, "{} has {lines} lines", s.path.display());
    }
}

#[test]
fn the_check_would_notice_a_breach() {
    // Before: a line that reaches right; action: the scan; after: it is seen, comments are not.
    let text = "//! x\nuse crate::sim::Sim;\n// use crate::cli::x;\nuse crate::{geom, ui::Panel};\n";
    assert_eq!(used_rooms(&code(text)), ["sim", "geom", "ui"]);
}
