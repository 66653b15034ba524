//! Plans over gates that are read off the flow field of their goal, and how plans are kept.

use super::{GateJob, GateSight, KEPT_CELLS, Marked, PULL_WORK, Scratch};
use crate::crowd::{FlowField, Marking};
use crate::geom::Cell;
use crate::nav::NavContext;
use crate::nav::planner::shared::flows::most_cells;
use crate::nav::planner::{Key, Need, Progress, Task, add_places};
use crate::path::Sees;
use crate::search::unpack;

/// What it costs to read a plan off a field and to pull it straight, at most.
pub(super) fn work(field: &FlowField, from: Cell) -> u32 {
    PULL_WORK.saturating_mul(most_cells(field, from).saturating_add(1))
}

impl GateJob {
    /// Reads the plan off a field, which has a number, puts it in force, and marks it. Paths off a field lead over the world's cells, so that
    /// they need no finer level.
    pub(super) fn follow(
        &mut self,
        task: &mut Task,
        key: &Key,
        (field, number): (&FlowField, u64),
        scratch: &mut Scratch,
    ) -> Progress {
        let Scratch { marked, cells, turns, points, lattice, .. } = scratch;
        let (ctx, to) = (task.ctx, task.query.to);
        let Some((map, _)) = ctx.gates_here() else { return Progress::Waiting };
        field.read(key.start, turns);
        unpack(turns, cells);
        points.clear();
        points.push(ctx.me.position);
        add_places(ctx, cells.iter().copied(), lattice, points);
        let last = points.last().copied();
        points.extend(Some(to).filter(|to| last.is_some_and(|last| ctx.body_sight().clear(last, *to))));
        ctx.pull(points, &GateSight::of(ctx), task.path.begin(ctx.me.position, false));
        task.path.ticks = 0;
        cells.iter_mut().for_each(|cell| *cell = map.cell_of(*cell));
        cells.dedup();
        self.keep(ctx, cells, marked);
        self.read = Some(number);
        task.counts.off_fields += u64::from(task.query.need != Need::Renewal);
        self.found(task)
    }

    /// There is a new path.
    pub(super) fn found(&mut self, task: &mut Task) -> Progress {
        self.due = None;
        if task.query.need == Need::Renewal {
            return Progress::Waiting;
        }
        task.count_search();
        Progress::Ended(Ok(()))
    }

    /// Keeps a plan, by its cells with gates, and marks it.
    pub(super) fn keep(&mut self, ctx: &NavContext, cells: &[Cell], marked: &mut Marked) {
        self.cells.clear();
        self.cells.extend(cells.iter().take(KEPT_CELLS));
        marked.add((ctx.slot, ctx.me.storey), &self.cells, Marking::Whole, true);
    }
}
