//! The versions of scripts: what is known of every file, and what is on probation.

use super::post_log::PostLog;
use super::{ScriptRow, ScriptStatus, SourceFile};
use crate::agent::Symbol;
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::lua::host::program::Program;
use crate::lua::source::mods::{FileKey, ModSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};

/// What is known of every script file: its version, its status, its errors. One row a file, in order of path.
#[derive(Default)]
pub(super) struct ScriptTable {
    pub rows: BTreeMap<FileKey, ScriptRow>,
}

impl ScriptTable {
    pub(super) fn new(mods: &ModSet, program: &Program) -> Self {
        let mut table = Self::default();
        for m in &mods.mods {
            for path in m.files.keys() {
                table.live((path.clone(), m.manifest.name.clone()), 1, 0);
            }
        }
        table.count_users(program);
        table
    }

    /// A new version of a file runs.
    pub(super) fn live(&mut self, key: FileKey, version: u32, step: u64) {
        self.rows.insert(key.clone(), ScriptRow { version, ..fresh(key, step) });
    }

    /// The table has a row for the map from its first save on: what the world began with is version 1.
    pub(super) fn begin_map(&mut self, file: &SourceFile) {
        self.rows.entry(file.key()).or_insert_with(|| ScriptRow { version: 1, ..fresh(file.key(), 0) });
    }

    /// Notes what checks found in the version that runs; false when that is known already.
    pub(super) fn remark(&mut self, key: &FileKey, remarks: &[Diagnostic]) -> bool {
        let Some(row) = self.rows.get_mut(key).filter(|r| *r.remarks != *remarks) else { return false };
        row.remarks = remarks.into();
        true
    }

    /// The version in `status` does not run; the one before continues, if there was one. Returns its number, or 0.
    pub(super) fn mark(&mut self, key: FileKey, status: ScriptStatus, step: u64) -> u32 {
        let row = self.rows.entry(key.clone()).or_insert_with(|| fresh(key, step));
        (row.status, row.since_step) = (status, step);
        row.version
    }

    pub(super) fn count_users(&mut self, program: &Program) {
        for row in self.rows.values_mut() {
            row.users = program.users(&row.path);
        }
    }

    /// The number that the next text of a file gets: those that did not load or were rolled back have used theirs up.
    pub(super) fn next_version(&self, key: &FileKey) -> u32 {
        1 + self.rows.get(key).map_or(0, |r| match r.status {
            ScriptStatus::Live => r.version,
            ScriptStatus::Rejected { version, .. } | ScriptStatus::RolledBack { version, .. } => r.version.max(version),
        })
    }
}

fn fresh((path, mod_name): FileKey, since_step: u64) -> ScriptRow {
    ScriptRow { path, mod_name, since_step, ..ScriptRow::default() }
}

/// One file of a change on probation.
pub(super) struct Changed {
    /// The text that ran before; `None`: there was no such file.
    pub before: SourceFile,
    /// Its row in the table then.
    pub row: Option<ScriptRow>,
    /// The number of the version on probation.
    pub version: u32,
}

/// A source that was rolled back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Undone {
    /// `None`: the file had been deleted.
    pub text: Option<String>,
    /// Those of one number were rolled back together.
    pub group: u32,
}

/// A change that has yet to prove itself.
#[derive(Default)]
pub(super) struct Probation {
    pub id: u32,
    pub files: BTreeMap<FileKey, Changed>,
    /// Behaviours whose errors count against it: those it concerns, except the ones that failed before.
    pub judged: BTreeSet<Symbol>,
    /// The behaviours that it concerns.
    pub concerned: Vec<Symbol>,
    /// Creatures that its creatures spawned: they go with it.
    pub spawned: Vec<AgentId>,
    pub began: u64,
    pub faults: u32,
    /// A memory may be half migrated: one error is enough.
    pub broken: bool,
    /// The first fault.
    pub blame: Option<Diagnostic>,
}

impl Probation {
    /// Whether it is undone: errors are counted against it, so many more than those that it knows of, and `most` are allowed.
    pub(super) fn has_failed(&self, more: usize, most: u32) -> bool {
        self.broken || self.faults as usize + more > most as usize
    }
}

/// What is on probation, and which behaviours raised errors lately.
#[derive(Default)]
pub(super) struct Probations {
    /// Oldest first.
    pub open: Vec<Probation>,
    pub next: u32,
    /// What their creatures posted on boards.
    pub posts: PostLog,
    /// The steps of each behaviour's last few errors.
    pub recent: BTreeMap<Symbol, VecDeque<u64>>,
}

/// For the world hash.
impl Hash for Probations {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.open.iter().for_each(|t| (t.began, t.faults).hash(h));
        for (behaviour, steps) in &self.recent {
            behaviour.0.hash(h);
            steps.iter().for_each(|s| s.hash(h));
        }
    }
}
