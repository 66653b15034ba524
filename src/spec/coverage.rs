//! What specs reached of the mods they are for: collected from every small world of a run, shown as a report.

use super::find::Batch;
use crate::agent::Species;
use crate::lua::analysis::coverage::{BehaviourTally, Coverage};
use crate::lua::analysis::transitions::{Transitions, Unread};
use crate::lua::host::program::Program;
use derive_more::AddAssign;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Collects what the worlds of a run did; its copies collect together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observer(Arc<Mutex<Observed>>);

#[derive(Debug, Default)]
struct Observed {
    coverage: Coverage,
    /// Files of the report, by label; a behaviour's with what is written in it.
    files: BTreeMap<String, Option<(Species, Transitions)>>,
    /// Of a run of some tests only: the path of each file by its label, and the modules that each path requires.
    selected: Option<Requires>,
}

type Requires = (BTreeMap<String, String>, BTreeMap<String, BTreeSet<String>>);

impl Observed {
    /// Whether the tests that ran concern a file: a creature of the behaviour acted, or such a behaviour or a test required
    /// the module.
    fn concerns(&self, label: &str) -> bool {
        let Some((paths, needs)) = &self.selected else { return true };
        let Some(path) = paths.get(label) else { return false };
        let acted = &self.coverage.behaviours;
        let needed = |user: &String| paths.get(user).and_then(|p| needs.get(p)).is_some_and(|n| n.contains(path));
        acted.contains_key(label) || self.coverage.required.contains(path) || acted.keys().any(needed)
    }
}

impl Observer {
    fn observed(&self) -> MutexGuard<'_, Observed> {
        // Counts are sound after every single addition.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the files of a batch's own mods to the report; of `some` tests only those that they concern.
    pub(super) fn expect(&self, batch: &Batch, program: &Program, some: bool) {
        let mut observed = self.observed();
        if some {
            let (paths, needs) = observed.selected.get_or_insert_default();
            paths.extend(program.files.iter().map(|(path, file)| (file.label.clone(), path.clone())));
            needs.extend(program.needs.clone());
        }
        for file in program.files.values().filter(|f| batch.own.contains(&f.mod_name)) {
            let species = program.catalogue.species.iter().find(|s| s.file == file.label);
            let transitions = || program.transitions.get(&file.label).cloned().unwrap_or_default();
            observed.files.insert(file.label.clone(), species.map(|s| (s.clone(), transitions())));
        }
    }

    pub(super) fn add(&self, coverage: &Coverage) {
        self.observed().coverage.add(coverage);
    }

    /// What was reached so far.
    pub(crate) fn report(&self) -> Report {
        let observed = self.observed();
        let files = observed.files.iter().filter(|(label, _)| observed.concerns(label));
        let each = files.map(|(label, subject)| {
            let lines = observed.coverage.lines_of(label);
            let did = observed.coverage.behaviours.get(label);
            let of = |(species, transitions): &_| {
                StatesReport::new(species, transitions, did.unwrap_or(&Default::default()))
            };
            FileReport::new(label, &lines, subject.as_ref().map(of))
        });
        Report::new(each.collect())
    }
}

/// How much of something was reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, AddAssign)]
pub struct Share {
    /// How many of them were reached.
    pub reached: usize,
    /// How many there are.
    pub total: usize,
}

impl Share {
    fn of(reached: impl IntoIterator<Item = bool>) -> Self {
        reached
            .into_iter()
            .fold(Self::default(), |s, hit| Self { reached: s.reached + usize::from(hit), total: s.total + 1 })
    }

    /// Whole percent, rounded down: 100 is all. Of nothing, 100.
    pub fn percent(self) -> u32 {
        let percent = (self.reached * 100).checked_div(self.total).unwrap_or(100);
        u32::try_from(percent).unwrap_or(100)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Report {
    /// In order of name.
    pub files: Vec<FileReport>,
    pub totals: Totals,
}

/// Sums over all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Totals {
    pub lines: Share,
    pub states: Share,
    pub transitions: Share,
    pub codes: Share,
}

/// One file of a mod.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileReport {
    /// As messages name it: `scripts/npc/wolf.lua`.
    pub file: String,
    /// Of the lines on which something can run.
    pub lines: Share,
    /// First and last line of ranges that did not run; lines on which nothing can run do not split a range.
    pub missed_lines: Vec<(u32, u32)>,
    /// Of a behaviour; `None` for modules.
    pub behaviour: Option<StatesReport>,
}

/// What creatures of one behaviour did, compared with its source.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatesReport {
    pub states: Share,
    pub never_entered: Vec<String>,
    /// Of the changes of state that are written in the source.
    pub transitions: Share,
    pub never_taken: Vec<Change>,
    /// Changes that happened although they are not written in the source.
    pub also_taken: Vec<Change>,
    /// Handlers whose result is not known, or only in part, before they run.
    pub not_read: Vec<Unread>,
    /// Of the codes that could come in the states that asked.
    pub codes: Share,
    pub met: Vec<MetCodes>,
}

/// A change of state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    pub from: String,
    pub to: String,
    /// The line that names the new state, when one does.
    pub line: Option<u32>,
}

/// Codes of one state that asked the pathfinder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetCodes {
    pub state: String,
    pub met: Vec<&'static str>,
    pub never: Vec<&'static str>,
}

impl Report {
    fn new(files: Vec<FileReport>) -> Self {
        let mut totals = Totals::default();
        for file in &files {
            totals.lines += file.lines;
            if let Some(b) = &file.behaviour {
                totals.states += b.states;
                totals.transitions += b.transitions;
                totals.codes += b.codes;
            }
        }
        Self { files, totals }
    }
}

impl FileReport {
    /// The lines of a file that can run, and whether each did.
    pub fn new(file: &str, lines: &BTreeMap<u32, bool>, behaviour: Option<StatesReport>) -> Self {
        let (mut missed, mut open) = (Vec::<(u32, u32)>::new(), false);
        for (line, ran) in lines {
            match missed.last_mut() {
                Some(last) if open && !ran => last.1 = *line,
                _ if !ran => missed.push((*line, *line)),
                _ => {}
            }
            open = !ran;
        }
        Self { file: file.to_owned(), lines: Share::of(lines.values().copied()), missed_lines: missed, behaviour }
    }
}

impl StatesReport {
    fn new(species: &Species, transitions: &Transitions, did: &BehaviourTally) -> Self {
        let entered = |s: &str| did.entered.contains_key(s);
        let change = |(from, to): &(String, String), line| Change { from: from.clone(), to: to.clone(), line };
        let lines = transitions.lines();
        let never_taken = lines.iter().filter(|(t, _)| !did.taken.contains_key(*t));
        let also_taken = did.taken.keys().filter(|t| !lines.contains_key(*t));
        let met: Vec<MetCodes> = species.states.iter().filter_map(|s| met_codes(&s.name, did)).collect();
        Self {
            states: Share::of(species.states.iter().map(|s| entered(&s.name))),
            never_entered: species.states.iter().map(|s| s.name.clone()).filter(|s| !entered(s)).collect(),
            transitions: Share::of(lines.keys().map(|t| did.taken.contains_key(t))),
            never_taken: never_taken.map(|(t, line)| change(t, Some(*line))).collect(),
            also_taken: also_taken.map(|t| change(t, None)).collect(),
            not_read: transitions.unread.clone(),
            codes: Share {
                reached: met.iter().map(|m| m.met.len()).sum(),
                total: met.iter().map(|m| m.met.len() + m.never.len()).sum(),
            },
            met,
        }
    }
}

fn met_codes(state: &str, did: &BehaviourTally) -> Option<MetCodes> {
    let all: Vec<_> = did.codes.get(state)?.all().collect();
    let names = |met: bool| all.iter().filter(|(_, n)| (*n > 0) == met).map(|(c, _)| c.name()).collect();
    Some(MetCodes { state: state.to_owned(), met: names(true), never: names(false) })
}
