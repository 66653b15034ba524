//! Parallel lines of bits with closed margins, walked 64 cells at a time.

use super::BitGrid;

/// Bits a word.
const WORD: usize = 64;
/// Closed words before the first line and after the last: looks to both sides never leave the memory.
const LEAD: usize = 1;

/// The rows of a field, or its columns: which cells are open, and where a walk along a line stops.
///
/// A closed line lies before the first and after the last, and at least one closed bit ends each line, so that a walk or a
/// look sideways need not check for borders.
///
/// A walk along a line *stops* at closed cells and at *corners*: cells beside which a wall has just ended, so
/// that a turn is possible that was not possible one cell earlier (the forced neighbours of Harabor & Grastien 2011, for
/// the rule that diagonals need both cells beside them). The stops are kept as bits of their own, one set a direction:
/// a look ahead then reads one word instead of three (Harabor & Grastien 2014 read three).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// Words a line.
    stride: usize,
    words: Vec<Word>,
}

/// What is known of 64 cells, side by side because a search for a stop also asks whether it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    open: u64,
    /// Stops of walks towards higher numbers.
    forth: u64,
    /// Stops of walks towards lower numbers.
    back: u64,
}

impl Word {
    const CLOSED: Self = Self { open: 0, forth: !0, back: !0 };
}

impl Lines {
    /// `count` lines of `len` closed cells.
    pub(super) fn new(count: usize, len: usize) -> Self {
        let stride = (len + 1).div_ceil(WORD);
        let words = stride * (count + 2) + 2 * LEAD;
        Self { stride, words: vec![Word::CLOSED; words] }
    }

    /// The rows of a grid.
    pub(super) fn rows(grid: &BitGrid) -> Self {
        let mut lines = Self::new(grid.height() as usize, grid.width() as usize);
        for y in 0..grid.height() as usize {
            let begin = lines.word(y, 0);
            for (w, closed) in grid.row(y).iter().enumerate() {
                lines.words[begin + w].open = !closed & grid.word_mask(w);
            }
        }
        lines.mark_all_stops();
        lines
    }

    /// The columns of a grid, 64 × 64 cells turned over at a time.
    pub(super) fn columns(grid: &BitGrid) -> Self {
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let mut lines = Self::new(width, height);
        for y in (0..height).step_by(WORD) {
            for x in (0..width).step_by(WORD) {
                let mut block = [0; WORD];
                for (row, bits) in (y..height).zip(&mut block) {
                    *bits = !grid.row(row)[x / WORD] & grid.word_mask(x / WORD);
                }
                transpose(&mut block);
                for (column, bits) in (x..width).zip(block) {
                    let word = lines.word(column, y / WORD);
                    lines.words[word].open = bits;
                }
            }
        }
        lines.mark_all_stops();
        lines
    }

    /// The same lines with stops at closed cells only.
    pub(super) fn without_corners(mut self) -> Self {
        for word in &mut self.words {
            (word.forth, word.back) = (!word.open, !word.open);
        }
        self
    }

    /// The place in memory of a line's word.
    #[inline(always)]
    fn word(&self, line: usize, word: usize) -> usize {
        (line + 1) * self.stride + LEAD + word
    }

    /// The open bits of a line's word: 64 cells, the lowest first.
    #[inline(always)]
    pub(super) fn open_word(&self, line: usize, word: usize) -> u64 {
        self.words.get(self.word(line, word)).map_or(0, |w| w.open)
    }

    /// Whether all cells from one to another of a line are open; both are inside.
    #[inline(always)]
    pub(super) fn are_open(&self, line: usize, at: usize, last: usize) -> bool {
        let (begin, first, end) = (self.word(line, 0), at / WORD, last / WORD);
        let (low, high) = (!0 << (at % WORD), !0 >> (WORD - 1 - last % WORD));
        let holds = |word: usize, cells: u64| self.words.get(begin + word).is_some_and(|w| w.open & cells == cells);
        if first == end {
            return holds(first, low & high);
        }
        holds(first, low) && (first + 1..end).all(|word| holds(word, !0)) && holds(end, high)
    }

    /// Where a cell lies among the bits.
    #[inline(always)]
    pub(super) fn bit(&self, line: i32, at: i32) -> usize {
        (((line + 1) as usize * self.stride + LEAD) * WORD).wrapping_add_signed(at as isize)
    }

    /// Bits from a cell to its neighbour in the next line.
    #[inline(always)]
    pub(super) fn line_bits(&self) -> isize {
        (self.stride * WORD) as isize
    }

    /// Whether the cell at a bit is open.
    #[inline(always)]
    pub(super) fn is_open(&self, bit: usize) -> bool {
        self.words.get(bit / WORD).is_some_and(|w| w.open >> (bit % WORD) & 1 == 1)
    }

    /// The bits of three neighbours along a line, the middle one at `bit`: lowest first.
    #[inline(always)]
    pub(super) fn three(&self, bit: usize) -> u64 {
        let low = bit - 1;
        let (word, shift) = (low / WORD, low % WORD);
        (self.words[word].open >> shift | self.words[word + 1].open << 1 << (WORD - 1 - shift)) & 7
    }

    /// The open bits from `bit` on towards higher numbers (lower ones, if `backward`), its own first; what lies beyond the line's
    /// end means nothing. Then the same from its neighbours in the next lines one after the other, or in the lines before if
    /// `up`; ends with the last line.
    #[inline(always)]
    pub(super) fn strips(&self, bit: usize, backward: bool, up: bool) -> impl Iterator<Item = u64> {
        let shift = bit % WORD;
        let (mut at, stride) = (bit / WORD, if up { -(self.stride as isize) } else { self.stride as isize });
        std::iter::from_fn(move || {
            let (low, high) = if backward { (at.wrapping_sub(1), at) } else { (at, at + 1) };
            let (low, high) = (self.words.get(low)?.open, self.words.get(high)?.open);
            at = at.wrapping_add_signed(stride);
            Some(if backward {
                (high << (WORD - 1 - shift) | low >> 1 >> shift).reverse_bits()
            } else {
                low >> shift | high << 1 << (WORD - 1 - shift)
            })
        })
    }

    /// Writes a cell; [`Lines::mark_stops`] must follow.
    pub(super) fn set(&mut self, bit: usize, open: bool) {
        let mask = 1 << (bit % WORD);
        if let Some(word) = self.words.get_mut(bit / WORD) {
            word.open = if open { word.open | mask } else { word.open & !mask };
        }
    }

    /// Writes a cell of lines [without corners](Lines::without_corners).
    pub(super) fn set_without_corners(&mut self, bit: usize, open: bool) {
        self.set(bit, open);
        if let Some(word) = self.words.get_mut(bit / WORD) {
            (word.forth, word.back) = (!word.open, !word.open);
        }
    }

    /// Cells to the next stop towards higher numbers, at least 1, and whether it is open.
    #[inline(always)]
    pub(super) fn forth(&self, bit: usize) -> (usize, bool) {
        let from = bit + 1;
        let mut at = from / WORD;
        let mut word = self.words[at];
        let mut stops = word.forth & (!0 << (from % WORD));
        while stops == 0 {
            at += 1;
            word = self.words[at];
            stops = word.forth;
        }
        let in_word = stops.trailing_zeros();
        (at * WORD + in_word as usize - bit, word.open >> in_word & 1 == 1)
    }

    /// Cells to the next stop towards lower numbers, at least 1, and whether it is open.
    #[inline(always)]
    pub(super) fn back(&self, bit: usize) -> (usize, bool) {
        let from = bit - 1;
        let mut at = from / WORD;
        let mut word = self.words[at];
        let mut stops = word.back & (!0 >> (WORD - 1 - from % WORD));
        while stops == 0 {
            at -= 1;
            word = self.words[at];
            stops = word.back;
        }
        let in_word = WORD as u32 - 1 - stops.leading_zeros();
        (bit - (at * WORD + in_word as usize), word.open >> in_word & 1 == 1)
    }

    /// Finds the stops of all lines.
    pub(super) fn mark_all_stops(&mut self) {
        for word in 0..self.words.len() {
            self.mark_word(word);
        }
    }

    /// Finds the stops again that depend on one cell.
    pub(super) fn mark_stops(&mut self, bit: usize) {
        for line in [bit - self.stride * WORD, bit, bit + self.stride * WORD] {
            for word in (line - 1) / WORD..=(line + 1) / WORD {
                self.mark_word(word);
            }
        }
    }

    fn mark_word(&mut self, word: usize) {
        // The margins are closed all along: every walk stops there.
        let margin = self.stride + LEAD;
        if word < margin || word + margin >= self.words.len() {
            return;
        }
        let (mut forth, mut back) = (!self.words[word].open, !self.words[word].open);
        for beside in [word - self.stride, word + self.stride] {
            let open = self.words[beside].open;
            let before = open << 1 | self.words[beside - 1].open >> (WORD - 1);
            let after = open >> 1 | self.words[beside + 1].open << (WORD - 1);
            forth |= open & !before;
            back |= open & !after;
        }
        self.words[word].forth = forth;
        self.words[word].back = back;
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * size_of::<Word>()
    }
}

/// Turns 64 × 64 bits over, so that bit `j` of word `i` becomes bit `i` of word `j`: halves are exchanged, then quarters,
/// down to single bits (Warren 2002).
fn transpose(block: &mut [u64; WORD]) {
    let (mut half, mut mask) = (WORD / 2, !0_u64 >> (WORD / 2));
    while half > 0 {
        for i in (0..WORD).filter(|i| i & half == 0) {
            let swapped = (block[i] >> half ^ block[i + half]) & mask;
            block[i] ^= swapped << half;
            block[i + half] ^= swapped;
        }
        half /= 2;
        mask ^= mask << half;
    }
}
