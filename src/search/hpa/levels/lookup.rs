//! What a path costs, looked up on levels without finding the path.

use super::{LevelContext, LevelSearch, Levels, Route};
use crate::geom::Cell;
use crate::search::Landscape;

/// Looks costs of paths up, with a bounded number of points of levels each. Memory is kept.
#[derive(Clone, Debug, Default)]
pub struct CostLookup {
    search: LevelSearch,
    route: Route,
    looked: Option<u32>,
}

impl CostLookup {
    /// Points that are looked at for one path.
    pub const MOST_POINTS: u32 = 512;

    /// About what a path costs, in cells of plain ground: that of a path over the levels, which no path of cells undercuts by more
    /// than the points that the levels leave out are worth. `None` where there is no path, and where none was found in time.
    pub fn cost(&mut self, on: Landscape, levels: &Levels, endpoints: (Cell, Cell)) -> Option<f64> {
        let Self { search, route, looked } = self;
        search.most = Some(Self::MOST_POINTS);
        let found = route.begin(&mut LevelContext { on, levels, search }, endpoints);
        *looked = Some(search.counts.expanded);
        found
    }

    /// How many points were looked at since this was last asked, for the last path; `None` where nothing was looked up.
    pub fn take_points(&mut self) -> Option<u32> {
        self.looked.take()
    }
}
