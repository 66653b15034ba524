//! Strings of events, each kept once: places, sayings, names of messages, keys of memory.

use std::collections::BTreeMap;
use std::sync::Arc;

/// A string that is kept elsewhere. One that is no longer kept is shown as `…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(u32);

/// The most strings kept; when there are more, the older half is dropped.
pub const MOST: usize = 32_768;
/// Bytes of one string; the rest is cut.
pub const LONGEST: usize = 160;

/// The strings that events refer to.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The number of the oldest string that is kept.
    first: u32,
    kept: Vec<Arc<str>>,
    numbers: BTreeMap<Arc<str>, u32>,
}

impl Words {
    /// The number of a string, new or old. What is longer than [`LONGEST`] is cut.
    pub fn intern(&mut self, text: &str) -> Word {
        let text = cut(text);
        if let Some(n) = self.numbers.get(text) {
            return Word(*n);
        }
        if self.kept.len() == MOST {
            self.forget();
        }
        let n = self.first.wrapping_add(self.kept.len() as u32);
        let text: Arc<str> = text.into();
        self.kept.push(Arc::clone(&text));
        self.numbers.insert(text, n);
        Word(n)
    }

    /// A string by its number.
    pub fn text(&self, word: Word) -> &str {
        self.kept.get(word.0.wrapping_sub(self.first) as usize).map_or("…", |t| t)
    }

    fn forget(&mut self) {
        for text in self.kept.drain(..MOST / 2) {
            self.numbers.remove(&text);
        }
        self.first = self.first.wrapping_add((MOST / 2) as u32);
    }
}

fn cut(text: &str) -> &str {
    if text.len() <= LONGEST {
        return text;
    }
    let end = (0..=LONGEST).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    &text[..end]
}
