//! A layer of tiles: where its chunks are, and their cells one by one.

use super::super::draft::Origin;
use super::data::{self, Chunk, Gid};
use super::grid::Tiling;
use super::reader::{Layer, Reader};

/// Tiles that all layers of a map may have together.
pub(super) const MOST_TILES: u64 = 1 << 27;

/// A layer of tiles and where its cells are.
pub(super) struct TileLayer<'a> {
    pub(super) layer: &'a Layer<'a>,
    chunks: Vec<Chunk<'a>>,
    shift: (i32, i32),
}

impl<'a> TileLayer<'a> {
    /// Reads where the cells of a layer are; reports what is wrong with that. `left` are the tiles that the map may yet have.
    pub(super) fn read(reader: &Reader, layer: &'a Layer<'a>, tiling: &Tiling, left: &mut u64) -> Option<Self> {
        let chunks = match data::chunks(layer.element) {
            Ok(chunks) => chunks,
            Err(e) => {
                reader.findings.error(&layer.origin, e.to_string());
                return None;
            }
        };
        let Some(rest) = left.checked_sub(chunks.iter().map(Chunk::count).sum()) else {
            let message = format!("all layers together have more than {MOST_TILES} tiles up to here");
            reader.findings.error(&layer.origin, message);
            *left = 0;
            return None;
        };
        *left = rest;
        let (shift, exact) = tiling.shift(layer.offset_px);
        if !exact {
            let message = "its offset is no whole number of tiles: it is shifted by the nearest";
            reader.findings.warning(&layer.origin, message);
        }
        Some(Self { layer, chunks, shift })
    }

    /// What messages about it name.
    pub(super) fn origin(&self) -> &'a Origin {
        &self.layer.origin
    }

    /// The columns and rows that its chunks take: the first, and one more than the last.
    pub(super) fn extent(&self) -> Option<[(i64, i64); 2]> {
        let corner = |chunk: &Chunk, right: u32, down: u32| {
            let at = |a: i32, b: i32, more: u32| i64::from(a) + i64::from(b) + i64::from(more);
            (at(chunk.x, self.shift.0, right), at(chunk.y, self.shift.1, down))
        };
        let chunks = self.chunks.iter().filter(|chunk| chunk.count() > 0);
        chunks
            .map(|chunk| [corner(chunk, 0, 0), corner(chunk, chunk.width, chunk.height)])
            .reduce(|a, b| [(a[0].0.min(b[0].0), a[0].1.min(b[0].1)), (a[1].0.max(b[1].0), a[1].1.max(b[1].1))])
    }

    /// Calls `each` with the column, row and cell of every tile; reports what is wrong with the cells.
    pub(super) fn each(&self, reader: &Reader, mut each: impl FnMut((i32, i32), Gid)) {
        let wrong = |message: String| reader.findings.error(&self.layer.origin, message);
        let mut known = None;
        for chunk in &self.chunks {
            let cells = match chunk.cells() {
                Ok(cells) => cells,
                Err(e) => return wrong(e.to_string()),
            };
            for (i, bits) in cells.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                let gid = Gid::from(*bits);
                // Most tiles are like the one before.
                if gid.number != 0 && known != Some(gid.number) {
                    if reader.tilesets.find(gid.number).is_none() {
                        return wrong(format!("no tileset has a tile {}", gid.number));
                    }
                    known = Some(gid.number);
                }
                let (x, y) = (i as u32 % chunk.width, i as u32 / chunk.width);
                let at = |first: i32, shift: i32, more: u32| first.saturating_add(shift).saturating_add(more as i32);
                each((at(chunk.x, self.shift.0, x), at(chunk.y, self.shift.1, y)), gid);
            }
        }
    }
}
