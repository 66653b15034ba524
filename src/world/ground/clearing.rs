//! Where no ground near is closed: one bit says what would take a look at each cell round a body.

use super::Ground;
use crate::body::MoveClass;
use crate::geom::Cell;
use crate::world::shared::SharedRows;
use std::collections::VecDeque;
use std::sync::OnceLock;

/// A bit is about all cells that are no farther off than this, in rows and in columns.
const MARGIN: i32 = 3;

/// By movement class, for each cell: whether all cells near it are open. A bit for each, 64 a word; made when it is first asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Clearings {
    by_class: Vec<OnceLock<SharedRows<u64>>>,
}

impl Clearings {
    pub(super) fn of(classes: usize) -> Self {
        Self { by_class: vec![OnceLock::new(); classes] }
    }
}

impl Ground {
    /// Whether all cells between two corners round a cell are open to a class, as far as one look shows: where it is `false`, each
    /// cell has to be looked at.
    #[inline]
    pub fn are_open(&self, moves: MoveClass, cell: Cell, (low, high): (Cell, Cell)) -> bool {
        let reaches = |low: i32, at: i32, high: i32| low >= at - MARGIN && high <= at + MARGIN;
        let is_near = || reaches(low.x, cell.x, high.x) && reaches(low.y, cell.y, high.y);
        if !self.contains(cell) || !is_near() {
            return false;
        }
        let Some(clearing) = self.clearings.by_class.get(moves.index()) else { return false };
        // A layer of terrain is not made for this alone.
        if clearing.get().is_none() && self.passages.has_layers() && self.passages.made(moves.index()).is_none() {
            return false;
        }
        let clearing = clearing.get_or_init(|| self.make_clearing(moves));
        clearing.get(cell.x as usize / 64, cell.y as usize) >> (cell.x % 64) & 1 == 1
    }

    #[cold]
    fn make_clearing(&self, moves: MoveClass) -> SharedRows<u64> {
        let (words, height, margin) = (self.width().div_ceil(64), self.height(), MARGIN as usize);
        let mut clearing = SharedRows::new(words);
        // The rows round the present one, the first of them on top; outside the world all is closed.
        let mut rows: VecDeque<Vec<u64>> = VecDeque::from(vec![vec![0; words]; margin]);
        let mut open = Vec::new();
        let mut narrowed = |row: usize, mut out: Vec<u64>| {
            open.clear();
            if row < height {
                self.open_words(moves, row, 0..words, &mut open);
            }
            open.resize(words, 0);
            narrow(&open, &mut out);
            out
        };
        (0..margin).for_each(|row| rows.push_back(narrowed(row, vec![0; words])));
        for y in 0..height {
            let spare = if rows.len() > 2 * margin { rows.pop_front() } else { None };
            rows.push_back(narrowed(y + margin, spare.unwrap_or_else(|| vec![0; words])));
            let all = |i: usize| rows.iter().fold(u64::MAX, |bits, row| bits & row[i]);
            clearing.add().iter_mut().enumerate().for_each(|(i, word)| *word = all(i));
        }
        clearing
    }

    /// A cell is of another kind: cells near it may have something closed near them now. What opens is not noted.
    pub(super) fn note_closed(&mut self, cell: Cell) {
        for class in 0..self.clearings.by_class.len() {
            if self.clearings.by_class[class].get().is_none() || self.open(MoveClass(class as u8), cell) {
                continue;
            }
            let (width, height) = (self.width() as i32, self.height() as i32);
            let Some(clearing) = self.clearings.by_class[class].get_mut() else { continue };
            for y in (cell.y - MARGIN).max(0)..=(cell.y + MARGIN).min(height - 1) {
                let row = clearing.row_mut(y as usize);
                for x in (cell.x - MARGIN).max(0)..=(cell.x + MARGIN).min(width - 1) {
                    row[x as usize / 64] &= !(1 << (x % 64));
                }
            }
        }
    }
}

/// Of the cells of a row, those with none that is closed near them in it.
fn narrow(open: &[u64], out: &mut [u64]) {
    for (i, out) in out.iter_mut().enumerate() {
        let (before, after) = (i.checked_sub(1).map_or(0, |b| open[b]), open.get(i + 1).copied().unwrap_or(0));
        *out = (1..=MARGIN)
            .fold(open[i], |bits, d| bits & (open[i] << d | before >> (64 - d)) & (open[i] >> d | after << (64 - d)));
    }
}
