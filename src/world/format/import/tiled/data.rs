//! The cells of a layer of tiles, in all of Tiled's encodings.

use super::super::letters::MOST_CELLS;
use crate::world::format::MAX_SIDE_CELLS;
use crate::world::format::element::Element;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::io::Read;

/// Bytes that are unpacked at a time.
const BUFFER_BYTES: usize = 1 << 14;

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

/// Cells row by row from a column and a row on, which may be negative on infinite maps. They are unpacked when they are asked for:
/// a small file may have very many.
#[derive(Debug)]
pub(super) struct Chunk<'a> {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
    data: &'a Element,
    holder: &'a Element,
}

impl Chunk<'_> {
    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// The cells.
    ///
    /// # Errors
    /// [`DataError`].
    pub(super) fn cells(&self) -> Result<Vec<u32>, DataError> {
        cells(self.data, self.holder, (self.width, self.height))
    }
}

/// Why cells cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum DataError {
    #[error("it has no <data>")]
    None,
    #[error("'{0}' must be a whole number, not '{1}'")]
    Number(&'static str, String),
    #[error("{0} x {1} tiles are too many: at most {MAX_SIDE_CELLS} a side and {MOST_CELLS} in all")]
    TooLarge(u64, u64),
    #[error("it has {found} cells; {width} x {height} are {wanted}")]
    Count { found: usize, width: u64, height: u64, wanted: u64 },
    #[error("'{0}' is no number of a tile")]
    Csv(String),
    #[error("this is not base64: {0}")]
    Base64(#[from] base64::DecodeError),
    #[error("these {0} data cannot be unpacked: they are damaged or cut short")]
    Unpack(String),
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
    let fits = width <= MAX_SIDE_CELLS && height <= MAX_SIDE_CELLS && width * height <= MOST_CELLS;
    if fits { Ok((width as u32, height as u32)) } else { Err(DataError::TooLarge(width, height)) }
}

/// The chunks of a `<layer>`.
///
/// # Errors
/// [`DataError`].
pub(super) fn chunks(layer: &Element) -> Result<Vec<Chunk<'_>>, DataError> {
    let data = layer.first("data").ok_or(DataError::None)?;
    let mut chunks = Vec::new();
    if data.all("chunk").next().is_none() {
        if data.children.is_empty() && data.text.trim().is_empty() && data.get("encoding").is_none() {
            return Ok(chunks);
        }
        let (width, height) = size(layer)?;
        chunks.push(Chunk { x: 0, y: 0, width, height, data, holder: data });
    }
    for chunk in data.all("chunk") {
        let (width, height) = size(chunk)?;
        chunks.push(Chunk { x: whole(chunk, "x")?, y: whole(chunk, "y")?, width, height, data, holder: chunk });
    }
    Ok(chunks)
}

/// The cells that an element holds, encoded as `data` says.
fn cells(data: &Element, holder: &Element, (width, height): (u32, u32)) -> Result<Vec<u32>, DataError> {
    let wanted = width as usize * height as usize;
    let (encoding, compression) = (data.get("encoding").unwrap_or(""), data.get("compression").unwrap_or(""));
    let cells: Vec<u32> = match (encoding, compression) {
        // An element for each tile is such a list, too.
        ("" | "csv", "") => csv(&holder.text, wanted)?,
        ("base64", packing) => {
            let text = holder.text.trim();
            let packed = match text.contains(char::is_whitespace) {
                true => STANDARD.decode(text.split_whitespace().collect::<String>()),
                false => STANDARD.decode(text),
            };
            unpacked(packing, &packed?, wanted)?
        }
        (encoding, compression) => return Err(DataError::Encoding(encoding.into(), compression.into())),
    };
    if cells.len() == wanted { Ok(cells) } else { Err(count(cells.len(), (width, height))) }
}

fn count(found: usize, (width, height): (u32, u32)) -> DataError {
    let (width, height) = (u64::from(width), u64::from(height));
    DataError::Count { found, width, height, wanted: width * height }
}

fn number(word: &str) -> Result<u32, DataError> {
    word.trim().parse().map_err(|_| DataError::Csv(word.trim().chars().take(20).collect()))
}

/// Numbers with commas between them; some editors write one more at the end.
fn csv(text: &str, wanted: usize) -> Result<Vec<u32>, DataError> {
    let text = text.trim();
    let text = text.strip_suffix(',').unwrap_or(text);
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').take(wanted + 1).map(number).collect()
}

/// The numbers of packed data: one more than there should be, at most.
fn unpacked(packing: &str, packed: &[u8], wanted: usize) -> Result<Vec<u32>, DataError> {
    let wrong = || DataError::Unpack(packing.to_owned());
    let read = match packing {
        "" | "none" => numbers(packed, wanted),
        "zlib" => numbers(flate2::read::ZlibDecoder::new(packed), wanted),
        "gzip" => numbers(flate2::read::GzDecoder::new(packed), wanted),
        "zstd" => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(packed).map_err(|_| wrong())?;
            numbers(decoder, wanted)
        }
        other => return Err(DataError::Encoding("base64".into(), other.chars().take(20).collect())),
    };
    read.map_err(|_| wrong())
}

/// Numbers of four bytes, the least first. A last one may be incomplete, and counts.
fn numbers(mut from: impl Read, wanted: usize) -> std::io::Result<Vec<u32>> {
    let (mut numbers, mut buffer, mut filled) = (Vec::new(), [0; BUFFER_BYTES], 0);
    while numbers.len() <= wanted {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(more) => filled += more,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        }
        let whole = buffer[..filled].chunks_exact(4);
        numbers.extend(whole.map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])));
        buffer.copy_within(filled - filled % 4..filled, 0);
        filled %= 4;
    }
    numbers.extend((filled > 0).then_some(0));
    Ok(numbers)
}
