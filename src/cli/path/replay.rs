//! `bestiary path --changes`: an agent walks while the map changes and its goal moves.

use super::PathArgs;
use super::cells::{warn_outside, why_none};
use super::scene::Scene;
use super::walk::Walk;
use crate::body::MoveClass;
use crate::cli::{Diagnostic, Ended, Field, ReportForm, Stop, format, outcome};
use crate::diag::Clock;
use crate::geom::Cell;
use crate::nav::Reason;
use crate::runtime::WallClock;
use crate::search::{DIAGONAL, Replanner, STRAIGHT, SearchOptions, Selecting, Solver, Status, check_path, unpack};
use format::Change;

/// After so many steps the agent gives up: only a search that looks ahead a few cells can need as many.
const MOST_STEPS: u64 = 1 << 24;

pub(super) fn main(args: &PathArgs, ends: [Cell; 2], options: SearchOptions) -> Ended {
    let walk = replay(args, ends, options)?;
    outcome::report(&match args.report {
        ReportForm::Text => walk.text(),
        ReportForm::Json => outcome::escaped(&format!("{}\n", walk.json(&args.map, ends))),
    })?;
    if walk.reason.is_none() { Ok(()) } else { Err(Stop::Reported) }
}

/// How the agent searches.
enum Searching {
    /// By a search that is kept.
    Kept(Box<dyn Replanner>),
    /// From scratch each time.
    Fresh,
}

struct Agent<'a> {
    args: &'a PathArgs,
    scene: Scene,
    searching: Searching,
    at: Cell,
    goal: Cell,
    /// The path, the next cell last.
    ahead: Vec<Cell>,
    /// Whether it leads to the goal.
    arrives: bool,
    walk: Walk,
    clock: WallClock,
}

fn replay(args: &PathArgs, [at, goal]: [Cell; 2], options: SearchOptions) -> Result<Walk, Vec<Diagnostic>> {
    let world = format::load(&args.map)?.world;
    let changes = args.changes.as_ref().map(|file| format::load_changes(file, &world.ground)).transpose();
    let track = args.target_track.as_ref().map(|file| format::load_track(file, &world.ground)).transpose();
    let (changes, track) =
        (changes.map_err(|e| vec![e])?.unwrap_or_default(), track.map_err(|e| vec![e])?.unwrap_or_default());
    let fault = |e: String| vec![Diagnostic::error(args.map.display().to_string(), e)];
    let field = Field::of_world(&world, 0.0, 1.0, MoveClass::WALK).map_err(|e| fault(e.to_string()))?;
    for (option, cell) in [("--from", at), ("--to", goal)] {
        warn_outside(option, cell, [field.width(), field.height()].map(|n| n as i32));
    }
    let scene = Scene::new(field, &world.ground, &changes, options);
    drop(world);
    // Refuses what does not go together before anything is walked.
    let kept = options.replanner(&scene.field).map_err(|e| fault(e.to_string()))?;
    let searching = match kept {
        Some(search) => Searching::Kept(search),
        None if args.search.is_default() => Searching::Kept(Box::<Selecting>::default()),
        None => Searching::Fresh,
    };
    let walk = Walk { cells: vec![at], ..Walk::default() };
    let clock = WallClock::default();
    let mut agent = Agent { args, scene, searching, at, goal, ahead: Vec::new(), arrives: false, walk, clock };
    agent.go(&changes, &track)?;
    agent.walk.plain_cells = agent.scene.in_plain_cells(agent.walk.cost);
    Ok(agent.walk)
}

impl Agent<'_> {
    /// Walks until it is at the goal, or nothing more happens that could open a path.
    fn go(&mut self, changes: &[Change], track: &[(u32, Cell)]) -> Result<(), Vec<Diagnostic>> {
        let (mut changes, mut track) = (changes.iter().peekable(), track.iter().peekable());
        if let Searching::Kept(search) = &mut self.searching {
            search.begin(self.scene.landscape(), self.at, self.goal);
        }
        let (mut step, mut is_first, mut changed) = (0_u64, true, Vec::new());
        loop {
            changed.clear();
            while let Some(change) = changes.next_if(|change| u64::from(change.step) <= step) {
                self.scene.apply(change, &mut changed);
                self.walk.changes += 1;
            }
            changed.sort_unstable();
            changed.dedup();
            let mut moved = false;
            while let Some((_, to)) = track.next_if(|(at, _)| u64::from(*at) <= step) {
                (self.goal, moved) = (*to, true);
                self.walk.goal_moves += 1;
            }
            let is_replan = !is_first && (moved || !changed.is_empty());
            self.report(&changed, moved);
            if self.at == self.goal && self.scene.field.open(self.at) {
                self.walk.reason = None;
                return Ok(());
            }
            if is_first || is_replan || self.ahead.is_empty() {
                self.walk.replans += u64::from(is_replan);
                self.search()?;
            }
            is_first = false;
            if let Some(to) = self.ahead.pop() {
                self.step_to(to);
                step += 1;
            } else {
                let next = changes.peek().map(|c| c.step).into_iter().chain(track.peek().map(|(step, _)| *step)).min();
                let Some(next) = next.filter(|_| self.walk.reason != Some(Reason::Budget)) else { return Ok(()) };
                self.walk.waited += u64::from(next) - step;
                step = u64::from(next);
            }
            if step > MOST_STEPS && changes.peek().is_none() && track.peek().is_none() && !self.arrives {
                self.walk.reason = Some(Reason::Budget);
                return Ok(());
            }
        }
    }

    /// Passes on to the search what happened.
    fn report(&mut self, changed: &[Cell], moved: bool) {
        if self.scene.field.is_stale() {
            self.scene.field.relabel();
        }
        if let Searching::Kept(search) = &mut self.searching {
            search.moved(self.at);
            if !changed.is_empty() {
                search.changed(self.scene.landscape(), changed);
            }
            if moved {
                search.goal_moved(self.scene.landscape(), self.goal);
            }
        }
    }

    /// Searches from where the agent is.
    fn search(&mut self) -> Result<(), Vec<Diagnostic>> {
        let on = self.scene.landscape();
        let fault = |e: String| vec![Diagnostic::error(self.args.map.display().to_string(), e)];
        let before = self.clock.nanos();
        let mut path = std::mem::take(&mut self.ahead);
        path.clear();
        self.walk.searches += 1;
        let (counts, arrives) = match &mut self.searching {
            Searching::Kept(search) => {
                let status = loop {
                    match search.search(on, u32::MAX) {
                        Status::Running => {}
                        status => break status,
                    }
                };
                if matches!(status, Status::Found | Status::Edge) {
                    search.path(on, &mut path);
                }
                (search.counts(), status == Status::Found)
            }
            Searching::Fresh => {
                let solver = Solver::on_ground(on.field, on.costs, self.scene.options);
                let mut solver = solver.map_err(|e| fault(e.to_string()))?;
                let mut waypoints = Vec::new();
                solver.solve(self.at, self.goal, &mut waypoints);
                unpack(&waypoints, &mut path);
                (solver.engine.usage().counts, !path.is_empty())
            }
        };
        self.walk.search_ns += self.clock.nanos() - before;
        self.walk.expanded += u64::from(counts.expanded);
        self.arrives = arrives;
        self.walk.reason = match path.last() {
            Some(last) => {
                let legal = check_path(on.field, &path, self.at, *last);
                legal.map_err(|e| fault(format!("the path found is not legal: {e}")))?;
                None
            }
            None => Some(why_none(on.field, (self.at, self.goal), counts.gave_up)),
        };
        path.reverse();
        path.pop();
        self.ahead = path;
        Ok(())
    }

    fn step_to(&mut self, to: Cell) {
        self.walk.length += if self.at.x != to.x && self.at.y != to.y { DIAGONAL } else { STRAIGHT };
        self.walk.cost += self.scene.landscape().cost_of(&[self.at, to]);
        self.walk.cells.push(to);
        self.at = to;
    }
}
