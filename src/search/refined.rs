//! A search over several levels whose ways are laid out whole, as the other searches answer theirs.

use super::smooth::cost_of;
use super::{Cost, Counts, LevelSearch, Levels, Progress, Route, unpack};
use crate::geom::Cell;
use crate::grid::Field;

/// Prepared levels with the memory to search them, and to put the pieces of a way together.
pub(super) struct Refined {
    levels: Levels,
    search: LevelSearch,
    route: Route,
    piece: Vec<Cell>,
    path: Vec<Cell>,
}

impl Refined {
    pub(super) fn new(levels: Levels) -> Self {
        let (search, route) = (LevelSearch::default(), Route::default());
        Self { levels, search, route, piece: Vec::new(), path: Vec::new() }
    }

    pub(super) fn counts(&self) -> Counts {
        self.search.counts()
    }

    /// Bytes of what was prepared.
    pub(super) fn prepared_bytes(&self) -> usize {
        self.levels.bytes()
    }

    /// Bytes of the search's memory.
    pub(super) fn bytes(&self) -> usize {
        self.search.bytes()
    }

    /// The whole way at once; answers its cost.
    pub(super) fn solve(&mut self, field: &Field, ends: (Cell, Cell), waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let Self { levels, search, route, piece, path } = self;
        waypoints.clear();
        route.begin(field, levels, search, ends)?;
        loop {
            let progress = route.next_waypoints(field, levels, search, piece);
            waypoints.extend_from_slice(piece);
            match progress {
                Progress::More => {}
                Progress::Arrived => break,
                Progress::Broken => {
                    waypoints.clear();
                    return None;
                }
            }
        }
        unpack(waypoints, path);
        Some(cost_of(path))
    }
}
