//! `bestiary path --graph`: one path over a graph of the world, for a body of some size.

use super::coordinates::Coordinates;
use super::scene::uniform_cost;
use crate::body::MoveClass;
use crate::cli::{Args, Clock, Diagnostic, Ended, ReportForm, SearchArgs, Stop, WallClock, format, outcome};
use crate::experiment::picture;
use crate::geom::Vec2;
use crate::graph::{BodySize, Graph, GraphKind, Mover, Site};
use crate::grid::CostLayer;
use crate::nav::Reason;
use crate::search::{Algorithm, GraphProblem, GraphSearch, MeshCounts, MeshSearch, Tally};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Shorter searches are repeated, so that their time is measured better.
pub(super) const LONG_NS: u64 = 200_000_000;
/// The radius and height of the body, metres, if nothing else is said.
const RADIUS_M: f32 = 0.5;
const HEIGHT_M: f32 = 1.0;
/// The widest body, metres.
const MOST_RADIUS_M: f32 = 10.0;
/// So far beside a path obstacles are looked for, metres.
const LOOK_M: f32 = 16.0;
/// A path is walked in steps of at most this length, metres …
const STEP_M: f32 = 0.02;
/// … by a body that is narrower by this much: the rounding of sums.
const SLACK_M: f32 = 1e-3;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Graphs")]
pub(in crate::cli) struct GraphArgs {
    /// Search a graph of the world, with dijkstra or astar, for a body that walks; --from and --to are in metres
    #[arg(
        long,
        value_enum,
        conflicts_with_all = ["heuristic", "connect", "open", "lookahead", "prepared", "changes", "target_track"]
    )]
    pub graph: Option<GraphKind>,
    /// The body's radius, 0 to 10 [default: 0.5]
    #[arg(long, value_name = "METRES", requires = "graph", value_parser = radius)]
    pub radius: Option<f32>,
    /// Draw the world, the graph, the nodes that were searched and the path
    #[arg(long, value_name = "FILE", requires = "graph")]
    pub svg: Option<PathBuf>,
}

/// What is searched, and how it is reported.
#[derive(Clone, Copy)]
pub(super) struct GraphQuery<'a> {
    pub(super) map: &'a Path,
    pub(super) ends: [&'a Coordinates; 2],
    pub(super) search: &'a SearchArgs,
    pub(super) graph: &'a GraphArgs,
    pub(super) report: ReportForm,
}

/// The radius is none.
#[derive(Debug, thiserror::Error)]
#[error("expected 0 to {MOST_RADIUS_M} m")]
struct NoRadius;

fn radius(text: &str) -> Result<f32, NoRadius> {
    text.trim().parse().ok().filter(|r| (0.0..=MOST_RADIUS_M).contains(r)).ok_or(NoRadius)
}

/// What came of a search.
struct GraphReport {
    kind: GraphKind,
    radius_m: f32,
    /// Metres and metres of plain ground, or why there is no path.
    found: Result<(f32, f32), Reason>,
    path: Vec<Vec2>,
    search: GraphSearch,
    /// How far the path is from everything, at most [`LOOK_M`], and whether the body walked it and touched nothing.
    clearance_m: Option<f32>,
    legal: Option<bool>,
    memory_bytes: usize,
    search_ns: u64,
    prepared_ns: u64,
}

pub(super) fn main(args: &GraphQuery, kind: GraphKind) -> Ended {
    let algorithm = args.search.algorithm.or(Some(Algorithm::AStar));
    let options = SearchArgs { algorithm, ..args.search.clone() }.options().map_err(Stop::usage)?;
    let weight = match options.algorithm {
        Algorithm::AStar => options.weight,
        Algorithm::Dijkstra => 0.0,
        _ => return Err(Stop::usage("--graph goes with --algorithm dijkstra or astar: the others search cells")),
    };
    let report = search(args, kind, weight)?;
    outcome::report(&match args.report {
        ReportForm::Text => report.text(),
        ReportForm::Json => report.json(args),
    })?;
    if report.found.is_ok() { Ok(()) } else { Err(Stop::Reported) }
}

fn search(args: &GraphQuery, kind: GraphKind, weight: f32) -> Result<GraphReport, Vec<Diagnostic>> {
    let fault = |e: String| vec![Diagnostic::error(args.map.display().to_string(), e)];
    let world = format::load(args.map)?.world;
    let radius_m = args.graph.radius.unwrap_or(RADIUS_M);
    let clock = WallClock::default();
    let costs = CostLayer::of_world(&world, MoveClass::WALK);
    let a_metre = if costs.is_some() { 1.0 } else { uniform_cost(&world.ground) as f32 };
    let size = BodySize { radius_m, height_m: HEIGHT_M, moves: MoveClass::WALK };
    let mover = Mover::new(&world, size, costs.as_ref());
    let ends = args.ends.map(|end| Site::on_ground(end.at));
    let mut graph = kind.make(&mover, ends).map_err(|e| fault(e.to_string()))?;
    let prepared_ns = clock.nanos();
    let is_exact = args.search.is_default() && mover.costs.is_none();
    let (mut search, mut exact, mut path) = (GraphSearch::default(), MeshSearch::default(), Vec::new());
    search.tally.nodes = args.graph.svg.is_some().then(Vec::new);
    // The first search also makes its memory; a game has done that before.
    let mut timed = |graph: &dyn Graph| {
        let before = clock.nanos();
        let cost = match graph.as_mesh().filter(|_| is_exact) {
            Some(mesh) => {
                let cost = exact.solve(mesh, &mover, ends.map(|end| end.at), &mut path);
                let MeshCounts { expanded, made, open_max } = exact.counts();
                search.tally = Tally { searched: expanded, opened: made, ..Tally::default() };
                search.open_max = open_max;
                cost
            }
            None => search.solve(&GraphProblem::new(graph, mover, ends), weight, &mut path),
        };
        (cost, clock.nanos() - before)
    };
    let (mut cost, mut search_ns) = timed(&*graph);
    while cost.is_none() && graph.widen(&mover).map_err(|e| fault(e.to_string()))? {
        (cost, search_ns) = timed(&*graph);
    }
    if search_ns < LONG_NS {
        (cost, search_ns) = timed(&*graph);
    }
    if let Some(file) = &args.graph.svg {
        let svg = picture::svg(&mover, &*graph, search.tally.nodes.as_deref().unwrap_or_default(), &path);
        std::fs::write(file, svg).map_err(|e| vec![Diagnostic::error(file.display().to_string(), e.to_string())])?;
    }
    let length = |path: &[Vec2]| path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let found = cost.map(|cost| (length(&path), cost * a_metre)).ok_or_else(|| why_none(&mover, ends));
    Ok(GraphReport {
        kind,
        radius_m,
        clearance_m: found.is_ok().then(|| clearance_m(&mover, &path)),
        legal: found.is_ok().then(|| is_walked(&mover, &path)),
        found,
        path,
        search,
        memory_bytes: graph.bytes(),
        search_ns,
        prepared_ns,
    })
}

/// Metres to a tenth of a millimetre: nothing is known more exactly.
fn rounded(metres: f32) -> f64 {
    (f64::from(metres) * 1e4).round() / 1e4
}

/// Why no path was found.
fn why_none(mover: &Mover, [from, to]: [Site; 2]) -> Reason {
    match (mover.fits(from.at), mover.fits(to.at)) {
        (false, _) => Reason::StartBlocked,
        (_, false) => Reason::GoalBlocked,
        _ => Reason::DifferentRegion,
    }
}

/// The pieces of a path; a path of one place is one piece.
fn pieces(path: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    path.iter().enumerate().map(|(i, from)| (*from, path.get(i + 1).copied().unwrap_or(*from)))
}

/// How far the path is from the nearest thing that the body must not touch.
fn clearance_m(mover: &Mover, path: &[Vec2]) -> f32 {
    let mut least = LOOK_M;
    for (from, to) in pieces(path) {
        let parts = (from.distance(to) / mover.resolution_m()).ceil().max(1.0) as u32;
        for i in 0..parts {
            let at = |i: u32| from.lerp(to, i as f32 / parts as f32);
            least = mover.clearance_m(at(i), at(i + 1), least);
        }
    }
    least
}

/// Walks the path with the body, in short steps: whether it touches no closed ground and no volume. Knows nothing of the graph.
fn is_walked(mover: &Mover, path: &[Vec2]) -> bool {
    let BodySize { radius_m, height_m, moves } = mover.size();
    pieces(path).all(|(from, to)| {
        let steps = (from.distance(to) / STEP_M).ceil().max(1.0) as u32;
        let mut places = (0..=steps).map(|i| from.lerp(to, i as f32 / steps as f32));
        places.all(|at| mover.world().is_free(at, (radius_m - SLACK_M).max(0.0), height_m, moves))
    })
}

impl GraphReport {
    fn text(&self) -> String {
        let (length, cost) = match self.found {
            Ok(found) => found,
            Err(reason) => return format!("no path: {}\n", reason.name()),
        };
        let points: Vec<String> = self.path.iter().map(|p| format!("{:.2},{:.2}", p.x, p.y)).collect();
        let tally = &self.search.tally;
        format!(
            "length     {length:.3} m, cost {cost:.3} m of plain ground\nwaypoints  {}\n\
             body       {:.2} m of clearance for a radius of {} m, {}\n\
             search     {:.1} µs, {} expanded, {} visited, {} revisited\n",
            points.join(" "),
            self.clearance_m.unwrap_or_default(),
            self.radius_m,
            if self.legal == Some(true) { "legal" } else { "not legal" },
            self.search_ns as f64 / 1e3,
            tally.searched,
            tally.opened,
            tally.revisited,
        )
    }

    fn json(&self, args: &GraphQuery) -> String {
        let pair = |p: Vec2| [rounded(p.x), rounded(p.y)];
        let tally = &self.search.tally;
        let report = json!({
            "map": args.map.display().to_string(),
            "graph": clap::ValueEnum::to_possible_value(&self.kind).map(|value| value.get_name().to_owned()),
            "radius": rounded(self.radius_m),
            "from": pair(args.ends[0].at),
            "to": pair(args.ends[1].at),
            "found": self.found.is_ok(),
            "reason": self.found.err().map(Reason::name),
            "length": self.found.ok().map(|(length, _)| rounded(length)),
            "cost": self.found.ok().map(|(_, cost)| rounded(cost)),
            "waypoints": self.path.iter().map(|p| pair(*p)).collect::<Vec<_>>(),
            "expanded": tally.searched,
            "visited": tally.opened,
            "revisited": tally.revisited,
            "reopened": tally.reopened,
            "open_max": self.search.open_max,
            "search_us": self.search_ns as f64 / 1e3,
            "preprocess_ms": self.prepared_ns as f64 / 1e6,
            "memory_bytes": self.memory_bytes,
            "clearance_m": self.clearance_m.map(rounded),
            "legal": self.legal,
        });
        outcome::escaped(&format!("{report}\n"))
    }
}
