//! The end of a path on all levels.

use super::LevelContext;
use super::cost::{Endpoint, coarse_or_far};
use crate::geom::Cell;

/// Any cell as the end of searches on all levels, as far up as it was asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchor {
    pub cell: Cell,
    endpoints: Vec<Endpoint>,
    known: usize,
}

impl Anchor {
    pub(super) fn set(&mut self, cell: Cell) {
        (self.cell, self.known) = (cell, 0);
    }

    /// The end on a level that was risen to.
    pub(super) fn end(&self, level: usize) -> Option<&Endpoint> {
        self.endpoints[..self.known].get(level)
    }

    /// Finds out how far the cell lies from the points of its clusters up to `level`.
    pub(super) fn rise(&mut self, on: &mut LevelContext, level: usize) {
        while self.known <= level {
            let at = self.known;
            if self.endpoints.len() == at {
                self.endpoints.push(Endpoint::default());
            }
            let (below, rest) = self.endpoints.split_at_mut(at);
            let Some(end) = rest.first_mut() else { return };
            end.cell = self.cell;
            end.costs.clear();
            let here = &on.levels.levels[at];
            let cluster = here.clusters.of(self.cell);
            let points = here.view(cluster).points.iter().map(|p| p.cell());
            if let Some(below) = below.last() {
                let finer = &on.levels.levels[at - 1];
                on.search.spread(finer, on.levels.inside(at, cluster), below);
                end.costs.extend(points.map(|cell| on.search.spread_to(finer, cell)));
            } else {
                on.search.flood.run(on.field, here.area(cluster), self.cell, None);
                end.costs.extend(points.map(|cell| coarse_or_far(on.search.flood.cost(cell))));
            }
            self.known += 1;
        }
    }
}
