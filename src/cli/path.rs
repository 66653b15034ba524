//! `bestiary path`: one path on a map.

use super::{Args, Clock, Diagnostic, Ended, Field, ReportForm, SearchArgs, Stop, WallClock};
use super::{format, outcome, prepared};
use crate::geom::Cell;
use crate::search::{Algorithm, SearchOptions, Solver, check_path, unpack};
use serde_json::json;
use std::path::PathBuf;

/// Shorter searches are repeated, so that their time is measured better.
const LONG_NS: u64 = 200_000_000;

/// Find a path between two cells of a map. Exit code 1 when there is none.
///
/// Examples:
///   bestiary path maps/bg512/AR0411SR.map --from 236,400 --to 213,183
///   bestiary path planet.map --from 9,9 --to 900,900 --algorithm hpa-levels --prepared saved
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(super) struct PathArgs {
    /// A native TOML map or a Moving AI .map file
    #[arg(value_name = "MAP")]
    pub map: PathBuf,
    /// Column and row of the start, from 0
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    pub from: Cell,
    /// Column and row of the goal, from 0
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    pub to: Cell,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Where hpa-levels keeps what it prepares: read when it fits the map, else written
    #[arg(long, value_name = "FILE", help_heading = "Search options")]
    pub prepared: Option<PathBuf>,
    /// text, or one JSON object with the length in cells
    #[arg(long, value_enum, default_value_t = ReportForm::Text)]
    pub report: ReportForm,
}

/// The report in the form asked for, and whether there is a path.
type Report = (String, bool);

/// Why a cell on the command line was not read.
#[derive(Debug, thiserror::Error)]
enum CellError {
    /// It is not two whole numbers with a comma between them.
    #[error("expected a column and a row, e.g. 12,40")]
    NotColumnAndRow,
}

fn parse_cell(text: &str) -> Result<Cell, CellError> {
    let parts = text.split_once(',').map(|(x, y)| (x.trim().parse(), y.trim().parse()));
    match parts {
        Some((Ok(x), Ok(y))) => Ok(Cell::new(x, y)),
        _ => Err(CellError::NotColumnAndRow),
    }
}

pub(super) fn main(args: &PathArgs) -> Ended {
    let options = args.search.options().map_err(Stop::usage)?;
    if args.prepared.is_some() && options.algorithm != Algorithm::HpaLevels {
        return Err(Stop::usage("--prepared goes with --algorithm hpa-levels"));
    }
    let (report, found) = search(args, options)?;
    outcome::report(&report)?;
    if found { Ok(()) } else { Err(Stop::Reported) }
}

fn search(args: &PathArgs, options: SearchOptions) -> Result<Report, Vec<Diagnostic>> {
    let fault = |e: String| vec![Diagnostic::error(args.map.display().to_string(), e)];
    let world = format::load(&args.map)?.world;
    let clock = WallClock::default();
    let field = Field::of_world(&world, 0.0, 1.0).map_err(|e| fault(e.to_string()))?;
    // Nothing of it is needed any more, and it may be large.
    drop(world);
    let mut solver = match options.algorithm {
        Algorithm::HpaLevels => Solver::with_levels(&field, prepared::levels(&field, args.prepared.as_deref())?),
        _ => Solver::new(&field, options).map_err(|e| fault(e.to_string()))?,
    };
    for (option, cell) in [("--from", args.from), ("--to", args.to)] {
        let (width, height) = (i64::from(field.width()), i64::from(field.height()));
        if !(0..width).contains(&cell.x.into()) || !(0..height).contains(&cell.y.into()) {
            let (x, y) = (width - 1, height - 1);
            eprintln!("{option} {},{} lies outside the map: columns 0 to {x}, rows 0 to {y}", cell.x, cell.y);
        }
    }
    let prepared_ns = clock.nanos();
    let (mut waypoints, mut cells) = (Vec::new(), Vec::new());
    let mut timed = || {
        let before = clock.nanos();
        solver.solve(args.from, args.to, &mut waypoints);
        clock.nanos() - before
    };
    let mut search_ns = timed();
    // The first search also makes its memory; a game has done that before.
    if search_ns < LONG_NS {
        search_ns = timed();
    }
    unpack(&waypoints, &mut cells);
    let found = !waypoints.is_empty();
    let length = match found.then(|| check_path(&field, &cells, args.from, args.to)) {
        Some(Err(e)) => return Err(fault(format!("the path found is not legal: {e}"))),
        Some(Ok(length)) => Some(length),
        None => None,
    };
    let reason = match (field.open(args.from), field.open(args.to)) {
        _ if found => None,
        (false, _) => Some("start blocked"),
        (_, false) => Some("goal blocked"),
        _ if solver.counts().gave_up => Some("budget"),
        _ => Some("different region"),
    };
    let counts = solver.counts();
    let search_us = search_ns as f64 / 1e3;
    let report = match (args.report, length) {
        (ReportForm::Text, None) => format!("no path: {}\n", reason.unwrap_or("unreachable")),
        (ReportForm::Text, Some(length)) => {
            let points: Vec<String> = waypoints.iter().map(|c| format!("{},{}", c.x, c.y)).collect();
            format!(
                "length     {length:.5} cells, {} steps\nwaypoints  {}\nsearch     {search_us:.1} µs, {} expanded, {} visited\n",
                cells.len().saturating_sub(1),
                points.join(" "),
                counts.expanded,
                counts.generated
            )
        }
        (ReportForm::Json, _) => {
            let pairs = |cells: &[Cell]| cells.iter().map(|c| [c.x, c.y]).collect::<Vec<_>>();
            // Lengths are in cells.
            let report = json!({
                "map": args.map.display().to_string(),
                "from": [args.from.x, args.from.y],
                "to": [args.to.x, args.to.y],
                "found": found,
                // Why there is no path.
                "reason": reason,
                "length": length,
                // Cells where the path turns, and all from start to goal.
                "waypoints": pairs(&waypoints),
                "cells": pairs(&cells),
                "expanded": counts.expanded,
                "visited": counts.generated,
                "open_max": counts.max_open,
                // Search and waypoints, in memory that was made before.
                "search_us": search_us,
                "preprocess_ms": prepared_ns as f64 / 1e6,
            });
            format!("{report}\n")
        }
    };
    Ok((report, found))
}
