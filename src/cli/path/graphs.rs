//! `bestiary path --graph`: one path over a graph of the world, for a body of some size.

use super::coordinates::Coordinates;
use super::drawing::PictureArgs;
use super::graph_leg::{GraphLeg, LegQuery};
use super::legs::{legs, storeys};
use super::looks::{Looks, LooksArgs};
use crate::body::MoveClass;
use crate::cli::{Args, Diagnostic, Ended, ReportForm, SearchArgs, Stop, format, outcome};
use crate::geom::Vec2;
use crate::graph::{BodySize, GraphKind, Site};
use crate::grid::{CostLayer, LEAST_RADIUS_M};
use crate::nav::Reason;
use crate::search::Algorithm;
use serde_json::json;
use std::path::Path;

/// The radius of the body, metres, if nothing else is said.
const RADIUS_M: f32 = 0.5;
/// Its height, metres.
const HEIGHT_M: f32 = 1.0;
/// The widest body, metres.
const MOST_RADIUS_M: f32 = 10.0;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Graphs")]
pub(in crate::cli) struct GraphArgs {
    /// Search a graph of the world, with dijkstra or astar, for a body that walks; --from and --to are in metres
    #[arg(
        long,
        value_enum,
        conflicts_with_all = ["heuristic", "connect", "open", "lookahead", "turn_cost", "prepared", "changes", "target_track"]
    )]
    pub graph: Option<GraphKind>,
    /// The body's radius, 0 to 10, and at least 2 mm where lines are tested [default: 0.5; without --graph 0: it goes from cell
    /// to cell]
    #[arg(long, value_name = "METRES", value_parser = radius, conflicts_with_all = ["prepared", "changes", "target_track"])]
    pub radius: Option<f32>,
    /// With the graph mesh: the polygons by A*, then the path pulled tight through them by a funnel; the exact search
    /// without it is never longer
    #[arg(long, requires = "graph")]
    pub funnel: bool,
}

impl GraphArgs {
    /// The body that walks; without a radius it is as wide as graphs are made for, and over cells it has no width. A point has the least
    /// radius whose lines can be tested.
    pub(super) fn body(&self) -> BodySize {
        let usual = if self.graph.is_some() { RADIUS_M } else { 0.0 };
        let radius_m = self.radius.unwrap_or(usual).max(LEAST_RADIUS_M);
        BodySize { radius_m, height_m: HEIGHT_M, moves: MoveClass::WALK }
    }
}

/// What is searched, and how it is reported.
#[derive(Clone, Copy)]
pub(super) struct GraphQuery<'a> {
    pub(super) map: &'a Path,
    pub(super) ends: [&'a Coordinates; 2],
    pub(super) search: &'a SearchArgs,
    pub(super) graph: &'a GraphArgs,
    pub(super) looks: LooksArgs,
    pub(super) picture: &'a PictureArgs,
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
    /// Whether nothing is done with the path.
    is_as_found: bool,
    radius_m: f32,
    /// Or why there is no path.
    found: Result<(), Reason>,
    /// On each storey; none where no portals join start and goal.
    legs: Vec<GraphLeg>,
}

pub(super) fn main(args: &GraphQuery, kind: GraphKind) -> Ended {
    let algorithm = args.search.algorithm.or(Some(Algorithm::AStar));
    let options = SearchArgs { algorithm, ..args.search.clone() }.options().map_err(Stop::usage)?;
    let weight = match options.algorithm {
        Algorithm::AStar => options.weight,
        Algorithm::Dijkstra => 0.0,
        _ => return Err(Stop::usage("--graph goes with --algorithm dijkstra or astar: the others search cells")),
    };
    if args.graph.funnel && kind != GraphKind::Mesh {
        return Err(Stop::usage("--funnel goes with --graph mesh"));
    }
    let report = search(args, kind, weight)?;
    outcome::report(&match args.report {
        ReportForm::Text => report.text(),
        ReportForm::Json => report.json(args),
    })?;
    report.found.map_err(|_| Stop::Reported)?;
    report.looks().verdict(args.looks)
}

fn search(args: &GraphQuery, kind: GraphKind, weight: f32) -> Result<GraphReport, Vec<Diagnostic>> {
    args.picture.precheck(args.map)?;
    let world = format::load(args.map)?.world;
    let size = args.graph.body();
    let storeys = storeys(&world, args.map, args.ends)?;
    let [from, to] = args.ends.map(|end| end.at);
    let ends = [Site { at: from, storey: storeys[0] }, Site { at: to, storey: storeys[1] }];
    let planned = legs(&world, size, ends);
    let mut report = GraphReport {
        kind,
        is_as_found: args.looks.is_none(),
        radius_m: size.radius_m,
        found: planned.as_ref().map(|_| ()).map_err(|e| *e),
        legs: Vec::new(),
    };
    let (is_exact, draws) = (args.search.is_default(), args.picture.is_some());
    let is_funnel = args.graph.funnel;
    let query = LegQuery { kind, weight, is_exact: is_exact && !is_funnel, is_funnel, draws, size, looks: args.looks };
    for leg in planned.into_iter().flatten() {
        if is_funnel && CostLayer::of_world(world.on(leg.storey), size.moves).is_some() {
            let why = "--funnel goes with ground that costs the same everywhere: leave it out";
            return Err(vec![Diagnostic::error(args.map.display().to_string(), why)]);
        }
        let found = query
            .search(&world, leg)
            .map_err(|e| vec![Diagnostic::error(args.map.display().to_string(), e.to_string())])?;
        report.found = report.found.and(found.found.map(|_| ()));
        report.legs.push(found);
    }
    if args.picture.is_some() {
        args.picture.write(report.legs.iter_mut().filter_map(|leg| Some((&leg.leg, leg.picture.take()?))).collect())?;
    }
    Ok(report)
}

/// Metres to a tenth of a millimetre: nothing is known more exactly.
fn rounded(metres: f32) -> f64 {
    (f64::from(metres) * 1e4).round() / 1e4
}

impl GraphReport {
    /// A sum over all legs.
    fn sum(&self, of: impl Fn(&GraphLeg) -> u64) -> u64 {
        self.legs.iter().map(of).sum()
    }

    /// Metres, and metres of plain ground, those of portals among them; if there is a path.
    fn found_m(&self) -> Option<(f32, f32)> {
        self.found.ok()?;
        let of = |leg: &GraphLeg| {
            let (length, cost) = leg.found.unwrap_or_default();
            let portal = leg.leg.portal.as_ref();
            (length + portal.map_or(0.0, |p| p.length_m), cost + portal.map_or(0.0, |p| p.cost_m))
        };
        Some(self.legs.iter().map(of).fold((0.0, 0.0), |sum, leg| (sum.0 + leg.0, sum.1 + leg.1)))
    }

    /// How its legs look, if there is a path.
    fn looks(&self) -> Looks<'_> {
        let legs = if self.found.is_ok() { &self.legs[..] } else { &[] };
        Looks(legs.iter().filter_map(|leg| leg.looked.as_ref()).collect())
    }

    fn text(&self) -> String {
        let (length, cost) = match (self.found_m(), self.found) {
            (_, Err(reason)) => return format!("no path: {}\n", reason.name()),
            (found, Ok(())) => found.unwrap_or_default(),
        };
        let looks = self.looks();
        let points =
            |path: &[Vec2]| path.iter().map(|p| format!("{:.2},{:.2}", p.x, p.y)).collect::<Vec<_>>().join(" ");
        let waypoints: String = match &self.legs[..] {
            [only] => format!("waypoints  {}\n", points(&only.path)),
            legs => legs.iter().map(|leg| format!("{}\nwaypoints  {}\n", leg.leg.title(), points(&leg.path))).collect(),
        };
        format!(
            "length     {length:.3} m, cost {cost:.3} m of plain ground\n{waypoints}\
             body       {:.2} m of clearance for a radius of {} m, {}\n{}\
             search     {:.1} µs, {} expanded, {} visited, {} revisited\n",
            looks.least_clearance_m().unwrap_or_default(),
            self.radius_m,
            if looks.is_legal() == Some(true) { "legal" } else { "not legal" },
            if self.is_as_found { String::new() } else { looks.text() },
            self.sum(|leg| leg.search_ns) as f64 / 1e3,
            self.sum(|leg| leg.search.tally.searched.into()),
            self.sum(|leg| leg.search.tally.opened.into()),
            self.sum(|leg| leg.search.tally.revisited.into()),
        )
    }

    fn json(&self, args: &GraphQuery) -> String {
        let pair = |p: Vec2| [rounded(p.x), rounded(p.y)];
        let found = self.found_m();
        let legs = self.legs.iter().map(|leg| {
            json!({
                "storey": leg.leg.name,
                "portal": leg.leg.portal.as_ref().map(|portal| &portal.name),
                "length": leg.found.ok().map(|(length, _)| rounded(length)),
                "cost": leg.found.ok().map(|(_, cost)| rounded(cost)),
                "waypoints": leg.path.iter().map(|p| pair(*p)).collect::<Vec<_>>(),
            })
        });
        let mut report = json!({
            "map": args.map.display().to_string(),
            "graph": clap::ValueEnum::to_possible_value(&self.kind).map(|value| value.get_name().to_owned()),
            "radius": rounded(self.radius_m),
            "from": pair(args.ends[0].at),
            "to": pair(args.ends[1].at),
            "found": self.found.is_ok(),
            "reason": self.found.err().map(Reason::name),
            "length": found.map(|(length, _)| rounded(length)),
            "cost": found.map(|(_, cost)| rounded(cost)),
            "waypoints": self.waypoints().map(pair).collect::<Vec<_>>(),
            "legs": legs.collect::<Vec<_>>(),
            "expanded": self.sum(|leg| leg.search.tally.searched.into()),
            "visited": self.sum(|leg| leg.search.tally.opened.into()),
            "revisited": self.sum(|leg| leg.search.tally.revisited.into()),
            "reopened": self.sum(|leg| leg.search.tally.reopened.into()),
            "open_max": self.legs.iter().map(|leg| leg.search.open_max).max().unwrap_or_default(),
            "search_us": self.sum(|leg| leg.search_ns) as f64 / 1e3,
            "preprocess_ms": self.sum(|leg| leg.prepared_ns) as f64 / 1e6,
            "memory_bytes": self.sum(|leg| leg.memory_bytes as u64),
        });
        self.looks().add_to(&mut report);
        outcome::escaped(&format!("{report}\n"))
    }

    /// Of all legs, if there is a path.
    fn waypoints(&self) -> impl Iterator<Item = Vec2> + '_ {
        let legs = if self.found.is_ok() { &self.legs[..] } else { &[] };
        legs.iter().flat_map(|leg| leg.path.iter().copied())
    }
}
