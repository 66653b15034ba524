//! What of LDtk's JSON is read.

use super::super::draft::Origin;
use super::super::findings::Findings;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A part that is read by itself, so that messages say what it is a part of.
pub(super) type Raw = Box<RawValue>;

/// Reads a part; reports what is wrong with it, and what it is called.
pub(super) fn part<'r, T: Deserialize<'r>>(
    raw: &'r Raw,
    (kind, within): (&str, &Origin),
    findings: &Findings,
) -> Option<T> {
    #[derive(Deserialize)]
    struct Named {
        #[serde(alias = "__identifier", default)]
        identifier: serde_json::Value,
        #[serde(default)]
        iid: serde_json::Value,
    }
    let wrong = |e: serde_json::Error| {
        let named: Option<Named> = serde_json::from_str(raw.get()).ok();
        let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().escape_debug().to_string();
        let name = named.as_ref().map(|named| word(&named.identifier)).unwrap_or_default();
        let number = named.as_ref().map(|named| word(&named.iid)).filter(|_| kind == "entity").unwrap_or_default();
        let before = if within.what.is_empty() { String::new() } else { format!("{}, ", within.what) };
        let origin =
            Origin { what: format!("{before}{kind} '{name}' {number}").trim_end().to_owned(), ..within.clone() };
        // Its line is one of the part alone.
        let message = e.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        findings.error(&origin, format!("this is no {kind} of LDtk: {message}"));
    };
    serde_json::from_str(raw.get()).map_err(wrong).ok()
}

/// A file of the editor: one world, or several.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Project {
    #[serde(default)]
    pub(super) levels: Vec<Raw>,
    #[serde(default)]
    pub(super) worlds: Vec<World>,
    pub(super) defs: Defs,
    #[serde(default)]
    pub(super) world_layout: Option<String>,
}

/// A world of a file with several.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct World {
    #[serde(default)]
    pub(super) levels: Vec<Raw>,
    #[serde(default)]
    pub(super) world_layout: Option<String>,
}

/// What all levels have in common.
#[derive(Deserialize)]
pub(super) struct Defs {
    #[serde(default)]
    pub(super) layers: Vec<LayerDef>,
}

/// What a layer of each level has in common.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerDef {
    pub(super) uid: i64,
    #[serde(default)]
    pub(super) int_grid_values: Vec<ValueDef>,
}

/// What a value of an IntGrid is called.
#[derive(Deserialize)]
pub(super) struct ValueDef {
    pub(super) value: u32,
    pub(super) identifier: Option<String>,
}

/// A level, where it is in the world, pixels.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Level {
    pub(super) identifier: String,
    pub(super) world_x: i64,
    pub(super) world_y: i64,
    #[serde(default)]
    pub(super) world_depth: i64,
    pub(super) px_wid: i64,
    pub(super) px_hei: i64,
    pub(super) external_rel_path: Option<String>,
    pub(super) layer_instances: Option<Vec<Raw>>,
}

/// A layer of a level.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerInstance {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__type")]
    pub(super) kind: String,
    #[serde(rename = "__cWid")]
    pub(super) columns: i64,
    #[serde(rename = "__cHei", default)]
    pub(super) rows: Option<i64>,
    #[serde(rename = "__gridSize")]
    pub(super) grid_px: i64,
    #[serde(rename = "__pxTotalOffsetX", default)]
    pub(super) offset_x: i64,
    #[serde(rename = "__pxTotalOffsetY", default)]
    pub(super) offset_y: i64,
    pub(super) layer_def_uid: i64,
    #[serde(default)]
    pub(super) int_grid_csv: Vec<u32>,
    #[serde(default)]
    pub(super) entity_instances: Vec<Raw>,
}

/// An entity, pixels from the corner of its level.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entity {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) iid: String,
    pub(super) px: [f64; 2],
    #[serde(default)]
    pub(super) width: f64,
    #[serde(default)]
    pub(super) height: f64,
    #[serde(rename = "__pivot", default)]
    pub(super) pivot: [f64; 2],
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
}

/// A field of an entity.
#[derive(Deserialize)]
pub(super) struct Field {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__value", default)]
    pub(super) value: Option<Raw>,
}
