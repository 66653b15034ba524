//! Layers of tiles as ground: what the topmost tile of each cell says that says anything, and the shapes of tiles as boxes.

use super::super::classes::{Properties, as_number, heights};
use super::super::draft::{Draft, Origin};
use super::super::kinds::{self, Kinds, Says, sounds_closed};
use super::super::shapes::{Point, rounded};
use super::data::{self, Chunk, Gid};
use super::grid::Tiling;
use super::reader::{Layer, Reader};
use super::tileset::Tile;
use super::tree::Element;
use super::{outline, properties};
use crate::world::{TILE_M, Tiles};
use std::collections::BTreeMap;
use toml::Value;

/// Where no layer has a tile.
const VOID: &str = "void";
/// A shape that covers so much of a tile closes it.
const WHOLE_SHARE: f64 = 0.98;

/// The boxes of a tile, flipped in one way, and where such tiles are.
#[derive(Debug, Default)]
struct Placed {
    boxes: Vec<Value>,
    places: Vec<(i32, i32)>,
    what: Origin,
}

/// What the layers of a plane say of its ground.
#[derive(Debug, Default)]
pub(super) struct Ground {
    letters: Vec<char>,
    width: usize,
    /// By tile of the map and its flips.
    placed: BTreeMap<(u32, [bool; 3]), Placed>,
    /// Metres by cell, where a tile says it.
    heights: Vec<Option<f32>>,
}

/// A layer of tiles and its cells.
pub(super) struct TileLayer<'a> {
    layer: &'a Layer<'a>,
    chunks: Vec<Chunk>,
    shift: (i32, i32),
}

impl<'a> TileLayer<'a> {
    /// Reads the cells of a layer; reports what is wrong with them.
    pub(super) fn read(reader: &Reader, layer: &'a Layer<'a>, tiling: &Tiling) -> Option<Self> {
        let chunks = match data::chunks(layer.element) {
            Ok(chunks) => chunks,
            Err(e) => {
                reader.findings.error(&layer.origin, e.to_string());
                return None;
            }
        };
        let (shift, exact) = tiling.shift(layer.offset_px);
        if !exact {
            let message = "its offset is no whole number of tiles: it is shifted by the nearest";
            reader.findings.warning(&layer.origin, message);
        }
        for gid in chunks.iter().flat_map(|chunk| &chunk.cells).map(|bits| Gid::from(*bits)) {
            if gid.number != 0 && reader.tilesets.find(gid.number).is_none() {
                reader.findings.error(&layer.origin, format!("no tileset has a tile {}", gid.number));
                return None;
            }
        }
        Some(Self { layer, chunks, shift })
    }

    /// The columns and rows that its tiles take: the first, and one more than the last.
    pub(super) fn extent(&self) -> Option<[(i64, i64); 2]> {
        let corner = |chunk: &Chunk, right: u32, down: u32| {
            let at = |a: i32, b: i32, more: u32| i64::from(a) + i64::from(b) + i64::from(more);
            (at(chunk.x, self.shift.0, right), at(chunk.y, self.shift.1, down))
        };
        let used = self.chunks.iter().filter(|chunk| chunk.cells.iter().any(|bits| *bits != 0));
        used.map(|chunk| [corner(chunk, 0, 0), corner(chunk, chunk.width, chunk.height())])
            .reduce(|a, b| [(a[0].0.min(b[0].0), a[0].1.min(b[0].1)), (a[1].0.max(b[1].0), a[1].1.max(b[1].1))])
    }

    /// Calls `each` with the column, row and cell of every tile.
    fn each(&self, mut each: impl FnMut((i32, i32), Gid)) {
        for chunk in &self.chunks {
            for (i, bits) in chunk.cells.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                let (x, y) = (i as u32 % chunk.width, i as u32 / chunk.width);
                let at = |first: i32, shift: i32, more: u32| first.saturating_add(shift).saturating_add(more as i32);
                each((at(chunk.x, self.shift.0, x), at(chunk.y, self.shift.1, y)), Gid::from(*bits));
            }
        }
    }
}

/// What properties say of the ground; `None` where nothing.
fn says(properties: &Properties) -> Option<Says> {
    let is_one = |key: &str| key == "ground" || kinds::KEYS.contains(&key);
    let says: Says = properties.iter().filter(|(key, _)| is_one(key)).map(|(k, v)| (k.clone(), v.clone())).collect();
    (!says.is_empty()).then_some(says)
}

impl Ground {
    /// What the layers say, from the lowest to the topmost.
    pub(super) fn of(reader: &Reader, layers: &[TileLayer], tiling: &Tiling, kinds: &mut Kinds) -> Self {
        let (width, height) = tiling.cells();
        let tiles = tiling.size.0 as usize * tiling.size.1 as usize;
        // Without any tile a map is objects on open ground.
        let bare = if layers.iter().all(|layer| layer.extent().is_none()) { "grass" } else { VOID };
        let empty = reader.map_word("empty").unwrap_or_else(|| bare.into());
        let mut of_tile = vec![kinds.named(&empty); tiles];
        let mut heights = Vec::new();
        let mut ground = Self { width: width as usize, ..Self::default() };
        for layer in layers {
            let mut known: BTreeMap<u32, Option<char>> = BTreeMap::new();
            let own = layer.says(reader);
            layer.each(|(x, y), gid| {
                let place = (i64::from(x) - i64::from(tiling.first.0), i64::from(y) - i64::from(tiling.first.1));
                let inside = (0..i64::from(tiling.size.0)).contains(&place.0)
                    && (0..i64::from(tiling.size.1)).contains(&place.1);
                if !inside {
                    return;
                }
                let i = place.1 as usize * tiling.size.0 as usize + place.0 as usize;
                let tile = reader.tilesets.tile(gid.number);
                let letter = known.entry(gid.number).or_insert_with(|| {
                    let of_tile = tile
                        .and_then(|tile| says(&tile.properties))
                        .or_else(|| tile.and_then(|tile| whole(tile, tiling)));
                    let origin = || reader.tile_origin(gid.number, &layer.layer.origin);
                    of_tile.or_else(|| own.clone()).map(|says| {
                        kinds.letter(&says, origin).unwrap_or_else(|| {
                            reader
                                .findings
                                .error(&layer.layer.origin, "there are more kinds of ground than a map may have");
                            '@'
                        })
                    })
                });
                match letter {
                    Some(letter) => of_tile[i] = *letter,
                    // What says nothing is floor where there is nothing below.
                    None if of_tile[i] == kinds.named(&empty) => of_tile[i] = kinds.named("floor"),
                    None => {}
                }
                let height =
                    tile.and_then(|tile| tile.properties.get("height")).or(layer.layer.properties.get("height"));
                if let Some(metres) = height.and_then(as_number) {
                    heights.resize(tiles, None);
                    heights[i] = Some(metres as f32);
                }
                if let Some(tile) = tile.filter(|tile| !tile.shapes.is_empty() && whole(tile, tiling).is_none()) {
                    let flips = [gid.across, gid.down, gid.diagonal];
                    let placed = ground.placed.entry((gid.number, flips)).or_insert_with(|| {
                        let what = reader.tile_origin(gid.number, &layer.layer.origin);
                        Placed { boxes: boxes(reader, tile, gid, tiling, &what), places: Vec::new(), what }
                    });
                    placed.places.push((x, y));
                }
            });
        }
        let cells = (0..height as u32).flat_map(|y| (0..width as u32).map(move |x| (x, y)));
        let tile_of = |(x, y): (u32, u32)| {
            let (column, row) = tiling.tile_of(x, y);
            let at = |i: i32, first: i32, count: u32| u32::try_from(i - first).ok().filter(|i| *i < count);
            let (column, row) = (at(column, tiling.first.0, tiling.size.0)?, at(row, tiling.first.1, tiling.size.1)?);
            Some(row as usize * tiling.size.0 as usize + column as usize)
        };
        ground.letters =
            cells.clone().map(|cell| tile_of(cell).map_or_else(|| kinds.named(VOID), |i| of_tile[i])).collect();
        if !heights.is_empty() {
            ground.heights = cells.map(|cell| tile_of(cell).and_then(|i| heights[i])).collect();
        }
        ground
    }

    /// Writes `[ground]` of a plane; `prefix` is that of its tables.
    pub(super) fn write(&self, draft: &mut Draft, prefix: &str, name: Option<&str>, cell_m: f64) {
        draft.table(&format!("[{prefix}ground]"));
        name.into_iter().for_each(|name| draft.key("storey", &Value::String(name.into())));
        draft.rows(&self.letters, self.width);
        if !self.heights.is_empty() {
            draft.table(&format!("[{prefix}ground.heights]"));
            draft.text_rows(&self.height_rows(cell_m));
        }
    }

    /// Heights by tile of the terrain: the mean of what its cells say.
    fn height_rows(&self, cell_m: f64) -> Vec<String> {
        let rows = self.letters.len() / self.width.max(1);
        let size = crate::geom::Vec2::new((self.width as f64 * cell_m) as f32, (rows as f64 * cell_m) as f32);
        let (columns, rows) = Tiles::count(size);
        let mut sums = vec![(0.0_f64, 0_u32); columns * rows];
        for (i, metres) in self.heights.iter().enumerate().filter_map(|(i, h)| Some((i, (*h)?))) {
            let tile =
                |cell: usize, most: usize| (((cell as f64 + 0.5) * cell_m / f64::from(TILE_M)) as usize).min(most - 1);
            let sum = &mut sums[tile(i / self.width, rows) * columns + tile(i % self.width, columns)];
            *sum = (sum.0 + f64::from(metres), sum.1 + 1);
        }
        let word =
            |(sum, count): &(f64, u32)| format!("{:.2}", if *count == 0 { 0.0 } else { sum / f64::from(*count) });
        sums.chunks(columns.max(1)).map(|row| row.iter().map(word).collect::<Vec<_>>().join(" ")).collect()
    }

    /// Writes the prefabs that the tiles' shapes are; `plane` is in their names: each storey has its own.
    pub(super) fn write_prefabs(&self, draft: &mut Draft, plane: usize) {
        for (key, placed) in self.placed.iter().filter(|(_, placed)| !placed.boxes.is_empty()) {
            draft.from(placed.what.clone());
            draft.table(&format!("[prefab.{}]", prefab(plane, key)));
            draft.key("kind", &"box".into());
            draft.key("boxes", &Value::Array(placed.boxes.clone()));
        }
    }

    /// Writes the objects that the tiles' shapes are.
    pub(super) fn write_objects(&self, draft: &mut Draft, prefix: &str, plane: usize, tiling: &Tiling) {
        for (key, placed) in self.placed.iter().filter(|(_, placed)| !placed.boxes.is_empty()) {
            draft.from(placed.what.clone());
            draft.table(&format!("[[{prefix}object]]"));
            draft.key("prefab", &prefab(plane, key).into());
            let corner = |at: &(i32, i32)| {
                let (x, y) = tiling.in_tile((0.0, 0.0), *at);
                Value::Array(vec![rounded(x), rounded(y)])
            };
            draft.key("places", &Value::Array(placed.places.iter().map(corner).collect()));
        }
    }
}

impl TileLayer<'_> {
    /// What the layer says of all its tiles that say nothing themselves.
    fn says(&self, reader: &Reader) -> Option<Says> {
        let said = says(&self.layer.properties);
        if said.is_some() || !sounds_closed(&self.layer.name) {
            return said;
        }
        let message = "by its name this layer is closed; a property 'walkable' of the layer says otherwise";
        reader.findings.warning(&self.layer.origin, message);
        Some(Says::from([("walkable".to_owned(), Value::Boolean(false))]))
    }
}

/// The name of a tile's prefab.
fn prefab(plane: usize, (number, flips): &(u32, [bool; 3])) -> String {
    let flips: String = flips.iter().zip(['x', 'y', 'd']).filter_map(|(is, letter)| is.then_some(letter)).collect();
    format!("tile_{plane}_{number}{flips}")
}

/// What a tile says that one of its shapes covers: it is closed.
fn whole(tile: &Tile, tiling: &Tiling) -> Option<Says> {
    let (width, height) = tiling.tile_px;
    let covers = |object: &Element| {
        let shape = outline::of_object(object, (0.0, 0.0), (0.0, 0.0)).ok()?;
        let (_, size, turn) = shape.rectangle()?;
        let (least, most) = shape.bounds();
        let inside = (most.0.min(width) - least.0.max(0.0)).max(0.0) * (most.1.min(height) - least.1.max(0.0)).max(0.0);
        Some(turn == 0.0 && size.0 > 0.0 && inside >= WHOLE_SHARE * width * height)
    };
    let closed = tile.shapes.iter().any(|object| covers(object) == Some(true));
    closed.then(|| Says::from([("walkable".to_owned(), Value::Boolean(false))]))
}

/// The boxes of a tile's shapes, from the tile's upper left corner on, metres.
fn boxes(reader: &Reader, tile: &Tile, gid: Gid, tiling: &Tiling, what: &Origin) -> Vec<Value> {
    let mut all = Vec::new();
    for object in &tile.shapes {
        let shape = match outline::of_object(object, (0.0, 0.0), (0.0, 0.0)) {
            Ok(shape) => shape,
            Err(e) => {
                reader.findings.error(what, format!("its shape: {e}"));
                continue;
            }
        };
        let shape = shape.map(|at| flipped(at, gid, tiling)).map(|at| {
            let (corner, at) = (tiling.in_tile((0.0, 0.0), tiling.first), tiling.in_tile(at, tiling.first));
            (at.0 - corner.0, at.1 - corner.1)
        });
        all.extend(shape.boxes(heights(&properties::properties(object), &tile.properties), 0.2));
    }
    all
}

/// Where a point of a tile is when it is flipped: first over the diagonal, then across, then down.
fn flipped((x, y): Point, gid: Gid, tiling: &Tiling) -> Point {
    let (width, height) = tiling.tile_px;
    let (x, y) = if gid.diagonal { (y * width / height, x * height / width) } else { (x, y) };
    (if gid.across { width - x } else { x }, if gid.down { height - y } else { y })
}
