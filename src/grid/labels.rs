//! Which cells of a field are connected, kept while cells open and close.

use super::runs::join;

/// Numbers that no stretch has any more, before all are given again.
const MOST_SPARE: usize = 4_096;

/// A number for each stretch of open cells within a word of a row: far fewer than cells. Stretches of different numbers
/// whose roots differ have no path between them.
///
/// Opening a cell joins at once. Closing one may part what was connected: unless the cells round it show that nothing
/// was parted, the numbers are *stale* until they are rebuilt. Stale numbers never part what is joined.
///
/// The open cells themselves are not kept here; the caller says which cells of the word are open ([`Place`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Labels {
    /// Words a row.
    stride: usize,
    /// For each word, row by row, where the numbers of its stretches begin.
    first: Vec<u32>,
    /// For how many stretches there is room at that place.
    room: Vec<u8>,
    /// The numbers, from 1.
    of: Vec<u32>,
    /// For each number, one of the same component; itself for the root.
    parent: Vec<u32>,
    stale: bool,
}

/// Where a cell lies: its word of its row, its bit, and which cells of the word are open (before any change).
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub row: usize,
    pub word: usize,
    pub bit: u32,
    pub open: u64,
}

/// The lowest bit of each stretch of set bits.
#[inline(always)]
fn begins(open: u64) -> u64 {
    open & !(open << 1)
}

/// Which stretch of a word a set bit belongs to, counted from the lowest.
#[inline(always)]
fn stretch(open: u64, bit: u32) -> usize {
    (begins(open) & !0 >> (63 - bit)).count_ones() as usize - 1
}

/// The stretches of a word: their lowest bits.
fn each_begin(open: u64) -> impl Iterator<Item = u32> {
    let mut left = begins(open);
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros())?;
        left &= left - 1;
        Some(bit)
    })
}

impl Labels {
    /// Numbers from scratch, by stretches instead of cells (after He, Chao & Suzuki 2008). `open` returns which cells of a
    /// row's word are open.
    pub(super) fn build(&mut self, width: usize, height: usize, open: impl Fn(usize, usize) -> u64) {
        *self = Self { stride: width.div_ceil(64), ..Self::default() };
        self.first.reserve_exact(self.stride * height);
        self.room.reserve_exact(self.stride * height);
        // At first a number is that of an earlier stretch of the same component, or itself.
        for row in 0..height {
            let mut before = 0;
            for word in 0..self.stride {
                let (here, above) = (open(row, word), if row > 0 { open(row - 1, word) } else { 0 });
                self.first.push(self.of.len() as u32);
                self.room.push(begins(here).count_ones() as u8);
                for begin in each_begin(here) {
                    let me = self.of.len() as u32;
                    self.of.push(me);
                    if begin == 0 && before >> 63 == 1 {
                        join(&mut self.of, me, me - 1);
                    }
                    let cells = here & !0 << begin & !(here.wrapping_add(1 << begin));
                    for shared in each_begin(above & cells) {
                        let first = self.first[self.first.len() - 1 - self.stride];
                        join(&mut self.of, me, first + stretch(above, shared) as u32);
                    }
                }
                before = here;
            }
        }
        let mut count = 0;
        for i in 0..self.of.len() {
            self.of[i] = if self.of[i] as usize == i {
                count += 1;
                count
            } else {
                self.of[self.of[i] as usize]
            };
        }
        self.of.shrink_to_fit();
        self.parent = (0..=count).collect();
    }

    pub(super) fn is_stale(&self) -> bool {
        self.stale
    }

    /// Whether there are far more numbers than stretches.
    pub(super) fn is_wasteful(&self) -> bool {
        self.parent.len() > MOST_SPARE + 2 * self.of.len()
    }

    /// The component of a cell; 0 where it is closed.
    pub(super) fn root(&self, at: Place) -> u32 {
        if at.open >> at.bit & 1 == 0 {
            return 0;
        }
        let mut label = self.label(at.row * self.stride + at.word, stretch(at.open, at.bit));
        while let Some(up) = self.parent.get(label as usize).copied().filter(|up| *up != label) {
            label = up;
        }
        label
    }

    fn label(&self, word: usize, stretch: usize) -> u32 {
        self.first.get(word).and_then(|first| self.of.get(*first as usize + stretch)).copied().unwrap_or(0)
    }

    /// Notes that a closed cell opened; `beside` are the components of its neighbours along the axes, 0 where closed.
    pub(super) fn opened(&mut self, at: Place, beside: [u32; 4]) {
        let mut mine = 0;
        for theirs in beside.into_iter().filter(|root| *root != 0) {
            if mine == 0 {
                mine = theirs;
            } else if theirs != mine {
                // An earlier neighbour may have been joined to it meanwhile.
                let theirs = if self.parent[theirs as usize] == theirs { theirs } else { mine };
                let (low, high) = (mine.min(theirs), mine.max(theirs));
                self.parent[high as usize] = low;
                mine = low;
            }
        }
        if mine == 0 {
            mine = self.parent.len() as u32;
            self.parent.push(mine);
        }
        let open = at.open | 1 << at.bit;
        self.rewrite(at, open, Some((stretch(open, at.bit), mine)));
    }

    /// Notes that an open cell closed. `ring` are the eight cells round it, clockwise from the left upper one: bit 0 first,
    /// set where open.
    pub(super) fn closed(&mut self, at: Place, ring: u32) {
        self.rewrite(at, at.open & !(1 << at.bit), None);
        // Neighbours along the axes (odd bits) still are connected when at most one gap lies between them on the ring.
        // A corner alone joins nothing: it counts only between two open neighbours.
        let axes = ring & 0b1010_1010;
        let round = |bit: u32| ring >> (bit % 8) & 1;
        let gaps =
            (0..4).filter(|i| round(2 * i + 1) == 1 && !(round(2 * i + 2) == 1 && round(2 * i + 3) == 1)).count();
        self.stale |= axes.count_ones() > 1 && gaps > 1;
    }

    /// Writes the numbers of a word whose open cells change to `open`. A stretch keeps the number its cells had, but for
    /// the one that is given.
    fn rewrite(&mut self, at: Place, open: u64, given: Option<(usize, u32)>) {
        let word = at.row * self.stride + at.word;
        let mut labels = [0; 32];
        let mut len = 0;
        for begin in each_begin(open) {
            labels[len] = match given {
                Some((stretch, label)) if stretch == len => label,
                _ => self.label(word, stretch(at.open, begin)),
            };
            len += 1;
        }
        if len > usize::from(self.room[word]) {
            // Room is doubled, so that a word that changes again and again moves six times at most.
            let room = len.next_power_of_two();
            self.first[word] = self.of.len() as u32;
            self.room[word] = room as u8;
            self.of.resize(self.of.len() + room, 0);
        }
        let first = self.first[word] as usize;
        self.of[first..first + len].copy_from_slice(&labels[..len]);
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.room.len() + (self.first.len() + self.of.len() + self.parent.len()) * size_of::<u32>()
    }
}
