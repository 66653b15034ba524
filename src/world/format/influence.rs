//! The layers of influence of a native map.

use super::Table;
use super::boxes::LONGEST_NAME;
use crate::world::{LayerSource, LayerSpec, MOST_LAYERS};

/// The keys that say what writes to a layer besides scripts: one of them at most.
const SOURCES: [&str; 3] = ["faction", "behaviour", "creatures"];

/// Reads `[[influence]]`.
pub(super) fn read(top: &Table) -> Vec<LayerSpec> {
    let mut layers: Vec<LayerSpec> = Vec::new();
    for table in top.few_tables("influence", "an [[influence]]", MOST_LAYERS) {
        let Some(layer) = layer(&table) else { continue };
        if layers.iter().any(|other| other.name == layer.name) {
            table.wrong("name", format!("there are two layers '{}'", layer.name.escape_debug()), None);
        }
        layers.push(layer);
    }
    layers
}

fn layer(table: &Table) -> Option<LayerSpec> {
    table.allow(&["name", "half_life", "spread", "reach", "faction", "behaviour", "creatures"]);
    table.need("name", "\"threat\"");
    let mut layer = LayerSpec::named(table.text("name", LONGEST_NAME)?);
    layer.line = table.doc.line(table.span.start);
    for (key, number, range) in layer.numbers() {
        if table.get(key).is_some() {
            *number = table.number(key, *range.start(), *range.end())?;
        }
    }
    let mut given = SOURCES.into_iter().filter(|key| table.get(key).is_some());
    if let (Some(first), Some(second)) = (given.next(), given.next()) {
        return table.fail(second, format!("a layer has one source: '{first}' or '{second}'"), None);
    }
    if let Some(faction) = table.text("faction", LONGEST_NAME) {
        layer.source = LayerSource::Faction(faction.into());
    }
    if let Some(behaviour) = table.text("behaviour", LONGEST_NAME) {
        layer.source = LayerSource::Behaviour(behaviour.into());
    }
    if table.flag("creatures") == Some(true) {
        layer.source = LayerSource::Creatures;
    }
    Some(layer)
}
