//! The kinds of many cells in little memory: half a byte each where sixteen kinds suffice.

use super::shared::SharedRows;
use std::ops::Range;

/// Kinds that fit half a byte.
const NARROW_KINDS: usize = 16;
/// Of so many words the cells are asked one by one: to prepare for all values of a byte takes longer.
const FEW_WORDS: usize = 4;

/// A small number for each cell, row by row. Rows begin at whole bytes, so that they can be written one by one.
/// Copies share them in bands. Its public fields are for reading.
#[derive(Clone, Debug)]
pub struct KindRows {
    /// Cells from left to right.
    pub width: usize,
    /// Cells from top to bottom.
    pub height: usize,
    /// Two cells a byte, the lower half first; otherwise one.
    narrow: bool,
    bytes: SharedRows<u8>,
    /// For each number: whether there are cells of it, or were.
    held: [bool; 256],
}

impl KindRows {
    /// No rows yet; numbers will be below `kinds`.
    pub fn new(width: usize, kinds: usize) -> Self {
        let narrow = kinds <= NARROW_KINDS;
        let stride = if narrow { width.div_ceil(2) } else { width };
        Self { width, height: 0, narrow, bytes: SharedRows::new(stride), held: [false; 256] }
    }

    /// Adds a row of `width` cells.
    pub fn push(&mut self, row: &[u8]) {
        debug_assert_eq!(row.len(), self.width);
        row.iter().for_each(|kind| self.held[usize::from(*kind)] = true);
        self.height += 1;
        let bytes = self.bytes.add();
        if !self.narrow {
            return bytes.copy_from_slice(row);
        }
        let (pairs, last) = row.as_chunks::<2>();
        let packed = pairs.iter().map(|[low, high]| low | high << 4).chain(last.iter().copied());
        bytes.iter_mut().zip(packed).for_each(|(byte, of_row)| *byte = of_row);
    }

    /// Adds `rows` rows of one number.
    pub fn fill(&mut self, kind: u8, rows: usize) {
        let byte = if self.narrow { kind | kind << 4 } else { kind };
        (0..rows).for_each(|_| self.bytes.add().fill(byte));
        self.height += rows;
        self.held[usize::from(kind)] |= rows > 0;
    }

    /// From here on those numbers alone count as held that there are cells of now.
    pub fn recount(&mut self) {
        self.held = [false; 256];
        for y in 0..self.height {
            (0..self.width).for_each(|x| self.held[usize::from(self.get(x, y))] = true);
        }
    }

    /// Whether there are cells of a number, or were.
    pub fn holds(&self, kind: u8) -> bool {
        self.held[usize::from(kind)]
    }

    /// The number of a cell inside.
    #[inline(always)]
    pub fn get(&self, x: usize, y: usize) -> u8 {
        if self.narrow { self.bytes.get(x / 2, y) >> (x % 2 * 4) & 15 } else { self.bytes.get(x, y) }
    }

    /// Gives a cell inside another number, below the number of kinds.
    pub fn set(&mut self, x: usize, y: usize, kind: u8) {
        let byte = &mut self.bytes.row_mut(y)[if self.narrow { x / 2 } else { x }];
        *byte = match (self.narrow, x % 2) {
            (false, _) => kind,
            (true, 0) => *byte & 0xF0 | kind,
            (true, _) => *byte & 0x0F | kind << 4,
        };
        self.held[usize::from(kind)] = true;
    }

    /// How many bands of rows these have in common with others, and how many they have.
    pub fn in_common(&self, other: &Self) -> (usize, usize) {
        self.bytes.in_common(&other.bytes)
    }

    /// Writes for which cells of a row something holds, a bit each, lowest first: 64 cells a word, 0 beyond the last. Only
    /// those of a range of words are written.
    pub fn words(&self, row: usize, words: Range<usize>, holds: impl Fn(u8) -> bool, out: &mut Vec<u64>) {
        out.clear();
        if words.len() <= FEW_WORDS {
            let cells = |word: usize| word * 64..(word * 64 + 64).min(self.width);
            let bit = |x: usize| u64::from(holds(self.get(x, row))) << (x % 64);
            out.extend(words.map(|word| cells(word).fold(0, |bits, x| bits | bit(x))));
            return;
        }
        // What a byte says of its cells, looked up instead of asked.
        let mut bits_of = [0_u8; 256];
        let per_byte = if self.narrow { 2 } else { 1 };
        for (byte, bits) in (0..=u8::MAX).zip(bits_of.iter_mut()) {
            let (low, high) = if self.narrow { (byte & 15, byte >> 4) } else { (byte, byte) };
            *bits = u8::from(holds(low)) | u8::from(self.narrow && holds(high)) << 1;
        }
        let bytes = self.bytes.row(row);
        let bytes = &bytes[words.start * 64 / per_byte..(words.end * 64 / per_byte).min(bytes.len())];
        out.extend(bytes.chunks(64 / per_byte).map(|chunk| {
            let bits = |(i, byte): (usize, &u8)| u64::from(bits_of[usize::from(*byte)]) << (i * per_byte);
            chunk.iter().enumerate().map(bits).fold(0, |word, bits| word | bits)
        }));
        if let (Some(last), rest @ 1..) = (out.last_mut(), self.width % 64)
            && words.end * 64 > self.width
        {
            *last &= !0 >> (64 - rest);
        }
    }
}
