//! The layers of influence of a native map, or of a mod.

use super::boxes::LONGEST_NAME;
use super::{Doc, Table};
use crate::diag::{Diagnostic, Severity};
use crate::world::{LayerSource, LayerSpec, MOST_LAYERS};
use toml::de::DeTable;

/// The key that says that all creatures write to a layer.
const CREATURES: &str = "creatures";
/// The keys that say what writes to a layer besides scripts: one of them at most.
const SOURCES: [&str; 3] = ["faction", "behaviour", CREATURES];

/// The layers of a mod's manifest, which is TOML.
///
/// # Errors
/// The first thing that is wrong with them.
pub(crate) fn of_manifest(file: &str, text: &str) -> Result<Vec<LayerSpec>, Diagnostic> {
    let (root, _) = DeTable::parse_recoverable(text);
    let doc = Doc::new(file, text);
    let layers = read(&Table { doc: &doc, table: root.get_ref(), span: 0..0, what: "a mod" });
    let fault = doc.into_problems().into_iter().find(|problem| problem.severity == Severity::Error);
    fault.map_or(Ok(layers), Err)
}

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
    table.allow(&["name", "half_life", "spread", "reach", "faction", "behaviour", CREATURES]);
    table.need("name", "\"threat\"");
    let mut layer = LayerSpec::named(table.text("name", LONGEST_NAME)?);
    layer.line = table.doc.line(table.span.start);
    for (key, number, range) in layer.numbers() {
        if table.get(key).is_some() {
            *number = table.number(key, *range.start(), *range.end())?;
        }
    }
    let all = table.flag(CREATURES) == Some(true);
    let mut given = SOURCES.into_iter().filter(|key| table.get(key).is_some() && (*key != CREATURES || all));
    if let (Some(first), Some(second)) = (given.next(), given.next()) {
        return table.fail(second, format!("a layer has one source: '{first}' or '{second}'"), None);
    }
    if let Some(faction) = table.text("faction", LONGEST_NAME) {
        layer.source = LayerSource::Faction(faction.into());
    }
    if let Some(behaviour) = table.text("behaviour", LONGEST_NAME) {
        layer.source = LayerSource::Behaviour(behaviour.into());
    }
    if all {
        layer.source = LayerSource::Creatures;
    }
    Some(layer)
}
