//! A rectangle of cells with one bit each: closed or open.

/// One bit a cell, rows padded to whole words so that runs of a row are set a word at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitGrid {
    width: u32,
    height: u32,
    /// Words a row.
    stride: usize,
    words: Vec<u64>,
}

impl BitGrid {
    /// All cells open.
    pub fn new(width: u32, height: u32) -> Self {
        let mut grid = Self::default();
        grid.reset(width, height);
        grid
    }

    /// Takes a new size and opens all cells, in the memory it has where that suffices.
    pub fn reset(&mut self, width: u32, height: u32) {
        self.width = width;
        self.height = height;
        self.stride = width.div_ceil(64) as usize;
        self.words.clear();
        self.words.resize(self.stride * height as usize, 0);
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Cells in all.
    pub fn nodes(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether a cell is inside.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        x >= 0 && y >= 0 && (x as u32) < self.width && (y as u32) < self.height
    }

    /// Whether a cell is inside and not closed.
    pub fn open(&self, x: i32, y: i32) -> bool {
        self.contains(x, y) && self.words[y as usize * self.stride + x as usize / 64] & (1 << (x as u32 % 64)) == 0
    }

    /// Closes a cell; cells outside are ignored.
    pub fn close(&mut self, x: i32, y: i32) {
        if self.contains(x, y) {
            self.words[y as usize * self.stride + x as usize / 64] |= 1 << (x as u32 % 64);
        }
    }

    /// Opens a cell; cells outside are ignored.
    pub(super) fn reopen(&mut self, x: i32, y: i32) {
        if self.contains(x, y) {
            self.words[y as usize * self.stride + x as usize / 64] &= !(1 << (x as u32 % 64));
        }
    }

    /// Closes the cells `from..=to` of a row, as far as they are inside.
    pub fn close_run(&mut self, y: i32, from: i32, to: i32) {
        let (from, to) = (from.max(0), to.min(self.width as i32 - 1));
        if y < 0 || y as u32 >= self.height || from > to {
            return;
        }
        let row = y as usize * self.stride;
        let (first, last) = (from as usize / 64, to as usize / 64);
        for word in first..=last {
            let low = if word == first { !0 << (from % 64) } else { !0 };
            let high = if word == last { !0 >> (63 - to % 64) } else { !0 };
            self.words[row + word] |= low & high;
        }
    }

    /// A row's bits, lowest first, 64 cells a word, set where closed; 0 beyond the last cell.
    pub(super) fn row(&self, y: usize) -> &[u64] {
        &self.words[y * self.stride..(y + 1) * self.stride]
    }

    /// A row's bits for writing; those beyond the last cell must stay 0.
    pub(super) fn row_mut(&mut self, y: usize) -> &mut [u64] {
        &mut self.words[y * self.stride..(y + 1) * self.stride]
    }

    /// The bits of a row's word that stand for cells.
    pub(super) fn word_mask(&self, word: usize) -> u64 {
        let left = (self.width as usize).saturating_sub(word * 64).min(64);
        if left == 0 { 0 } else { !0 >> (64 - left) }
    }

    /// How many cells are closed.
    pub fn closed(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }
}
