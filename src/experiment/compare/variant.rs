//! What is compared: an algorithm with a heuristic and a factor.

use super::theirs::MapSet;
use super::{Heuristic, theirs};

/// The algorithms. The first five are the thesis's, built as it describes them; the others are what this program adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum Method {
    /// All neighbours looked at, a heap.
    AStar,
    /// Without an estimate; otherwise as `AStar`.
    Dijkstra,
    /// Looks along bit-packed rows; a heap.
    Jps,
    /// The estimate as it is, unweighted; paths are smoothed.
    Hpa,
    /// The doubly linked list.
    Fringe,
    /// Jump point search that looks at one cell after the other, as the thesis does.
    JpsCellwise,
    /// As `Jps`, with buckets for the open list.
    JpsBuckets,
    /// Jumps from a table that is prepared for the map; buckets.
    JpsPlus,
    /// Canonical order, buckets.
    AStarBuckets,
    /// A* from both ends, in canonical order.
    Bidirectional,
    /// A list for each half cell of cost.
    FringeBuckets,
    /// As the program runs it: the estimate weighted.
    HpaWeighted,
}

impl Method {
    /// Whether it skips most cells, so that a search that took long was probably interrupted by other programs.
    pub fn is_quick(self) -> bool {
        matches!(self, Self::Jps | Self::JpsBuckets | Self::JpsPlus | Self::JpsCellwise | Self::Hpa | Self::HpaWeighted)
    }

    /// As the tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::AStar => "A*",
            Self::Dijkstra => "Dijkstra",
            Self::Jps => "JPS",
            Self::Hpa => "HPA*",
            Self::Fringe => "Fringe",
            Self::JpsCellwise => "JPS cell by cell",
            Self::JpsBuckets => "JPS with buckets",
            Self::JpsPlus => "JPS+",
            Self::AStarBuckets => "A* canonical with buckets",
            Self::Bidirectional => "bidirectional A*",
            Self::FringeBuckets => "Fringe with buckets",
            Self::HpaWeighted => "HPA* weighted",
        }
    }
}

/// One row of the tables.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
pub struct Variant {
    /// The algorithm.
    pub method: Method,
    /// What it estimates distances with.
    pub heuristic: Heuristic,
    /// What the estimate is multiplied by.
    pub factor: f32,
}

impl Variant {
    /// The one that says how long the shortest paths are.
    pub const EXACT: Self = Self::new(Method::AStar, Heuristic::Octile, 1.0);

    /// A row; a `factor` of 1 leaves the estimate as it is.
    pub const fn new(method: Method, heuristic: Heuristic, factor: f32) -> Self {
        Self { method, heuristic, factor }
    }

    /// Whether every path found is a shortest one.
    pub fn is_exact(&self) -> bool {
        !matches!(self.method, Method::Hpa | Method::HpaWeighted)
            && self.factor <= 1.0
            && self.heuristic != Heuristic::Manhattan
    }

    /// `octile × 1.75`.
    pub fn estimate_name(&self) -> String {
        let name = match self.heuristic {
            Heuristic::Zero => return "none".into(),
            Heuristic::Euclidean => "Euclidean",
            Heuristic::Octile => "octile",
            Heuristic::Manhattan => "Manhattan",
        };
        if self.factor == 1.0 { name.into() } else { format!("{name} × {}", self.factor) }
    }

    /// `A* octile × 1.75`.
    pub fn name(&self) -> String {
        match self.heuristic {
            Heuristic::Zero => self.method.name().into(),
            _ => format!("{} {}", self.method.name(), self.estimate_name()),
        }
    }
}

/// Of queries put to a slow variant, one in so many.
const SLOW_STRIDE: usize = 10;

/// A variant gets one query in so many. The list of Fringe search is gone through thousands of times with the Euclidean
/// heuristic, whose totals are all different: up to a second a query. Only what the thesis prints is measured whole, and
/// that in a whole run only.
pub(crate) fn stride(set: &MapSet, variant: &Variant, whole: bool) -> usize {
    let slow = variant.method == Method::Fringe && variant.heuristic == Heuristic::Euclidean;
    let printed = theirs::find(set.name, variant).is_some();
    if slow && !(printed && whole) { SLOW_STRIDE } else { 1 }
}

/// The factors of the curve: 1.0, 1.1, … 2.5, and the thesis's choices.
pub(crate) fn curve_factors() -> Vec<f32> {
    let mut factors: Vec<f32> = (10..=25).map(|f| f as f32 / 10.0).chain([1.65, 1.75]).collect();
    factors.sort_by(f32::total_cmp);
    factors
}

/// Everything that is measured on a set. The first is exact: the others are judged by it.
pub fn variants(set: &MapSet) -> Vec<Variant> {
    use Heuristic::{Euclidean, Manhattan, Octile, Zero};
    let mut all = Vec::new();
    for method in [Method::AStar, Method::Hpa, Method::Jps, Method::Fringe] {
        let estimates = [(Octile, 1.0), (Octile, set.factor), (Manhattan, 1.0), (Euclidean, 1.0)];
        all.extend(estimates.map(|(heuristic, factor)| Variant::new(method, heuristic, factor)));
    }
    all.push(Variant::new(Method::Dijkstra, Zero, 1.0));
    let ours = [
        (Method::AStarBuckets, Octile),
        (Method::Bidirectional, Octile),
        (Method::FringeBuckets, Octile),
        (Method::FringeBuckets, Manhattan),
        (Method::HpaWeighted, Octile),
        (Method::JpsBuckets, Octile),
        (Method::JpsPlus, Octile),
        (Method::JpsCellwise, Octile),
    ];
    all.extend(ours.map(|(method, heuristic)| Variant::new(method, heuristic, 1.0)));
    all.push(Variant::new(Method::JpsCellwise, Octile, set.factor));
    if set.curve {
        let both = |factor| [Method::AStar, Method::Jps].map(|method| Variant::new(method, Octile, factor));
        let curve: Vec<Variant> = curve_factors().into_iter().flat_map(both).filter(|v| !all.contains(v)).collect();
        all.extend(curve);
    }
    all
}
