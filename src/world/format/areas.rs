//! Named places and areas of a native map.

use super::boxes::LONGEST_NAME;
use super::names::Names;
use super::{Table, legend, spawns};
use crate::geom::Aabb;
use crate::world::{Area, AreaCost, Areas, Place};

/// Tables of `[[place]]`, and of `[[area]]`, that a map may have: a creature whose script handles areas looks at each.
pub(crate) const MOST: usize = 256;
/// The keys of a place, and of an area.
pub(super) const PLACE_KEYS: [&str; 2] = ["name", "at"];
pub(super) const KEYS: [&str; 4] = ["name", "area", "roles", "cost"];
/// How often areas with a cost may cover the world, all together: each of their cells is looked at.
const MOST_COVERED: f32 = 8.0;
/// Roles of one area.
pub(crate) const MOST_ROLES: usize = 16;

/// Reads `[[place]]` and `[[area]]`, and what the ground in areas costs.
pub(super) fn read<'a>(top: &Table<'a>, inside: Aabb, names: &Names<'a>) -> (Areas, Vec<AreaCost>) {
    let mut places: Vec<Place> = Vec::new();
    for table in top.few_tables("place", "a [[place]]", MOST) {
        table.allow(&PLACE_KEYS);
        let name = name(&table, "\"pen\"");
        table.need("at", "[20, 15]");
        let Some(at) = table.pair("at") else { continue };
        if !inside.contains(at) {
            let hint = format!("at most at = [{}, {}]", inside.max.x, inside.max.y);
            table.wrong("at", "this place lies outside the world", Some(hint));
        }
        name.iter().for_each(|name| names.take(&table, "places", name));
        places.extend(name.map(|name| Place { name: name.into(), at }));
    }
    let (mut areas, mut area_costs) = (Vec::new(), Vec::new());
    for table in top.few_tables("area", "an [[area]]", MOST) {
        table.allow(&KEYS);
        let name = name(&table, "\"market\"");
        table.need("area", "[10, 10, 40, 30]");
        let (part, roles) = (spawns::area(&table, inside), table.texts("roles", LONGEST_NAME, MOST_ROLES));
        let legend::Costs { costs, named_at, place } = legend::costs(&table);
        if let Some(part) = part.filter(|_| !costs.is_empty()) {
            area_costs.push(AreaCost { part, costs, named_at });
            let covered: f32 = area_costs.iter().map(|t| t.part.size().element_product()).sum();
            if covered > MOST_COVERED * inside.size().element_product() {
                let message = format!("areas with a cost cover the world more than {MOST_COVERED} times, all together");
                table.doc.error(&place, message, None);
                break;
            }
        }
        if let Some((name, part)) = name.zip(part) {
            let roles = roles.unwrap_or_default().into_iter().map(Into::into).collect();
            areas.push(Area { name: name.into(), parts: vec![part], roles });
        }
    }
    (Areas::new(areas, places), area_costs)
}

fn name<'a>(table: &Table<'a>, example: &str) -> Option<&'a str> {
    table.need("name", example);
    table.text("name", LONGEST_NAME)
}
