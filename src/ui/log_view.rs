//! Which lines of the log are looked at: the least level, and how far back.

use crate::sim::{Level, LogLine};

/// A place in the log that stays put while lines come in.
#[derive(Clone, Debug, PartialEq)]
pub struct LogView {
    pub least: Level,
    /// The last line shown; `None` follows the newest.
    pub held: Option<u64>,
}

impl Default for LogView {
    fn default() -> Self {
        Self { least: Level::Info, held: None }
    }
}

impl LogView {
    pub fn shows(&self, line: &LogLine) -> bool {
        line.level >= self.least
    }

    /// From everything to errors only, and round again.
    pub fn next_level(&mut self) {
        self.least = match self.least {
            Level::Info => Level::Good,
            Level::Good => Level::Warn,
            Level::Warn => Level::Error,
            Level::Error => Level::Info,
        };
    }

    /// Towards older lines (below 0) or newer ones. Past the newest the view follows again.
    pub fn scroll(&mut self, by: i32, lines: &[LogLine]) {
        let shown: Vec<u64> = lines.iter().filter(|l| self.shows(l)).map(|l| l.seq).collect();
        let Some(last) = shown.len().checked_sub(1) else { return };
        let at = self.held.map_or(last, |held| shown.iter().rposition(|s| *s <= held).unwrap_or(0));
        let to = (at as i64 + i64::from(by)).clamp(0, last as i64) as usize;
        self.held = (to < last).then(|| shown[to]);
    }
}

/// What is on from a level up, in words.
pub fn level_name(level: Level) -> &'static str {
    match level {
        Level::Info => "all",
        Level::Good => "no chatter",
        Level::Warn => "warnings",
        Level::Error => "errors",
    }
}
