//! Measuring: scenario files of known lengths, and the source documents' tables and figures beside ours.

mod archive;
pub(crate) mod compare;
pub(crate) mod entropia;
mod failure;
mod output;
pub(crate) mod plan;
pub(crate) mod plot;
mod prose;
mod scenario;
pub(crate) mod table;
pub(crate) mod tally;

pub(crate) use archive::MapFile;
pub use archive::load_set;
pub use compare::compare;
pub use entropia::entropia;
pub use failure::Failure;
pub(crate) use output::{Document, write_all};
pub use plan::{Plan, Share, Watcher};
pub use scenario::{Figures, ScenarioRun, Verdict};
