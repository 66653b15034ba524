//! Memories converted to a small world: as values for a rehearsal, and as Lua for the file.

use super::drawing::Drawing;
use crate::agent::{Key, Value};
use crate::body::AgentId;
use crate::lua::host::spec_host::Begin;
use crate::lua::source::syntax::tokens::RESERVED;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Keys under which scripts usually store a creature's number.
const CREATURE_KEYS: [&str; 14] = [
    "id", "prey", "target", "foe", "enemy", "hunter", "meal", "customer", "leader", "friend", "victim", "partner",
    "mother", "mate",
];

/// What a number in memory means.
enum Meaning {
    /// Itself, or a coordinate or a time: that of the small world.
    Number(f64),
    Creature(AgentId),
}

fn meaning(drawing: &Drawing, key: &Key, n: f64, siblings: &[(Key, Value)]) -> Meaning {
    let Key::String(name) = key else { return Meaning::Number(n) };
    let name = String::from_utf8_lossy(name);
    let number = |other: &str| {
        siblings.iter().any(|(k, v)| matches!((k, v), (Key::String(t), Value::Number(_)) if t == other.as_bytes()))
    };
    match (name.strip_suffix('x'), name.strip_suffix('y')) {
        (Some(stem), _) if number(&format!("{stem}y")) => return Meaning::Number(n - f64::from(drawing.origin.x)),
        (_, Some(stem)) if number(&format!("{stem}x")) => return Meaning::Number(n - f64::from(drawing.origin.y)),
        _ => {}
    }
    if name.contains("until") || name.ends_with("_time") || name.ends_with("_at") {
        return Meaning::Number(n - drawing.now_s);
    }
    let by_name = CREATURE_KEYS.contains(&&*name) || name.ends_with("_id");
    match AgentId::from_number(n) {
        Some(id) if by_name || drawing.pursued.contains(&id) => Meaning::Creature(id),
        _ => Meaning::Number(n),
    }
}

/// A memory converted to a small world that has been built; `ids` are the creatures' numbers there.
pub(super) fn translated(drawing: &Drawing, ids: &BTreeMap<AgentId, AgentId>, v: &Value) -> Value {
    let Value::Table(entries) = v else { return v.clone() };
    let entry = |(key, value): &(Key, Value)| {
        let value = match value {
            Value::Number(n) => match meaning(drawing, key, *n, entries) {
                Meaning::Number(n) => Value::Number(n),
                Meaning::Creature(id) => Value::Number(ids.get(&id)?.number() as f64),
            },
            other => translated(drawing, ids, other),
        };
        Some((key.clone(), value))
    };
    Value::Table(entries.iter().filter_map(entry).collect())
}

/// `    me:begin { … }` in a spec.
pub(super) fn begin(drawing: &Drawing, creature: &str, b: &Begin) -> String {
    let state = b.state.as_ref().map(|s| format!("state = {}", string(s.as_bytes())));
    let numbers = [("health", b.health), ("heading", b.heading)];
    let numbers = numbers.into_iter().filter_map(|(name, n)| Some(format!("{name} = {}", n?)));
    let fields: Vec<String> = state.into_iter().chain(numbers).collect();
    let mut out = format!("    {creature}:begin {{ {}", fields.join(", "));
    if let Some(Value::Table(entries)) = &b.memory {
        out.push_str(",\n      memory = ");
        table(drawing, entries, 6, &mut out);
    }
    out.push_str(" }\n");
    out
}

fn table(drawing: &Drawing, entries: &[(Key, Value)], indent: usize, out: &mut String) {
    out.push_str("{\n");
    for (key, value) in entries {
        let _ = write!(out, "{}{} = ", " ".repeat(indent + 2), name(key));
        let mut comment = String::new();
        match value {
            Value::Table(inner) => table(drawing, inner, indent + 2, out),
            Value::Number(n) => match meaning(drawing, key, *n, entries) {
                Meaning::Number(n) => out.push_str(&number(n)),
                Meaning::Creature(id) => match drawing.figures.iter().find(|f| f.id == id) {
                    Some(figure) => {
                        let _ = write!(out, "{}.id", figure.call());
                    }
                    None => {
                        out.push_str("nil");
                        comment = format!(" -- creature {id} is not in the drawing");
                    }
                },
            },
            Value::String(t) => out.push_str(&string(t)),
            Value::Bool(b) => out.push_str(&b.to_string()),
            Value::Nil => out.push_str("nil"),
        }
        let _ = writeln!(out, ",{comment}");
    }
    let _ = write!(out, "{}}}", " ".repeat(indent));
}

/// The key in a table constructor: `prey`, `[3]`, `["two words"]`.
pub fn name(key: &Key) -> String {
    match key {
        Key::Int(i) => format!("[{i}]"),
        Key::String(t) => {
            let plain = t.first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_')
                && t.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_');
            match std::str::from_utf8(t) {
                Ok(word) if plain && !RESERVED.contains(&word) => word.to_owned(),
                _ => format!("[{}]", string(t)),
            }
        }
    }
}

/// A number that Lua reads back as the same.
pub fn number(n: f64) -> String {
    match n {
        n if n.is_nan() => "0 / 0".into(),
        n if n.is_infinite() => if n > 0.0 { "math.huge" } else { "-math.huge" }.into(),
        n => n.to_string(),
    }
}

/// A string that Lua reads back byte for byte.
pub fn string(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for b in bytes {
        match b {
            b'"' | b'\\' => out.extend(['\\', char::from(*b)]),
            b' '..=b'~' => out.push(char::from(*b)),
            other => {
                let _ = write!(out, "\\{other:03}");
            }
        }
    }
    out + "\""
}
