//! A creature's memory as a tree whose tables fold.

use crate::agent::{Key, Value};
use crate::body::AgentId;
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

/// The lines of a memory. Tables are open unless their path is in `folded`. Numbers of creatures are written as people read
/// them, where `slots` is how many there can have been at one time.
pub fn rows(memory: &Value, folded: &BTreeSet<String>, slots: usize) -> Vec<Row> {
    let mut tree = Tree { folded, slots, rows: Vec::new() };
    if let Value::Table(entries) = memory {
        tree.add(entries, 0, "");
    }
    tree.rows
}

/// A value on one line.
pub(super) fn abridged(value: &Value, slots: usize) -> String {
    Tree { folded: &BTreeSet::new(), slots, rows: Vec::new() }.abridged(value)
}

struct Tree<'a> {
    folded: &'a BTreeSet<String>,
    slots: usize,
    rows: Vec<Row>,
}

impl Tree<'_> {
    fn add(&mut self, entries: &[(Key, Value)], depth: usize, above: &str) {
        for (key, value) in entries {
            if self.rows.len() >= MOST_ROWS {
                return;
            }
            let key = key.to_string();
            let path = format!("{above}/{key}");
            let inner = if let Value::Table(inner) = value { inner.as_slice() } else { &[] };
            let folds = !inner.is_empty() && depth < DEEPEST;
            let open = folds && !self.folded.contains(&path);
            let text = if open { String::new() } else { self.abridged(value) };
            self.rows.push(Row { depth, key, text, folds, open, path: path.clone() });
            if open {
                self.add(inner, depth + 1, &path);
            }
        }
    }

    /// A value on one line; only the first entries of a table.
    fn abridged(&self, value: &Value) -> String {
        let Value::Table(entries) = value else { return self.short(value) };
        if entries.is_empty() {
            return "{}".into();
        }
        let shown = entries.iter().take(MOST_ENTRIES).map(|(key, value)| match value {
            Value::Table(_) => format!("{key} {{…}} "),
            scalar => format!("{key} {} ", self.short(scalar)),
        });
        let end = if entries.len() > MOST_ENTRIES { "… }" } else { "}" };
        format!("{{ {}{end}", shown.collect::<String>())
    }

    fn short(&self, scalar: &Value) -> String {
        let creature = if let Value::Number(n) = scalar { AgentId::recognised(*n, self.slots) } else { None };
        match (creature, scalar) {
            (Some(id), _) => id.to_string(),
            (None, Value::String(t)) if t.len() > LONGEST_TEXT => {
                format!("\"{}…\"", String::from_utf8_lossy(&t[..LONGEST_TEXT]))
            }
            (None, other) => other.to_string(),
        }
    }
}
