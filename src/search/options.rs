//! The options of a search, and which of them go together.

use super::algorithm::{EstimateSource, Profile};
use super::turning::{DIRECTIONS, TurnSearch};
use super::{Algorithm, Connect, Engine, Estimate, Heuristic, Landscape, Replanner, WeightedSteps};
use crate::grid::{CostLayer, Field};

/// The largest field, in cells, for algorithms whose memory grows with it (16 bytes a cell).
const MAX_NODES: usize = 1 << 26;
/// The same where a cell has a node for each direction.
const MOST_TURN_NODES: usize = MAX_NODES / DIRECTIONS;

/// The open lists that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OpenKind {
    /// A heap with four children a node
    Heap,
    /// The 75 cheapest sorted, the rest not
    #[value(name = "cheap-list")]
    TwoTierList,
    /// Buckets of nearly equal cost
    Buckets,
}

/// The options of a search; `None` leaves the choice to the other options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchOptions {
    /// How to search.
    pub algorithm: Algorithm,
    /// Octile with 8 directions, Manhattan with 4, Euclidean where paths run in any direction.
    pub heuristic: Option<Heuristic>,
    /// At least 0; 1 is exact. Hierarchical search multiplies it by
    /// [`HierarchySearch::HEURISTIC_WEIGHT`](super::HierarchySearch::HEURISTIC_WEIGHT).
    pub weight: f32,
    /// Four neighbours or eight.
    pub connect: Connect,
    /// Buckets: measured to be the fastest for steps and for jumps. Some algorithms have their own.
    pub open: Option<OpenKind>,
    /// Cells that real-time search expands before each decision, at least 1 ([`Lrta::DEFAULT_LOOKAHEAD`]); others have no such bound.
    pub lookahead: Option<u32>,
    /// Entries that beam search keeps waiting, at least 1 ([`Beam::DEFAULT_WIDTH`](super::Beam::DEFAULT_WIDTH)); others have no such bound.
    pub beam: Option<u32>,
    /// What a change of direction costs, in straight steps over plain ground, 0 to 1000; for A* and Dijkstra's algorithm.
    pub turn_cost: Option<f32>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::Jps,
            heuristic: None,
            weight: 1.0,
            connect: Connect::Eight,
            open: None,
            lookahead: None,
            beam: None,
            turn_cost: None,
        }
    }
}

/// Options that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// 4 directions with an algorithm that needs 8.
    #[error("searches that jump, hierarchical ones and those in any direction (theta, lazy-theta) go in 8 directions")]
    FourDirections,
    /// A heuristic or a weight with an algorithm that has none.
    #[error("dijkstra, breadth-first and depth-first have no heuristic and no weight")]
    NoEstimate,
    /// An open list with an algorithm that has its own.
    #[error("this algorithm keeps its own kind of open list")]
    OwnOpenList,
    /// A heuristic or a weight with an algorithm that has its own.
    #[error(
        "searches over several levels and those that are kept while the map changes have their own estimate: \
         neither heuristic nor weight can be selected"
    )]
    OwnEstimate,
    /// A lookahead with an algorithm that searches to the end, or one of 0 cells.
    #[error("a lookahead is for lrta, and at least 1 cell")]
    Lookahead,
    /// A beam's width with another algorithm, or one of 0 cells.
    #[error("a beam's width is for beam, and at least 1 cell")]
    Beam,
    /// A cost of turns with another algorithm, or with an open list; one below 0, above 1000, or not a number.
    #[error(
        "a cost of turns is for astar and dijkstra, which then keep their own open list, and a number from 0 to 1000"
    )]
    TurnCost,
    /// A weight below 0, above 1000, or not a number.
    #[error("the weight must be a number from 0 to 1000")]
    Weight,
    /// Ground that does not cost the same everywhere with an algorithm that relies on that.
    #[error(
        "this algorithm needs ground that costs the same everywhere; jps, astar, dijkstra, breadth-first, depth-first, \
         bidirectional, fringe, fringe-buckets, beam, hpa, hpa-levels, dstar-lite, mpaa and lrta do not"
    )]
    Costs,
    /// A field with more cells than the algorithm has memory for. Only making the search returns this.
    #[error(
        "a world of {0} cells is too large for this algorithm, which needs memory for each: at most {MAX_NODES}; \
         the search over several levels (hpa-levels) has no such limit"
    )]
    World(usize),
    /// The same for a search with a cost of turns.
    #[error("a world of {0} cells is too large for a cost of turns: at most {MOST_TURN_NODES}")]
    TurnWorld(usize),
}

impl SearchOptions {
    /// # Errors
    /// [`OptionsError`] when the options do not go together.
    pub fn check(&self) -> Result<(), OptionsError> {
        let profile = self.algorithm.profile();
        if !profile.four_directions && self.connect == Connect::Four {
            return Err(OptionsError::FourDirections);
        }
        if self.heuristic.is_some() || self.weight != 1.0 {
            match profile.estimate {
                EstimateSource::Options => {}
                EstimateSource::None => return Err(OptionsError::NoEstimate),
                EstimateSource::Own => return Err(OptionsError::OwnEstimate),
            }
        }
        if !profile.open_lists && self.open.is_some() {
            return Err(OptionsError::OwnOpenList);
        }
        if self.lookahead.is_some_and(|cells| cells == 0 || self.algorithm != Algorithm::Lrta) {
            return Err(OptionsError::Lookahead);
        }
        if self.beam.is_some_and(|cells| cells == 0 || self.algorithm != Algorithm::Beam) {
            return Err(OptionsError::Beam);
        }
        let has_nodes_for_turns =
            matches!(self.algorithm, Algorithm::AStar | Algorithm::Dijkstra) && self.open.is_none();
        if self.turn_cost.is_some_and(|cost| !has_nodes_for_turns || !(0.0..=1000.0).contains(&cost)) {
            return Err(OptionsError::TurnCost);
        }
        if !(0.0..=1000.0).contains(&self.weight) {
            return Err(OptionsError::Weight);
        }
        Ok(())
    }

    /// Makes the search for a field and what its ground costs, where that differs, and prepares what it needs.
    ///
    /// # Errors
    /// [`OptionsError`] when the options do not go together, or do not fit the field.
    pub fn engine<'a>(
        &self,
        field: &'a Field,
        costs: Option<&'a CostLayer>,
    ) -> Result<Box<dyn Engine + 'a>, OptionsError> {
        let profile = self.profile_for(field)?;
        if let Some(turn_cost) = self.turn_cost {
            if field.nodes() > MOST_TURN_NODES {
                return Err(OptionsError::TurnWorld(field.nodes()));
            }
            return Ok(Box::new((Landscape { field, costs, connect: self.connect }, TurnSearch::new(turn_cost))));
        }
        let Some(costs) = costs else { return Ok((profile.make)(field, self)) };
        let make = profile.make_weighted.ok_or(OptionsError::Costs)?;
        Ok(make(WeightedSteps { field, costs, connect: self.connect }, self))
    }

    fn profile_for(&self, field: &Field) -> Result<Profile, OptionsError> {
        self.check()?;
        let profile = self.algorithm.profile();
        if !profile.any_size && field.nodes() > MAX_NODES {
            return Err(OptionsError::World(field.nodes()));
        }
        Ok(profile)
    }

    /// Makes the search that is kept while the map changes; `None` where the algorithm searches from scratch each time.
    ///
    /// # Errors
    /// As [`SearchOptions::engine`].
    pub fn replanner(&self, field: &Field) -> Result<Option<Box<dyn Replanner>>, OptionsError> {
        let profile = self.profile_for(field)?;
        Ok(profile.make_kept.map(|make| make(self)))
    }

    /// Whether every path found is a shortest one among those in 8 directions.
    pub fn is_exact(&self) -> bool {
        self.algorithm.profile().exact
            && self.turn_cost.is_none()
            && self.connect == Connect::Eight
            && self.weight <= 1.0
            && self.heuristic != Some(Heuristic::Manhattan)
    }

    /// Whether waypoints are joined by straight lines in any direction.
    pub fn is_any_angle(&self) -> bool {
        self.algorithm.profile().any_angle
    }

    pub(super) fn estimate(&self, costs: Option<&CostLayer>) -> Estimate {
        let profile = self.algorithm.profile();
        let least = costs.map_or(1.0, CostLayer::least);
        let usual = if profile.any_angle { Heuristic::Euclidean } else { Heuristic::for_steps(self.connect) };
        match profile.estimate {
            EstimateSource::None => Estimate::new(Heuristic::Zero, 1.0),
            _ => Estimate::new(self.heuristic.unwrap_or(usual), self.weight * profile.weight * least),
        }
    }
}
