//! A path from cell to cell, one search on each storey that it comes to.

use super::graph_leg::LONG_NS;
use super::legs::{Leg, legs, storeys};
use super::scene::uniform_cost;
use super::{PathArgs, warn_outside, why_none};
use crate::body::MoveClass;
use crate::cli::{Clock, Diagnostic, Ended, Field, ReportForm, Stop, WallClock, format, outcome, prepared};
use crate::geom::Cell;
use crate::graph::{BodySize, Site};
use crate::grid::CostLayer;
use crate::nav::Reason;
use crate::search::{Algorithm, Counts, Landscape, STRAIGHT, SearchOptions, Solver};
use serde_json::json;

/// The body has no width: it goes from cell to cell.
const BODY: BodySize = BodySize { radius_m: 0.0, height_m: 1.0, moves: MoveClass::WALK };

/// What came of a search.
struct PathReport {
    /// Or why there is no path.
    found: Result<(), Reason>,
    /// On each storey; none where no portals join start and goal.
    legs: Vec<CellLeg>,
    prepared_ns: u64,
}

/// What came of one leg.
struct CellLeg {
    leg: Leg,
    /// The width of a cell, metres.
    cell_m: f32,
    /// The length in cells, or why there is no path.
    path: Result<f64, Reason>,
    /// What it costs, in cells of plain ground, where not all ground is plain.
    cost: Option<f64>,
    /// Cells where the path turns.
    waypoints: Vec<Cell>,
    /// All cells from start to goal.
    cells: Vec<Cell>,
    counts: Counts,
    /// Search and waypoints, in memory that was made before.
    search_ns: u64,
}

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

pub(super) fn main(args: &PathArgs, ends: [Cell; 2], options: SearchOptions) -> Ended {
    let report = search(args, ends, options)?;
    outcome::report(&match args.report {
        ReportForm::Text => report.text(),
        ReportForm::Json => report.json(args, ends),
    })?;
    if report.found.is_ok() { Ok(()) } else { Err(Stop::Reported) }
}

fn search(args: &PathArgs, ends: [Cell; 2], options: SearchOptions) -> Result<PathReport, Vec<Diagnostic>> {
    let fault = |e: String| vec![Diagnostic::error(args.map.display().to_string(), e)];
    let clock = WallClock::default();
    let planned = grids(args, ends)?;
    let mut report =
        PathReport { found: planned.as_ref().map(|_| ()).map_err(|e| *e), legs: Vec::new(), prepared_ns: 0 };
    let mut before = 0;
    for grid in planned.into_iter().flatten() {
        let LegGrid { field, costs, .. } = &grid;
        let mut solver = match options.algorithm {
            Algorithm::HpaLevels => {
                let on = Landscape::of(field, costs.as_ref());
                Solver::with_levels(on, prepared::levels(on, args.prepared.as_deref())?)
            }
            _ => Solver::on_ground(field, costs.as_ref(), options).map_err(|e| fault(e.to_string()))?,
        };
        report.prepared_ns += clock.nanos() - before;
        let leg = solve(&mut solver, &grid, &clock).map_err(fault)?;
        before = clock.nanos();
        report.found = report.found.and(leg.path.map(|_| ()));
        report.legs.push(leg);
    }
    Ok(report)
}

/// The grids of a path's storeys, or why no portals lead to its goal. Nothing else is kept of the world, which may be large.
fn grids(args: &PathArgs, [from, to]: [Cell; 2]) -> Result<Result<Vec<LegGrid>, Reason>, Vec<Diagnostic>> {
    let fault = |e: String| vec![Diagnostic::error(args.map.display().to_string(), e)];
    let world = format::load(&args.map)?.world;
    let storeys = storeys(&world, &args.map, [&args.from, &args.to])?;
    for (option, cell, storey) in [("--from", from, storeys[0]), ("--to", to, storeys[1])] {
        let ground = &world.on(storey).ground;
        warn_outside(option, cell, [ground.width(), ground.height()].map(|n| n as i32));
    }
    let site = |cell: Cell, storey| Site { at: cell.centre(world.on(storey).ground.resolution_m()), storey };
    let planned = match legs(&world, BODY, [site(from, storeys[0]), site(to, storeys[1])]) {
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
        let field =
            Field::of_world(plane, BODY.radius_m, BODY.height_m, BODY.moves).map_err(|e| fault(e.to_string()))?;
        let costs = CostLayer::of_world(plane, BODY.moves);
        let uniform = if costs.is_some() { 1.0 } else { uniform_cost(&plane.ground) };
        Ok(LegGrid { ends, field, costs, uniform, cell_m: plane.ground.resolution_m(), leg })
    };
    planned.into_iter().enumerate().map(grid).collect::<Result<_, _>>().map(Ok)
}

/// Searches a leg and checks what was found.
fn solve(solver: &mut Solver, grid: &LegGrid, clock: &dyn Clock) -> Result<CellLeg, String> {
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
        let length = solver.check(&waypoints, &cells, (from, to));
        Ok(length.map_err(|e| format!("the path found is not legal: {e}"))?)
    };
    let differs = grid.costs.is_some() || grid.uniform != 1.0;
    let cost = cost.filter(|_| differs).map(|cost| cost as f64 / STRAIGHT as f64 * grid.uniform);
    let (leg, cell_m) = (grid.leg.clone(), grid.cell_m);
    Ok(CellLeg { leg, cell_m, path, cost, waypoints, cells, counts, search_ns })
}

impl CellLeg {
    /// Its length and that of its portal, in cells.
    fn length(&self) -> f64 {
        let portal = self.leg.portal.as_ref().map_or(0.0, |portal| portal.length_m / self.cell_m);
        self.path.unwrap_or_default() + f64::from(portal)
    }

    /// What it and its portal cost, in cells of plain ground.
    fn cost(&self) -> f64 {
        let portal = self.leg.portal.as_ref().map_or(0.0, |portal| portal.cost_m / self.cell_m);
        self.cost.or(self.path.ok()).unwrap_or_default() + f64::from(portal)
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "storey": self.leg.name,
            "portal": self.leg.portal.as_ref().map(|portal| &portal.name),
            "length": self.path.ok(),
            "waypoints": pairs(&self.waypoints),
        })
    }
}

/// Cells as JSON has them.
fn pairs(cells: &[Cell]) -> Vec<[i32; 2]> {
    cells.iter().map(|c| [c.x, c.y]).collect()
}

impl PathReport {
    /// A sum over all legs.
    fn sum(&self, of: impl Fn(&CellLeg) -> u64) -> u64 {
        self.legs.iter().map(of).sum()
    }

    fn search_us(&self) -> f64 {
        self.sum(|leg| leg.search_ns) as f64 / 1e3
    }

    /// The length in cells, portals included, if there is a path.
    fn length(&self) -> Option<f64> {
        self.found.ok().map(|()| self.legs.iter().map(CellLeg::length).sum())
    }

    /// The same for what it costs, in cells of plain ground.
    fn cost(&self) -> Option<f64> {
        self.found.ok().map(|()| self.legs.iter().map(CellLeg::cost).sum())
    }

    /// What all legs have; nothing where there is no path.
    fn all<T>(&self, of: impl Fn(&CellLeg) -> Vec<T>) -> Vec<T> {
        let legs = if self.found.is_ok() { &self.legs[..] } else { &[] };
        legs.iter().flat_map(of).collect()
    }

    fn text(&self) -> String {
        if let Err(reason) = self.found {
            return format!("no path: {}\n", reason.name());
        }
        let points =
            |leg: &CellLeg| leg.waypoints.iter().map(|c| format!("{},{}", c.x, c.y)).collect::<Vec<_>>().join(" ");
        let waypoints: String = match &self.legs[..] {
            [only] => format!("waypoints  {}\n", points(only)),
            legs => legs.iter().map(|leg| format!("{}\nwaypoints  {}\n", leg.leg.title(), points(leg))).collect(),
        };
        let differs = self.legs.len() > 1 || self.legs.iter().any(|leg| leg.cost.is_some());
        let cost = self.cost().filter(|_| differs);
        let cost = cost.map_or(String::new(), |cost| format!("cost       {cost:.5} cells of plain ground\n"));
        format!(
            "length     {:.5} cells, {} steps\n{cost}{waypoints}search     {:.1} µs, {} expanded, {} visited\n",
            self.length().unwrap_or_default(),
            self.sum(|leg| leg.cells.len().saturating_sub(1) as u64),
            self.search_us(),
            self.sum(|leg| leg.counts.expanded.into()),
            self.sum(|leg| leg.counts.generated.into())
        )
    }

    fn json(&self, args: &PathArgs, [from, to]: [Cell; 2]) -> String {
        let report = json!({
            "map": args.map.display().to_string(),
            "from": [from.x, from.y],
            "to": [to.x, to.y],
            "found": self.found.is_ok(),
            "reason": self.found.err().map(Reason::name),
            "length": self.length(),
            "cost": self.cost(),
            "waypoints": self.all(|leg| pairs(&leg.waypoints)),
            "cells": self.all(|leg| pairs(&leg.cells)),
            "legs": self.legs.iter().map(CellLeg::json).collect::<Vec<_>>(),
            "expanded": self.sum(|leg| leg.counts.expanded.into()),
            "visited": self.sum(|leg| leg.counts.generated.into()),
            "open_max": self.legs.iter().map(|leg| leg.counts.max_open).max().unwrap_or_default(),
            "search_us": self.search_us(),
            "preprocess_ms": self.prepared_ns as f64 / 1e6,
        });
        outcome::escaped(&format!("{report}\n"))
    }
}
