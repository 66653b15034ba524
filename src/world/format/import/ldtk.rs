//! Worlds of the editor LDtk (ldtk.io): all levels of a file beside each other, as the editor shows them.

mod frame;
mod json;

use super::classes::{Class, Found, Writer};
use super::draft::{Draft, Origin};
use super::findings::Findings;
use super::index::Index;
use super::keys::Properties;
use super::kinds::{Kinds, Says, sounds_closed};
use super::letters::Letters;
use super::shapes::{Shape, rounded};
use crate::world::format::{files, legend};
use frame::Frame;
use json::{Defs, Entity, LayerInstance, Level, Project, Raw, part};
use std::collections::BTreeMap;
use toml::Value;

/// Levels of a world.
const MOST_LEVELS: usize = 4_096;
/// Where no level is.
const VOID: &str = "void";
/// What a value 0 is: nothing lies there.
const OPEN: &str = "floor";

/// Cells that all levels and values may cover together, each as often as it is covered.
const MOST_COVERED: u64 = 1 << 28;
/// From one depth of a world to the next, metres.
const DEPTH_M: f64 = 3.0;
/// Bytes of the value of a field.
const LONGEST_VALUE: usize = 1 << 16;

/// A level with its layers.
struct Placed {
    level: Level,
    layers: Vec<LayerInstance>,
    /// What messages name.
    origin: Origin,
}

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
    if project.levels.len() > MOST_LEVELS {
        findings.error(&origin, format!("it has more than {MOST_LEVELS} levels"));
    }
    let mut levels: Vec<Placed> =
        project.levels.iter().take(MOST_LEVELS).filter_map(|raw| placed(file, raw, findings)).collect();
    // Levels in a row have no places of their own.
    if let Some("LinearHorizontal" | "LinearVertical") = project.world_layout.as_deref() {
        let down = project.world_layout.as_deref() == Some("LinearVertical");
        let mut next = 0_i64;
        for Placed { level, .. } in &mut levels {
            (level.world_x, level.world_y) = if down { (0, next) } else { (next, 0) };
            next = next.saturating_add(if down { level.px_hei } else { level.px_wid });
        }
    }
    assemble(&levels, &project.defs, findings)
}

/// A level with its layers, which may lie in a file of their own.
fn placed(file: &str, raw: &Raw, findings: &Findings) -> Option<Placed> {
    let mut level: Level = part(raw, ("level", &Origin::default()), findings)?;
    let origin = Origin { line: 0, what: format!("level '{}'", level.identifier.escape_debug()) };
    if let Some(name) = level.external_rel_path.as_ref().filter(|_| level.layer_instances.is_none()) {
        let path = files::beside(file, name);
        let bytes = match files::open_beside(file, &path).and_then(files::Source::bytes) {
            Ok(bytes) => bytes,
            Err(e) => {
                findings.error(&origin, format!("{}: {e}", path.display()));
                return None;
            }
        };
        let Ok(read) = serde_json::from_slice::<Level>(&bytes) else {
            findings.error(&origin, format!("{}: this is no LDtk level", path.display()));
            return None;
        };
        level.layer_instances = read.layer_instances;
    }
    let layers = level.layer_instances.take().into_iter().flatten();
    let layers = layers.filter_map(|raw| part(&raw, ("layer", &origin), findings)).collect();
    Some(Placed { level, layers, origin })
}

/// The depths of a world's levels, the ground first: 0, or the lowest where no level has that.
fn depths(levels: &[Placed]) -> Vec<i64> {
    let mut all: Vec<i64> = levels.iter().map(|placed| placed.level.world_depth).collect();
    all.sort_unstable();
    all.dedup();
    let ground = all.iter().position(|depth| *depth == 0).unwrap_or(0);
    if ground < all.len() {
        all[..=ground].rotate_right(1);
    }
    all
}

fn assemble(levels: &[Placed], defs: &Defs, findings: &Findings) -> Option<Draft> {
    if levels.is_empty() {
        findings.error(&Origin::default(), "it has no level");
        return None;
    }
    let depths = depths(levels);
    let frame = Frame::of(levels, depths.len() as u64, findings)?;
    let names: BTreeMap<(i64, u32), Option<&str>> = defs
        .layers
        .iter()
        .flat_map(|layer| layer.int_grid_values.iter().map(|v| ((layer.uid, v.value), v.identifier.as_deref())))
        .collect();
    let mut kinds = Kinds::default();
    let mut planes: Vec<(Letters, Vec<Found>)> =
        depths.iter().map(|_| (Letters::new(frame.columns, frame.rows, kinds.named(VOID)), Vec::new())).collect();
    let mut left = MOST_COVERED;
    for Placed { level, layers, origin } in levels {
        let depth = depths.iter().position(|depth| *depth == level.world_depth).unwrap_or(0);
        let (letters, found) = &mut planes[depth];
        let cells = frame.cells((level.world_x, level.world_y), (level.px_wid, level.px_hei));
        fill(cells, kinds.named(OPEN), letters, &mut left);
        // The first layer is the topmost.
        for layer in layers.iter().rev() {
            let what = format!("{}, layer '{}'", origin.what, layer.identifier.escape_debug());
            let origin = Origin { line: 0, what };
            let corner = (level.world_x.saturating_add(layer.offset_x), level.world_y.saturating_add(layer.offset_y));
            if let Some(fault) = wrong_size(layer) {
                findings.error(&origin, fault);
                continue;
            }
            ground(layer, (&frame, corner), &names, (&mut kinds, letters, &mut left), &origin);
            if left == 0 {
                findings.error(&origin, format!("levels and values cover more than {MOST_COVERED} cells up to here"));
                return None;
            }
            let shape = |entity: &Entity| {
                let px = |i: usize, size: f64| entity.px[i] - entity.pivot[i] * size;
                let size = (entity.width, entity.height);
                let at = (px(0, size.0) + corner.0 as f64, px(1, size.1) + corner.1 as f64);
                Shape::sized(at, size, false).map(|at| frame.metres(at))
            };
            let entities = layer.entity_instances.iter();
            let entities = entities.filter_map(|raw| part::<Entity>(raw, ("entity", &origin), findings));
            found.extend(entities.filter_map(|entity| object(&entity, shape(&entity), &origin, findings)));
        }
    }
    let mut draft = Draft::default();
    draft.from(Origin::default());
    draft.keys([("format", 1.into()), ("resolution", rounded(1.0))]);
    kinds.write(&mut draft);
    let name = |i: usize| (i > 0).then(|| format!("depth {}", depths[i]));
    let storeys: Vec<Option<String>> = (0..depths.len()).map(name).collect();
    let index = Index::of(planes.iter().zip(&storeys).map(|((_, found), name)| (found.as_slice(), name.as_deref())));
    let size = (frame.columns as f64, frame.rows as f64);
    let writer = Writer { findings, index: &index, cell_m: 1.0, size };
    for (i, (letters, found)) in planes.iter().enumerate() {
        draft.from(Origin::default());
        let prefix = if i == 0 { "" } else { "storey." };
        if let Some(name) = &storeys[i] {
            draft.table("[[storey]]");
            let floor = (depths[i] - depths[0]) as f64 * DEPTH_M;
            draft.keys([("name", name.as_str().into()), ("floor", rounded(floor))]);
        }
        draft.table(&format!("[{prefix}ground]"));
        letters.write(&mut draft);
        writer.write(&mut draft, found, (prefix, storeys[i].as_deref()));
    }
    Some(draft)
}

/// Gives cells a letter, and takes them from what is `left`.
fn fill(cells: impl Iterator<Item = usize>, letter: char, letters: &mut Letters, left: &mut u64) {
    for cell in cells {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return;
        }
        letters.set(cell, letter);
    }
}

/// Why a layer with values has no cells for them.
fn wrong_size(layer: &LayerInstance) -> Option<String> {
    let LayerInstance { columns, grid_px, .. } = *layer;
    let values = layer.int_grid_csv.len() as i64;
    if layer.kind != "IntGrid" && values == 0 {
        return None;
    }
    // Not every program that writes such files says how many rows there are.
    let rows = layer.rows.unwrap_or_else(|| values.checked_div(columns).unwrap_or(0));
    if columns <= 0 || rows <= 0 || grid_px <= 0 {
        return Some(format!(
            "it has {columns} x {rows} cells of {grid_px} px ('__cWid', '__cHei', '__gridSize'): each must be more than 0"
        ));
    }
    let cells = columns.saturating_mul(rows);
    (cells != values)
        .then(|| format!("'intGridCsv' has {values} values; {columns} x {rows} ('__cWid' x '__cHei') are {cells}"))
}

/// Writes the values of a layer into the cells.
fn ground(
    layer: &LayerInstance,
    (frame, corner): (&Frame, (i64, i64)),
    names: &BTreeMap<(i64, u32), Option<&str>>,
    (kinds, letters, left): (&mut Kinds, &mut Letters, &mut u64),
    origin: &Origin,
) {
    let mut known: BTreeMap<u32, char> = BTreeMap::new();
    for (i, value) in (0_i64..).zip(&layer.int_grid_csv).filter(|(_, value)| **value != 0) {
        let letter = *known.entry(*value).or_insert_with(|| {
            let name = names.get(&(layer.layer_def_uid, *value)).copied().flatten();
            kinds.letter(&says(name), || origin.clone()).unwrap_or('@')
        });
        let at = |along: i64, first: i64| first.saturating_add(along.saturating_mul(layer.grid_px));
        let place = (at(i % layer.columns, corner.0), at(i / layer.columns, corner.1));
        fill(frame.cells(place, (layer.grid_px, layer.grid_px)), letter, letters, left);
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
    let mut properties = Properties::new();
    for field in &entity.field_instances {
        let text = field.value.as_ref().map_or("null", |raw| raw.get());
        if text.len() > LONGEST_VALUE {
            findings.error(
                &origin,
                format!("the field '{}' is longer than {LONGEST_VALUE} bytes", field.identifier.escape_debug()),
            );
            continue;
        }
        let read = serde_json::from_str(text).ok().as_ref().and_then(value);
        properties.extend(read.map(|value| (field.identifier.to_lowercase(), value)));
    }
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
