//! Rows of words, as files of queries and of changes have them: numbers, cells, and the place of what is wrong.

use crate::diag::Diagnostic;
use crate::geom::Cell;

/// A line of a file, of words with blanks between them.
pub(super) struct Row<'a> {
    pub(super) file: &'a str,
    /// From 1.
    pub(super) line: u32,
    pub(super) text: &'a str,
}

impl Row<'_> {
    /// A whole number in a column, counted from 0.
    pub(super) fn number(&self, column: usize, word: &str, least: i32, most: i32) -> Result<i32, Diagnostic> {
        match word.parse::<i32>() {
            Ok(n) if (least..=most).contains(&n) => Ok(n),
            _ => {
                let message = format!("expected a whole number from {least} to {most}, got '{}'", short(word));
                Err(self.wrong(column, message))
            }
        }
    }

    /// A cell of a grid of so many columns and rows, written `X,Y`.
    pub(super) fn cell(&self, column: usize, word: &str, (width, height): (usize, usize)) -> Result<Cell, Diagnostic> {
        let Some((x, y)) = word.split_once(',') else {
            return Err(self.wrong(column, format!("expected a column and a row, e.g. 12,40, got '{}'", short(word))));
        };
        let most = |side: usize| i32::try_from(side).unwrap_or(i32::MAX) - 1;
        Ok(Cell::new(self.number(column, x, 0, most(width))?, self.number(column, y, 0, most(height))?))
    }

    /// A fault in one of the row's columns, counted from 0.
    pub(super) fn wrong(&self, column: usize, message: impl Into<String>) -> Diagnostic {
        let word = self.text.split_whitespace().nth(column).unwrap_or(self.text);
        let at = (word.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..at).unwrap_or("").chars().count() as u32;
        Diagnostic::error(self.file, message).at(self.line, before + 1)
    }
}

/// The beginning of a word, for messages.
pub(super) fn short(word: &str) -> String {
    word.chars().take(20).collect::<String>().escape_debug().to_string()
}
