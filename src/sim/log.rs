//! The log that people read: what scripts print, what reloads do, what went wrong. Bounded, numbered, never a wall clock.

use crate::body::AgentId;
use std::collections::VecDeque;

/// What kind of line it is. Shown as a mark as well as a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something happened.
    #[default]
    Info,
    /// Something a person did took effect.
    Good,
    /// Something may be wrong.
    Warn,
    /// Something went wrong.
    Error,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// Counts up from 0 over the whole run, so that a reader knows what is new and what was lost.
    pub seq: u64,
    /// When it was written.
    pub step: u64,
    /// How serious it is.
    pub level: Level,
    /// The creature that speaks, and its name (`wolf 17`).
    pub speaker: Option<(AgentId, String)>,
    /// One line.
    pub text: String,
    /// How often the same line came again since.
    pub repeats: u32,
}

/// How many lines are kept.
const KEPT: usize = 400;

/// The last few hundred lines. A line equal to the one before it only counts up.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: VecDeque<LogLine>,
    next: u64,
}

impl Log {
    /// Adds a line and returns its number.
    pub fn push(&mut self, step: u64, level: Level, speaker: Option<(AgentId, String)>, text: String) -> u64 {
        if let Some(last) = self.lines.back_mut()
            && (last.level, &last.speaker, &last.text) == (level, &speaker, &text)
        {
            last.repeats += 1;
            last.step = step;
            return last.seq;
        }
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(LogLine { seq: self.next, step, level, speaker, text, repeats: 0 });
        self.next += 1;
        self.next - 1
    }

    /// Counts one more of the line with this number; false when it is no longer kept.
    pub fn count(&mut self, seq: u64) -> bool {
        let first = self.lines.front().map_or(self.next, |l| l.seq);
        let line = seq.checked_sub(first).and_then(|i| self.lines.get_mut(i as usize));
        line.map(|l| l.repeats += 1).is_some()
    }

    /// Oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &LogLine> + ExactSizeIterator {
        self.lines.iter()
    }
}
