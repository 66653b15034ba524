//! `bestiary path`: one path on a map, or the walk of an agent while the map changes.

mod cell_report;
mod cells;
mod coordinates;
mod drawing;
mod graph_leg;
mod graphs;
mod legs;
mod looks;
mod replay;
mod scene;
mod walk;

use super::{Args, Ended, ReportForm, SearchArgs, Stop};
use crate::geom::Cell;
use crate::search::Algorithm;
use cells::CellQuery;
use coordinates::Coordinates;
use drawing::PictureArgs;
use graphs::{GraphArgs, GraphQuery};
use looks::LooksArgs;
use std::path::PathBuf;

/// Find a path between two cells of a map. Exit code 1 when there is none, or one that the body cannot walk.
///
/// A place is on the ground unless it names a storey: --to 12,40@hall. Where the map has portals, a path leads through those
/// that a body that walks may pass, first planned over the portals and then on each storey; the report names the storeys and
/// portals of its legs.
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
///   bestiary path maps/tower.toml --from 22,21 --to 36,6@gallery
///   bestiary path maps/isle.toml --from 26,66 --to 132,57 --png path.png
///   bestiary path maze.map --from 1,1 --to 40,40 --changes doors.txt
///   bestiary path maps/depot.toml --from 3,3 --to 9,40 --radius 0.3 --curve safe
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(super) struct PathArgs {
    /// A native TOML map, one of Tiled or LDtk, a picture, or a Moving AI .map file
    #[arg(value_name = "MAP")]
    pub map: PathBuf,
    /// Column and row of the start, from 0; with --graph metres
    #[arg(long, value_name = "X,Y[@STOREY]", allow_hyphen_values = true)]
    pub from: Coordinates,
    /// Column and row of the goal, from 0; with --graph metres
    #[arg(long, value_name = "X,Y[@STOREY]", allow_hyphen_values = true)]
    pub to: Coordinates,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub graph: GraphArgs,
    #[command(flatten)]
    pub looks: LooksArgs,
    #[command(flatten)]
    pub picture: PictureArgs,
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
        let query = GraphQuery {
            map: &args.map,
            ends,
            search: &args.search,
            graph: &args.graph,
            looks: args.looks,
            picture: &args.picture,
            report,
        };
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
        if options.turn_cost.is_some() {
            return Err(Stop::usage("--turn-cost is for a map that does not change"));
        }
        if options.is_any_angle() {
            return Err(Stop::usage(
                "an agent walks cell by cell: theta and lazy-theta are for a map that does not change",
            ));
        }
        if args.from.storey.is_some() || args.to.storey.is_some() {
            return Err(Stop::usage("an agent walks on the ground: --changes and --target-track go without a storey"));
        }
        return replay::main(args, ends, options);
    }
    let (places, prepared) = ([&args.from, &args.to], args.prepared.as_deref());
    cells::main(&CellQuery {
        map: &args.map,
        places,
        ends,
        options,
        prepared,
        size: args.graph.body(),
        radius_m: args.graph.radius.unwrap_or_default(),
        looks: args.looks,
        picture: &args.picture,
        report: args.report,
    })
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
