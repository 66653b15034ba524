//! A creature's memory as a tree whose tables fold.

use crate::agent::{Key, Value};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// One line of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub depth: usize,
    pub key: String,
    /// The value, or a taste of a folded table.
    pub text: String,
    /// It is a table with something in it.
    pub folds: bool,
    pub open: bool,
    /// The keys that lead to it.
    pub path: String,
}

/// Memory is a script's to fill: more lines and levels than this are not laid out.
const MOST_ROWS: usize = 400;
const DEEPEST: usize = 12;
/// Entries shown of a folded table.
const TASTE: usize = 3;
const LONGEST_TEXT: usize = 120;

/// The lines of a memory. Tables are open unless their path is in `folded`.
pub fn rows(memory: &Value, folded: &BTreeSet<String>) -> Vec<Row> {
    let mut rows = Vec::new();
    if let Value::Table(entries) = memory {
        lay_out(entries, 0, "", folded, &mut rows);
    }
    rows
}

fn lay_out(entries: &[(Key, Value)], depth: usize, above: &str, folded: &BTreeSet<String>, rows: &mut Vec<Row>) {
    for (key, value) in entries {
        if rows.len() >= MOST_ROWS {
            return;
        }
        let key = key.to_string();
        let path = format!("{above}/{key}");
        let inner = if let Value::Table(inner) = value { inner.as_slice() } else { &[] };
        let folds = !inner.is_empty() && depth < DEEPEST;
        let open = folds && !folded.contains(&path);
        let text = if open { String::new() } else { taste(value) };
        rows.push(Row { depth, key, text, folds, open, path: path.clone() });
        if open {
            lay_out(inner, depth + 1, &path, folded, rows);
        }
    }
}

/// A value on one line; of a table only the first entries.
fn taste(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Table(entries) if entries.is_empty() => out.push_str("{}"),
        Value::Table(entries) => {
            out.push_str("{ ");
            for (key, value) in entries.iter().take(TASTE) {
                match value {
                    Value::Table(_) => _ = write!(out, "{key} {{…}} "),
                    scalar => _ = write!(out, "{key} {} ", short(scalar)),
                }
            }
            out.push_str(if entries.len() > TASTE { "… }" } else { "}" });
        }
        scalar => out = short(scalar),
    }
    out
}

fn short(scalar: &Value) -> String {
    match scalar {
        Value::Text(t) if t.len() > LONGEST_TEXT => format!("\"{}…\"", String::from_utf8_lossy(&t[..LONGEST_TEXT])),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(t: &str) -> Key {
        Key::Text(t.into())
    }

    #[test]
    fn tables_open_and_fold() {
        let home = Value::Table(vec![(text("x"), Value::Number(31.5)), (text("y"), Value::Number(80.0))]);
        let memory = Value::Table(vec![(text("home"), home), (text("prey"), Value::Number(204.0))]);
        let show = |folded: &BTreeSet<String>| {
            rows(&memory, folded)
                .iter()
                .map(|r| format!("{}{} {}", "  ".repeat(r.depth), r.key, r.text))
                .collect::<Vec<_>>()
        };
        assert_eq!(show(&BTreeSet::new()), ["home ", "  x 31.50", "  y 80", "prey 204"]);
        assert_eq!(show(&BTreeSet::from(["/home".into()])), ["home { x 31.50 y 80 }", "prey 204"]);
    }

    #[test]
    fn deep_and_huge_memories_stay_on_a_leash() {
        let mut deep = Value::Number(1.0);
        for _ in 0..200 {
            deep = Value::Table(vec![(text("in"), deep)]);
        }
        assert_eq!(rows(&deep, &BTreeSet::new()).len(), DEEPEST + 1);
        let wide = Value::Table((0..5_000).map(|i| (Key::Int(i), Value::Text(vec![0xff; 900]))).collect());
        assert_eq!(rows(&wide, &BTreeSet::new()).len(), MOST_ROWS);
        assert_eq!(rows(&Value::Nil, &BTreeSet::new()), []);
    }
}
