//! The letters of a map's cells, a byte each.

use super::draft::Draft;
use crate::world::format::MAX_SIDE_CELLS;

/// Cells that a map of another program may have on all its storeys: what is read of one takes some bytes for each.
pub(super) const MOST_CELLS: u64 = 1 << 25;

/// So many cells are more than a map of another program may have.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "{columns} x {rows} cells on {storeys} storeys are too many: at most {MAX_SIDE_CELLS} a side and {MOST_CELLS} in all"
)]
pub(crate) struct TooManyCells {
    columns: u64,
    rows: u64,
    storeys: usize,
}

impl TooManyCells {
    /// Whether a map may have so many columns and rows on so many storeys.
    ///
    /// # Errors
    /// A side, or all of them, have too many cells.
    pub(in crate::world::format) fn precheck(columns: u64, rows: u64, storeys: usize) -> Result<(), Self> {
        let cells = columns.checked_mul(rows).and_then(|cells| cells.checked_mul(storeys as u64));
        let fits =
            columns <= MAX_SIDE_CELLS && rows <= MAX_SIDE_CELLS && cells.is_some_and(|cells| cells <= MOST_CELLS);
        if fits { Ok(()) } else { Err(Self { columns, rows, storeys }) }
    }
}

/// Letters row by row.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters {
    width: usize,
    /// Indices into `known`.
    cells: Vec<u8>,
    known: Vec<char>,
}

impl Letters {
    /// So many cells that all have one letter.
    pub(super) fn new(width: usize, height: usize, letter: char) -> Self {
        Self { width, cells: vec![0; width * height], known: vec![letter] }
    }

    /// Cells and the letters that they are indices of.
    pub(super) fn of(width: usize, cells: Vec<u8>, known: Vec<char>) -> Self {
        Self { width, cells, known }
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The letter of a cell.
    pub(super) fn get(&self, cell: usize) -> char {
        self.known[usize::from(self.cells[cell])]
    }

    /// Gives a cell a letter. A legend has fewer kinds than a byte has values.
    pub(super) fn set(&mut self, cell: usize, letter: char) {
        let index = self.known.iter().position(|known| *known == letter).unwrap_or_else(|| {
            self.known.push(letter);
            self.known.len() - 1
        });
        self.cells[cell] = index.min(usize::from(u8::MAX)) as u8;
    }

    /// Whether all cells have one letter.
    pub(super) fn is_all(&self, letter: char) -> bool {
        (0..self.cells.len()).all(|cell| self.get(cell) == letter)
    }

    /// Puts another letter in the place of one.
    pub(super) fn replace(&mut self, old: char, new: char) {
        self.known.iter_mut().filter(|letter| **letter == old).for_each(|letter| *letter = new);
    }

    /// Writes them as rows.
    pub(super) fn write(&self, draft: &mut Draft) {
        let row = |row: &[u8]| row.iter().map(|index| self.known[usize::from(*index)]).collect::<String>();
        draft.text_rows(self.cells.chunks(self.width.max(1)).map(row));
    }
}
