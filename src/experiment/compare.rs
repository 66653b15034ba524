//! The comparison thesis's whole plan (Kołakowski 2017): its tables and its curve, theirs beside ours.

mod curve;
pub(crate) mod measure;
mod page;
pub(crate) mod ranks;
mod reasons;
pub(crate) mod runner;
pub(crate) mod theirs;
pub(crate) mod variant;

// What the files below have in common.
use super::{Cell, Clock, Diagnostic, Document, Effort, Failure, Field, MapFile, Plan, Table, Tally, Watcher};
use super::{best_of, load_set, percent, ratio, say, short, spread};
use crate::search::Heuristic;
use measure::SetResult;
use theirs::{Columns, FRAME_SHARE_MS, ROWS, SetName};
use variant::{Method, Variant};

/// Measures and writes the documents `compare.md`, `compare.csv`, `compare-curve.csv` and two plots. All figures but times
/// are the same for the same plan, on any number of threads.
///
/// # Errors
/// [`Failure`]: maps that are missing or broken, an interruption, or a result that is wrong.
pub fn compare(plan: &Plan, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Document>, Failure> {
    let sets = measure::measure(plan, clock, watcher)?;
    let mut documents = vec![Document { name: "compare.md".into(), text: page::page(plan, &sets) }, page::csv(&sets)?];
    documents.extend(curve::documents(&sets)?);
    Ok(documents)
}
