//! Memories converted to a small world: as values for a rehearsal, and as Lua for the file.

use super::drawing::Drawing;
use crate::agent::{Key, Value};
use crate::body::AgentId;
use crate::lua::host::spec_host::Begin;
use crate::lua::source::literal::{name, number, string};
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

/// Numbers are rounded as they are converted: what is written is what the rehearsal ran with.
fn meaning(drawing: &Drawing, key: &Key, n: f64, siblings: &[(Key, Value)]) -> Meaning {
    match unrounded(drawing, key, n, siblings) {
        Meaning::Number(n) => Meaning::Number(rounded(n)),
        creature @ Meaning::Creature(_) => creature,
    }
}

/// A number to three decimals, a small one to three digits.
pub(super) fn rounded(n: f64) -> f64 {
    let places = if n.abs() < 0.1 { 2.0 - n.abs().log10().floor() } else { 3.0 };
    let scale = 10_f64.powf(places);
    let rounded = (n * scale).round() / scale;
    if rounded.is_finite() { rounded } else { n }
}

fn unrounded(drawing: &Drawing, key: &Key, n: f64, siblings: &[(Key, Value)]) -> Meaning {
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
