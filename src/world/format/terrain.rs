//! Heights, water and vegetation of a native map: numbers for tiles of 8 m, from rows, a grey image, or seeded noise.

use super::grey::{Grey, ImageError};
use super::{Table, files, noise};
use crate::geom::Vec2;
use crate::world::{TILE_M, Terrain, Tiles};

/// Heights that a map may have, metres.
const HEIGHTS_M: (f32, f32) = (-1000.0, 5000.0);
/// Vegetation has numbers between these.
const DENSITIES: (f32, f32) = (0.0, 1.0);
/// Tiles of a world: 32 km by 32 km.
const MOST_TILES: usize = 1 << 24;
/// The least and the greatest distance between the hills of noise, metres.
const HILLS_M: (f32, f32) = (16.0, 10_000.0);

/// What `[ground]` says of terrain, for ground of a size in metres.
pub(super) fn read(ground: &Table, size: Vec2) -> Terrain {
    let heights = tiles(ground, "heights", "[ground.heights]", size, HEIGHTS_M);
    let water_level_m = ground.number("water_level", HEIGHTS_M.0, HEIGHTS_M.1);
    if water_level_m.is_some() && ground.get("heights").is_none() {
        let hint = "add [ground.heights], or use a kind of ground that is water";
        ground.wrong("water_level", "a water level means nothing without heights", Some(hint.into()));
    }
    let vegetation = tiles(ground, "vegetation", "[ground.vegetation]", size, DENSITIES);
    Terrain { heights, water_level_m, vegetation, area_costs: Vec::new() }
}

fn tiles(ground: &Table, key: &str, what: &'static str, size: Vec2, (low, high): (f32, f32)) -> Option<Tiles> {
    let table = ground.table(key, what)?;
    table.allow(&["rows", "image", "noise", "seed", "low", "high"]);
    let given: Vec<&str> = ["rows", "image", "noise"].into_iter().filter(|k| table.get(k).is_some()).collect();
    let (columns, rows) = Tiles::count(size);
    if columns.saturating_mul(rows) > MOST_TILES {
        let message =
            format!("this world has {columns} × {rows} tiles of {TILE_M} m: {what} takes {MOST_TILES} at most");
        return ground.fail(key, message, None);
    }
    match given[..] {
        [] => {
            if !["image", "noise"].into_iter().any(|key| table.misspelt(key)) {
                table.need("rows", "'''…''' (or image = \"hills.png\", or noise = 80)");
            }
            None
        }
        [first, second, ..] => {
            table.fail(second, format!("{what} has both '{first}' and '{second}'; one of them must go"), None)
        }
        ["rows"] => {
            for key in ["low", "high", "seed"].into_iter().filter(|k| table.get(k).is_some()) {
                table.wrong(key, format!("'{key}' means nothing where the numbers are written in rows"), None);
            }
            written(&table, (columns, rows), (low, high))
        }
        [source] => {
            let defaults = if key == "vegetation" { (0.0, 1.0) } else { (f32::NAN, f32::NAN) };
            let bound = |key: &str, default: f32| {
                if default.is_nan() {
                    table.need(key, if key == "low" { "0" } else { "20" });
                }
                table.number(key, low, high).unwrap_or(default)
            };
            let (low, high) = (bound("low", defaults.0), bound("high", defaults.1));
            let shares = if source == "noise" { noise(&table, columns, rows) } else { image(&table, columns, rows) };
            let known = !low.is_nan() && !high.is_nan();
            shares.filter(|_| known).map(|s| Tiles::new(columns, s.into_iter().map(|s| low + (high - low) * s)))
        }
    }
}

/// Numbers with blanks between them, a row of tiles a line.
fn written(table: &Table, (columns, rows): (usize, usize), (low, high): (f32, f32)) -> Option<Tiles> {
    let value = table.get("rows")?;
    let Some(text) = value.get_ref().as_str() else {
        return table.fail("rows", "'rows' must be a string between ''' and '''", None);
    };
    let (text, place) =
        (text.strip_suffix('\n').unwrap_or(text), super::ground::RowPlace::new(table.doc, &value.span()));
    let hint = format!("a number for each tile of {TILE_M} m: {rows} rows of {columns}");
    let found = text.split('\n').count();
    if found != rows {
        return table.fail("rows", format!("{found} rows of tiles, where the ground has {rows}"), Some(hint));
    }
    let (mut numbers, mut sound) = (Vec::with_capacity(columns * rows), true);
    for (y, row) in text.split('\n').enumerate() {
        let before = numbers.len();
        for word in row.split_whitespace() {
            let number = word.parse::<f32>().ok().filter(|n| (low..=high).contains(n));
            if number.is_none() && sound {
                let at = word.as_ptr() as usize - row.as_ptr() as usize;
                let column = row.get(..at).map_or(0, |before| before.chars().count());
                let word: String = word.chars().take(20).collect();
                let message = format!("'{}' is no number from {low} to {high}", word.escape_debug());
                place.error(y, column, message, None);
                sound = false;
            }
            numbers.push(number.unwrap_or(0.0));
        }
        let found = numbers.len() - before;
        if found != columns && sound {
            place.error(
                y,
                0,
                format!("row {} has {found} numbers, where the ground has {columns} tiles", y + 1),
                Some(hint),
            );
            return None;
        }
    }
    sound.then(|| Tiles::new(columns, numbers))
}

/// Shares from 0 (black) to 1 (white), the image drawn over the whole ground.
fn image(table: &Table, columns: usize, rows: usize) -> Option<Vec<f32>> {
    let name = table.text("image", 400)?;
    let path = files::beside(table.doc.file, name);
    let opened = files::open_beside(table.doc.file, &path);
    let grey = opened.map_err(ImageError::from).and_then(|source| Grey::read(source.reader()));
    match grey {
        Ok(grey) => Some(grey.stretched(columns, rows)),
        Err(e) => table.fail("image", format!("the image {}: {e}", path.display()), None),
    }
}

/// Shares from 0 to 1 of seeded noise.
fn noise(table: &Table, columns: usize, rows: usize) -> Option<Vec<f32>> {
    let hills_m = table.number("noise", HILLS_M.0, HILLS_M.1)?;
    let seed = if table.get("seed").is_some() { table.whole("seed", 0..=u32::MAX)? } else { 0 };
    Some(noise::shares(hills_m, seed.into(), columns, rows))
}
