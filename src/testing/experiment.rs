//! What tests of `experiment` use beyond its public face.

pub use crate::experiment::compare::measure::queries;
pub use crate::experiment::compare::ranks::{Contender, Metric, swapped};
pub use crate::experiment::compare::runner::Runner;
pub use crate::experiment::compare::theirs::{Columns, ROWS, SETS, find};
pub use crate::experiment::compare::variant::{Method, Variant, variants};
pub use crate::experiment::entropia::lists::SortedList;
pub use crate::experiment::plan::spread;
pub use crate::experiment::plot::{Line, Plot};
pub use crate::experiment::table::{Table, ratio, short};
pub use crate::experiment::tally::{Effort, Tally};
pub use crate::experiment::{
    Failure, Figures, Plan, ScenarioRun, Share, Verdict, Watcher, compare, crowd, entropia, load_set,
};
