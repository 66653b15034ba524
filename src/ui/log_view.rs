//! Which part of the log is shown.

use super::{Level, LogLine};

/// Every level in order, and what is shown from it up, in words.
const LEVELS: [(Level, &str); 4] =
    [(Level::Info, "all"), (Level::Good, "no chatter"), (Level::Warn, "warnings"), (Level::Error, "errors")];

/// A place in the log that stays put while lines come in.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LogView {
    pub least: Level,
    /// The last line shown; `None` follows the newest.
    pub held: Option<u64>,
}

impl LogView {
    pub(super) fn shows(&self, line: &LogLine) -> bool {
        line.level >= self.least
    }

    /// From everything to errors only, and round again.
    pub(super) fn next_level(&mut self) {
        self.least = LEVELS[(self.least as usize + 1) % LEVELS.len()].0;
    }

    /// What is shown, in words.
    pub(super) fn level_name(&self) -> &'static str {
        LEVELS[self.least as usize].1
    }

    /// Towards older lines (below 0) or newer ones. Past the newest the view follows again.
    pub(super) fn scroll(&mut self, by: i32, lines: &[LogLine]) {
        let shown: Vec<u64> = lines.iter().filter(|l| self.shows(l)).map(|l| l.seq).collect();
        let Some(last) = shown.len().checked_sub(1) else { return };
        let at = self.held.map_or(last, |held| shown.iter().rposition(|s| *s <= held).unwrap_or(0));
        let to = (at as i64 + i64::from(by)).clamp(0, last as i64) as usize;
        self.held = (to < last).then(|| shown[to]);
    }
}
