//! The objects of a native map: lists of boxes, repeated where a prefab says so.

use super::boxes::{LONGEST_NAME, MOST_TURN, Shape, optional, shape, turned};
use super::{Doc, Span, Table, describe, numbers, scatter};
use crate::geom::{Aabb, Obb, Vec2};
use crate::world::{Ground, Object, Volume};
use std::cell::Cell;
use std::collections::BTreeMap;

/// Volumes a world may have.
pub(super) const MAX_VOLUMES: usize = 500_000;

/// The keys of an object.
pub(super) const KEYS: [&str; 7] = ["name", "kind", "boxes", "prefab", "at", "turn", "places"];
/// Where an object is: offset, turn in radians, and the place in the file that says so.
pub(super) struct Placement {
    pub at: Vec2,
    pub turn: f32,
    pub span: Span,
}

/// The prefabs of a map, and how much of what they make it may yet have.
pub(super) struct Prefabs<'a> {
    all: BTreeMap<&'a str, Shape<'a>>,
    /// Prefabs below a misspelt key are not missing too.
    lost: bool,
    /// Boxes that are left.
    pub(super) boxes: Cell<usize>,
    /// Objects that may yet be scattered.
    pub(super) scattered: Cell<u32>,
}

impl<'a> Prefabs<'a> {
    /// Reads `[prefab.NAME]`.
    pub(super) fn read(top: &Table<'a>) -> Self {
        let one = |(name, _, table): (&'a str, Span, Table<'a>)| {
            table.allow(&["name", "kind", "boxes"]);
            (name, shape(&table, name))
        };
        Self {
            all: top.named_tables("prefab", "a [prefab]").into_iter().map(one).collect(),
            lost: top.misspelt("prefab"),
            boxes: Cell::new(MAX_VOLUMES),
            scattered: Cell::new(MAX_VOLUMES as u32),
        }
    }
}

/// Reads `[[object]]` and `[[scatter]]`.
pub(super) fn read<'a>(top: &Table<'a>, prefabs: &Prefabs<'a>, ground: &Ground) -> (Vec<Object>, Vec<Volume>) {
    let mut found = Found { size: ground.size(), left: &prefabs.boxes, objects: Vec::new(), volumes: Vec::new() };
    for table in top.tables("object", "an [[object]]") {
        table.allow(&KEYS);
        let own;
        let shape = match table.get("prefab") {
            None => {
                own = shape(&table, "object");
                &own
            }
            Some(_) => match named_prefab(&table, prefabs) {
                Some(shape) => shape,
                None => continue,
            },
        };
        let name = table.text("name", LONGEST_NAME).unwrap_or(shape.name);
        for placement in placements(&table) {
            if !found.place(table.doc, name, shape, &placement) {
                return (found.objects, found.volumes);
            }
        }
    }
    scatter::read(top, ground, prefabs, &mut found);
    (found.objects, found.volumes)
}

/// The prefab that a table names.
pub(super) fn named_prefab<'s, 'a>(table: &Table<'a>, prefabs: &'s Prefabs<'a>) -> Option<&'s Shape<'a>> {
    for key in ["boxes", "kind"].into_iter().filter(|k| table.get(k).is_some()) {
        table.wrong(key, format!("an [[object]] made from a prefab takes its '{key}' from there"), None);
    }
    let name = table.text("prefab", LONGEST_NAME)?;
    let shape = prefabs.all.get(name);
    if shape.is_none() && !prefabs.lost {
        let hint = table.doc.did_you_mean(name, prefabs.all.keys().copied());
        table.wrong("prefab", format!("there is no prefab '{}'", name.escape_debug()), hint);
    }
    shape
}

/// The places of an object: `places`, else `at` and `turn`.
fn placements(table: &Table) -> Vec<Placement> {
    let Some(places) = table.get("places") else {
        if table.get("at").is_none() && table.get("prefab").is_some() {
            table.need("at", "[20, 35]");
            return Vec::new();
        }
        let at = optional(table, "at", Vec2::ZERO, |k| table.pair(k));
        let turn = optional(table, "turn", 0.0, |k| table.number(k, -MOST_TURN, MOST_TURN).map(f32::to_radians));
        let placement = at.zip(turn).map(|(at, turn)| Placement { at, turn, span: table.place("at") });
        return placement.into_iter().collect();
    };
    for key in ["at", "turn"].into_iter().filter(|k| table.get(k).is_some()) {
        table.wrong(key, format!("an [[object]] has '{key}' or 'places', not both"), None);
    }
    let Some(array) = places.get_ref().as_array() else {
        table.wrong("places", "'places' must be a list of [x, y] or [x, y, degrees]", None);
        return Vec::new();
    };
    if array.is_empty() {
        table.doc.warning(&places.span(), "'places' is empty: the object is nowhere", || None);
    }
    let placement = |item: &toml::Spanned<toml::de::DeValue>| match numbers(item.get_ref()).as_deref() {
        Some([x, y]) => Some(Placement { at: Vec2::new(*x, *y), turn: 0.0, span: item.span() }),
        Some([x, y, turn]) if turn.abs() <= MOST_TURN => {
            Some(Placement { at: Vec2::new(*x, *y), turn: turn.to_radians(), span: item.span() })
        }
        _ => {
            let message = format!("a place is [x, y] or [x, y, degrees], got {}", describe(item.get_ref()));
            table.doc.error(&item.span(), message, None);
            None
        }
    };
    array.iter().filter_map(placement).collect()
}

/// The world's objects so far.
pub(super) struct Found<'s> {
    size: Vec2,
    /// Boxes that the map may yet have, in all storeys.
    left: &'s Cell<usize>,
    objects: Vec<Object>,
    volumes: Vec<Volume>,
}

impl Found<'_> {
    /// Puts an object into the world; `false` when that is full.
    pub(super) fn place(&mut self, doc: &Doc, name: &str, shape: &Shape, placement: &Placement) -> bool {
        let first = self.volumes.len();
        let Some(left) = self.left.get().checked_sub(shape.parts.len()) else {
            doc.error(&placement.span, format!("a world has at most {MAX_VOLUMES} boxes"), None);
            return false;
        };
        self.left.set(left);
        let object = self.objects.len() as u32;
        for part in &shape.parts {
            let centre = placement.at + turned(part.centre, placement.turn);
            let footprint = Obb::new(centre, part.half, placement.turn + part.turn);
            if !footprint.bounds().overlaps(Aabb::new(Vec2::ZERO, self.size)) {
                let message = format!(
                    "a box of '{}' lies outside the world: its centre is at ({:.1}, {:.1}), the world is {} × {} m",
                    name.escape_debug(),
                    centre.x,
                    centre.y,
                    self.size.x,
                    self.size.y
                );
                doc.error(&placement.span, message, None);
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
