//! A creature's memory as a tree whose tables fold.

use crate::agent::{Key, Value};
use std::collections::BTreeSet;

/// One line of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub depth: usize,
    pub key: String,
    /// The value, or the first entries of a folded table.
    pub text: String,
    /// It is a table with something in it.
    pub folds: bool,
    pub open: bool,
    /// The keys to it, joined by `/`.
    pub path: String,
}

/// Scripts can put anything into memory: at most so many lines and levels of it are shown.
pub const MOST_ROWS: usize = 400;
/// Levels of tables that are shown.
pub const DEEPEST: usize = 12;
/// Entries shown of a folded table.
const MOST_ENTRIES: usize = 3;
const LONGEST_TEXT: usize = 120;

/// The lines of a memory. Tables are open unless their path is in `folded`.
pub fn rows(memory: &Value, folded: &BTreeSet<String>) -> Vec<Row> {
    let mut rows = Vec::new();
    if let Value::Table(entries) = memory {
        add_rows(entries, 0, "", folded, &mut rows);
    }
    rows
}

fn add_rows(entries: &[(Key, Value)], depth: usize, above: &str, folded: &BTreeSet<String>, rows: &mut Vec<Row>) {
    for (key, value) in entries {
        if rows.len() >= MOST_ROWS {
            return;
        }
        let key = key.to_string();
        let path = format!("{above}/{key}");
        let inner = if let Value::Table(inner) = value { inner.as_slice() } else { &[] };
        let folds = !inner.is_empty() && depth < DEEPEST;
        let open = folds && !folded.contains(&path);
        let text = if open { String::new() } else { abridged(value) };
        rows.push(Row { depth, key, text, folds, open, path: path.clone() });
        if open {
            add_rows(inner, depth + 1, &path, folded, rows);
        }
    }
}

/// A value on one line; only the first entries of a table.
fn abridged(value: &Value) -> String {
    let Value::Table(entries) = value else { return short(value) };
    if entries.is_empty() {
        return "{}".into();
    }
    let shown = entries.iter().take(MOST_ENTRIES).map(|(key, value)| match value {
        Value::Table(_) => format!("{key} {{…}} "),
        scalar => format!("{key} {} ", short(scalar)),
    });
    let end = if entries.len() > MOST_ENTRIES { "… }" } else { "}" };
    format!("{{ {}{end}", shown.collect::<String>())
}

fn short(scalar: &Value) -> String {
    match scalar {
        Value::String(t) if t.len() > LONGEST_TEXT => format!("\"{}…\"", String::from_utf8_lossy(&t[..LONGEST_TEXT])),
        other => other.to_string(),
    }
}
