//! The search options that several commands share.

use crate::search::{Algorithm, Choice, Connect, Heuristic, OpenKind, Unfit};
use clap::{Args, ValueEnum};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search options")]
pub(super) struct SearchArgs {
    /// How to search
    #[arg(long, value_enum, default_value_t = AlgorithmName::Jps)]
    pub algorithm: AlgorithmName,
    /// How far the goal seems [default: octile with 8 directions, manhattan with 4]
    #[arg(long, value_enum)]
    pub heuristic: Option<HeuristicName>,
    /// What the heuristic is multiplied by, 0 to 1000; more than 1 gives up shortest ways for speed
    #[arg(long, value_name = "W", default_value_t = 1.0)]
    pub weight: f32,
    /// Directions of steps
    #[arg(long, value_enum, default_value_t = ConnectName::Eight)]
    pub connect: ConnectName,
    /// The queue of cells that wait [default: buckets, where the algorithm leaves a choice]
    #[arg(long, value_enum)]
    pub open: Option<OpenName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum AlgorithmName {
    /// Every direction alike, cell by cell
    Dijkstra,
    /// Cell by cell towards the goal
    Astar,
    /// Jump point search on bit-packed rows; nothing prepared
    Jps,
    /// Jump point search with all jumps measured beforehand
    JpsPlus,
    /// Cell by cell from both ends
    Bidirectional,
    /// A list walked again and again with a growing threshold
    Fringe,
    /// The same with a list for every half cell of cost
    FringeBuckets,
    /// Hierarchical A*: clusters of 10 × 10 cells measured beforehand; short ways, not always the shortest
    Hpa,
    /// Hierarchical A* over several levels of clusters, ways refined piece by piece; for worlds of any size
    HpaLevels,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum HeuristicName {
    Manhattan,
    Euclidean,
    Octile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ConnectName {
    #[value(name = "4")]
    Four,
    #[value(name = "8")]
    Eight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OpenName {
    /// A heap with four children a node
    Heap,
    /// The 75 cheapest sorted, the rest not
    CheapList,
    /// Buckets of nearly equal cost
    Buckets,
}

impl SearchArgs {
    /// # Errors
    /// Parts that do not go together: wrong usage.
    pub fn choice(&self) -> Result<Choice, Unfit> {
        let choice = Choice {
            algorithm: match self.algorithm {
                AlgorithmName::Dijkstra => Algorithm::Dijkstra,
                AlgorithmName::Astar => Algorithm::AStar,
                AlgorithmName::Jps => Algorithm::Jps,
                AlgorithmName::JpsPlus => Algorithm::JpsPlus,
                AlgorithmName::Bidirectional => Algorithm::Bidirectional,
                AlgorithmName::Fringe => Algorithm::Fringe,
                AlgorithmName::FringeBuckets => Algorithm::FringeBuckets,
                AlgorithmName::Hpa => Algorithm::Hpa,
                AlgorithmName::HpaLevels => Algorithm::HpaLevels,
            },
            heuristic: self.heuristic.map(|h| match h {
                HeuristicName::Manhattan => Heuristic::Manhattan,
                HeuristicName::Euclidean => Heuristic::Euclidean,
                HeuristicName::Octile => Heuristic::Octile,
            }),
            weight: self.weight,
            connect: match self.connect {
                ConnectName::Four => Connect::Four,
                ConnectName::Eight => Connect::Eight,
            },
            open: self.open.map(|o| match o {
                OpenName::Heap => OpenKind::Heap,
                OpenName::CheapList => OpenKind::CheapList,
                OpenName::Buckets => OpenKind::Buckets,
            }),
        };
        choice.check().map(|()| choice)
    }
}
