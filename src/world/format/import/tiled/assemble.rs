//! A map put together: its storeys, the size of an infinite one, and the tables that its objects become.

use super::super::classes::{Found, Writer, as_number};
use super::super::draft::{Draft, Origin};
use super::super::index::Index;
use super::super::keys::{self, OF_MAP, OF_STOREY};
use super::super::kinds::Kinds;
use super::super::letters::{MOST_CELLS, TooManyCells};
use super::super::shapes::rounded;
use super::grid::Tiling;
use super::layers::{Ground, named_kinds};
use super::objects;
use super::planes::Plane;
use super::reader::Reader;
use super::tile_layer::{MOST_TILES, TileLayer};
use crate::world::format::MAX_SIDE_CELLS;
use crate::world::format::element::Element;

/// Metres a tile, where the map does not say it.
const TILE_M: f64 = 1.0;
/// Keys of the native map that a property of the map may set as it is.
const MAP_KEYS: [&str; 7] = ["name", "planner", "nav", "attribution", "crowd", "changes", "influence"];

/// The native map that a map becomes; `None` where it has no size.
pub(super) fn map(reader: &Reader, map: &Element) -> Option<Draft> {
    let origin = Origin { line: map.line, what: String::new() };
    let tile_m = match keys::value(&OF_MAP, "resolution", &reader.properties) {
        None => TILE_M,
        Some(value) => as_number(&value).unwrap_or(f64::NAN),
    };
    let mut tiling = match Tiling::read(map, tile_m) {
        Ok(tiling) => tiling,
        Err(e) => {
            reader.findings.error(&origin, e.to_string());
            return None;
        }
    };
    let planes = reader.planes(map);
    let read = |plane: &Plane<'_>| -> Vec<usize> {
        let tiles = plane.layers.iter().enumerate();
        tiles.filter(|(_, layer)| layer.element.name == "layer").map(|(i, _)| i).collect()
    };
    let (mut tiles, mut left): (Vec<Vec<TileLayer>>, u64) = (Vec::new(), MOST_TILES);
    for plane in &planes {
        let layers = read(plane).into_iter().map(|i| &plane.layers[i]);
        tiles.push(layers.filter_map(|layer| TileLayer::read(reader, layer, &tiling, &mut left)).collect());
    }
    if left == 0 {
        // Nothing is made of so many.
        return None;
    }
    if tiling.infinite {
        settle(&mut tiling, &tiles, reader, &origin)?;
    }
    let (columns, rows) = tiling.cells();
    if let Err(why) = TooManyCells::precheck(columns, rows, planes.len()) {
        reader.findings.error(&origin, why.to_string());
        return None;
    }
    let found: Vec<Vec<Found>> = planes
        .iter()
        .map(|plane| {
            let layers = plane.layers.iter().filter(|layer| layer.element.name == "objectgroup");
            layers.flat_map(|layer| objects::of_layer(reader, layer, &tiling)).collect()
        })
        .collect();
    let mut kinds = Kinds::default();
    if let Some(name) = reader.map_word("empty").filter(|name| !kinds.has(name)) {
        let message = format!("'empty': no ground of the native legend is called '{}'", name.escape_debug());
        reader.findings.error(&origin, message);
    }
    let grounds: Vec<Ground> = tiles.iter().map(|layers| Ground::of(reader, layers, &tiling, &mut kinds)).collect();
    named_kinds(reader, &mut kinds);
    let mut draft = Draft::default();
    draft.from(origin);
    draft.keys([("format", 1.into())]);
    draft.keys(MAP_KEYS.into_iter().filter_map(|key| Some((key, keys::value(&OF_MAP, key, &reader.properties)?))));
    draft.key("resolution", &rounded(tiling.cell_m()));
    kinds.write(&mut draft);
    for (i, ground) in grounds.iter().enumerate() {
        ground.write_prefabs(&mut draft, i);
    }
    // The name of a storey above the ground; the ground's, where the map names it.
    let storey = |i: usize| planes[i].name.as_deref();
    let index = Index::of(found.iter().enumerate().map(|(i, found)| (found.as_slice(), storey(i))));
    let size = (columns as f64 * tiling.cell_m(), rows as f64 * tiling.cell_m());
    let writer = Writer { findings: reader.findings, index: &index, cell_m: tiling.cell_m(), size };
    for (i, plane) in planes.iter().enumerate() {
        let prefix = if i == 0 { "" } else { "storey." };
        draft.from(plane.origin.clone());
        if i > 0 {
            draft.table("[[storey]]");
            draft.key("name", &plane.name.clone().unwrap_or_default().into());
            let floor = keys::value(&OF_STOREY, "floor", &plane.properties);
            floor.iter().for_each(|floor| draft.key("floor", floor));
        }
        let said = (&plane.properties, &plane.origin);
        grounds[i].write((&mut draft, reader), prefix, storey(i).filter(|_| i == 0), tiling.cell_m(), said);
        grounds[i].write_objects(&mut draft, prefix, i, &tiling);
        writer.write(&mut draft, &found[i], (prefix, storey(i)));
    }
    Some(draft)
}

/// Gives an infinite map the size that its layers take; reports one that is too large, and returns nothing.
fn settle(tiling: &mut Tiling, tiles: &[Vec<TileLayer>], reader: &Reader, origin: &Origin) -> Option<()> {
    let extents = tiles.iter().flatten().filter_map(TileLayer::extent);
    let all =
        extents.reduce(|a, b| [(a[0].0.min(b[0].0), a[0].1.min(b[0].1)), (a[1].0.max(b[1].0), a[1].1.max(b[1].1))]);
    if let Some([first, last]) = all {
        let size = (last.0 - first.0, last.1 - first.1);
        let most = MAX_SIDE_CELLS as i64;
        if size.0 > most || size.1 > most || size.0 * size.1 > MOST_CELLS as i64 {
            // The layer that reaches farthest is the one to look at.
            let reach = |layer: &&TileLayer| {
                layer.extent().map_or(0, |[low, high]| low.0.abs().max(low.1.abs()).max(high.0).max(high.1))
            };
            let farthest = tiles.iter().flatten().max_by_key(reach).map(|layer| layer.origin());
            let message = format!("the tiles of this infinite map take {} x {}: too many", size.0, size.1);
            reader.findings.error(farthest.unwrap_or(origin), message);
            return None;
        }
        let end = i32::try_from(last.0).and(i32::try_from(last.1));
        let (Ok(x), Ok(y), Ok(_)) = (i32::try_from(first.0), i32::try_from(first.1), end) else {
            reader.findings.error(origin, "the tiles of this infinite map lie too far away");
            return None;
        };
        tiling.first = (x, y);
        tiling.size = (size.0 as u32, size.1 as u32);
    }
    Some(())
}
