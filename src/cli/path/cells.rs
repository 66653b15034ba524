//! A path from cell to cell, one search on each storey that it comes to.

use super::cell_report::{CellLeg, PathReport};
use super::coordinates::Coordinates;
use super::drawing::PictureArgs;
use super::graph_leg::LONG_NS;
use super::legs::{Leg, legs, storeys};
use super::looks::LooksArgs;
use super::scene::uniform_cost;
use crate::cli::{Clock, Diagnostic, Ended, Field, ReportForm, Stop, WallClock, format, outcome, prepared};
use crate::experiment::picture::{self, Drawn};
use crate::geom::{Cell, Vec2};
use crate::graph::{BodySize, Mover, Site};
use crate::grid::CostLayer;
use crate::nav::Reason;
use crate::search::{Algorithm, Landscape, PathFault, STRAIGHT, SearchOptions, Solver};
use std::path::Path;

/// The grid of a leg's storey.
struct LegGrid {
    leg: Leg,
    ends: [Cell; 2],
    field: Field,
    costs: Option<CostLayer>,
    /// What all ground costs, where there are no costs cell by cell.
    uniform: f64,
    cell_m: f32,
}

/// What is searched, and how it is reported.
#[derive(Clone, Copy)]
pub(super) struct CellQuery<'a> {
    pub(super) map: &'a Path,
    pub(super) places: [&'a Coordinates; 2],
    /// The cells of these.
    pub(super) ends: [Cell; 2],
    pub(super) options: SearchOptions,
    pub(super) prepared: Option<&'a Path>,
    /// The body that walks.
    pub(super) size: BodySize,
    /// The width that cells are open to, metres; 0: it goes from cell to cell.
    pub(super) radius_m: f32,
    pub(super) looks: LooksArgs,
    pub(super) picture: &'a PictureArgs,
    pub(super) report: ReportForm,
}

pub(super) fn main(args: &CellQuery) -> Ended {
    args.picture.precheck(args.map)?;
    let mut report = search(args)?;
    if args.picture.is_some() || !args.looks.is_none() {
        look(args, &mut report)?;
    }
    outcome::report(&match args.report {
        ReportForm::Text => report.text(),
        ReportForm::Json => report.json(args.map, args.ends),
    })?;
    report.found.map_err(|_| Stop::Reported)?;
    report.looks().verdict(args.looks)
}

fn search(args: &CellQuery) -> Result<PathReport, Vec<Diagnostic>> {
    let fault = |e: String| vec![Diagnostic::error(args.map.display().to_string(), e)];
    let clock = WallClock::default();
    let planned = grids(args)?;
    let mut report =
        PathReport { found: planned.as_ref().map(|_| ()).map_err(|e| *e), legs: Vec::new(), prepared_ns: 0 };
    let mut before = 0;
    for grid in planned.into_iter().flatten() {
        let LegGrid { field, costs, .. } = &grid;
        let mut solver = match args.options.algorithm {
            Algorithm::HpaLevels => {
                let on = Landscape::of(field, costs.as_ref());
                Solver::with_levels(on, prepared::levels(on, args.prepared)?)
            }
            _ => Solver::on_ground(field, costs.as_ref(), args.options).map_err(|e| fault(e.to_string()))?,
        };
        report.prepared_ns += clock.nanos() - before;
        let leg = solve(&mut solver, &grid, args.options.turn_cost.is_some(), &clock);
        let mut leg = leg.map_err(|e| fault(format!("the path found is not legal: {e}")))?;
        if args.picture.is_some() {
            solver.engine.each_expanded(&mut |cell| leg.searched.push(cell));
        }
        before = clock.nanos();
        report.found = report.found.and(leg.path.map(|_| ()));
        report.legs.push(leg);
    }
    Ok(report)
}

/// Makes the path straight and round as was asked for, and draws it: its cells, and how a body walks it. The searches keep nothing of the world, so
/// that it is read again.
fn look(args: &CellQuery, report: &mut PathReport) -> Result<(), Vec<Diagnostic>> {
    let (world, clock) = (format::load(args.map)?.world, WallClock::default());
    let mut pictures = Vec::new();
    for leg in &mut report.legs {
        let plane = world.on(leg.leg.storey);
        let costs = CostLayer::of_world(plane, args.size.moves);
        let mover = Mover::new(plane, args.size, costs.as_ref());
        let raw: Vec<Vec2> = leg.cells.iter().map(|cell| cell.centre(leg.cell_m)).collect();
        leg.looked = (!args.looks.is_none() && !raw.is_empty()).then(|| args.looks.look(&mover, &raw, &clock));
        if args.picture.is_some() {
            let [pulled, round] = args.looks.drawn(&mover, (&raw, false), leg.looked.as_ref());
            let drawn = Drawn { cells: &leg.searched, raw: &raw, pulled: &pulled, round: &round, ..Drawn::default() };
            pictures.push(picture::scene(&mover, &drawn));
        }
    }
    if args.picture.is_some() {
        args.picture.write(report.legs.iter().map(|leg| &leg.leg).zip(pictures).collect())?;
    }
    Ok(())
}

/// The grids of a path's storeys, or why no portals lead to its goal. Nothing else is kept of the world, which may be large.
fn grids(args: &CellQuery) -> Result<Result<Vec<LegGrid>, Reason>, Vec<Diagnostic>> {
    let fault = |e: String| vec![Diagnostic::error(args.map.display().to_string(), e)];
    let [from, to] = args.ends;
    let world = format::load(args.map)?.world;
    let storeys = storeys(&world, args.map, args.places)?;
    for (option, cell, storey) in [("--from", from, storeys[0]), ("--to", to, storeys[1])] {
        let ground = &world.on(storey).ground;
        warn_outside(option, cell, [ground.width(), ground.height()].map(|n| n as i32));
    }
    let site = |cell: Cell, storey| Site { at: cell.centre(world.on(storey).ground.resolution_m()), storey };
    let planned = match legs(&world, args.size, [site(from, storeys[0]), site(to, storeys[1])]) {
        Ok(legs) => legs,
        Err(reason) => return Ok(Err(reason)),
    };
    if planned.len() > 1 && args.prepared.is_some() {
        return Err(fault("--prepared is for a path on one storey: this one leads over several legs".into()));
    }
    let last = planned.len() - 1;
    let grid = |(i, leg): (usize, Leg)| {
        let plane = world.on(leg.storey);
        let cell = |n: usize| Cell::of(leg.ends[n].at, plane.ground.resolution_m());
        // Places far outside have no exact centre.
        let ends = [if i == 0 { from } else { cell(0) }, if i == last { to } else { cell(1) }];
        let field = Field::of_world(plane, args.radius_m, args.size.height_m, args.size.moves)
            .map_err(|e| fault(e.to_string()))?;
        let ground = &plane.ground;
        // A cost of turns is one of plain ground: with it the ground's own has to be known to the search.
        let is_known = args.options.turn_cost.is_some() && uniform_cost(ground) != 1.0;
        let costs = CostLayer::of_world(plane, args.size.moves)
            .or_else(|| is_known.then(|| CostLayer::of_ground(ground, args.size.moves)));
        let uniform = if costs.is_some() { 1.0 } else { uniform_cost(ground) };
        Ok(LegGrid { ends, field, costs, uniform, cell_m: plane.ground.resolution_m(), leg })
    };
    planned.into_iter().enumerate().map(grid).collect::<Result<_, _>>().map(Ok)
}

/// Why no path was found.
pub(super) fn why_none(field: &Field, (from, to): (Cell, Cell), gave_up: bool) -> Reason {
    match (field.open(from), field.open(to)) {
        (false, _) => Reason::StartBlocked,
        (_, false) => Reason::GoalBlocked,
        _ if gave_up => Reason::Budget,
        _ => Reason::DifferentRegion,
    }
}

/// Says that a cell lies outside the map, which is so many cells wide and high.
pub(super) fn warn_outside(option: &str, Cell { x, y }: Cell, [width, height]: [i32; 2]) {
    let (right, bottom) = (width - 1, height - 1);
    if !(0..=right).contains(&x) || !(0..=bottom).contains(&y) {
        outcome::note(format!("{option} {x},{y} lies outside the map: columns 0 to {right}, rows 0 to {bottom}"));
    }
}

/// Searches a leg and checks what was found.
fn solve(solver: &mut Solver, grid: &LegGrid, turns_cost: bool, clock: &dyn Clock) -> Result<CellLeg, PathFault> {
    let (mut waypoints, mut cells) = (Vec::new(), Vec::new());
    let mut cost = None;
    let [from, to] = grid.ends;
    let mut timed = || {
        let before = clock.nanos();
        cost = solver.solve(from, to, &mut waypoints);
        clock.nanos() - before
    };
    let mut search_ns = timed();
    // The first search also makes its memory; a game has done that before.
    if search_ns < LONG_NS {
        search_ns = timed();
    }
    solver.unpack(&waypoints, &mut cells);
    let counts = solver.engine.usage().counts;
    let path = if waypoints.is_empty() {
        Err(why_none(&grid.field, (from, to), counts.gave_up))
    } else {
        Ok(solver.check(&waypoints, &cells, (from, to))?)
    };
    let differs = turns_cost || grid.costs.is_some() || grid.uniform != 1.0;
    let cost = cost.filter(|_| differs).map(|cost| cost as f64 / STRAIGHT as f64 * grid.uniform);
    let (leg, cell_m) = (grid.leg.clone(), grid.cell_m);
    Ok(CellLeg { leg, cell_m, path, cost, waypoints, cells, searched: Vec::new(), counts, search_ns, looked: None })
}
