//! What tests of `experiment` use beyond its public face.

pub use crate::experiment::compare::measure::queries;
pub use crate::experiment::compare::ranks::{Contender, Metric, swapped};
pub use crate::experiment::compare::runner::Runner;
pub use crate::experiment::compare::theirs::{Columns, ROWS, SETS, find};
pub use crate::experiment::compare::variant::{Method, Variant, variants};
pub use crate::experiment::entropia::lists::SortedList;
pub use crate::experiment::plan::spread;
pub use crate::experiment::plot::{Line, Plot};
/// Paths that look right.
pub mod looks {
    pub use crate::experiment::beauty::style::Style;
    pub use crate::experiment::beauty::{Looks, beauty_looks};
}
/// The tests of crowd models, one by one.
pub mod crowd_tests {
    pub use crate::experiment::rimea::Row;
    pub use crate::experiment::rimea::doors::{four_exits_against_two, nearer_exit, two_rooms};
    pub use crate::experiment::rimea::flow::{Diagram, diagram, weidmann};
    pub use crate::experiment::rimea::lanes::{Lanes, measure as lanes, order};
    pub use crate::experiment::rimea::paths::{assigned_exits, corner, corner_against_corridors};
    pub use crate::experiment::rimea::stairs::{jam_before_stairs, single_person};
    pub use crate::experiment::rimea::walkers::{corridor, reactions, speeds};
}
pub use crate::experiment::table::{Table, ratio, short};
pub use crate::experiment::tally::{Effort, Tally};
pub use crate::experiment::{
    Failure, Figures, Plan, ScenarioRun, Share, Verdict, Watcher, beauty, compare, crowd, entropia, graphs, load_set,
    rimea,
};
