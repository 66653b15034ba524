//! How one end of a query is connected with the transit points of its cluster.

use super::{Cluster, FAR, Flood};
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::{Smoother, octile};

/// What the paths between a cell and the transit points of its cluster cost.
///
/// Most cells lie open to a transit point, and from there the paths to the others are known: only where none is open to the
/// cell the cluster is flooded. A path through an open one need not be a shortest one; smoothing shortens it.
#[derive(Clone, Debug, Default)]
pub(super) struct Endpoint {
    costs: Vec<u32>,
    /// Through which transit point; its own where the path leads there directly.
    via: Vec<u8>,
}

impl Endpoint {
    pub(super) fn measure(&mut self, field: &Field, cluster: &Cluster, cell: Cell, tools: (&Smoother, &mut Flood)) {
        let (smoother, flood) = tools;
        self.costs.clear();
        self.via.clear();
        self.via.extend(0..cluster.view.points.len() as u8);
        for to in cluster.view.points.iter().map(|p| p.cell()) {
            let open_ground = octile(cell.x.abs_diff(to.x), cell.y.abs_diff(to.y)) as u32;
            self.costs.push(if smoother.sees(field, cell, to) { open_ground } else { FAR });
        }
        if self.costs.iter().all(|cost| *cost == FAR) {
            flood.run(field, cluster.area, cell, None);
            self.costs.clear();
            self.costs.extend(cluster.view.points.iter().map(|p| flood.cost(p.cell())));
        } else {
            self.complete(cluster);
        }
    }

    /// Finds the paths to the transit points that are not open to the cell.
    fn complete(&mut self, cluster: &Cluster) {
        for to in 0..self.costs.len() {
            let is_open = |i: usize| self.costs[i] != FAR && usize::from(self.via[i]) == i;
            if is_open(to) {
                continue;
            }
            let via = (0..self.costs.len()).filter(|i| is_open(*i) && cluster.view.cost(*i, to) != FAR);
            let best = via.map(|i| (self.costs[i] + cluster.view.cost(i, to), i)).min();
            if let Some((cost, via)) = best {
                (self.costs[to], self.via[to]) = (cost, via as u8);
            }
        }
    }

    /// What the path to a transit point of the cluster costs; [`FAR`] when there is none.
    #[inline(always)]
    pub(super) fn cost(&self, transit: usize) -> u32 {
        self.costs[transit]
    }

    /// Through which other transit point, if any.
    pub(super) fn via(&self, transit: usize) -> Option<usize> {
        Some(usize::from(self.via[transit])).filter(|via| *via != transit)
    }
}
