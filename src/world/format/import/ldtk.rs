//! Worlds of the editor LDtk (ldtk.io): all levels of a file beside each other, as the editor shows them.

mod frame;
mod json;

use super::classes::{Class, Found, Index, Properties, Writer};
use super::draft::{Draft, Origin};
use super::findings::Findings;
use super::kinds::{Kinds, Says, sounds_closed};
use super::shapes::{Shape, rounded};
use crate::world::format::{files, legend};
use frame::Frame;
use json::{Defs, Entity, LayerInstance, Level, Project};
use std::collections::BTreeMap;
use toml::Value;

/// Levels of a world.
const MOST_LEVELS: usize = 4_096;
/// Where no level is.
const VOID: &str = "void";
/// What a value 0 is: nothing lies there.
const OPEN: &str = "floor";

/// The native map that a world becomes; `None` where it is none.
pub(super) fn draft(file: &str, bytes: &[u8], findings: &Findings) -> Option<Draft> {
    let origin = Origin::default();
    let mut project: Project = match serde_json::from_slice(bytes) {
        Ok(project) => project,
        Err(e) => {
            findings.error(&Origin { line: e.line() as u32, ..origin }, format!("this is no LDtk world: {e}"));
            return None;
        }
    };
    if let Some(world) = project.worlds.drain(..).find(|world| !world.levels.is_empty()) {
        (project.levels, project.world_layout) = (world.levels, world.world_layout.or(project.world_layout));
    }
    let mut levels = Vec::new();
    if project.levels.len() > MOST_LEVELS {
        findings.error(&origin, format!("it has more than {MOST_LEVELS} levels"));
    }
    for level in project.levels.into_iter().take(MOST_LEVELS) {
        levels.extend(whole(file, level, findings));
    }
    // Levels in a row have no places of their own.
    if let Some("LinearHorizontal" | "LinearVertical") = project.world_layout.as_deref() {
        let down = project.world_layout.as_deref() == Some("LinearVertical");
        let mut next = 0;
        for level in &mut levels {
            (level.world_x, level.world_y) = if down { (0, next) } else { (next, 0) };
            next += if down { level.px_hei } else { level.px_wid };
        }
    }
    assemble(&levels, &project.defs, findings)
}

/// A level with its layers, which may lie in a file of their own.
fn whole(file: &str, level: Level, findings: &Findings) -> Option<Level> {
    let origin = Origin { line: 0, what: format!("level '{}'", level.identifier.escape_debug()) };
    let Some(name) = level.external_rel_path.as_ref().filter(|_| level.layer_instances.is_none()) else {
        return Some(level);
    };
    let path = files::beside(file, name);
    let bytes = match files::open_beside(file, &path).and_then(files::Source::bytes) {
        Ok(bytes) => bytes,
        Err(e) => {
            findings.error(&origin, format!("{}: {e}", path.display()));
            return None;
        }
    };
    let read: Result<Level, _> = serde_json::from_slice(&bytes);
    if read.is_err() {
        findings.error(&origin, format!("{}: this is no LDtk level", path.display()));
    }
    read.ok().map(|read| Level { world_x: level.world_x, world_y: level.world_y, ..read })
}

fn assemble(levels: &[Level], defs: &Defs, findings: &Findings) -> Option<Draft> {
    let frame = Frame::of(levels, findings)?;
    let names: BTreeMap<(i64, u32), Option<&str>> = defs
        .layers
        .iter()
        .flat_map(|layer| layer.int_grid_values.iter().map(|v| ((layer.uid, v.value), v.identifier.as_deref())))
        .collect();
    let mut kinds = Kinds::default();
    let mut letters = vec![kinds.named(VOID); frame.columns * frame.rows];
    let mut found = Vec::new();
    for level in levels {
        for cell in frame.cells((level.world_x, level.world_y), (level.px_wid, level.px_hei)) {
            letters[cell] = kinds.named(OPEN);
        }
        // The first layer is the topmost.
        for layer in level.layer_instances.iter().flatten().rev() {
            let what =
                format!("level '{}', layer '{}'", level.identifier.escape_debug(), layer.identifier.escape_debug());
            let origin = Origin { line: 0, what };
            let corner = (level.world_x.saturating_add(layer.offset_x), level.world_y.saturating_add(layer.offset_y));
            ground(layer, (&frame, corner), &names, (&mut kinds, &mut letters), &origin);
            let shape = |entity: &Entity| {
                let px = |i: usize, size: f64| entity.px[i] - entity.pivot[i] * size;
                let size = (entity.width, entity.height);
                let at = (px(0, size.0) + corner.0 as f64, px(1, size.1) + corner.1 as f64);
                Shape::sized(at, size, false).map(|at| frame.metres(at))
            };
            found.extend(
                layer.entity_instances.iter().filter_map(|entity| object(entity, shape(entity), &origin, findings)),
            );
        }
    }
    let mut draft = Draft::default();
    draft.from(Origin::default());
    draft.keys([("format", 1.into()), ("resolution", rounded(1.0))]);
    kinds.write(&mut draft);
    draft.from(Origin::default());
    draft.table("[ground]");
    draft.rows(&letters, frame.columns);
    let index = Index::of([(found.as_slice(), None)].into_iter());
    let size = (frame.columns as f64, frame.rows as f64);
    Writer { findings, index: &index, cell_m: 1.0, size }.write(&mut draft, &found, ("", None));
    Some(draft)
}

/// Writes the values of a layer into the cells.
fn ground(
    layer: &LayerInstance,
    (frame, corner): (&Frame, (i64, i64)),
    names: &BTreeMap<(i64, u32), Option<&str>>,
    (kinds, letters): (&mut Kinds, &mut [char]),
    origin: &Origin,
) {
    if layer.columns <= 0 || layer.grid_px <= 0 {
        return;
    }
    let mut known: BTreeMap<u32, char> = BTreeMap::new();
    for (i, value) in (0_i64..).zip(&layer.int_grid_csv).filter(|(_, value)| **value != 0) {
        let letter = *known.entry(*value).or_insert_with(|| {
            let name = names.get(&(layer.layer_def_uid, *value)).copied().flatten();
            kinds.letter(&says(name), || origin.clone()).unwrap_or('@')
        });
        let at = |along: i64, first: i64| first.saturating_add(along.saturating_mul(layer.grid_px));
        let place = (at(i % layer.columns, corner.0), at(i / layer.columns, corner.1));
        frame.cells(place, (layer.grid_px, layer.grid_px)).for_each(|cell| letters[cell] = letter);
    }
}

/// What the name of a value says: a kind of the native legend, or that it is closed. Values without a name are walls.
fn says(name: Option<&str>) -> Says {
    let name = name.unwrap_or("wall").to_lowercase();
    let known = legend::native().into_iter().find(|kind| name == kind.name || name.trim_end_matches('s') == kind.name);
    match known {
        Some(kind) => Says::from([("ground".to_owned(), Value::String(kind.name))]),
        None if sounds_closed(&name) => Says::from([("walkable".to_owned(), Value::Boolean(false))]),
        None => Says::from([("ground".to_owned(), Value::String(name)), ("walkable".to_owned(), Value::Boolean(true))]),
    }
}

/// An entity whose identifier is a class.
fn object(entity: &Entity, shape: Shape, layer: &Origin, findings: &Findings) -> Option<Found> {
    let what = format!("{}, entity '{}' {}", layer.what, entity.identifier.escape_debug(), entity.iid.escape_debug());
    let origin = Origin { line: 0, what };
    let Some(class) = Class::of_name(&entity.identifier) else {
        findings.warning(&origin, Class::unknown(&entity.identifier));
        return None;
    };
    if shape.points().iter().any(|(x, y)| !(x.abs() < 1e9 && y.abs() < 1e9)) {
        findings.error(&origin, "its place is no place");
        return None;
    }
    let fields = entity.field_instances.iter();
    let mut properties: Properties =
        fields.filter_map(|field| Some((field.identifier.to_lowercase(), value(&field.value)?))).collect();
    let name = properties.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    properties.remove("name");
    Some(Found { id: entity.iid.clone(), name, class, shape, properties, origin })
}

/// The value of a field; a reference to an entity is its number.
fn value(json: &serde_json::Value) -> Option<Value> {
    use serde_json::Value as Json;
    Some(match json {
        Json::Null => return None,
        Json::Bool(is) => Value::Boolean(*is),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::Integer(whole),
            None => Value::Float(number.as_f64()?),
        },
        Json::String(text) => Value::String(text.clone()),
        Json::Array(all) => Value::Array(all.iter().filter_map(value).collect()),
        Json::Object(map) => match map.get("entityIid").and_then(Json::as_str) {
            Some(iid) => Value::String(iid.to_owned()),
            None => Value::Table(map.iter().filter_map(|(key, one)| Some((key.clone(), value(one)?))).collect()),
        },
    })
}
