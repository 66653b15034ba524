//! Versions on probation: what a reload changed, and what errors there were.

use super::{ScriptRow, SourceFile};
use crate::agent::Symbol;
use crate::diag::Diagnostic;
use crate::lua::source::mods::FileKey;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};

/// One file of a change on probation.
pub(super) struct Changed {
    /// The text that ran before; `None`: there was no such file.
    pub before: SourceFile,
    /// Its row in the table then.
    pub row: Option<ScriptRow>,
    /// The number of the version on probation.
    pub version: u32,
}

/// A change that has yet to prove itself.
#[derive(Default)]
pub(super) struct Probation {
    pub id: u32,
    pub files: BTreeMap<FileKey, Changed>,
    /// Behaviours whose errors count against it: those it concerns, except the ones that failed before.
    pub judged: BTreeSet<Symbol>,
    pub began: u64,
    pub faults: u32,
    /// A memory may be half migrated: one error is enough.
    pub broken: bool,
    /// The first fault.
    pub blame: Option<Diagnostic>,
}

/// What is on probation, and which behaviours raised errors lately.
#[derive(Default)]
pub(super) struct Probations {
    /// Oldest first.
    pub open: Vec<Probation>,
    pub next: u32,
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
