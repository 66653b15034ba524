//! The doors of a native map.

use super::Table;
use super::boxes::{LONGEST_NAME, MOST_TURN, optional};
use super::names::Names;
use crate::geom::{Aabb, Obb, Vec2};
use crate::world::{Object, STEP_HEIGHT_M, Volume, World};

/// Tables of `[[door]]` that a map may have.
pub(crate) const MOST: usize = 1_000;
/// The keys of a door.
pub(super) const KEYS: [&str; 8] = ["name", "at", "size", "turn", "top", "open", "opened_by", "changes"];
/// Factions of one door.
const MOST_FACTIONS: usize = 16;
/// The sides of a door's box, metres.
const SIZES_M: [f32; 2] = [0.01, 100.0];
/// The height of a door that does not say it, metres.
const TOP_M: f32 = 2.5;
/// Seconds between changes of a door that opens and closes by itself.
const CHANGES_S: [f32; 2] = [0.1, 86_400.0];

/// A door of the map.
struct Found<'a> {
    name: &'a str,
    footprint: Obb,
    top_m: f32,
    opened_by: Vec<Box<str>>,
    changes_s: Option<f32>,
    open: bool,
    line: u32,
}

/// Reads `[[door]]` and puts the doors into the world.
pub(super) fn read<'a>(top: &Table<'a>, world: &mut World, names: &Names<'a>) {
    let inside = Aabb::new(Vec2::ZERO, world.size());
    let mut doors: Vec<Found> = Vec::new();
    for table in top.few_tables("door", "a [[door]]", MOST) {
        let door = door(&table, inside);
        door.iter().for_each(|door| names.take(&table, "doors", door.name));
        doors.extend(door);
    }
    if doors.is_empty() {
        return;
    }
    let first = world.volumes.len() as u32;
    for (i, door) in (first..).zip(&doors) {
        let object = world.objects.len() as u32;
        world.objects.push(Object { name: door.name.into(), kind: "door".into(), volumes: i..i + 1 });
        world.volumes.push(Volume { footprint: door.footprint, base_m: 0.0, top_m: door.top_m, object });
    }
    world.index_again();
    for (number, door) in doors.into_iter().enumerate() {
        world.add_door(door.name, first + number as u32, door.opened_by, door.changes_s);
        world.set_door(number, door.open);
        world.doors[number].line = door.line;
    }
}

fn door<'a>(table: &Table<'a>, inside: Aabb) -> Option<Found<'a>> {
    table.allow(&KEYS);
    for (key, example) in [("name", "\"barn\""), ("at", "[20, 15]"), ("size", "[3, 0.3]")] {
        table.need(key, example);
    }
    let (name, at, size) = (table.text("name", LONGEST_NAME), table.pair("at"), table.pair("size"));
    if at.is_some_and(|at| !inside.contains(at)) {
        let hint = format!("at most at = [{}, {}]", inside.max.x, inside.max.y);
        table.wrong("at", "this door lies outside the world", Some(hint));
    }
    let [least, most] = SIZES_M;
    if size.is_some_and(|size| !(size.min_element() >= least && size.max_element() <= most)) {
        table.wrong("size", format!("a door is {least} to {most} m wide and deep"), None);
    }
    let turn = optional(table, "turn", 0.0, |k| table.number(k, -MOST_TURN, MOST_TURN).map(f32::to_radians));
    let top_m = optional(table, "top", TOP_M, |k| table.number(k, STEP_HEIGHT_M, most));
    let open = optional(table, "open", false, |k| table.flag(k));
    let factions = optional(table, "opened_by", Vec::new(), |k| table.texts(k, LONGEST_NAME, MOST_FACTIONS));
    let changes_s = table.number("changes", CHANGES_S[0], CHANGES_S[1]);
    Some(Found {
        name: name?,
        footprint: Obb::new(at?, size? / 2.0, turn?),
        top_m: top_m?,
        opened_by: factions?.into_iter().map(Into::into).collect(),
        changes_s,
        open: open?,
        line: table.doc.line(table.span.start),
    })
}
