//! Exact costs of paths that a script asked for: searched for one after the other, less urgently than paths that are walked.

use super::pathfinder::Pathfinder;
use super::{Code, Goal, NavContext, PathCost, Reason, Round, SearchContext, place_bits};
use crate::geom::Vec2;
use std::hash::{Hash, Hasher};

/// Places that wait for one agent at most.
const MOST: usize = 4;

/// The places whose path costs are searched for, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    places: Vec<Vec2>,
    /// Searches for the first of them; kept, for it has the memory of its searches.
    finder: Option<Box<Pathfinder>>,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundCost {
    /// The place asked for, metres.
    pub to: Vec2,
    /// What a path there costs, in metres of plain ground; `None`: none was found.
    pub cost: Option<f32>,
    /// Whether no path costs less, or there is none.
    pub exact: bool,
}

impl Questions {
    /// Queues a place; false when too many wait. One that waits already is not queued again.
    pub fn ask(&mut self, to: Vec2) -> bool {
        let known = self.places.contains(&to);
        let fits = self.places.len() < MOST;
        if !known && fits {
            self.places.push(to);
        }
        known || fits
    }

    /// Whether no place waits.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// A search under way begins again: its memory, and what it tried in vain, are of the world before.
    pub fn restart_search(&mut self) {
        self.finder.iter_mut().for_each(|finder| **finder = Pathfinder::default());
    }

    /// Works on the first question in one of a step's rounds; `ctx` says that it asks.
    pub fn advance(&mut self, ctx: &NavContext, round: Round, search: &mut SearchContext) -> Option<FoundCost> {
        let to = *self.places.first()?;
        let finder = self.finder.get_or_insert_default();
        if !finder.wants_slice() && matches!(round, Round::Start) {
            if finder.goal == Goal::None {
                finder.set_goal(ctx, Goal::Point(to));
            }
            if matches!(finder.tick(ctx), Code::MapFailed | Code::NoTarget) {
                let unsure = matches!(finder.reason, Some(Reason::Budget | Reason::MapEdge | Reason::TooManyTries));
                return Some(self.close(FoundCost { to, cost: None, exact: !unsure }));
            }
        }
        if finder.advance(ctx, round, search) != Some(Code::SearchOk) {
            return None;
        }
        let (cost, exact) = finder.cost_of_path(ctx);
        Some(self.close(FoundCost { to, cost: Some(cost), exact }))
    }

    fn close(&mut self, found: FoundCost) -> FoundCost {
        self.places.remove(0);
        self.finder.iter_mut().for_each(|finder| **finder = Pathfinder::default());
        found
    }
}

impl Pathfinder {
    /// What the path just found costs, in metres of plain ground, and whether that is the least over the map's grid: not where the path
    /// leads to a temporary goal, or is not refined yet (the rest counts as the straight line then), and not in windows, whose
    /// searches weight their heuristic and keep away from boxes.
    fn cost_of_path(&self, ctx: &NavContext) -> (f32, bool) {
        let from = self.path.origin.unwrap_or(ctx.me.position);
        let Goal::Point(to) = self.goal else { return (0.0, false) };
        let along = |a: Vec2, b: Vec2| PathCost::of_line(ctx, a, b);
        let mut last = from;
        let mut sum = 0.0;
        for point in &self.path.points {
            sum += along(last, *point);
            last = *point;
        }
        let whole = !self.prediction.partial && !self.path.unfinished;
        (if whole { sum } else { sum + last.distance(to) }, whole && self.job.is_exact())
    }
}

/// Everything that decides their future, for the world hash.
impl Hash for Questions {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.places.iter().for_each(|place| place_bits(*place).hash(h));
        self.finder.iter().for_each(|finder| finder.hash(h));
    }
}
