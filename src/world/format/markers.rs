//! The markers of a native map.

use super::Table;
use super::boxes::LONGEST_NAME;
use crate::geom::Aabb;
use crate::world::Marker;
use std::collections::BTreeMap;

/// Tables of `[[marker]]` that a map may have: each is compared with each.
const MOST: usize = 512;

/// The keys of a marker.
pub(super) const KEYS: [&str; 3] = ["name", "at", "to"];
/// Reads `[[marker]]`.
pub(super) fn read(top: &Table, inside: Aabb) -> Vec<Marker> {
    let tables = top.few_tables("marker", "a [[marker]]", MOST);
    let (mut markers, mut numbers, mut joined) = (Vec::new(), BTreeMap::new(), Vec::new());
    for table in &tables {
        table.allow(&KEYS);
        table.need("name", "\"hall\"");
        table.need("at", "[20, 15]");
        let (Some(name), Some(at)) = (table.text("name", LONGEST_NAME), table.pair("at")) else { continue };
        if !inside.contains(at) {
            let hint = format!("at most at = [{}, {}]", inside.max.x, inside.max.y);
            table.wrong("at", "this marker lies outside the world", Some(hint));
        }
        if numbers.insert(name, markers.len() as u32).is_some() {
            table.wrong("name", format!("there are two markers '{}'", name.escape_debug()), None);
        }
        joined.push((table, table.texts("to", LONGEST_NAME, MOST)));
        markers.push(Marker { name: name.into(), at, to: None });
    }
    for (marker, (table, to)) in markers.iter_mut().zip(joined) {
        marker.to = to.map(|names| names.iter().filter_map(|name| number(table, name, &numbers)).collect());
    }
    markers
}

/// The number of a marker that another one is joined to.
fn number(table: &Table, name: &str, numbers: &BTreeMap<&str, u32>) -> Option<u32> {
    if let Some(number) = numbers.get(name) {
        return Some(*number);
    }
    let hint = table.doc.did_you_mean(name, numbers.keys().copied());
    table.wrong("to", format!("there is no marker '{}'", name.escape_debug()), hint);
    None
}
