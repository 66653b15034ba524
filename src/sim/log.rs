//! The log that people read: what scripts print, what reloads do, what went wrong. Bounded, numbered, never a wall clock.
//! A fault that a thousand creatures raise a thousand times is one line that counts.

use crate::body::AgentId;
use crate::diag::{Diagnostic, printable};
use crate::lua::source::mods::FileKey;
use std::collections::{BTreeMap, VecDeque};

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
    ///
    /// Control characters become escapes: names of files, states and creatures are the mods', and front ends print lines as
    /// they are.
    pub fn push(&mut self, step: u64, level: Level, speaker: Option<(AgentId, String)>, text: impl AsRef<str>) -> u64 {
        let text = text.as_ref().lines().map(printable).collect::<Vec<_>>().join("\n");
        let speaker = speaker.map(|(id, name)| (id, printable(&name)));
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

    /// How many lines were ever written.
    pub fn written(&self) -> u64 {
        self.next
    }

    /// Oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &LogLine> + ExactSizeIterator {
        self.lines.iter()
    }
}

/// All errors raised on one line of a script since its file last changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorGroup {
    /// The file as messages name it (`scripts/npc/wolf.lua`), and the line in it from 1; 0 when only the file is known.
    pub file: String,
    /// One-based; 0 where none is known.
    pub line: u32,
    /// The path inside its mod (`npc/wolf.lua`), and the mod; empty when it is no script of this world.
    pub path: String,
    /// The mod that the file belongs to.
    pub mod_name: String,
    /// How often it happened.
    pub count: u64,
    /// The last message; messages of one place may differ in names and numbers.
    pub message: String,
    /// When it happened last.
    pub last_step: u64,
}

/// Places that are remembered; beyond that, the one that was quiet longest is forgotten.
pub const MAX_GROUPS: usize = 1_000;
/// A place whose line has left the log gets a new line at most this often.
const SUMMARY_EVERY_STEPS: u64 = 200;

/// The places where scripts raised errors.
#[derive(Default)]
pub struct FaultGroups {
    by_place: BTreeMap<(String, u32), Entry>,
}

struct Entry {
    group: ErrorGroup,
    /// Its line in the log, and when that was written.
    seq: u64,
    logged: u64,
}

impl FaultGroups {
    /// Counts an error and keeps the log true without filling it: a line for a new place, a number for an old one.
    pub fn count(&mut self, d: &Diagnostic, key: Option<&FileKey>, step: u64, log: &mut Log) {
        let place = (d.file.clone(), d.line);
        if let Some(entry) = self.by_place.get_mut(&place) {
            entry.group.count += 1;
            entry.group.last_step = step;
            entry.group.message.clone_from(&d.message);
            if !log.count(entry.seq) && step >= entry.logged + SUMMARY_EVERY_STEPS {
                let (place, message) = (printable(&d.place()), printable(&d.message));
                let text = format!("{place}: error: {message} ({} times so far)", entry.group.count);
                (entry.seq, entry.logged) = (log.push(step, Level::Error, None, &text), step);
            }
            return;
        }
        if self.by_place.len() >= MAX_GROUPS
            && let Some(quiet) = self.by_place.iter().min_by_key(|(_, e)| e.group.last_step).map(|(p, _)| p.clone())
        {
            self.by_place.remove(&quiet);
        }
        let (path, mod_name) = key.cloned().unwrap_or_default();
        let (file, message) = (d.file.clone(), d.message.clone());
        let group = ErrorGroup { file, line: d.line, path, mod_name, count: 1, message, last_step: step };
        let seq = log.push(step, Level::Error, None, d.to_string());
        self.by_place.insert(place, Entry { group, seq, logged: step });
    }

    /// A file changed: its lines are not what they were.
    pub fn forget(&mut self, (path, mod_name): &FileKey) {
        self.by_place.retain(|_, e| (&e.group.path, &e.group.mod_name) != (path, mod_name));
    }

    /// The places with most errors first, at most `most`.
    pub fn worst(&self, most: usize) -> Vec<ErrorGroup> {
        let mut all: Vec<&ErrorGroup> = self.by_place.values().map(|e| &e.group).collect();
        all.sort_by_key(|g| std::cmp::Reverse(g.count));
        all.into_iter().take(most).cloned().collect()
    }
}
