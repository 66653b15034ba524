//! Pictures as maps: PNG, JPEG, BMP and GIF of any size, a cell a pixel (Nyman 2007 reads levels so).
//!
//! Dark pixels are walls and light ones open, or a palette beside the picture says which colour is which ground. Pixels of edges that
//! were smoothed belong to one of the colours beside them. Where the picture has green or red dots that no palette explains, they are
//! the start and the goal.

use super::draft::{Draft, Origin};
use super::findings::Findings;
use super::keys::OF_GROUND;
use super::kinds::{Kinds, Says};
use super::letters::{Letters, MOST_CELLS};
use crate::world::format::{MAX_SIDE_CELLS, files};
use image::{DynamicImage, GenericImageView, ImageError, ImageReader, Limits, RgbaImage};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;
use toml::Value;

/// Bytes that decoding may take.
const MOST_BYTES: u64 = 200 << 20;
/// Of 255: darker pixels are walls, where there is no palette.
const THRESHOLD: u8 = 128;
/// How far the parts of a colour may be from pure green or red, of 255.
const NEAR: u8 = 100;
/// Colours of a palette.
const MOST_COLOURS: usize = 150;
/// What the file of a palette is called: `level.png` has `level.palette.toml`.
const PALETTE: &str = "palette.toml";

type Colour = [u8; 3];

/// Which colours mean which ground.
#[derive(Debug, Default)]
struct Palette {
    resolution_m: Option<Value>,
    threshold: u8,
    colours: Vec<(Colour, Says)>,
}

/// Whether a file is by its name the palette of a picture.
pub(crate) fn is_palette(path: &Path) -> bool {
    let stem = path.file_stem().map(Path::new);
    let ends = |path: &Path, suffix: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(suffix));
    PALETTE
        .split_once('.')
        .is_some_and(|(inner, outer)| ends(path, outer) && stem.is_some_and(|stem| ends(stem, inner)))
}

/// A palette's colours are `"#rrggbb" = "grass"`, or a table of what a [legend] entry has.
fn palette(file: &str, findings: &Findings) -> Option<Palette> {
    let path = Path::new(file).with_extension(PALETTE);
    let shown = path.display().to_string();
    let origin = Origin { line: 0, what: format!("palette {shown}") };
    let bytes = match files::open(&path).and_then(files::Source::bytes) {
        Ok(bytes) => bytes,
        Err(files::OpenError::Missing) => return Some(Palette { threshold: THRESHOLD, ..Palette::default() }),
        Err(e) => {
            findings.error(&origin, e.to_string());
            return None;
        }
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        findings.error(&origin, "this is not UTF-8");
        return None;
    };
    let table: toml::Table = match toml::from_str(text) {
        Ok(table) => table,
        Err(e) => {
            findings.error(&origin, format!("this is not TOML: {}", e.message()));
            return None;
        }
    };
    let mut palette = Palette { threshold: THRESHOLD, ..Palette::default() };
    for (key, value) in table {
        match key.as_str() {
            "resolution" => palette.resolution_m = Some(value),
            "threshold" => match value.as_integer().and_then(|n| u8::try_from(n).ok()) {
                Some(threshold) => palette.threshold = threshold,
                None => findings.error(&origin, "'threshold' must be a whole number from 0 to 255"),
            },
            key => {
                if let Some(strange) = strange(&value) {
                    let known = known().collect::<Vec<_>>().join(", ");
                    let message = format!("'{key}' has no '{}': a colour may have {known}", strange.escape_debug());
                    findings.error(&origin, message);
                    continue;
                }
                let fault = match (colour(key), said(value)) {
                    (Some(colour), Some(says)) if palette.colours.len() < MOST_COLOURS => {
                        palette.colours.push((colour, says));
                        continue;
                    }
                    (Some(_), Some(_)) => format!("it has more than {MOST_COLOURS} colours"),
                    (None, _) => format!("'{}' is no colour: write \"#rrggbb\"", key.escape_debug()),
                    (_, None) => format!("'{key}' must be the name of a ground, or a table"),
                };
                findings.error(&origin, fault);
            }
        }
    }
    Some(palette)
}

/// `#rrggbb`.
fn colour(text: &str) -> Option<Colour> {
    let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let part = |i: usize| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).ok();
    Some([part(0)?, part(1)?, part(2)?])
}

/// What a colour's table may say.
fn known() -> impl Iterator<Item = &'static str> {
    std::iter::once("name").chain(OF_GROUND.iter().map(|key| key.name))
}

/// A key of a colour's table that says nothing.
fn strange(value: &Value) -> Option<&str> {
    value.as_table()?.keys().find(|key| known().all(|known| known != **key)).map(String::as_str)
}

fn said(value: Value) -> Option<Says> {
    match value {
        Value::String(name) => Some(Says::from([("ground".to_owned(), Value::String(name))])),
        Value::Table(mut table) => {
            let name = table.remove("name").map(|name| ("ground".to_owned(), name));
            Some(table.into_iter().chain(name).collect())
        }
        _ => None,
    }
}

/// The native map that a picture becomes; `None` where it is none.
pub(super) fn draft(file: &str, bytes: &[u8], findings: &Findings) -> Option<Draft> {
    let origin = Origin::default();
    let palette = palette(file, findings)?;
    let picture = match decoded(bytes) {
        Ok(picture) => picture,
        Err(e) => {
            findings.error(&origin, e.to_string());
            return None;
        }
    };
    let mut kinds = Kinds::default();
    let mut dots = [Dot::default(), Dot::default()];
    let letters = if palette.colours.is_empty() {
        by_threshold(&picture, palette.threshold, &mut dots)
    } else {
        by_palette(&picture, &palette, &mut kinds)
    };
    drop(picture);
    let resolution = palette.resolution_m.unwrap_or(Value::Float(1.0));
    let cell_m = super::classes::as_number(&resolution).unwrap_or(1.0);
    let mut draft = Draft::default();
    draft.from(origin);
    draft.keys([("format", 1.into()), ("resolution", resolution)]);
    kinds.write(&mut draft);
    draft.table("[ground]");
    letters.write(&mut draft);
    for ((dot, name), header) in dots.iter().zip(["start", "goal"]).zip(["[player]", "[[place]]"]) {
        if let Some((x, y)) = dot.middle() {
            let at = Value::Array(vec![Value::Float(x * cell_m), Value::Float(y * cell_m)]);
            if header == "[player]" {
                draft.table(header);
                draft.key("at", &at);
            }
            draft.table("[[place]]");
            draft.keys([("name", name.into()), ("at", at)]);
        }
    }
    Some(draft)
}

/// Why a picture is no map.
#[derive(Debug, thiserror::Error)]
enum PictureError {
    #[error("this picture cannot be read: {}", in_words(.0))]
    Decode(#[from] ImageError),
    #[error("{0} x {1} pixels: at most {MAX_SIDE_CELLS} a side and {MOST_CELLS} in all")]
    Size(u32, u32),
}

/// Why a picture cannot be read, without the words of the libraries that read it.
fn in_words(error: &ImageError) -> String {
    match error {
        ImageError::Limits(_) => format!("unpacked it is larger than {} MiB", MOST_BYTES >> 20),
        ImageError::Unsupported(_) => "its form is not known; PNG, JPEG, BMP and GIF are read".to_owned(),
        _ => "it is damaged or cut short".to_owned(),
    }
}

impl From<std::io::Error> for PictureError {
    fn from(error: std::io::Error) -> Self {
        Self::Decode(error.into())
    }
}

fn decoded(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let reader = || ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    // Before anything is unpacked: a small file may be a very large picture.
    let (width, height) = reader()?.into_dimensions()?;
    let cells = u64::from(width) * u64::from(height);
    if cells == 0 || u64::from(width.max(height)) > MAX_SIDE_CELLS || cells > MOST_CELLS {
        return Err(PictureError::Size(width, height));
    }
    let mut reader = reader()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_BYTES);
    reader.limits(limits);
    Ok(reader.decode()?)
}

/// Calls `each` with each row of pixels: they are turned into colours a row at a time, which takes little memory.
fn each_row(picture: &DynamicImage, mut each: impl FnMut(usize, &RgbaImage)) {
    for y in 0..picture.height() {
        each(y as usize, &picture.crop_imm(0, y, picture.width(), 1).into_rgba8());
    }
}

/// Pixels of one of the two colours.
#[derive(Clone, Copy, Debug, Default)]
struct Dot {
    sum: (u64, u64),
    count: u64,
}

impl Dot {
    fn add(&mut self, x: usize, y: usize) {
        self.sum = (self.sum.0 + x as u64, self.sum.1 + y as u64);
        self.count += 1;
    }

    /// The middle of them, cells.
    fn middle(&self) -> Option<(f64, f64)> {
        let mean = |sum: u64| sum as f64 / self.count as f64 + 0.5;
        (self.count > 0).then(|| (mean(self.sum.0), mean(self.sum.1)))
    }
}

/// A pixel on white.
fn on_white([r, g, b, a]: [u8; 4]) -> Colour {
    let over = |part: u8| ((u32::from(part) * u32::from(a) + 255 * (255 - u32::from(a))) / 255) as u8;
    [over(r), over(g), over(b)]
}

/// Dark pixels are walls; green and red ones are open, and counted.
fn by_threshold(picture: &DynamicImage, threshold: u8, dots: &mut [Dot; 2]) -> Letters {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut cells = Vec::with_capacity(width * height);
    let mut is_wall = |(x, y): (usize, usize), [r, g, b, a]: [u8; 4]| {
        let [r, g, b] = on_white([r, g, b, a]);
        let bright = |part: u8| part > 255 - NEAR;
        if bright(g) && r < NEAR && b < NEAR {
            dots[0].add(x, y);
            return false;
        }
        if bright(r) && g < NEAR && b < NEAR {
            dots[1].add(x, y);
            return false;
        }
        // Rec. 601: how bright colours look.
        let grey = (299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b)) / 1000;
        grey < u32::from(threshold)
    };
    each_row(picture, |y, row| {
        cells.extend(row.pixels().enumerate().map(|(x, pixel)| u8::from(is_wall((x, y), pixel.0))));
    });
    Letters::of(width, cells, vec!['_', '#'])
}

/// In place of the index of a colour that the palette does not have.
const OTHER: u8 = u8::MAX;

/// Each pixel is the ground of its colour. One of a colour that the palette does not have is that of the nearest of those beside it.
fn by_palette(picture: &DynamicImage, palette: &Palette, kinds: &mut Kinds) -> Letters {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let letters: Vec<char> =
        palette.colours.iter().map(|(_, says)| kinds.letter(says, Origin::default).unwrap_or('@')).collect();
    // A palette has fewer colours than a byte has values.
    let exact: BTreeMap<Colour, u8> = palette.colours.iter().zip(0..).map(|((colour, _), i)| (*colour, i)).collect();
    let mut found = Vec::with_capacity(width * height);
    // Most pixels are like the one before.
    let mut last = None;
    each_row(picture, |_, row| {
        found.extend(row.pixels().map(|pixel| match last {
            Some((other, index)) if other == pixel.0 => index,
            _ => {
                let index = exact.get(&on_white(pixel.0)).copied().unwrap_or(OTHER);
                last = Some((pixel.0, index));
                index
            }
        }));
    });
    let far = |a: Colour, i: u8| -> u32 {
        let b = palette.colours[usize::from(i)].0;
        (0..3).map(|part| u32::from(a[part].abs_diff(b[part])).pow(2)).sum()
    };
    let nearest = |(x, y): (usize, usize), colour: Colour| {
        let (right, down) = ((x + 1).min(width - 1), (y + 1).min(height - 1));
        let beside =
            (y.saturating_sub(1)..=down).flat_map(|y| (x.saturating_sub(1)..=right).map(move |x| y * width + x));
        let of_beside = beside.map(|i| found[i]).filter(|i| *i != OTHER).min_by_key(|i| far(colour, *i));
        of_beside.or_else(|| (0..palette.colours.len() as u8).min_by_key(|i| far(colour, *i))).unwrap_or(0)
    };
    let mut cells = found.clone();
    for (i, cell) in cells.iter_mut().enumerate().filter(|(_, cell)| **cell == OTHER) {
        let (x, y) = (i % width, i / width);
        *cell = nearest((x, y), on_white(picture.get_pixel(x as u32, y as u32).0));
    }
    Letters::of(width, cells, letters)
}
