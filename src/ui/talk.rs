//! The state of the Lua prompt: the line, its results, and the words that complete it.

use super::Prompt;

/// Entries that are kept.
const MOST_ENTRIES: usize = 100;

/// A line and its result.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub line: String,
    pub output: Vec<String>,
    pub failed: bool,
}

/// It stays while the prompt is closed.
#[derive(Clone, Debug, Default)]
pub(super) struct Talk {
    pub prompt: Prompt,
    /// Oldest first.
    pub entries: Vec<Entry>,
    /// Words that can complete the line.
    pub words: Vec<String>,
    /// Earlier lines, oldest first.
    pub past: Vec<String>,
    /// Number of the newest reply that was taken.
    pub last_reply: u64,
}

impl Talk {
    pub(super) fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
        let spare = self.entries.len().saturating_sub(MOST_ENTRIES);
        self.entries.drain(..spare);
    }

    pub(super) fn remember(&mut self, line: &str) {
        if self.past.last().is_none_or(|last| last != line) {
            self.past.push(line.to_owned());
        }
    }

    /// Completes the line as far as all words agree, unless another one was typed meanwhile. `from` counts characters.
    pub(super) fn complete(&mut self, line: &str, from: usize, words: &[String]) {
        if self.prompt.text() != line {
            return;
        }
        let Some(first) = words.first() else { return };
        let shared = words.iter().fold(first.chars().count(), |n, w| {
            n.min(first.chars().zip(w.chars()).take_while(|(a, b)| a == b).count())
        });
        let head: String = line.chars().take(from).chain(first.chars().take(shared)).collect();
        if head.chars().count() > line.chars().count() {
            self.prompt.write(&head);
        }
        self.words = if words.len() > 1 { words.to_vec() } else { Vec::new() };
    }
}
