//! The objects of a native map: lists of boxes, repeated where a prefab says so.

use super::doc::{Doc, Span, Table, describe, numbers};
use crate::diag::did_you_mean;
use crate::geom::{Aabb, Obb, Vec2, heading_vec};
use crate::world::{Object, Volume};
use std::collections::BTreeMap;

/// Volumes a world may have.
const MAX_VOLUMES: usize = 500_000;
/// The largest side and height of a box, and the smallest side, metres.
const LARGEST_BOX_M: f32 = 10_000.0;
const SMALLEST_BOX_M: f32 = 0.01;
/// Degrees; more than a few turns is a mistake.
const MOST_TURN: f32 = 3600.0;
const LONGEST_NAME: usize = 80;

/// The kinds that are drawn in a way of their own.
const KINDS: [&str; 16] = [
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
struct Part {
    centre: Vec2,
    half: Vec2,
    turn: f32,
    base_m: f32,
    top_m: f32,
}

/// What an object is made of: its own, or a prefab's.
struct Shape<'a> {
    name: &'a str,
    kind: &'a str,
    parts: Vec<Part>,
}

/// Where an object stands: offset, turn in radians, and the place in the file that says so.
struct Stand {
    at: Vec2,
    turn: f32,
    span: Span,
}

/// Reads `[prefab.NAME]` and `[[object]]`.
pub(super) fn read(top: &Table, size: Vec2) -> (Vec<Object>, Vec<Volume>) {
    let prefabs: BTreeMap<&str, Shape> = top
        .named_tables("prefab", "a [prefab]")
        .into_iter()
        .map(|(name, _, table)| {
            table.allow(&["name", "kind", "boxes"]);
            (name, shape(&table, name))
        })
        .collect();
    let mut found = Found { size, objects: Vec::new(), volumes: Vec::new() };
    for table in top.tables("object", "an [[object]]") {
        table.allow(&["name", "kind", "boxes", "prefab", "at", "turn", "places"]);
        let own;
        let shape = match table.get("prefab") {
            None => {
                own = shape(&table, "object");
                &own
            }
            Some(_) => match named_prefab(&table, &prefabs) {
                Some(shape) => shape,
                None => continue,
            },
        };
        let name = table.text("name", LONGEST_NAME).unwrap_or(shape.name);
        for stand in stands(&table) {
            if !found.place(table.doc, name, shape, &stand) {
                return (found.objects, found.volumes);
            }
        }
    }
    (found.objects, found.volumes)
}

fn named_prefab<'s, 'a>(table: &Table<'a>, prefabs: &'s BTreeMap<&'a str, Shape<'a>>) -> Option<&'s Shape<'a>> {
    for key in ["boxes", "kind"].into_iter().filter(|k| table.get(k).is_some()) {
        table.doc.error(
            &table.place(key),
            format!("an [[object]] made from a prefab takes its '{key}' from there"),
            None,
        );
    }
    let name = table.text("prefab", LONGEST_NAME)?;
    let shape = prefabs.get(name);
    if shape.is_none() {
        let hint = did_you_mean(name, prefabs.keys().copied());
        table.doc.error(&table.place("prefab"), format!("there is no prefab '{}'", name.escape_debug()), hint);
    }
    shape
}

fn shape<'a>(table: &Table<'a>, fallback: &'a str) -> Shape<'a> {
    let name = table.text("name", LONGEST_NAME).unwrap_or(fallback);
    let kind = match table.get("kind") {
        Some(_) => table.text("kind", 40).unwrap_or("box"),
        None if KINDS.contains(&fallback) => fallback,
        None => "box",
    };
    if !KINDS.contains(&kind) {
        let mut message = format!("kind '{}' has no picture of its own and is drawn as a box", kind.escape_debug());
        if let Some(hint) = did_you_mean(kind, KINDS) {
            message = format!("{message}; {hint}");
        }
        table.doc.warning(&table.place("kind"), message);
    }
    let boxes = table.tables("boxes", "a box");
    if table.get("boxes").is_none()
        || table.get("boxes").is_some_and(|b| b.get_ref().as_array().is_some_and(|a| a.is_empty()))
    {
        table.doc.warning(&table.place("boxes"), format!("{} without boxes: nobody will meet it", table.what));
    }
    Shape { name, kind, parts: boxes.iter().filter_map(part).collect() }
}

fn part(table: &Table) -> Option<Part> {
    table.allow(&["size", "at", "turn", "pivot", "base", "top"]);
    for (key, example) in [("size", "[2.5, 12]"), ("top", "2.6")] {
        if table.get(key).is_none() {
            table.missing(key, example);
        }
    }
    let size = table.pair("size");
    if let Some(size) = size
        && !(size.min_element() >= SMALLEST_BOX_M && size.max_element() <= LARGEST_BOX_M)
    {
        let message =
            format!("a box is {SMALLEST_BOX_M} to {LARGEST_BOX_M} m wide and deep, got [{}, {}]", size.x, size.y);
        table.doc.error(&table.place("size"), message, None);
        return None;
    }
    let base_m = optional(table, "base", 0.0, |k| table.number(k, 0.0, LARGEST_BOX_M));
    let top_m = table.number("top", 0.0, LARGEST_BOX_M);
    if let (Some(base), Some(top)) = (base_m, top_m)
        && top <= base
    {
        table.doc.error(&table.place("top"), format!("the top of a box must lie above its base: {top} ≤ {base}"), None);
        return None;
    }
    let at = optional(table, "at", Vec2::ZERO, |k| table.pair(k));
    let pivot = optional(table, "pivot", Vec2::ZERO, |k| table.pair(k));
    let turn = optional(table, "turn", 0.0, |k| table.number(k, -MOST_TURN, MOST_TURN).map(f32::to_radians));
    let (pivot, turn) = (pivot?, turn?);
    // The pivot stays where it is while the box turns about it.
    let centre = at? + pivot - turned(pivot, turn);
    Some(Part { centre, half: size? / 2.0, turn, base_m: base_m?, top_m: top_m? })
}

/// A key's value, or what stands for it when it is absent; `None` when it is wrong.
fn optional<T>(table: &Table, key: &str, absent: T, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    if table.get(key).is_some() { read(key) } else { Some(absent) }
}

fn turned(v: Vec2, angle: f32) -> Vec2 {
    heading_vec(angle).rotate(v)
}

/// The places of an object: `places`, else `at` and `turn`.
fn stands(table: &Table) -> Vec<Stand> {
    let Some(places) = table.get("places") else {
        if table.get("at").is_none() && table.get("prefab").is_some() {
            table.missing("at", "[20, 35]");
            return Vec::new();
        }
        let at = optional(table, "at", Vec2::ZERO, |k| table.pair(k));
        let turn = optional(table, "turn", 0.0, |k| table.number(k, -MOST_TURN, MOST_TURN).map(f32::to_radians));
        let stand = at.zip(turn).map(|(at, turn)| Stand { at, turn, span: table.place("at") });
        return stand.into_iter().collect();
    };
    for key in ["at", "turn"].into_iter().filter(|k| table.get(k).is_some()) {
        table.doc.error(&table.place(key), format!("an [[object]] has '{key}' or 'places', not both"), None);
    }
    let Some(array) = places.get_ref().as_array() else {
        table.doc.error(&places.span(), "'places' must be a list of [x, y] or [x, y, degrees]", None);
        return Vec::new();
    };
    if array.is_empty() {
        table.doc.warning(&places.span(), "'places' is empty: the object stands nowhere");
    }
    let stand = |item: &toml::Spanned<toml::de::DeValue>| match numbers(item.get_ref()).as_deref() {
        Some([x, y]) => Some(Stand { at: Vec2::new(*x, *y), turn: 0.0, span: item.span() }),
        Some([x, y, turn]) if turn.abs() <= MOST_TURN => {
            Some(Stand { at: Vec2::new(*x, *y), turn: turn.to_radians(), span: item.span() })
        }
        _ => {
            let message = format!("a place is [x, y] or [x, y, degrees], got {}", describe(item.get_ref()));
            table.doc.error(&item.span(), message, None);
            None
        }
    };
    array.iter().filter_map(stand).collect()
}

/// The world's objects so far.
struct Found {
    size: Vec2,
    objects: Vec<Object>,
    volumes: Vec<Volume>,
}

impl Found {
    /// Puts an object into the world; `false` when that is full.
    fn place(&mut self, doc: &Doc, name: &str, shape: &Shape, stand: &Stand) -> bool {
        let first = self.volumes.len();
        if first + shape.parts.len() > MAX_VOLUMES {
            doc.error(&stand.span, format!("a world has at most {MAX_VOLUMES} boxes"), None);
            return false;
        }
        let object = self.objects.len() as u32;
        for part in &shape.parts {
            let centre = stand.at + turned(part.centre, stand.turn);
            let footprint = Obb::new(centre, part.half, stand.turn + part.turn);
            if !footprint.bounds().overlaps(Aabb::new(Vec2::ZERO, self.size)) {
                let message = format!(
                    "a box of '{}' lies outside the world: its centre is at ({:.1}, {:.1}), the world is {} × {} m",
                    name.escape_debug(),
                    centre.x,
                    centre.y,
                    self.size.x,
                    self.size.y
                );
                doc.error(&stand.span, message, None);
                // One word about an object is enough.
                break;
            }
            self.volumes.push(Volume { footprint, base_m: part.base_m, top_m: part.top_m, object });
        }
        let volumes = first as u32..self.volumes.len() as u32;
        self.objects.push(Object { name: name.into(), kind: shape.kind.into(), volumes });
        true
    }
}
