//! The map of one pathfinder: how large it is, whether the earlier one serves, drawing it.

use super::pathfinder::Pathfinder;
use super::worker::Worker;
use super::{Goal, NavContext};
use crate::diag::Clock;
use crate::geom::{Cell, Vec2};
use crate::grid::{CellRect, Clearance};

impl Pathfinder {
    /// The clearance the next window is drawn with.
    fn clearance(&self, ctx: &NavContext) -> Clearance {
        Clearance { radius_m: ctx.me.radius_m, height_m: ctx.me.height_m, buffer_m: self.retry.buffer_m(ctx.params) }
    }

    /// The rectangle the next window covers (row 7): start, goal and a margin, as far as there is a world.
    pub(super) fn area(&self, ctx: &NavContext) -> CellRect {
        let res = ctx.world.ground.resolution_m();
        let (start, goal) = (Cell::of(ctx.me.position, res), Cell::of(self.aim.at, res));
        CellRect::spanning(start, goal).grown(self.retry.margin(ctx.params)).clipped(&ctx.world.ground)
    }

    /// How near to its window's edge an agent or its goal may be.
    pub(super) fn edge_nodes(&self, ctx: &NavContext) -> u32 {
        ctx.params.edge_nodes.min(ctx.params.margin_nodes.max(1) - 1)
    }

    /// Whether the window at hand serves the next search (row 9).
    pub(super) fn window_serves(&self, ctx: &NavContext) -> bool {
        let res = ctx.world.ground.resolution_m();
        let edge = self.edge_nodes(ctx);
        let inside = |p: Vec2| self.window.depth(Cell::of(p, res)) > edge;
        self.window_margin == self.retry.margin(ctx.params)
            && self.window.clearance() == self.clearance(ctx)
            && inside(ctx.me.position)
            && inside(self.aim.at)
    }

    /// Rows 10–14: volumes, grown, turned, cut to the window, drawn.
    pub(super) fn draw_window(&mut self, ctx: &NavContext, worker: &mut Worker, clock: &dyn Clock) {
        let begun = clock.nanos();
        let volumes = self.window.build(ctx.world, self.area(ctx), self.clearance(ctx));
        self.window_margin = self.retry.margin(ctx.params);
        let counts = &mut worker.counts;
        counts.volumes.returned += volumes.returned;
        counts.volumes.wrong_height += volumes.wrong_height;
        counts.volumes.outside += volumes.outside;
        counts.volumes.plotted += volumes.plotted;
        let (maps, nodes) = match self.goal {
            Goal::Agent(_) => (&mut counts.moving_maps, &mut counts.moving_nodes),
            _ => (&mut counts.fixed_maps, &mut counts.fixed_nodes),
        };
        *maps += 1;
        *nodes += self.window.area().cells();
        counts.abstraction_ns += clock.nanos().saturating_sub(begun);
    }
}
