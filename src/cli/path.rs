//! `bestiary path`: one path on a map, or the walk of an agent while the map changes.

mod coordinates;
mod graphs;
mod replay;
mod scene;
mod walk;

use super::{Args, Clock, Diagnostic, Ended, Field, ReportForm, SearchArgs, Stop, WallClock};
use super::{format, outcome, prepared};
use crate::body::MoveClass;
use crate::geom::Cell;
use crate::grid::CostLayer;
use crate::nav::Reason;
use crate::search::{Algorithm, Counts, Landscape, STRAIGHT, SearchOptions, Solver};
use coordinates::Coordinates;
use graphs::{GraphArgs, GraphQuery, LONG_NS};
use scene::uniform_cost;
use serde_json::json;
use std::path::PathBuf;

/// Find a path between two cells of a map. Exit code 1 when there is none.
///
/// With --changes or --target-track an agent walks, one cell a step, while cells of the map open, close or become other
/// ground, or while its goal moves. After each change it searches again from where it is. The report says how many times it
/// did, how many cells were expanded in all, and what the path that it walked cost. The files have a line for each change, and
/// # begins a comment.
///
///   changes:       STEP X,Y open        a cell that is closed opens
///                  STEP X,Y-X,Y closed  a rectangle of cells closes
///                  STEP X,Y mud         a cell becomes this kind of ground
///   target track:  STEP X,Y             the goal is in this cell from now on
///
/// STEP is how many steps the agent has walked or waited. Where there is no path it waits for the next change. The searches
/// dstar-lite, mpaa and lrta are kept from one search to the next; every other begins from scratch each time. Without
/// --algorithm the cheapest is selected for each change.
///
/// Examples:
///   bestiary path maps/bg512/AR0411SR.map --from 236,400 --to 213,183
///   bestiary path planet.map --from 9,9 --to 900,900 --algorithm hpa-levels
///   bestiary path maze.map --from 1,1 --to 40,40 --changes doors.txt
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(super) struct PathArgs {
    /// A native TOML map or a Moving AI .map file
    #[arg(value_name = "MAP")]
    pub map: PathBuf,
    /// Column and row of the start, from 0; with --graph metres
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub from: Coordinates,
    /// Column and row of the goal, from 0; with --graph metres
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub to: Coordinates,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub graph: GraphArgs,
    /// Where hpa-levels keeps what it prepares: read when it fits the map, else written
    #[arg(long, value_name = "FILE", help_heading = "Search options")]
    pub prepared: Option<PathBuf>,
    /// Replay the changes of this file while an agent walks
    #[arg(long, value_name = "FILE", help_heading = "Replay")]
    pub changes: Option<PathBuf>,
    /// Move the goal as this file says while an agent walks; --to is where it is at first
    #[arg(long, value_name = "FILE", help_heading = "Replay")]
    pub target_track: Option<PathBuf>,
    /// text, or one JSON object; lengths are in cells, with --graph in metres
    #[arg(long, value_enum, default_value_t = ReportForm::Text)]
    pub report: ReportForm,
}

pub(super) fn main(args: &PathArgs) -> Ended {
    if let Some(kind) = args.graph.graph {
        let (ends, report) = ([&args.from, &args.to], args.report);
        let query = GraphQuery { map: &args.map, ends, search: &args.search, graph: &args.graph, report };
        return graphs::main(&query, kind);
    }
    let ends = args.cells()?;
    let options = args.search.options().map_err(Stop::usage)?;
    if args.prepared.is_some() && options.algorithm != Algorithm::HpaLevels {
        return Err(Stop::usage("--prepared goes with --algorithm hpa-levels"));
    }
    if args.changes.is_some() || args.target_track.is_some() {
        if args.prepared.is_some() {
            return Err(Stop::usage("--prepared is for a map that does not change"));
        }
        if options.is_any_angle() {
            return Err(Stop::usage(
                "an agent walks cell by cell: theta and lazy-theta are for a map that does not change",
            ));
        }
        return replay::main(args, ends, options);
    }
    let report = search(args, ends, options)?;
    outcome::report(&match args.report {
        ReportForm::Text => report.text(),
        ReportForm::Json => report.json(args, ends),
    })?;
    if report.path.is_ok() { Ok(()) } else { Err(Stop::Reported) }
}

impl PathArgs {
    /// The cells of the start and of the goal.
    fn cells(&self) -> Result<[Cell; 2], Stop> {
        let cell = |option: &str, at: &Coordinates| {
            let fault = || {
                Stop::usage(format!("{option} {at}: expected a column and a row, e.g. 12,40; metres go with --graph"))
            };
            at.cell.ok_or_else(fault)
        };
        Ok([cell("--from", &self.from)?, cell("--to", &self.to)?])
    }
}

/// What came of a search.
struct PathReport {
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
    prepared_ns: u64,
}

impl PathReport {
    fn search_us(&self) -> f64 {
        self.search_ns as f64 / 1e3
    }

    fn text(&self) -> String {
        let length = match self.path {
            Ok(length) => length,
            Err(reason) => return format!("no path: {}\n", reason.name()),
        };
        let points: Vec<String> = self.waypoints.iter().map(|c| format!("{},{}", c.x, c.y)).collect();
        let cost = self.cost.map_or(String::new(), |cost| format!("cost       {cost:.5} cells of plain ground\n"));
        format!(
            "length     {length:.5} cells, {} steps\n{cost}waypoints  {}\nsearch     {:.1} µs, {} expanded, {} visited\n",
            self.cells.len().saturating_sub(1),
            points.join(" "),
            self.search_us(),
            self.counts.expanded,
            self.counts.generated
        )
    }

    fn json(&self, args: &PathArgs, [from, to]: [Cell; 2]) -> String {
        let pairs = |cells: &[Cell]| cells.iter().map(|c| [c.x, c.y]).collect::<Vec<_>>();
        let report = json!({
            "map": args.map.display().to_string(),
            "from": [from.x, from.y],
            "to": [to.x, to.y],
            "found": self.path.is_ok(),
            "reason": self.path.err().map(Reason::name),
            "length": self.path.ok(),
            "cost": self.cost.or(self.path.ok()),
            "waypoints": pairs(&self.waypoints),
            "cells": pairs(&self.cells),
            "expanded": self.counts.expanded,
            "visited": self.counts.generated,
            "open_max": self.counts.max_open,
            "search_us": self.search_us(),
            "preprocess_ms": self.prepared_ns as f64 / 1e6,
        });
        outcome::escaped(&format!("{report}\n"))
    }
}

fn search(args: &PathArgs, [from, to]: [Cell; 2], options: SearchOptions) -> Result<PathReport, Vec<Diagnostic>> {
    let fault = |e: String| vec![Diagnostic::error(args.map.display().to_string(), e)];
    let world = format::load(&args.map)?.world;
    let clock = WallClock::default();
    let field = Field::of_world(&world, 0.0, 1.0, MoveClass::WALK).map_err(|e| fault(e.to_string()))?;
    let costs = CostLayer::of_world(&world, MoveClass::WALK);
    let uniform = if costs.is_some() { 1.0 } else { uniform_cost(&world.ground) };
    // Nothing of it is needed any more, and it may be large.
    drop(world);
    let mut solver = match options.algorithm {
        Algorithm::HpaLevels => {
            let on = Landscape::of(&field, costs.as_ref());
            Solver::with_levels(on, prepared::levels(on, args.prepared.as_deref())?)
        }
        _ => Solver::on_ground(&field, costs.as_ref(), options).map_err(|e| fault(e.to_string()))?,
    };
    warn_outside([from, to], &field);
    let prepared_ns = clock.nanos();
    let (mut waypoints, mut cells) = (Vec::new(), Vec::new());
    let mut cost = None;
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
        Err(why_none(&field, (from, to), counts.gave_up))
    } else {
        let length = solver.check(&waypoints, &cells, (from, to));
        Ok(length.map_err(|e| fault(format!("the path found is not legal: {e}")))?)
    };
    let cost = cost.filter(|_| costs.is_some() || uniform != 1.0).map(|cost| cost as f64 / STRAIGHT as f64 * uniform);
    Ok(PathReport { path, cost, waypoints, cells, counts, search_ns, prepared_ns })
}

/// Why no path was found.
fn why_none(field: &Field, (from, to): (Cell, Cell), gave_up: bool) -> Reason {
    match (field.open(from), field.open(to)) {
        (false, _) => Reason::StartBlocked,
        (_, false) => Reason::GoalBlocked,
        _ if gave_up => Reason::Budget,
        _ => Reason::DifferentRegion,
    }
}

/// Says which of the two cells lie outside the map.
fn warn_outside([from, to]: [Cell; 2], field: &Field) {
    let (right, bottom) = (i64::from(field.width()) - 1, i64::from(field.height()) - 1);
    for (option, Cell { x, y }) in [("--from", from), ("--to", to)] {
        if !(0..=right).contains(&x.into()) || !(0..=bottom).contains(&y.into()) {
            outcome::note(format!("{option} {x},{y} lies outside the map: columns 0 to {right}, rows 0 to {bottom}"));
        }
    }
}
