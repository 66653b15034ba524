//! A path across many clusters: known as a whole on the topmost level, refined cell by cell only as far as it is needed.

use super::super::{Area, Towards};
use super::LevelContext;
use super::cost::{Endpoint, STEP, coarse, coarse_or_far};
use super::search::{Leg, LevelSearch};
use crate::geom::Cell;
use crate::search::{Counts, turns};

/// Cells that are refined before waypoints are handed out: paths are smoothed over so many …
const AHEAD: usize = 384;
/// … and over costs, where that takes more work for each cell.
const WEIGHTED_AHEAD: usize = 96;

/// What became of a request for waypoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There are more: request them when these have been walked.
    More,
    /// The last of them, or of those before if there are none, is the goal.
    Arrived,
    /// The world changed under the path, or none was begun: restart from the walker's position.
    Broken,
}

/// One path, from [`Route::begin`] to the last of its waypoints. Memory is kept from path to path.
#[derive(Clone, Debug, Default)]
pub struct Route {
    pub(super) start: Anchor,
    pub(super) goal: Anchor,
    /// What is not yet refined, the last piece first.
    pub(super) legs: Vec<Leg>,
    pub(super) refined: Vec<Leg>,
    /// What is refined but not yet handed out; begins with the last cell that was.
    pub path: Vec<Cell>,
    begun: bool,
    /// Whether waypoints were handed out already.
    under_way: bool,
}

impl Route {
    /// Finds a path on as high a level as its length requires, and returns about how long it will be, in cells. `None` when
    /// there is no path; a path is found whenever there is one, but it need not be a cheapest one. Over costs that is what it will
    /// cost, in cells of plain ground.
    ///
    /// The work is bounded by the number of points in two clusters a level and in the topmost level.
    pub fn begin(&mut self, on: &mut LevelContext, (start, goal): (Cell, Cell)) -> Option<f64> {
        self.legs.clear();
        self.path.clear();
        (self.begun, self.under_way) = (false, false);
        on.search.counts = Counts::default();
        if !on.on.field.may_join(start, goal) {
            return None;
        }
        self.start.set(start);
        self.goal.set(goal);
        self.path.push(start);
        let cost = if on.search.smoother.go_cheapest(on.on, start, goal, &mut self.path) {
            coarse(on.on.at_least(start, goal))
        } else {
            self.find(on)?
        };
        self.begun = true;
        Some(f64::from(cost) / f64::from(STEP))
    }

    /// Looks for a path near its ends first, then on ever higher levels; stops when it is nearly straight.
    fn find(&mut self, on: &mut LevelContext) -> Option<u32> {
        let (start, goal) = (self.start.cell, self.goal.cell);
        let top = on.levels.levels.len() - 1;
        let straight = coarse(on.on.at_least(start, goal));
        let mut known = None;
        let near = |level: &usize| on.levels.levels[*level].clusters.are_near(start, goal);
        for level in (0..=top).filter(near) {
            known = self.find_within(on, level, known);
            if known.is_some_and(|cost| cost <= straight.saturating_add(straight / 8)) {
                return known;
            }
        }
        self.search(on, top, on.levels.levels[top].clusters.all(), known)
    }

    /// A path that leaves neither the clusters of its ends nor what touches both.
    fn find_within(&mut self, on: &mut LevelContext, level: usize, known: Option<u32>) -> Option<u32> {
        let (start, goal) = (self.start.cell, self.goal.cell);
        let here = &on.levels.levels[level];
        let area = here.area(here.clusters.of(start)).union(&here.area(here.clusters.of(goal)));
        if level > 0 {
            let block = on.levels.levels[level - 1].clusters.inside(&area);
            return self.search(on, level - 1, block, known);
        }
        on.search.flood.run(on.on, area, start, Towards::anyhow(goal));
        let cost = coarse(on.search.flood.cost(goal)?);
        self.legs.push(Leg { level: 0, from: start, to: goal });
        Some(cost)
    }

    fn search(&mut self, on: &mut LevelContext, level: usize, block: Area, known: Option<u32>) -> Option<u32> {
        self.start.rise(on, level);
        self.goal.rise(on, level);
        let (Some(start), Some(goal)) = (self.start.end(level), self.goal.end(level)) else { return known };
        let cost = on.search.run(on.levels.graph(on.on, level), block, (start, goal), known);
        if on.search.found_another() {
            self.legs.clear();
            on.search.trace(level as u8, (self.start.cell, self.goal.cell), &mut self.legs);
        }
        cost
    }

    /// What is yet to be handed out: the refined cells, then the ends of the pieces that are not, the last piece first.
    /// With the goal and the levels this decides all that follows.
    pub fn rest(&self) -> impl Iterator<Item = Cell> + '_ {
        self.path.iter().copied().chain(self.legs.iter().flat_map(|leg| [leg.from, leg.to]))
    }

    /// Hands out the next waypoints: cells where the path turns, the first ones with the start before them. Between two of
    /// them the path is straight or diagonal.
    ///
    /// The work is bounded by the number of points in two clusters a level, and a few hundred cells.
    pub fn next_waypoints(&mut self, on: &mut LevelContext, out: &mut Vec<Cell>) -> Progress {
        out.clear();
        if !self.begun {
            return Progress::Broken;
        }
        let ahead = if on.on.costs.is_some() { WEIGHTED_AHEAD } else { AHEAD };
        while self.path.len() < ahead {
            let Some(leg) = self.legs.pop() else { break };
            if !self.refine(on, leg) {
                self.begun = false;
                return Progress::Broken;
            }
        }
        let LevelSearch { smoother, windows, flood, .. } = &mut *on.search;
        if on.on.costs.is_some() {
            windows.improve(on.on, flood, &mut self.path);
        } else {
            smoother.pull_from_both_ends(on.on.field, &mut self.path);
        }
        let arrived = self.legs.is_empty();
        let cut = if arrived { self.path.len() - 1 } else { self.path.len() / 2 };
        turns(&self.path[..=cut], out);
        if std::mem::replace(&mut self.under_way, true) {
            out.remove(0);
        }
        self.path.drain(..cut);
        self.begun = !arrived;
        if arrived { Progress::Arrived } else { Progress::More }
    }
}

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
                let finer = on.levels.graph(on.on, at - 1);
                on.search.spread(finer, on.levels.inside(at, cluster), below);
                end.costs.extend(points.map(|cell| on.search.spread_to(finer.level, cell)));
            } else {
                on.search.flood.run(on.on, here.area(cluster), self.cell, None);
                end.costs.extend(points.map(|cell| coarse_or_far(on.search.flood.cost(cell))));
            }
            self.known += 1;
        }
    }
}
