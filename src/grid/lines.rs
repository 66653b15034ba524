//! Parallel lines of bits with closed margins, walked 64 cells at a time.

/// Bits a word.
const WORD: usize = 64;
/// Closed words before the first line and after the last: looks to both sides never leave the memory.
const LEAD: usize = 1;

/// The rows of a field, or its columns: which cells are open, and where somebody who walks along a line has to look up.
///
/// A closed line lies before the first and after the last, and at least one closed bit ends each line, so that nobody who
/// walks or looks sideways needs to ask about borders.
///
/// Somebody who walks along a line *stops* at closed cells and at *corners*: cells beside which a wall has just ended, so
/// that a turn is possible that was not possible one cell earlier (the forced neighbours of Harabor & Grastien 2011, for
/// the rule that diagonals need both cells beside them). The stops are kept as bits of their own, one set a direction:
/// a look ahead then reads one word instead of three (Harabor & Grastien 2014 read three).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// Words a line.
    stride: usize,
    open: Vec<u64>,
    /// Stops of those who walk towards higher numbers.
    forth: Vec<u64>,
    /// Stops of those who walk towards lower numbers.
    back: Vec<u64>,
}

impl Lines {
    /// `count` lines of `len` closed cells.
    pub(super) fn new(count: usize, len: usize) -> Self {
        let stride = (len + 1).div_ceil(WORD);
        let words = stride * (count + 2) + 2 * LEAD;
        Self { stride, open: vec![0; words], forth: vec![!0; words], back: vec![!0; words] }
    }

    /// Where a cell lies among the bits.
    #[inline(always)]
    pub(super) fn bit(&self, line: i32, at: i32) -> usize {
        (((line + 1) as usize * self.stride + LEAD) * WORD).wrapping_add_signed(at as isize)
    }

    /// Whether the cell at a bit is open.
    #[inline(always)]
    pub(super) fn is_open(&self, bit: usize) -> bool {
        self.open.get(bit / WORD).is_some_and(|w| w >> (bit % WORD) & 1 == 1)
    }

    /// The bits of three neighbours along a line, the middle one at `bit`: lowest first.
    #[inline(always)]
    pub(super) fn three(&self, bit: usize) -> u64 {
        let low = bit - 1;
        let (word, shift) = (low / WORD, low % WORD);
        (self.open[word] >> shift | self.open[word + 1] << 1 << (WORD - 1 - shift)) & 7
    }

    /// Writes a cell; [`Lines::mark_stops`] must follow.
    pub(super) fn set(&mut self, bit: usize, open: bool) {
        let mask = 1 << (bit % WORD);
        if let Some(word) = self.open.get_mut(bit / WORD) {
            *word = if open { *word | mask } else { *word & !mask };
        }
    }

    /// Cells to the next stop towards higher numbers, at least 1.
    #[inline(always)]
    pub(super) fn forth(&self, bit: usize) -> usize {
        let from = bit + 1;
        let mut word = from / WORD;
        let mut bits = self.forth[word] & (!0 << (from % WORD));
        while bits == 0 {
            word += 1;
            bits = self.forth[word];
        }
        word * WORD + bits.trailing_zeros() as usize - bit
    }

    /// Cells to the next stop towards lower numbers, at least 1.
    #[inline(always)]
    pub(super) fn back(&self, bit: usize) -> usize {
        let from = bit - 1;
        let mut word = from / WORD;
        let mut bits = self.back[word] & (!0 >> (WORD - 1 - from % WORD));
        while bits == 0 {
            word -= 1;
            bits = self.back[word];
        }
        bit - (word * WORD + (WORD - 1) - bits.leading_zeros() as usize)
    }

    /// Finds the stops of all lines anew.
    pub(super) fn mark_all_stops(&mut self) {
        for word in 0..self.open.len() {
            self.mark_word(word);
        }
    }

    /// Finds the stops anew that one cell has a part in.
    pub(super) fn mark_stops(&mut self, bit: usize) {
        for line in [bit - self.stride * WORD, bit, bit + self.stride * WORD] {
            for word in (line - 1) / WORD..=(line + 1) / WORD {
                self.mark_word(word);
            }
        }
    }

    fn mark_word(&mut self, word: usize) {
        // The margins are closed all along: whoever comes there stops.
        let margin = self.stride + LEAD;
        if word < margin || word + margin >= self.open.len() {
            return;
        }
        let (mut forth, mut back) = (!self.open[word], !self.open[word]);
        for beside in [word - self.stride, word + self.stride] {
            let open = self.open[beside];
            let before = open << 1 | self.open[beside - 1] >> (WORD - 1);
            let after = open >> 1 | self.open[beside + 1] << (WORD - 1);
            forth |= open & !before;
            back |= open & !after;
        }
        self.forth[word] = forth;
        self.back[word] = back;
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        (self.open.len() + self.forth.len() + self.back.len()) * size_of::<u64>()
    }
}
