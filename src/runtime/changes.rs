//! Which sources to send the world after a save: what was saved, what did not load before, and what was rolled back and
//! belongs to it.

use crate::diag::{Diagnostic, joined};
use crate::lua::api::params::ScriptParams;
use crate::lua::host::program::Program;
use crate::lua::source::mods::{FileKey, ModSet};
use crate::sim::{Command, Level, Sim, SourceFile, Undone};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the world runs. The simulation owns it; the reloader gets it after every save that it sent and after every rollback.
pub struct Live {
    /// Saves that the world has applied or refused so far.
    saves: u64,
    mods: Arc<ModSet>,
    program: Arc<Program>,
    /// The sources that were rolled back: a save of such a file is a new attempt, whatever it contains.
    rolled_back: BTreeMap<FileKey, Undone>,
    /// No creatures are still to be called because of a save.
    is_settled: bool,
}

impl Live {
    /// As it is after so many saves.
    pub fn of(sim: &Sim, saves: u64) -> Self {
        let (mods, program) = (Arc::clone(sim.mods()), Arc::clone(&sim.program));
        Self { saves, mods, program, rolled_back: sim.rolled_back.clone(), is_settled: true }
    }

    /// The same, while creatures are still to be called because of a save.
    pub(super) fn unsettled(self) -> Self {
        Self { is_settled: false, ..self }
    }

    pub(super) fn mods(&self) -> &ModSet {
        &self.mods
    }
}

/// What is sent to the world.
#[derive(Clone, Debug)]
pub enum Sent {
    /// Sources that load together, and the program compiled from the mods with them.
    Reload {
        /// The sources.
        files: Vec<SourceFile>,
        /// What they compile to.
        program: Arc<Program>,
    },
    /// A source that does not load.
    Rejected {
        /// The source.
        file: SourceFile,
        /// Why.
        message: String,
    },
    /// A line for the log.
    Note {
        /// What kind of line.
        level: Level,
        /// The line.
        text: String,
    },
}

impl Sent {
    /// As a command to the world.
    pub fn command(self) -> Command {
        match self {
            Self::Reload { files, .. } => Command::Reload { files },
            Self::Rejected { file, message } => Command::Rejected { file, message },
            Self::Note { level, text } => Command::Note { level, text },
        }
    }
}

/// The saves that the world does not run yet.
pub struct Changes {
    /// What the world runs, or will run once it has taken the saves that were sent.
    live: Live,
    params: ScriptParams,
    /// Changed files that did not load yet: the next save may be the other half of the change.
    pending: BTreeMap<FileKey, SourceFile>,
    /// What was saved last, where sources that were rolled back before went with it: if all are rolled back together, it is
    /// tried alone.
    alone: Vec<SourceFile>,
}

impl Changes {
    /// No save has come since.
    pub fn new(live: Live, params: ScriptParams) -> Self {
        Self { live, params, pending: BTreeMap::new(), alone: Vec::new() }
    }

    pub(super) fn mods(&self) -> &ModSet {
        &self.live.mods
    }

    /// Whether the world has taken all saves that were sent, and its creatures were woken that these concern.
    pub fn are_settled(&self) -> bool {
        self.live.is_settled
    }

    /// Replaces what is known of the world, unless saves are still on their way to it.
    pub fn update(&mut self, live: Live) -> Vec<Sent> {
        if live.saves != self.live.saves {
            return Vec::new();
        }
        self.live = live;
        let undone = |f: &SourceFile| self.live.rolled_back.get(&f.key()).is_some_and(|u| u.text == f.text);
        if self.alone.is_empty() || !self.alone.iter().all(undone) {
            return Vec::new();
        }
        let files = std::mem::take(&mut self.alone);
        let names: Vec<&str> = files.iter().map(|f| f.path.as_str()).collect();
        let text = format!("{} is tried alone, without what was rolled back before", names.join(", "));
        let mut sent = vec![Sent::Note { level: Level::Info, text }];
        sent.extend(self.load(&files).ok());
        sent
    }

    /// What to send after a save of these files.
    pub fn save(&mut self, fresh: Vec<SourceFile>) -> Vec<Sent> {
        self.alone.clear();
        self.pending.extend(fresh.iter().map(|f| (f.key(), f.clone())));
        let all: Vec<SourceFile> = self.pending.values().cloned().collect();
        let again = self.related(&all);
        if !again.is_empty() {
            let files: Vec<SourceFile> = all.iter().chain(&again).cloned().collect();
            if let Ok(sent) = self.load(&files) {
                self.pending.clear();
                self.alone = all;
                let names: Vec<&str> = again.iter().map(|f| f.path.as_str()).collect();
                let text = format!("{} was rolled back and is tried again with this save", names.join(", "));
                return vec![Sent::Note { level: Level::Info, text }, sent];
            }
        }
        match self.load(&all) {
            Ok(sent) => {
                self.pending.clear();
                vec![sent]
            }
            Err(_) => self.one_by_one(fresh),
        }
    }

    /// All changes together do not load: those that do so alone go ahead, the others wait.
    fn one_by_one(&mut self, fresh: Vec<SourceFile>) -> Vec<Sent> {
        let each = fresh.into_iter().map(|file| match self.load(std::slice::from_ref(&file)) {
            Ok(sent) => {
                self.pending.remove(&file.key());
                sent
            }
            Err(faults) => Sent::Rejected { file, message: joined(&faults) },
        });
        each.collect()
    }

    fn load(&mut self, files: &[SourceFile]) -> Result<Sent, Vec<Diagnostic>> {
        let mods = self.live.mods.with(files);
        let program = Arc::new(Program::load(&mods, &self.params, Some(&self.live.program))?);
        self.live.rolled_back.retain(|k, _| files.iter().all(|f| f.key() != *k));
        self.live.saves += 1;
        self.live.is_settled = false;
        (self.live.mods, self.live.program) = (Arc::new(mods), Arc::clone(&program));
        Ok(Sent::Reload { files: files.to_vec(), program })
    }

    /// The sources that were rolled back and belong to files that were saved: one requires the other, or they were rolled back
    /// together; and so on from these.
    fn related(&self, saved: &[SourceFile]) -> Vec<SourceFile> {
        let source = |((path, mod_name), undone): (&FileKey, &Undone)| {
            let (path, mod_name) = (path.clone(), mod_name.clone());
            (SourceFile { path, mod_name, text: undone.text.clone() }, undone.group)
        };
        let is_saved = |key: &FileKey| saved.iter().any(|f| f.key() == *key);
        let mut open: Vec<(SourceFile, u32)> =
            self.live.rolled_back.iter().filter(|(key, _)| !is_saved(key)).map(source).collect();
        if open.is_empty() {
            return Vec::new();
        }
        let all: Vec<SourceFile> = saved.iter().chain(open.iter().map(|(f, _)| f)).cloned().collect();
        let together = Program::load(&self.live.mods.with(&all), &self.params, Some(&self.live.program));
        let Ok(together) = together else { return Vec::new() };
        let group = |f: &SourceFile| self.live.rolled_back.get(&f.key()).map(|u| u.group);
        let requires = |a: &str, b: &str| together.needs.get(a).is_some_and(|n| n.contains(b));
        let mut found: Vec<(SourceFile, Option<u32>)> = saved.iter().map(|f| (f.clone(), group(f))).collect();
        let mut at = 0;
        while let Some((file, of)) = found.get(at).cloned() {
            at += 1;
            let belongs = |(other, group): &mut (SourceFile, u32)| {
                of == Some(*group) || requires(&file.path, &other.path) || requires(&other.path, &file.path)
            };
            found.extend(open.extract_if(.., belongs).map(|(f, group)| (f, Some(group))));
        }
        found.into_iter().skip(saved.len()).map(|(f, _)| f).collect()
    }

    /// Whether a file differs from what runs, or from what was refused last. What was rolled back is tried
    /// again when it is saved again; that only its folder was touched (`saved` is false) is no save.
    pub fn is_new(&self, file: &SourceFile, saved: bool) -> bool {
        if let Some(failed) = self.live.rolled_back.get(&file.key()) {
            return saved || failed.text != file.text;
        }
        match self.pending.get(&file.key()) {
            Some(refused) => refused.text != file.text,
            None => self.live.mods.text(&file.key()) != file.text.as_deref(),
        }
    }
}
