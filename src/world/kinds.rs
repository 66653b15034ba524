//! The kinds of many cells in little memory: half a byte each where sixteen kinds suffice.

/// Kinds that fit half a byte.
const NARROW_KINDS: usize = 16;

/// A small number for each cell, row by row. Rows begin at whole bytes, so that they can be written one by one.
/// Its public fields are for reading.
#[derive(Clone, Debug)]
pub struct KindRows {
    /// Cells from left to right.
    pub width: usize,
    /// Cells from top to bottom.
    pub height: usize,
    /// Two cells a byte, the lower half first; otherwise one.
    narrow: bool,
    /// Bytes a row.
    stride: usize,
    bytes: Vec<u8>,
    /// The greatest number there is.
    pub greatest: Option<u8>,
}

impl KindRows {
    /// No rows yet; numbers will be below `kinds`.
    pub fn new(width: usize, kinds: usize) -> Self {
        let narrow = kinds <= NARROW_KINDS;
        let stride = if narrow { width.div_ceil(2) } else { width };
        Self { width, height: 0, narrow, stride, bytes: Vec::new(), greatest: None }
    }

    /// Makes room for `rows` rows, in one piece.
    pub fn reserve(&mut self, rows: usize) {
        self.bytes.reserve_exact(rows.saturating_mul(self.stride));
    }

    /// Adds a row of `width` cells.
    pub fn push(&mut self, row: &[u8]) {
        debug_assert_eq!(row.len(), self.width);
        self.greatest = self.greatest.max(row.iter().copied().max());
        self.height += 1;
        if !self.narrow {
            self.bytes.extend_from_slice(row);
            return;
        }
        let (pairs, last) = row.as_chunks::<2>();
        self.bytes.extend(pairs.iter().map(|[low, high]| low | high << 4));
        self.bytes.extend(last);
    }

    /// Adds `rows` rows of one number.
    pub fn fill(&mut self, kind: u8, rows: usize) {
        let byte = if self.narrow { kind | kind << 4 } else { kind };
        self.bytes.resize(self.bytes.len() + rows * self.stride, byte);
        self.height += rows;
        self.greatest = self.greatest.max(Some(kind));
    }

    /// The number of a cell inside.
    #[inline(always)]
    pub fn get(&self, x: usize, y: usize) -> u8 {
        if self.narrow {
            self.bytes[y * self.stride + x / 2] >> (x % 2 * 4) & 15
        } else {
            self.bytes[y * self.stride + x]
        }
    }

    /// Writes for which cells of a row something holds, a bit each, lowest first: 64 cells a word, 0 beyond the last.
    pub fn words(&self, row: usize, holds: impl Fn(u8) -> bool, out: &mut Vec<u64>) {
        // What a byte says of its cells, looked up instead of asked.
        let mut bits_of = [0_u8; 256];
        let per_byte = if self.narrow { 2 } else { 1 };
        for (byte, bits) in (0..=u8::MAX).zip(bits_of.iter_mut()) {
            let (low, high) = if self.narrow { (byte & 15, byte >> 4) } else { (byte, byte) };
            *bits = u8::from(holds(low)) | u8::from(self.narrow && holds(high)) << 1;
        }
        out.clear();
        let bytes = &self.bytes[row * self.stride..(row + 1) * self.stride];
        out.extend(bytes.chunks(64 / per_byte).map(|chunk| {
            let bits = |(i, byte): (usize, &u8)| u64::from(bits_of[usize::from(*byte)]) << (i * per_byte);
            chunk.iter().enumerate().map(bits).fold(0, |word, bits| word | bits)
        }));
        if let (Some(last), rest @ 1..) = (out.last_mut(), self.width % 64) {
            *last &= !0 >> (64 - rest);
        }
    }
}
