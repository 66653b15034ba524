//! Layers of tiles as ground: what the topmost tile of each cell says that says anything, and the shapes of tiles as boxes.

use super::super::classes::{as_number, heights};
use super::super::draft::{Draft, Origin};
use super::super::keys::{self, OF_GROUND, OF_STOREY, Properties};
use super::super::kinds::{self, Kinds, Says, sounds_closed};
use super::super::letters::Letters;
use super::super::shapes::{Point, rounded};
use super::data::Gid;
use super::grid::Tiling;
use super::outline;
use super::reader::Reader;
use super::tile_layer::TileLayer;
use super::tileset::Tile;
use crate::world::format::element::Element;
use crate::world::format::objects::MAX_VOLUMES;
use crate::world::{TILE_M, Tiles};
use std::collections::BTreeMap;
use toml::Value;

/// Where no layer has a tile.
const VOID: &str = "void";
/// In place of the letter of a cell that no layer says anything of.
const UNTOUCHED: char = ' ';
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
    letters: Letters,
    /// By tile of the map and its flips.
    placed: BTreeMap<(u32, [bool; 3]), Placed>,
    /// Metres by cell; no number where no tile says it. Empty where none does.
    heights: Vec<f32>,
}

/// What properties say of the ground; `None` where nothing.
fn says(properties: &Properties) -> Option<Says> {
    let names = std::iter::once("ground").chain(kinds::KEYS);
    let says: Says =
        names.filter_map(|name| Some((name.to_owned(), keys::value(&OF_GROUND, name, properties)?))).collect();
    (!says.is_empty()).then_some(says)
}

/// Kinds that tiles name are kinds of the map, though no cell has them: creatures may make them.
pub(super) fn named_kinds(reader: &Reader, kinds: &mut Kinds) {
    for (set, id, tile) in reader.tilesets.each() {
        let says = says(&tile.properties).filter(|says| says.contains_key("ground"));
        let what = || Origin { line: 0, what: format!("tile {id} of '{}'", set.escape_debug()) };
        says.iter().for_each(|says| _ = kinds.letter(says, what));
    }
}

/// The height that properties say, metres.
fn height_m(properties: &Properties) -> Option<f64> {
    as_number(&keys::value(&OF_GROUND, "height", properties)?)
}

impl Ground {
    /// What the layers say, from the lowest to the topmost.
    pub(super) fn of(reader: &Reader, layers: &[TileLayer], tiling: &Tiling, kinds: &mut Kinds) -> Self {
        let (width, height) = tiling.cells();
        let (columns, rows) = (tiling.size.0 as usize, tiling.size.1 as usize);
        let mut of_tile = Letters::new(columns, rows, UNTOUCHED);
        let (mut heights, mut ground) = (Vec::new(), Self::default());
        for layer in layers {
            let mut known: BTreeMap<u32, Option<char>> = BTreeMap::new();
            let own = layer.says(reader);
            let height_of_layer = height_m(&layer.layer.properties);
            layer.each(reader, |(x, y), gid| {
                let place = (i64::from(x) - i64::from(tiling.first.0), i64::from(y) - i64::from(tiling.first.1));
                let inside = (0..i64::from(tiling.size.0)).contains(&place.0)
                    && (0..i64::from(tiling.size.1)).contains(&place.1);
                if !inside {
                    return;
                }
                let i = place.1 as usize * columns + place.0 as usize;
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
                    Some(letter) => of_tile.set(i, *letter),
                    // What says nothing is floor where there is nothing below.
                    None if of_tile.get(i) == UNTOUCHED => of_tile.set(i, kinds.named("floor")),
                    None => {}
                }
                if let Some(metres) = tile.and_then(|tile| height_m(&tile.properties)).or(height_of_layer) {
                    heights.resize(columns * rows, f32::NAN);
                    heights[i] = metres as f32;
                }
                if let Some(tile) = tile.filter(|tile| !tile.shapes.is_empty() && whole(tile, tiling).is_none()) {
                    let flips = [gid.across, gid.down, gid.diagonal];
                    let placed = ground.placed.entry((gid.number, flips)).or_insert_with(|| {
                        let what = reader.tile_origin(gid.number, &layer.layer.origin);
                        Placed { boxes: boxes(reader, tile, gid, tiling, &what), places: Vec::new(), what }
                    });
                    if placed.places.len() <= MAX_VOLUMES {
                        placed.places.push((x, y));
                    }
                }
            });
        }
        // Without any tile a map is objects on open ground.
        let bare = if of_tile.is_all(UNTOUCHED) { "grass" } else { VOID };
        of_tile.replace(UNTOUCHED, kinds.named(&reader.map_word("empty").unwrap_or_else(|| bare.into())));
        if tiling.is_plain() {
            (ground.letters, ground.heights) = (of_tile, heights);
            return ground;
        }
        let cells = (0..height as u32).flat_map(|y| (0..width as u32).map(move |x| (x, y)));
        let tile_of = |(x, y): (u32, u32)| {
            let (column, row) = tiling.tile_of(x, y);
            let at = |i: i32, first: i32, count: u32| u32::try_from(i - first).ok().filter(|i| *i < count);
            let (column, row) = (at(column, tiling.first.0, tiling.size.0)?, at(row, tiling.first.1, tiling.size.1)?);
            Some(row as usize * columns + column as usize)
        };
        ground.letters = Letters::new(width as usize, height as usize, kinds.named(VOID));
        for (i, tile) in cells.clone().map(tile_of).enumerate().filter_map(|(i, tile)| Some((i, tile?))) {
            ground.letters.set(i, of_tile.get(tile));
        }
        if !heights.is_empty() {
            ground.heights = cells.map(|cell| tile_of(cell).map_or(f32::NAN, |i| heights[i])).collect();
        }
        ground
    }

    /// Writes `[ground]` of a plane; `prefix` is that of its tables, `said` what the map or the storey says.
    pub(super) fn write(
        &self,
        (draft, reader): (&mut Draft, &Reader),
        prefix: &str,
        name: Option<&str>,
        cell_m: f64,
        (said, origin): (&Properties, &Origin),
    ) {
        draft.table(&format!("[{prefix}ground]"));
        name.into_iter().for_each(|name| draft.key("storey", &Value::String(name.into())));
        let level = keys::value(&OF_STOREY, "water_level", said);
        level.iter().for_each(|level| draft.key("water_level", level));
        self.letters.write(draft);
        let of_tiles = (!self.heights.is_empty()).then(|| self.height_rows(cell_m));
        for (name, of_tiles) in [("heights", of_tiles), ("vegetation", None)] {
            let rows = keys::value(&OF_STOREY, name, said);
            let rows = rows.as_ref().map(|rows| rows.as_str().unwrap_or("?").trim_matches('\n'));
            let is_number = |c: char| c.is_ascii_digit() || ".-+eE \t\r\n".contains(c);
            if rows.is_some_and(|rows| !rows.chars().all(is_number)) {
                reader.findings.error(origin, format!("'{name}' must be rows of numbers"));
                continue;
            }
            let rows = rows.map(|rows| rows.lines().map(str::to_owned).collect()).or(of_tiles);
            if let Some(rows) = rows {
                draft.table(&format!("[{prefix}ground.{name}]"));
                draft.text_rows(rows);
            }
        }
    }

    /// Heights by tile of the terrain: the mean of what its cells say.
    fn height_rows(&self, cell_m: f64) -> Vec<String> {
        let width = self.letters.width();
        let rows = self.letters.len() / width.max(1);
        let size = crate::geom::Vec2::new((width as f64 * cell_m) as f32, (rows as f64 * cell_m) as f32);
        let (columns, rows) = Tiles::count(size);
        let mut sums = vec![(0.0_f64, 0_u32); columns * rows];
        for (i, metres) in self.heights.iter().enumerate().filter(|(_, metres)| !metres.is_nan()) {
            let tile =
                |cell: usize, most: usize| (((cell as f64 + 0.5) * cell_m / f64::from(TILE_M)) as usize).min(most - 1);
            let sum = &mut sums[tile(i / width, rows) * columns + tile(i % width, columns)];
            *sum = (sum.0 + f64::from(*metres), sum.1 + 1);
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
        all.extend(shape.boxes(heights(&reader.properties(object, what), &tile.properties), 0.2));
    }
    all
}

/// Where a point of a tile is when it is flipped: first over the diagonal, then across, then down.
fn flipped((x, y): Point, gid: Gid, tiling: &Tiling) -> Point {
    let (width, height) = tiling.tile_px;
    let (x, y) = if gid.diagonal { (y * width / height, x * height / width) } else { (x, y) };
    (if gid.across { width - x } else { x }, if gid.down { height - y } else { y })
}
