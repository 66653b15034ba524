//! Exact costs of paths that a script asked for: searched for one after the other, less urgently than paths that are walked.

use super::pathfinder::Pathfinder;
use super::review::Freshness;
use super::{Code, Goal, NavContext, PathCost, Reason, Round, SearchContext, place_bits};
use crate::geom::Vec2;
use crate::path::PathForm;
use crate::world::Change;
use std::hash::{Hash, Hasher};

/// Places that wait for one agent at most.
const MOST: usize = 4;
/// A search whose result the world has overtaken is made so many times again.
const MOST_AGAIN: u32 = 2;

/// The places whose path costs are searched for. Few creatures ask: nothing is kept of the others.
#[derive(Clone, Debug, Default)]
pub struct Questions(Option<Box<Asked>>);

/// Those of a creature that asks.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// The oldest first.
    places: Vec<Vec2>,
    /// Searches for the first of them; kept, for it has the memory of its searches.
    finder: Option<Box<Pathfinder>>,
    /// How many times the world has overtaken its search.
    again: u32,
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
    /// Why no cost was found, where none was.
    pub reason: Option<Reason>,
}

impl Questions {
    /// Queues a place; false when too many wait. One that waits already is not queued again.
    pub fn ask(&mut self, to: Vec2) -> bool {
        let Asked { places, .. } = &mut **self.0.get_or_insert_default();
        let known = places.contains(&to);
        let fits = places.len() < MOST;
        if !known && fits {
            places.push(to);
        }
        known || fits
    }

    /// Whether no place waits.
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|asked| asked.places.is_empty())
    }

    /// Takes note of changes of the world for the search under way, which goes on.
    pub fn review(&mut self, ctx: &NavContext, changes: &[Change]) {
        let finder = self.0.as_mut().and_then(|asked| asked.finder.as_mut());
        finder.into_iter().for_each(|finder| _ = finder.review(&context(ctx), changes));
    }

    /// Works on the first question in one of a step's rounds. Where pathfinding is switched off nothing is found.
    pub fn advance(&mut self, ctx: &NavContext, round: Round, search: &mut SearchContext) -> Option<FoundCost> {
        self.0.as_mut()?.advance(&context(ctx), round, search)
    }
}

/// What a creature avoids, gates, and the form of its paths bend its own paths and no result.
fn context<'a>(ctx: &NavContext<'a>) -> NavContext<'a> {
    NavContext { asks: true, avoided: &[], gates: None, target: None, storeys: None, form: PathForm::default(), ..*ctx }
}

impl Asked {
    fn advance(&mut self, ctx: &NavContext, round: Round, search: &mut SearchContext) -> Option<FoundCost> {
        let to = *self.places.first()?;
        if !ctx.pathfinding_on {
            return Some(self.close(FoundCost { to, cost: None, exact: false, reason: Some(Reason::SwitchedOff) }));
        }
        let finder = self.finder.get_or_insert_default();
        if !finder.wants_slice() && matches!(round, Round::Start) {
            if finder.goal == Goal::None {
                finder.set_goal(ctx, Goal::Point(to, ctx.me.storey));
            }
            if matches!(finder.tick(ctx), Code::MapFailed | Code::NoTarget) {
                let reason = finder.reason.or(Some(Reason::GoalBlocked));
                let unsure = matches!(
                    reason,
                    Some(Reason::Budget | Reason::MapEdge | Reason::TooManyTries | Reason::NoGraph | Reason::OffGraph)
                );
                return Some(self.close(FoundCost { to, cost: None, exact: !unsure, reason }));
            }
        }
        if finder.advance(ctx, round, search) != Some(Code::SearchOk) {
            return None;
        }
        if finder.freshness > Freshness::Current && self.again < MOST_AGAIN {
            self.again += 1;
            **finder = Pathfinder::default();
            return None;
        }
        let (cost, exact) = finder.cost_of_path(ctx);
        Some(self.close(FoundCost { to, cost: Some(cost), exact, reason: None }))
    }

    fn close(&mut self, found: FoundCost) -> FoundCost {
        self.places.remove(0);
        self.again = 0;
        self.finder.iter_mut().for_each(|finder| **finder = Pathfinder::default());
        found
    }
}

impl Pathfinder {
    /// What the path just found costs, in metres of plain ground, and whether that is the least over the map's grid: not where the path
    /// leads to a temporary goal, is not refined yet, or ends before what has closed meanwhile (the rest counts as the straight line
    /// then), nor where something opened meanwhile, nor in windows, whose searches keep away from boxes, nor
    /// over graphs.
    fn cost_of_path(&self, ctx: &NavContext) -> (f32, bool) {
        let from = self.path.origin.unwrap_or(ctx.me.position);
        let Goal::Point(to, _) = self.goal else { return (0.0, false) };
        let along = |a: Vec2, b: Vec2| PathCost::of_line(ctx, a, b);
        let mut last = from;
        let mut sum = 0.0;
        for point in &self.path.points {
            sum += along(last, *point);
            last = *point;
        }
        let whole = self.path.is_whole();
        let exact = whole && self.job.is_exact() && self.freshness == Freshness::Current;
        (if whole { sum } else { sum + last.distance(to) }, exact)
    }
}

/// Everything that decides their future, for the world hash.
impl Hash for Questions {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let Some(Asked { places, finder, again }) = self.0.as_deref() else { return };
        places.iter().for_each(|place| place_bits(*place).hash(h));
        finder.iter().for_each(|finder| finder.hash(h));
        Some(*again).filter(|again| *again > 0).iter().for_each(|again| again.hash(h));
    }
}
