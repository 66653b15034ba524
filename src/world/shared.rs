//! A list that copies share in parts, so that a world which something else still shows is changed without a copy of all of it.

use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::ops::{Index, Range};
use std::sync::Arc;

/// Entries of a part.
const PART: usize = 256;

/// A list in parts. A change copies the part that it is in, where another list has that too.
#[derive(Clone, Debug)]
pub struct SharedList<T> {
    /// All of [`PART`] entries but the last.
    parts: Vec<Arc<[T]>>,
    len: usize,
}

impl<T> SharedList<T> {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// An entry; `None` where there is none.
    pub fn get(&self, i: usize) -> Option<&T> {
        self.parts.get(i / PART)?.get(i % PART)
    }

    /// All entries, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        self.parts.iter().flat_map(|part| part.iter())
    }

    /// The entries of a range that is inside, in order.
    pub fn range(&self, range: Range<usize>) -> impl ExactSizeIterator<Item = &T> + Clone {
        range.map(|i| &self[i])
    }

    /// How many parts this list has in common with another, and how many it has.
    pub fn in_common(&self, other: &Self) -> (usize, usize) {
        let common = self.parts.iter().zip(&other.parts).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        (common, self.parts.len())
    }
}

impl<T: Clone> SharedList<T> {
    /// An entry, to change it; `None` where there is none.
    pub fn get_mut(&mut self, i: usize) -> Option<&mut T> {
        Arc::make_mut(self.parts.get_mut(i / PART)?).get_mut(i % PART)
    }

    /// Adds an entry at the end.
    pub fn push(&mut self, entry: T) {
        let before = if self.len.is_multiple_of(PART) { None } else { self.parts.pop() };
        let last = before.iter().flat_map(|part| part.iter().cloned()).chain([entry]);
        self.parts.push(last.collect());
        self.len += 1;
    }
}

impl<T> From<Vec<T>> for SharedList<T> {
    fn from(all: Vec<T>) -> Self {
        let (len, mut all, mut parts) = (all.len(), all.into_iter(), Vec::new());
        while all.len() > 0 {
            parts.push(all.by_ref().take(PART).collect());
        }
        Self { parts, len }
    }
}

impl<T> Index<usize> for SharedList<T> {
    type Output = T;

    #[inline]
    fn index(&self, i: usize) -> &T {
        &self.parts[i / PART][i % PART]
    }
}

/// Entries of a band, about.
const BAND: usize = 1 << 14;
/// The most rows of a band, as a power of two.
const MOST_ROWS: u32 = 6;

/// Rows of equal length. A change copies the band of rows that it is in, where another copy has that too.
#[derive(Clone, Debug)]
pub(super) struct SharedRows<T> {
    stride: usize,
    height: usize,
    /// Rows of a band, as a power of two.
    shift: u32,
    bands: Vec<Arc<[T]>>,
}

impl<T: Copy + Default + Send + Sync> SharedRows<T> {
    /// So many rows of so many entries, each row written by `write`; on the threads of `pool`, where there is one.
    pub(super) fn written(
        (stride, height): (usize, usize),
        pool: Option<&ThreadPool>,
        write: impl Fn(usize, &mut [T]) + Sync,
    ) -> Self {
        let mut all = Self::new(stride);
        (0..height).for_each(|_| _ = all.add());
        let rows = 1 << all.shift;
        let band = |(band, entries): (usize, &mut Arc<[T]>)| {
            let lines = Arc::make_mut(entries).chunks_exact_mut(stride.max(1));
            (band * rows..height).zip(lines).for_each(|(y, row)| write(y, row));
        };
        match pool {
            None => all.bands.iter_mut().enumerate().for_each(band),
            Some(pool) => pool.install(|| all.bands.par_iter_mut().enumerate().for_each(band)),
        }
        all
    }
}

impl<T: Copy + Default> SharedRows<T> {
    /// No rows yet, of so many entries each.
    pub(super) fn new(stride: usize) -> Self {
        let rows = (BAND / stride.max(1)).max(1);
        Self { stride, height: 0, shift: rows.ilog2().min(MOST_ROWS), bands: Vec::new() }
    }

    /// How many rows there are.
    pub(super) fn height(&self) -> usize {
        self.height
    }

    /// Adds a row of as many entries as each has, and returns it: they are the default.
    pub(super) fn add(&mut self) -> &mut [T] {
        let rows = 1 << self.shift;
        if self.height.is_multiple_of(rows) {
            self.bands.push(vec![T::default(); self.stride * rows].into());
        }
        self.height += 1;
        self.row_mut(self.height - 1)
    }

    /// A row that there is.
    #[inline]
    pub(super) fn row(&self, y: usize) -> &[T] {
        &self.bands[y >> self.shift][(y & ((1 << self.shift) - 1)) * self.stride..][..self.stride]
    }

    /// A row that there is, to change it.
    pub(super) fn row_mut(&mut self, y: usize) -> &mut [T] {
        let first = (y & ((1 << self.shift) - 1)) * self.stride;
        &mut Arc::make_mut(&mut self.bands[y >> self.shift])[first..][..self.stride]
    }

    /// An entry that there is.
    #[inline(always)]
    pub(super) fn get(&self, x: usize, y: usize) -> T {
        self.bands[y >> self.shift][(y & ((1 << self.shift) - 1)) * self.stride + x]
    }

    /// How many bands these rows have in common with others, and how many they have.
    pub(super) fn in_common(&self, other: &Self) -> (usize, usize) {
        let common = self.bands.iter().zip(&other.bands).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        (common, self.bands.len())
    }
}
