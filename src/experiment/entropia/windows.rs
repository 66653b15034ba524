//! Windows as agents draw them, between random places.

use super::{NavParams, World};
use crate::body::MoveClass;
use crate::grid::{CellRect, Clearance, Regions, Window};
use crate::rng::{Purpose, Rand};
use crate::search::{AStar, Connect, GridProblem, OpenList, Status, TwoTierList};
use std::ops::RangeInclusive;

/// A person: metres.
const RADIUS_M: f32 = 0.4;
const HEIGHT_M: f32 = 1.8;
/// Pairs tried for each that is wanted.
const TRIES: usize = 500;
/// Nodes of the windows, from the source's mean for moving targets to that for fixed goals.
const NODES: [RangeInclusive<u64>; 3] = [1_600..=2_400, 4_000..=6_000, 8_000..=10_000];

/// A window and a search in it that finds its goal.
pub(super) struct Case<'a> {
    pub world: &'a World,
    pub area: CellRect,
    pub clearance: Clearance,
    pub window: Window,
    pub start: u32,
    pub goal: u32,
}

impl Case<'_> {
    /// Searches as an agent does: Euclidean, over at the window's edge, in 4 directions unless `connect` says 8.
    pub(super) fn search<O: OpenList>(&self, search: &mut AStar<O>, connect: Connect) -> Status {
        self.search_weighted(search, connect, NavParams::default().weight)
    }

    /// The same with another weight of the heuristic.
    pub(super) fn search_weighted<O: OpenList>(&self, search: &mut AStar<O>, connect: Connect, weight: f32) -> Status {
        let mut problem = GridProblem::new(&self.window.bits, self.start, self.goal);
        (problem.sides, problem.connect) = (self.window.sides, connect);
        search.begin(&problem, weight);
        search.run(&problem, u32::MAX)
    }
}

/// Cases of about one size.
pub(super) struct Class<'a> {
    pub cases: Vec<Case<'a>>,
}

impl Class<'_> {
    /// Mean nodes of a window.
    pub(super) fn nodes(&self) -> f64 {
        let sum: u64 = self.cases.iter().map(|c| c.window.area.cells()).sum();
        sum as f64 / self.cases.len().max(1) as f64
    }
}

/// Up to `count` cases of each size; the worlds are tried in turn.
pub(super) fn classes(worlds: &[World], seed: u64, count: usize) -> Vec<Class<'_>> {
    let regions: Vec<Regions> = worlds.iter().map(|w| Regions::build(w, RADIUS_M, HEIGHT_M, MoveClass::WALK)).collect();
    let mut search = AStar::new(TwoTierList::new(NavParams::default().cheap_list));
    let class = |(i, nodes): (usize, RangeInclusive<u64>)| {
        let mut rand = Rand::new(seed, Purpose::Experiment, 1 << 40 | i as u64);
        let tried = (0..count.saturating_mul(TRIES)).filter_map(|attempt| {
            let world = attempt % worlds.len();
            let found = case(&worlds[world], &regions[world], &nodes, &mut rand);
            found.filter(|case| case.search(&mut search, Connect::Four) == Status::Found)
        });
        Class { cases: tried.take(count).collect() }
    };
    NODES.into_iter().enumerate().map(class).collect()
}

fn case<'a>(world: &'a World, regions: &Regions, nodes: &RangeInclusive<u64>, rand: &mut Rand) -> Option<Case<'a>> {
    let params = NavParams::default();
    let (start, goal) = (regions.pick(rand)?, regions.pick(rand)?);
    let area = CellRect::spanning(start, goal).grown(params.margin_nodes).clipped(&world.ground);
    if !nodes.contains(&area.cells()) {
        return None;
    }
    let clearance =
        Clearance { radius_m: RADIUS_M, height_m: HEIGHT_M, moves: MoveClass::WALK, buffer_m: params.buffers_m[0] };
    let mut window = Window::default();
    window.build(world, area, clearance);
    let (start, goal) = (Some(start).filter(|c| window.open(*c))?, Some(goal).filter(|c| window.open(*c))?);
    let (start, goal) = (window.node(start)?, window.node(goal)?);
    Some(Case { world, area, clearance, window, start, goal })
}
