//! What a search of the planner over gates goes over.

use super::Key;
use crate::crowd::{GateMap, GateProblem, On, Searched, Sheet};
use crate::geom::{Cell, Vec2};
use crate::grid::{CellRect, CostLayer, Field};
use crate::nav::NavContext;
use crate::path::Sees;
use std::sync::Arc;

/// How many cells with gates round a place that lies in none an open one is looked for.
const REACH_CELLS: u32 = 2;
/// A metre of plain ground, in the unit of ground's costs.
const PLAIN: f32 = 8.0;

/// What a search is over, as it was when the search began.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    over: Over,
    costs: Option<Arc<CostLayer>>,
}

/// Over which cells a search goes, and between which of them.
#[derive(Clone, Debug)]
enum Over {
    /// Those with gates.
    Gates(Searched, (Cell, Cell)),
    /// Those of the world, where those with gates lead nowhere. Others' paths count for nothing there.
    Cells(Arc<Field>),
}

impl Ground {
    /// Cells with gates, where there are such at both ends of a path and `gated`.
    pub(super) fn now(ctx: &NavContext, key: &Key, to: Vec2, gated: bool) -> Option<Self> {
        let (map, sheet) = ctx.gates_here()?;
        let ends = [(ctx.me.position, key.start), (to, key.goal)].map(|(at, cell)| end_in(ctx, (map, sheet), at, cell));
        let over = match ends {
            [Some(start), Some(goal)] if gated => Over::Gates(sheet.ground.clone(), (start, goal)),
            _ => Over::Cells(ctx.regions.field_now(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves)?),
        };
        Some(Self { over, costs: ctx.regions.costs_now(ctx.me.moves) })
    }

    pub(super) fn on(&self) -> On<'_> {
        match &self.over {
            Over::Gates(searched, _) => searched.on(),
            Over::Cells(field) => On::Grid(field),
        }
    }

    /// Where a node of it is, metres.
    pub(super) fn place(&self, ctx: &NavContext, node: u32) -> Vec2 {
        let cell = self.on().cell(node);
        match ctx.gates_here() {
            Some((map, _)) if self.has_gates() => map.centre(cell),
            _ => cell.centre(ctx.world.ground.resolution_m()),
        }
    }

    pub(super) fn has_gates(&self) -> bool {
        matches!(self.over, Over::Gates(..))
    }

    /// The search over it: gates, influence that the agent avoids, and what the ground costs. Where all that changes between slices,
    /// the path is one that cost little meanwhile.
    pub(super) fn problem<'a>(
        &'a self,
        ctx: &'a NavContext,
        key: &Key,
    ) -> Option<GateProblem<'a, impl Fn(Cell) -> f32 + 'a>> {
        let (map, sheet) = ctx.gates_here()?;
        let (res, has_gates, of) = (ctx.world.ground.resolution_m(), self.has_gates(), self.metre(ctx));
        let metre = move |cell: Cell| of(if has_gates { map.middle(cell) } else { cell });
        let gates = has_gates.then_some((&sheet.gates, map.weights));
        let (ends, cell_m) = match &self.over {
            Over::Gates(_, ends) => (*ends, map.cell_m),
            Over::Cells(_) => ((key.start, key.goal), res),
        };
        GateProblem::new(self.on(), cell_m, ends, gates, (metre, self.least()))
    }

    /// What a metre in a cell of the world costs, in metres of plain ground: ground, and influence that the agent avoids.
    pub(super) fn metre<'a>(&'a self, ctx: &'a NavContext) -> impl Fn(Cell) -> f32 + Copy + 'a {
        let (res, costs) = (ctx.world.ground.resolution_m(), self.costs.as_deref());
        move |cell: Cell| {
            let extra = if ctx.avoided.is_empty() { 0 } else { ctx.influence.cost(ctx.avoided, cell.centre(res)) };
            costs.map_or(1.0, |costs| costs.at(cell) as f32 / PLAIN) + extra as f32 / PLAIN
        }
    }

    /// What it costs at least.
    pub(super) fn least(&self) -> f32 {
        self.costs.as_deref().map_or(1.0, CostLayer::least)
    }
}

/// The open cell with gates from which a path to or from a place leads: the one that it lies in, else the nearest to whose middle
/// the body can go straight.
fn end_in(ctx: &NavContext, (map, sheet): (&GateMap, &Sheet), at: Vec2, cell: Cell) -> Option<Cell> {
    let (own, on) = (map.cell_of(cell), sheet.ground.on());
    if on.node(own).is_some() {
        return Some(own);
    }
    let sight = ctx.body_sight();
    let mut best: Option<(f32, Cell)> = None;
    for near in CellRect::spanning(own, own).grown(REACH_CELLS).each().filter(|near| on.node(*near).is_some()) {
        let away = map.centre(near).distance_squared(at);
        if best.is_none_or(|(least, _)| away < least) && sight.clear(at, map.centre(near)) {
            best = Some((away, near));
        }
    }
    best.map(|(_, cell)| cell)
}
