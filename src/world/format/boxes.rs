//! What an object is made of: boxes in the object's own frame.

use super::Table;
use crate::diag::did_you_mean;
use crate::geom::{Vec2, heading_vec};

/// The largest side and height of a box, and the smallest side, metres.
const LARGEST_BOX_M: f32 = 10_000.0;
const SMALLEST_BOX_M: f32 = 0.01;
/// Degrees; more than a few turns is a mistake.
pub(super) const MOST_TURN: f32 = 3600.0;
pub(super) const LONGEST_NAME: usize = 80;

/// The kinds that have a symbol of their own.
pub(super) const KINDS: [&str; 16] = [
    "tree",
    "bush",
    "rock",
    "log",
    "wall",
    "house",
    "roof",
    "fence",
    "gate",
    "stall",
    "post",
    "container",
    "crate",
    "well",
    "bridge",
    "box",
];

/// A box in its object's frame.
pub(super) struct Part {
    pub centre: Vec2,
    pub half: Vec2,
    pub turn: f32,
    pub base_m: f32,
    pub top_m: f32,
}

/// What an object is made of: its own, or a prefab's.
pub(super) struct Shape<'a> {
    pub name: &'a str,
    pub kind: &'a str,
    pub parts: Vec<Part>,
}

/// Reads name, kind and boxes; `fallback` is the name, and where it is one the kind, of what names none.
pub(super) fn shape<'a>(table: &Table<'a>, fallback: &'a str) -> Shape<'a> {
    let name = table.text("name", LONGEST_NAME).unwrap_or(fallback);
    let kind = match table.get("kind") {
        Some(_) => table.text("kind", 40).unwrap_or("box"),
        None if KINDS.contains(&fallback) => fallback,
        None => "box",
    };
    if !KINDS.contains(&kind) {
        let message = format!("kind '{}' has no symbol of its own and is drawn as a box", kind.escape_debug());
        table.doc.warning(&table.place("kind"), message, || did_you_mean(kind, KINDS));
    }
    let boxes = table.tables("boxes", "a box");
    if table.get("boxes").is_none_or(|b| b.get_ref().as_array().is_some_and(|a| a.is_empty())) {
        let message = format!("{} without boxes: creatures pass through it", table.what);
        table.doc.warning(&table.place("boxes"), message, || None);
    }
    Shape { name, kind, parts: boxes.iter().filter_map(part).collect() }
}

fn part(table: &Table) -> Option<Part> {
    table.allow(&["size", "at", "turn", "pivot", "base", "top"]);
    for (key, example) in [("size", "[2.5, 12]"), ("top", "2.6")] {
        table.need(key, example);
    }
    let size = table.pair("size");
    if let Some(size) = size
        && !(size.min_element() >= SMALLEST_BOX_M && size.max_element() <= LARGEST_BOX_M)
    {
        let message =
            format!("a box is {SMALLEST_BOX_M} to {LARGEST_BOX_M} m wide and deep, got [{}, {}]", size.x, size.y);
        return table.fail("size", message, None);
    }
    let base_m = optional(table, "base", 0.0, |k| table.number(k, 0.0, LARGEST_BOX_M));
    let top_m = table.number("top", 0.0, LARGEST_BOX_M);
    if let (Some(base), Some(top)) = (base_m, top_m)
        && top <= base
    {
        return table.fail("top", format!("the top of a box must lie above its base: {top} ≤ {base}"), None);
    }
    let at = optional(table, "at", Vec2::ZERO, |k| table.pair(k));
    let pivot = optional(table, "pivot", Vec2::ZERO, |k| table.pair(k));
    let turn = optional(table, "turn", 0.0, |k| table.number(k, -MOST_TURN, MOST_TURN).map(f32::to_radians));
    let (pivot, turn) = (pivot?, turn?);
    // The pivot stays where it is while the box turns about it.
    let centre = at? + pivot - turned(pivot, turn);
    Some(Part { centre, half: size? / 2.0, turn, base_m: base_m?, top_m: top_m? })
}

/// A key's value, or its default when it is absent; `None` when it is wrong.
pub(super) fn optional<T>(table: &Table, key: &str, absent: T, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    if table.get(key).is_some() { read(key) } else { Some(absent) }
}

pub(super) fn turned(v: Vec2, angle: f32) -> Vec2 {
    heading_vec(angle).rotate(v)
}
