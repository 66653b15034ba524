//! One style after the other on one level.

use super::search::thesis_a_star;
use super::style::Workshop;
use super::tiles::Tiles;
use super::{Clock, Failure, Level, Style, WrongResult, best_of};
use crate::geom::{Cell, Vec2};
use crate::graph::{BodySize, Mover, NavMesh};
use crate::grid::Field;
use crate::path::{BodySight, Sees, Turning, length_m};
use crate::search::{Algorithm, Polyanya, SearchOptions, Solver, unpack};
use crate::world::{MoveClass, World};

/// The body, metres: cells are wider.
pub(super) const BODY: BodySize = BodySize { radius_m: 0.3, height_m: 1.0, moves: MoveClass::WALK };
/// What a turn costs Rabin's search, in straight steps.
pub(super) const TURN_COST: f32 = 0.5;
/// Runs of which the fastest counts.
const RUNS: u32 = 5;
/// Distances from walls are looked for up to this, metres.
const MOST_CLEARANCE_M: f32 = 5.0;

/// How a style's path looks on a level.
#[derive(Clone, Debug)]
pub struct Looks {
    /// The level, or the part of it.
    pub level: &'static str,
    /// What was done with the path.
    pub style: Style,
    /// Whether it was made round.
    pub is_round: bool,
    /// The searches that its times are beside.
    pub searches: Searches,
    /// Making it straight and round, microseconds.
    pub after_us: f64,
    /// Metres.
    pub length_m: f64,
    /// How much longer it is than the shortest taut path, relative to that.
    pub gap: f64,
    /// How it turns.
    pub turning: Turning,
    /// How near the middle of the body comes to a wall, metres.
    pub clearance_m: f32,
    /// Its straight pieces on which the body touches something.
    pub violations: usize,
    /// The path itself.
    pub path: Vec<Vec2>,
}

/// What searches of a level take, microseconds.
#[derive(Clone, Copy, Debug)]
pub struct Searches {
    /// A* as the thesis has it, whose path Millington's and Pinter's come from.
    pub thesis_us: f64,
    /// This program's A*.
    pub astar_us: f64,
    /// Its jump point search, whose path ours come from.
    pub jps_us: f64,
    /// Its A* over cells and directions, which pays for turns as Rabin's does.
    pub rabin_us: f64,
}

/// The paths that searches find.
struct Found {
    plain: Vec<Vec2>,
    rabin: Vec<Vec2>,
    own: Vec<Vec2>,
    searches: Searches,
}

/// Measures all styles on a level.
pub(super) fn level(level: &Level, clock: &dyn Clock) -> Result<Vec<Looks>, Failure> {
    let (world, ends) = level.world()?;
    let wrong = |what: WrongResult| Failure::Wrong {
        map: level.name.into(),
        query: format!("{} to {}", ends[0], ends[1]),
        variant: "A*".into(),
        what,
    };
    let BodySize { radius_m, height_m, moves } = BODY;
    let no_field = |e: crate::grid::FieldTooLarge| Failure::Drawing(level.name.into(), e.to_string());
    let field = Field::of_world(&world, radius_m, height_m, moves).map_err(no_field)?;
    let found = search(&world, &field, ends, clock).ok_or_else(|| wrong(WrongResult::NoPath))?;
    let mesh = NavMesh::of_world(&world, radius_m, height_m, moves)
        .map_err(|e| Failure::Drawing(level.name.into(), e.to_string()))?;
    let shortest = Polyanya::default()
        .solve(&mesh, (found.plain[0], 0), (found.plain[found.plain.len() - 1], 0), &mut Vec::new())
        .ok_or_else(|| wrong(WrongResult::NoPath))?;
    let sight = BodySight { world: &world, radius_m, height_m, moves, field: Some(&field), costs: None };
    let tiles = Tiles::of(&field, world.ground.resolution_m());
    let (mut workshop, mut all) = (Workshop::default(), Vec::new());
    for style in Style::ALL {
        let points = match style {
            Style::AStar | Style::Millington | Style::Pinter => &found.plain,
            Style::Rabin => &found.rabin,
            Style::Ours | Style::Comfort => &found.own,
        };
        for is_round in [false, true] {
            let mut path = Vec::new();
            let (_, after_ns) =
                best_of(RUNS, clock, || workshop.make(style, is_round, points, (&tiles, &sight), &mut path));
            let mover = Mover::new(&world, BODY, None);
            let nearest = |pair: &[Vec2]| mover.clearance_m(pair[0], pair[1], MOST_CLEARANCE_M);
            let length = f64::from(length_m(&path));
            all.push(Looks {
                level: level.name,
                style,
                is_round,
                searches: found.searches,
                after_us: after_ns as f64 / 1e3,
                length_m: length,
                gap: length / shortest - 1.0,
                turning: Turning::of(&path),
                clearance_m: path.windows(2).map(nearest).fold(MOST_CLEARANCE_M, f32::min),
                violations: path.windows(2).filter(|pair| !sight.clear(pair[0], pair[1])).count(),
                path,
            });
        }
    }
    Ok(all)
}

fn search(world: &World, field: &Field, ends: [Vec2; 2], clock: &dyn Clock) -> Option<Found> {
    let res = world.ground.resolution_m();
    let [from, to] = ends.map(|at| Cell::of(at, res));
    let (cells, thesis_ns) = best_of(RUNS, clock, || thesis_a_star(field, from, to));
    let places = |cells: &[Cell]| cells.iter().map(|cell| cell.centre(res)).collect::<Vec<_>>();
    let mut turns = Vec::new();
    let mut run = |algorithm, turn_cost| {
        let options = SearchOptions { algorithm, turn_cost, ..SearchOptions::default() };
        let mut solver = Solver::new(field, options).ok()?;
        let (found, ns) = best_of(RUNS, clock, || solver.solve(from, to, &mut turns));
        let mut path = Vec::new();
        unpack(&turns, &mut path);
        found.map(|_| (places(&path), ns as f64 / 1e3))
    };
    let (_, astar_us) = run(Algorithm::AStar, None)?;
    let (own, jps_us) = run(Algorithm::Jps, None)?;
    let (rabin, rabin_us) = run(Algorithm::AStar, Some(TURN_COST))?;
    let plain = places(&cells);
    let searches = Searches { thesis_us: thesis_ns as f64 / 1e3, astar_us, jps_us, rabin_us };
    (plain.len() > 1).then_some(Found { plain, rabin, own, searches })
}
