//! Sight tests of an agent that plans by gates: a line against what others plan replaces no path round it.

use crate::crowd::{GateMap, Gates, Sheet, Side};
use crate::geom::{Cell, Vec2};
use crate::nav::NavContext;
use crate::nav::near::Wary;
use crate::path::{BodySight, Sees};

/// A straight line may cost so many times what it replaces: the rounding of sums.
const LINE_MAY_COST: f32 = 1.01;
/// What gates add to a line is measured so many times in a cell with gates.
const SAMPLES_A_CELL: f32 = 4.0;

/// Sight tests that weigh what gates add.
pub(super) struct GateSight<'a> {
    sight: Wary<'a, BodySight<'a>>,
    gates: Option<(&'a GateMap, &'a Sheet)>,
}

impl<'a> GateSight<'a> {
    pub(super) fn of(ctx: &'a NavContext<'a>) -> Self {
        let sight = Wary { sight: ctx.body_sight(), ctx };
        Self { sight, gates: ctx.gates_here() }
    }

    /// What a straight line costs: its length, and what gates add to it.
    fn cost(&self, from: Vec2, to: Vec2) -> f32 {
        let length = from.distance(to);
        let Some((map, Sheet { gates, finer, .. })) = self.gates.filter(|_| length > 0.0) else { return length };
        let along = (to - from) / length;
        let parts = (SAMPLES_A_CELL * length / map.cell_m).ceil().max(1.0) as u32;
        let extra: f32 = (0..parts)
            .map(|i| {
                let at = from.lerp(to, (i as f32 + 0.5) / parts as f32);
                let on = |gates: &Gates, side_m: f32| {
                    let cell = Cell::of(at, side_m);
                    map.weights.cost(gates.sum(cell, Side::Out), gates.sum(cell, Side::In), along) / side_m
                };
                on(gates, map.cell_m) + on(finer, map.finer_m())
            })
            .sum();
        length + extra / parts as f32 * length
    }
}

impl Sees for GateSight<'_> {
    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        self.sight.clear(from, to)
    }

    fn replaces(&self, points: &[Vec2]) -> bool {
        self.sight.replaces(points)
            && (points.len() < 3 || {
                let before: f32 = points.windows(2).map(|pair| self.cost(pair[0], pair[1])).sum();
                self.cost(points[0], points[points.len() - 1]) <= before * LINE_MAY_COST
            })
    }
}
