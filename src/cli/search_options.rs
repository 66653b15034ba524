//! The search options that several commands share.

use super::Args;
use crate::search::{Algorithm, Connect, Heuristic, OpenKind, OptionsError, SearchOptions};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search options")]
pub(super) struct SearchArgs {
    /// How to search [default: jps; with 4 directions astar]
    #[arg(long, value_enum)]
    pub algorithm: Option<Algorithm>,
    /// How far the goal seems [default: octile with 8 directions, manhattan with 4]
    #[arg(long, value_enum)]
    pub heuristic: Option<Heuristic>,
    /// What the heuristic is multiplied by, 0 to 1000; more than 1 gives up shortest paths for speed
    #[arg(long, value_name = "W", default_value_t = 1.0)]
    pub weight: f32,
    /// Directions of steps
    #[arg(long, value_enum, default_value_t = Connect::Eight)]
    pub connect: Connect,
    /// The queue of cells that wait [default: buckets, where the algorithm leaves a choice]
    #[arg(long, value_enum)]
    pub open: Option<OpenKind>,
    /// Cells that lrta expands before each decision [default: 64]
    #[arg(long, value_name = "CELLS")]
    pub lookahead: Option<u32>,
    /// Cells that beam keeps waiting, at most [default: 64]
    #[arg(long, value_name = "WIDTH")]
    pub beam: Option<u32>,
    /// What each change of direction costs astar and dijkstra, in straight steps over plain ground, 0 to 1000
    #[arg(long, value_name = "C")]
    pub turn_cost: Option<f32>,
}

impl SearchArgs {
    /// Whether none is set, so that the program may select the algorithm; directions may be.
    pub(super) fn is_default(&self) -> bool {
        let Self { algorithm, heuristic, weight, connect: _, open, lookahead, beam, turn_cost } = self;
        let is_set = [heuristic.is_some(), open.is_some(), lookahead.is_some(), beam.is_some(), turn_cost.is_some()];
        *weight == 1.0 && algorithm.is_none() && !is_set.contains(&true)
    }

    /// # Errors
    /// Options that do not go together: wrong usage.
    pub(super) fn options(&self) -> Result<SearchOptions, OptionsError> {
        let Self { algorithm, heuristic, weight, connect, open, lookahead, beam, turn_cost } = *self;
        let usual = match connect {
            Connect::Four => Algorithm::AStar,
            Connect::Eight => Algorithm::default(),
        };
        let algorithm = algorithm.unwrap_or(usual);
        let options = SearchOptions { algorithm, heuristic, weight, connect, open, lookahead, beam, turn_cost };
        options.check().map(|()| options)
    }
}
