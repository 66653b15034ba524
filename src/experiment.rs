//! Measuring: scenario files of known lengths, and the source documents' tables and figures beside ours.

mod archive;
pub(crate) mod beauty;
pub(crate) mod compare;
pub(crate) mod crowd;
mod document;
pub(crate) mod entropia;
mod failure;
pub(crate) mod graphs;
pub(crate) mod picture;
pub(crate) mod plan;
pub(crate) mod plot;
pub(crate) mod rimea;
mod scenario;
pub(crate) mod table;
pub(crate) mod tally;

pub(crate) use archive::MapFile;
pub use archive::load_set;
pub use beauty::beauty;
pub use compare::compare;
pub use crowd::crowd;
pub(crate) use document::{Document, write_all};
pub use entropia::entropia;
pub use failure::Failure;
pub use graphs::graphs;
pub use plan::{Plan, Share, Watcher};
pub use rimea::rimea;
pub use scenario::{Figures, ScenarioRun, Verdict};

use crate::diag::{Clock, Diagnostic};
use crate::geom::Cell;
use crate::grid::Field;
use document::say;
use plan::{best_of, spread};
use plot::{Line, Plot};
use table::{Table, percent, ratio, short};
use tally::{Effort, Tally};
