//! What specs reached of the mods they are for: collected from every small world of a run, shown as a report.

mod report;

pub(crate) use report::{Change, Report, StatesReport, Totals};
pub use report::{FileReport, Share};

use super::find::Batch;
use crate::agent::Species;
use crate::lua::analysis::coverage::Coverage;
use crate::lua::analysis::transitions::Transitions;
use crate::lua::host::program::Program;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Collects what the worlds of a run did; its copies collect together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observer(Arc<Mutex<Observed>>);

#[derive(Debug, Default)]
struct Observed {
    coverage: Coverage,
    /// Files of the report, by label; a behaviour's with what is written in it.
    files: BTreeMap<String, Option<Subject>>,
}

/// A behaviour as its source describes it.
#[derive(Debug)]
struct Subject {
    species: Species,
    transitions: Transitions,
}

impl Observer {
    fn observed(&self) -> MutexGuard<'_, Observed> {
        // Counts are sound after every single addition.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the files of a batch's own mods to the report.
    pub(super) fn expect(&self, batch: &Batch, program: &Program) {
        let mut observed = self.observed();
        for file in program.files.values().filter(|f| batch.own.contains(&f.mod_name)) {
            let species = program.catalogue.species.iter().find(|s| s.file == file.label);
            let subject = species.map(|s| Subject {
                transitions: program.transitions.get(&file.label).cloned().unwrap_or_default(),
                species: s.clone(),
            });
            observed.files.insert(file.label.clone(), subject);
        }
    }

    pub(super) fn add(&self, coverage: &Coverage) {
        self.observed().coverage.add(coverage);
    }

    /// What was reached so far.
    pub(crate) fn report(&self) -> Report {
        let observed = self.observed();
        let each = observed.files.iter().map(|(label, subject)| {
            let lines = observed.coverage.lines_of(label);
            let did = observed.coverage.behaviours.get(label);
            let of = |s: &Subject| StatesReport::new(&s.species, &s.transitions, did.unwrap_or(&Default::default()));
            FileReport::new(label, &lines, subject.as_ref().map(of))
        });
        Report::new(each.collect())
    }
}
