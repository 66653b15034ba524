//! Named places and areas of a native map.

use super::boxes::LONGEST_NAME;
use super::{Table, spawns};
use crate::geom::Aabb;
use crate::world::{Area, Areas, Place};

/// Tables of `[[place]]`, and of `[[area]]`, that a map may have: a creature whose script handles areas looks at each.
pub(crate) const MOST: usize = 256;
/// Roles of one area.
pub(crate) const MOST_ROLES: usize = 16;

/// Reads `[[place]]` and `[[area]]`.
pub(super) fn read(top: &Table, inside: Aabb) -> Areas {
    let mut places: Vec<Place> = Vec::new();
    for table in top.few_tables("place", "a [[place]]", MOST) {
        table.allow(&["name", "at"]);
        let name = name(&table, "\"pen\"");
        table.need("at", "[20, 15]");
        let Some(at) = table.pair("at") else { continue };
        if !inside.contains(at) {
            let hint = format!("at most at = [{}, {}]", inside.max.x, inside.max.y);
            table.wrong("at", "this place lies outside the world", Some(hint));
        }
        if places.iter().any(|p| Some(&*p.name) == name) {
            table.wrong("name", format!("there are two places '{}'", name.unwrap_or_default().escape_debug()), None);
        }
        places.extend(name.map(|name| Place { name: name.into(), at }));
    }
    let mut areas = Vec::new();
    for table in top.few_tables("area", "an [[area]]", MOST) {
        table.allow(&["name", "area", "roles"]);
        let name = name(&table, "\"market\"");
        table.need("area", "[10, 10, 40, 30]");
        let (part, roles) = (spawns::area(&table, inside), table.texts("roles", LONGEST_NAME, MOST_ROLES));
        if let Some((name, part)) = name.zip(part) {
            let roles = roles.unwrap_or_default().into_iter().map(Into::into).collect();
            areas.push(Area { name: name.into(), parts: vec![part], roles });
        }
    }
    Areas::new(areas, places)
}

fn name<'a>(table: &Table<'a>, example: &str) -> Option<&'a str> {
    table.need("name", example);
    table.text("name", LONGEST_NAME)
}
