//! Lines of a file one by one, none of them ever longer in memory than asked for.

use std::io::{self, BufRead, Read};

/// What some editors put at the start of a file.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads lines into one buffer.
pub struct Lines<'a> {
    source: &'a mut dyn BufRead,
    text: Vec<u8>,
    /// Lines read so far, and whether the last of them was ended.
    count: u32,
    ended: bool,
}

/// A line without what blanks it ends with.
pub struct Line<'a> {
    /// Its number, from 1.
    pub line: u32,
    /// Its text, as far as it was asked for.
    pub text: &'a [u8],
    /// How long it really is.
    pub len: usize,
}

impl<'a> Lines<'a> {
    /// The lines of a file that is read from its beginning.
    pub fn new(source: &'a mut dyn BufRead) -> Self {
        Self { source, text: Vec::new(), count: 0, ended: true }
    }

    /// The next line, at most `most` bytes of it; `None` at the end.
    ///
    /// # Errors
    /// Those of the source.
    pub fn next(&mut self, most: usize) -> io::Result<Option<Line<'_>>> {
        self.text.clear();
        self.source.take(most as u64).read_until(b'\n', &mut self.text)?;
        if self.text.is_empty() {
            return Ok(None);
        }
        self.count += 1;
        self.ended = self.text.ends_with(b"\n");
        let mut skipped = 0;
        if !self.ended && self.text.len() == most {
            (skipped, self.ended) = self.skip_line()?;
        }
        let mut text = self.text.trim_ascii_end();
        if self.count == 1 {
            text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        }
        Ok(Some(Line { line: self.count, text, len: if skipped > 0 { self.text.len() + skipped } else { text.len() } }))
    }

    /// Passes over the rest of a line: how many bytes that were, and whether a line end came.
    fn skip_line(&mut self) -> io::Result<(usize, bool)> {
        let mut skipped = 0;
        loop {
            let buffer = self.source.fill_buf()?;
            let end = buffer.iter().position(|b| *b == b'\n');
            let len = end.unwrap_or(buffer.len());
            skipped += len;
            let over = end.is_some() || buffer.is_empty();
            self.source.consume(len + usize::from(end.is_some()));
            if over {
                return Ok((skipped, end.is_some()));
            }
        }
    }

    /// The line at which the file ends.
    pub fn last_line(&self) -> u32 {
        self.count + u32::from(self.ended)
    }
}
