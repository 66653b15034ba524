//! The cells of a layer of tiles, in all of Tiled's encodings.

use super::tree::Element;
use crate::world::format::{MAX_CELLS, MAX_SIDE_CELLS};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::io::Read;

/// Bits of a cell that say how its tile is flipped: across, down, over the diagonal; and what hexagonal maps turn by 120°.
const FLIPS: u32 = 0xf000_0000;

/// A cell: the number of its tile in the map (0: none), and how that is flipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gid {
    pub number: u32,
    pub across: bool,
    pub down: bool,
    pub diagonal: bool,
}

impl From<u32> for Gid {
    fn from(bits: u32) -> Self {
        let bit = |n: u32| bits >> n & 1 == 1;
        Self { number: bits & !FLIPS, across: bit(31), down: bit(30), diagonal: bit(29) }
    }
}

/// Cells row by row from a column and a row on, which may be negative on infinite maps.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub cells: Vec<u32>,
}

impl Chunk {
    pub(super) fn height(&self) -> u32 {
        (self.cells.len() as u32).checked_div(self.width).unwrap_or(0)
    }
}

/// Why cells cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum DataError {
    #[error("it has no <data>")]
    None,
    #[error("'{0}' must be a whole number, not '{1}'")]
    Number(&'static str, String),
    #[error("{0} x {1} tiles are too many: at most {MAX_SIDE_CELLS} a side and {MAX_CELLS} in all")]
    TooLarge(u64, u64),
    #[error("it has {found} cells; {width} x {height} are {wanted}")]
    Count { found: usize, width: u64, height: u64, wanted: u64 },
    #[error("'{0}' is no number of a tile")]
    Csv(String),
    #[error("this is not base64: {0}")]
    Base64(#[from] base64::DecodeError),
    #[error("these {0} data cannot be unpacked: {1}")]
    Unpack(&'static str, String),
    #[error("the encoding '{0}' with the compression '{1}' is not known")]
    Encoding(String, String),
}

/// A whole number that an element must have.
pub(super) fn whole<T: std::str::FromStr>(element: &Element, name: &'static str) -> Result<T, DataError> {
    let text = element.get(name).unwrap_or("");
    text.trim().parse().map_err(|_| DataError::Number(name, text.chars().take(20).collect()))
}

/// Width and height that a world may have.
pub(super) fn size(element: &Element) -> Result<(u32, u32), DataError> {
    let (width, height) = (whole::<u64>(element, "width")?, whole::<u64>(element, "height")?);
    let fits = width <= MAX_SIDE_CELLS && height <= MAX_SIDE_CELLS && width * height <= MAX_CELLS;
    if fits { Ok((width as u32, height as u32)) } else { Err(DataError::TooLarge(width, height)) }
}

/// The cells of a `<layer>`.
///
/// # Errors
/// [`DataError`].
pub(super) fn chunks(layer: &Element) -> Result<Vec<Chunk>, DataError> {
    let data = layer.first("data").ok_or(DataError::None)?;
    let mut chunks = Vec::new();
    if data.all("chunk").next().is_none() {
        if data.children.is_empty() && data.text.trim().is_empty() && data.get("encoding").is_none() {
            return Ok(chunks);
        }
        let (width, height) = size(layer)?;
        chunks.push(Chunk { x: 0, y: 0, width, cells: cells(data, data, (width, height))? });
    }
    let mut all = 0;
    for chunk in data.all("chunk") {
        let (width, height) = size(chunk)?;
        all += u64::from(width) * u64::from(height);
        if all > MAX_CELLS {
            return Err(DataError::TooLarge(all, 1));
        }
        let (x, y) = (whole(chunk, "x")?, whole(chunk, "y")?);
        chunks.push(Chunk { x, y, width, cells: cells(data, chunk, (width, height))? });
    }
    Ok(chunks)
}

/// The cells that an element holds, encoded as `data` says.
fn cells(data: &Element, holder: &Element, (width, height): (u32, u32)) -> Result<Vec<u32>, DataError> {
    let wanted = width as usize * height as usize;
    let (encoding, compression) = (data.get("encoding").unwrap_or(""), data.get("compression").unwrap_or(""));
    let cells: Vec<u32> = match (encoding, compression) {
        ("", "") => holder.all("tile").take(wanted + 1).map(gid_of_tile).collect::<Result<_, _>>()?,
        ("csv", "") => csv(&holder.text, wanted)?,
        ("base64", packing) => {
            let packed = STANDARD.decode(holder.text.split_whitespace().collect::<String>())?;
            let bytes = unpacked(packing, &packed, wanted as u64 * 4 + 1)?;
            if bytes.len() != wanted * 4 {
                return Err(count(bytes.len() / 4, (width, height)));
            }
            bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
        }
        (encoding, compression) => return Err(DataError::Encoding(encoding.into(), compression.into())),
    };
    if cells.len() == wanted { Ok(cells) } else { Err(count(cells.len(), (width, height))) }
}

fn count(found: usize, (width, height): (u32, u32)) -> DataError {
    let (width, height) = (u64::from(width), u64::from(height));
    DataError::Count { found, width, height, wanted: width * height }
}

fn gid_of_tile(tile: &Element) -> Result<u32, DataError> {
    tile.get("gid").map_or(Ok(0), number)
}

fn number(word: &str) -> Result<u32, DataError> {
    word.trim().parse().map_err(|_| DataError::Csv(word.trim().chars().take(20).collect()))
}

/// Numbers with commas between them; some editors write one more at the end.
fn csv(text: &str, wanted: usize) -> Result<Vec<u32>, DataError> {
    let text = text.trim().trim_end_matches(',');
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').take(wanted + 1).map(number).collect()
}

/// At most so many bytes of packed data.
fn unpacked(packing: &str, packed: &[u8], most: u64) -> Result<Vec<u8>, DataError> {
    let mut bytes = Vec::new();
    let name = match packing {
        "" | "none" => "plain",
        "zlib" => "zlib",
        "gzip" => "gzip",
        "zstd" => "zstd",
        other => return Err(DataError::Encoding("base64".into(), other.into())),
    };
    let wrong = |e: &dyn std::fmt::Display| DataError::Unpack(name, e.to_string());
    match name {
        "zlib" => flate2::read::ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes).map_err(|e| wrong(&e))?,
        "gzip" => flate2::read::GzDecoder::new(packed).take(most).read_to_end(&mut bytes).map_err(|e| wrong(&e))?,
        "zstd" => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(packed).map_err(|e| wrong(&e))?;
            decoder.take(most).read_to_end(&mut bytes).map_err(|e| wrong(&e))?
        }
        _ => packed.take(most).read_to_end(&mut bytes).map_err(|e| wrong(&e))?,
    };
    Ok(bytes)
}
