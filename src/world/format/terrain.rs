//! Heights, water and vegetation of a native map: numbers for tiles of 8 m, from rows, a grey image, or seeded noise.

use super::files::OpenError;
use super::{Table, files};
use crate::geom::Vec2;
use crate::rng::{Purpose, Rand};
use crate::world::{TILE_M, Terrain, Tiles};
use std::io::{BufRead, Cursor, Read};

/// Heights that a map may have, metres.
const HEIGHTS_M: (f32, f32) = (-1000.0, 5000.0);
/// Vegetation has numbers between these.
const DENSITIES: (f32, f32) = (0.0, 1.0);
/// Tiles of a world: 32 km by 32 km.
const MOST_TILES: usize = 1 << 24;
/// An image's longest side, pixels, as many as a world has tiles.
const MOST_PIXELS: u32 = 1 << 15;
/// Bytes of an image's file.
const MOST_BYTES: u64 = 64 << 20;
/// The least and the greatest distance between the hills of noise, metres.
const HILLS_M: (f32, f32) = (16.0, 10_000.0);
/// How often finer noise is added, each with half the distance and half the height of the one before.
const OCTAVES: u32 = 4;

/// Why an image cannot be used.
#[derive(Debug, thiserror::Error)]
enum ImageError {
    #[error("{0}")]
    Open(#[from] OpenError),
    #[error("it is no PNG image that can be read: {0}")]
    Png(#[from] png::DecodingError),
    #[error("it has more than {MOST_PIXELS} pixels a side")]
    TooLarge,
    #[error("it has colours; a grey image is needed, with 8 or 16 bits a pixel")]
    Colours,
}

/// What `[ground]` says of terrain, for ground of a size in metres.
pub(super) fn read(ground: &Table, size: Vec2) -> Terrain {
    let heights = tiles(ground, "heights", "[ground.heights]", size, HEIGHTS_M);
    let water_level_m = ground.number("water_level", HEIGHTS_M.0, HEIGHTS_M.1);
    if water_level_m.is_some() && ground.get("heights").is_none() {
        let hint = "add [ground.heights], or use a kind of ground that is water";
        ground.wrong("water_level", "a water level means nothing without heights", Some(hint.into()));
    }
    let vegetation = tiles(ground, "vegetation", "[ground.vegetation]", size, DENSITIES);
    Terrain { heights, water_level_m, vegetation, tolls: Vec::new() }
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
    let grey = match opened.map_err(Into::into).and_then(|source| grey(source.reader().0)) {
        Ok(grey) => grey,
        Err(e) => return table.fail("image", format!("the image {}: {e}", path.display()), None),
    };
    Some(grey.stretched(columns, rows))
}

/// A grey image: shares from 0 (black) to 1 (white), row by row.
struct Grey {
    width: usize,
    shares: Vec<f32>,
}

impl Grey {
    /// The same with so many columns and rows: each of them the share in its middle, bilinear between the pixels.
    fn stretched(&self, columns: usize, rows: usize) -> Vec<f32> {
        let height = self.shares.len() / self.width;
        let split = |i: usize, of: usize, pixels: usize| {
            let at = ((i as f32 + 0.5) * pixels as f32 / of as f32 - 0.5).clamp(0.0, pixels as f32 - 1.0);
            (at as usize, (at as usize + 1).min(pixels - 1), at.fract())
        };
        let share = |(x, y): (usize, usize)| {
            let ((x0, x1, right), (y0, y1, down)) = (split(x, columns, self.width), split(y, rows, height));
            let along = |y: usize| {
                let (a, b) = (self.shares[y * self.width + x0], self.shares[y * self.width + x1]);
                a + (b - a) * right
            };
            along(y0) + (along(y1) - along(y0)) * down
        };
        (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).map(share).collect()
    }
}

fn grey(source: impl BufRead) -> Result<Grey, ImageError> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|e| ImageError::Open(e.into()))?;
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info()?;
    let info = reader.info();
    let (width, height) = (info.width, info.height);
    if width.max(height) > MOST_PIXELS || u64::from(width) * u64::from(height) > MOST_BYTES {
        return Err(ImageError::TooLarge);
    }
    let (colour, depth) = reader.output_color_type();
    let channels = match colour {
        png::ColorType::Grayscale => 1,
        png::ColorType::GrayscaleAlpha => 2,
        _ => return Err(ImageError::Colours),
    };
    let mut pixels = vec![0; reader.output_buffer_size().ok_or(ImageError::TooLarge)?];
    reader.next_frame(&mut pixels)?;
    let shares = match depth {
        png::BitDepth::Sixteen => {
            let share = |p: &[u8]| f32::from(u16::from_be_bytes([p[0], p[1]])) / f32::from(u16::MAX);
            pixels.chunks_exact(2 * channels).map(share).collect()
        }
        _ => pixels.chunks_exact(channels).map(|p| f32::from(p[0]) / f32::from(u8::MAX)).collect(),
    };
    Ok(Grey { width: width as usize, shares })
}

/// Shares from 0 to 1: value noise (random numbers on a lattice, smoothly joined), several times over each other, stretched
/// so that the least is 0 and the greatest 1.
fn noise(table: &Table, columns: usize, rows: usize) -> Option<Vec<f32>> {
    let hills_m = table.number("noise", HILLS_M.0, HILLS_M.1)?;
    let seed = if table.get("seed").is_some() { table.whole("seed", 0..=u32::MAX)? } else { 0 };
    let mut sums = vec![0.0_f32; columns * rows];
    for octave in 0..OCTAVES {
        let tiles = (hills_m / TILE_M / (1 << octave) as f32).max(1.0);
        let (width, height) = ((columns as f32 / tiles) as usize + 2, (rows as f32 / tiles) as usize + 2);
        let mut rand = Rand::new(seed.into(), Purpose::Terrain, octave.into());
        let lattice: Vec<f32> = (0..width * height).map(|_| rand.unit() as f32).collect();
        // Perlin 2002: the slope is 0 in the lattice's points.
        let split = |i: usize| {
            let at = i as f32 / tiles;
            let t = at.fract();
            (at as usize, t * t * t * (t * (t * 6.0 - 15.0) + 10.0))
        };
        for (i, sum) in sums.iter_mut().enumerate() {
            let ((x, right), (y, down)) = (split(i % columns), split(i / columns));
            let along = |y: usize| {
                let (a, b) = (lattice[y * width + x], lattice[y * width + x + 1]);
                a + (b - a) * right
            };
            *sum += (along(y) + (along(y + 1) - along(y)) * down) / (1 << octave) as f32;
        }
    }
    let least = sums.iter().copied().fold(f32::INFINITY, f32::min);
    let range = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max) - least;
    Some(sums.into_iter().map(|sum| if range > 0.0 { (sum - least) / range } else { 0.0 }).collect())
}
