//! The end of a search over a window: its path put in force, or the most exact reason why there is none.

use super::super::quick::Departure;
use super::super::{Query, Task, add_places};
use super::run::Run;
use super::{Scratch, WindowJob};
use crate::geom::Vec2;
use crate::grid::Clearance;
use crate::nav::retry::Remedy;
use crate::nav::{Failure, Reason};
use crate::path::Sight;

impl WindowJob {
    /// Puts the path in force where one was found, and gives the search's memory back.
    pub(super) fn close(
        &mut self,
        task: &mut Task,
        scratch: &mut Scratch,
        end: Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some(run) = self.run.take() else { return end };
        if end.is_ok() {
            self.adopt(task, &run, scratch);
        }
        // Only now is it certain that the earlier map sufficed.
        task.counts.of(task.query.moving).reused += u64::from(run.reused);
        task.tally.reused += u32::from(run.reused);
        task.tally.expanded = run.spent;
        scratch.pool.push(run.search);
        end.map_err(|failure| self.diagnose(task, run.began.from, failure))
    }

    /// Pulls the path that a search found straight and puts it in force.
    fn adopt(&self, task: &mut Task, run: &Run, Scratch { nodes, points, lattice, trail, .. }: &mut Scratch) {
        let (res, to, from) = (self.window.resolution_m, task.query.to, run.began.from);
        run.began.trail(task, trail);
        run.search.path(nodes);
        let cells = nodes.iter().map(|n| self.window.cell(*n));
        points.clear();
        points.push(from);
        let out = task.path.begin(from, task.query.partial);
        if self.window.exact {
            let sight = task.ctx.body_sight();
            add_places(task.ctx, cells, lattice, points);
            points.extend(points.last().and_then(|last| task.ctx.nearest_end(*last, to)));
            task.ctx.pull(points, &sight, out);
        } else {
            points.extend(cells.map(|c| c.centre(res)));
            points.push(to);
            task.ctx.pull(points, &Sight { window: &self.window, ground: &task.ctx.world.ground }, out);
        }
        Departure::join(task, trail);
    }

    /// The failure with the most exact reason that is known. Where it is certain that nothing joins the ends, no other search can
    /// find more; a closed cell is only taken to belong to the region beside it.
    fn diagnose(&self, task: &Task, from: Vec2, failure: Failure) -> Failure {
        if !matches!(failure.reason, Reason::WalledIn | Reason::MapEdge) {
            return failure;
        }
        if task.ctx.are_apart(from, task.query.to) == Some(true) {
            return apart(&task.query);
        }
        let Clearance { radius_m, height_m, moves, .. } = self.window.clearance;
        let regions = task.ctx.regions.get(radius_m, height_m, moves);
        match regions.and_then(|r| r.of_point(from).zip(r.of_point(task.query.to))) {
            Some((start, goal)) if start != goal => Failure { reason: Reason::DifferentRegion, ..failure },
            _ => failure,
        }
    }
}

/// The failure of a search whose ends nothing joins. Instead of a temporary goal another one may do; no other search can find
/// more.
pub(super) fn apart(query: &Query) -> Failure {
    let remedy = if query.partial { Remedy::SmallerBuffer } else { Remedy::None };
    Failure { reason: Reason::DifferentRegion, remedy }
}
