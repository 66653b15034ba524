//! Round paths never leave free space, and are no longer than they may be.

use crate::drawn;
use crate::random::{between, row_lengths};
use bestiary::MoveClass;
use bestiary::testing::geom::{Cell, Obb, Vec2};
use bestiary::testing::grid::Field;
use bestiary::testing::path::{BodySight, CurveParams, Curved, Curver, Sees, Touches, Turning, length_m, pull};
use bestiary::testing::search::{SearchOptions, Solver};
use bestiary::testing::world::format::{load, load_scenario};
use bestiary::testing::world::{Volume, World};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

const HEIGHT_M: f32 = 1.0;
const MOVES: MoveClass = MoveClass::WALK;

fn sight<'a>(world: &'a World, field: Option<&'a Field>, radius_m: f32) -> BodySight<'a> {
    BodySight { world, radius_m, height_m: HEIGHT_M, moves: MOVES, field, costs: None }
}

/// A path over the grid from cell to cell, and the same pulled, both ends included.
fn paths(field: &Field, sight: &BodySight, from: Cell, to: Cell) -> Option<[Vec<Vec2>; 2]> {
    let mut turns = Vec::new();
    Solver::new(field, SearchOptions::default()).unwrap().solve(from, to, &mut turns)?;
    let places: Vec<Vec2> = turns.iter().map(|cell| cell.centre(1.0)).collect();
    let mut rest = Vec::new();
    pull(&places, sight, &mut rest);
    let pulled = places.first().copied().into_iter().chain(rest).collect();
    Some([places, pulled])
}

/// Whether a body fits at places along a path, a few centimetres apart: apart from the tests of lines that paths are made with.
fn is_legal(world: &World, path: &[Vec2], radius_m: f32) -> bool {
    path.windows(2).all(|pair| {
        let parts = (pair[0].distance(pair[1]) / 0.03).ceil().max(1.0);
        (0..=parts as u32).all(|i| {
            let at = pair[0].lerp(pair[1], i as f32 / parts);
            world.is_free(at, (radius_m - 2e-3).max(1e-3), HEIGHT_M, MOVES)
        })
    })
}

fn holds(
    world: &World,
    field: &Field,
    ends: (Cell, Cell),
    radius_m: f32,
    params: &CurveParams,
) -> Result<(), TestCaseError> {
    let sight = sight(world, Some(field), radius_m);
    let Some([raw, pulled]) = paths(field, &sight, ends.0, ends.1) else { return Ok(()) };
    // Narrow cells have other places than their middles: such paths are not these tests' matter.
    if !raw.windows(2).all(|pair| sight.clear(pair[0], pair[1])) {
        return Ok(());
    }
    let mut round = Vec::new();
    let became = Curver::default().curve(&pulled, &sight, params, &mut round);
    prop_assert!(is_legal(world, &pulled, radius_m), "{pulled:?}");
    prop_assert!(is_legal(world, &round, radius_m), "{became:?} {round:?} of {pulled:?}");
    prop_assert!(length_m(&pulled) <= length_m(&raw) * 1.000_01);
    // Turns are at most half a circle, so that wide arcs are longer by no more than this.
    let arcs = params.turn_radius_m * pulled.len() as f32 * 4.0;
    prop_assert!(length_m(&round) <= length_m(&pulled) * (1.000_1 + params.longer_share) + arcs + 1e-3);
    if params.comfort_m == 0.0 && params.turn_radius_m == 0.0 {
        prop_assert!(length_m(&round) <= length_m(&pulled) * 1.000_1 + 1e-4, "{became:?}");
    }
    prop_assert_eq!((round.first(), round.last()), (pulled.first(), pulled.last()));
    if became == Curved::Tight {
        prop_assert!(Turning::of(&round).sharpest_rad < params.step_rad + 0.1, "{round:?}");
    }
    Ok(())
}

/// Worlds with closed cells and turned boxes, and two of their cells.
fn worlds() -> impl Strategy<Value = (World, Cell, Cell)> {
    let boxes =
        prop::collection::vec((between(0.0, 1.0), between(0.0, 14.0), between(0.0, 3.0), between(0.05, 2.0)), 0..4);
    (row_lengths(), 6usize..15, 0u32..45, boxes).prop_flat_map(|(width, height, closed, boxes)| {
        let cells = prop::collection::vec(0u32..100, width as usize * height);
        let end = move || (0..width as i32, 0..height as i32).prop_map(|(x, y)| Cell::new(x, y));
        (cells, end(), end()).prop_map(move |(cells, from, to)| {
            let row = |row: &[u32]| row.iter().map(|n| if *n < closed { '#' } else { '.' }).collect();
            let rows: Vec<String> = cells.chunks(width as usize).map(row).collect();
            let volume = |(x, y, turn, half): &(f32, f32, f32, f32)| {
                let footprint = Obb::new(Vec2::new(x * width as f32, *y), Vec2::new(*half, 0.1), *turn);
                Volume { footprint, base_m: 0.0, top_m: 2.0, object: 0 }
            };
            (drawn::world(&rows, 1.0, boxes.iter().map(volume).collect()), from, to)
        })
    })
}

fn params() -> impl Strategy<Value = CurveParams> {
    let wanted = prop_oneof![Just(0.0f32), between(0.0, 1.5)];
    (wanted.clone(), wanted, between(0.0, 0.1), between(0.05, 0.6)).prop_map(
        |(comfort_m, turn_radius_m, longer_share, step_rad)| CurveParams {
            comfort_m,
            turn_radius_m,
            longer_share,
            step_rad,
            ..CurveParams::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_global_rejects: 60_000, ..ProptestConfig::default() })]

    #[test]
    fn pulled_and_round_paths_touch_nothing(
        (world, from, to) in worlds(), radius in prop::sample::select(vec![0.1_f32, 0.3, 0.4, 0.5, 0.8]), params in params(),
    ) {
        let field = Field::of_world(&world, radius, HEIGHT_M, MOVES).unwrap();
        holds(&world, &field, (from, to), radius, &params)?;
    }

    /// The grid makes tests faster and changes none; what is touched is what makes a line not clear.
    #[test]
    fn lines_are_clear_with_and_without_a_grid_where_nothing_is_touched(
        (world, ..) in worlds(), radius in prop::sample::select(vec![0.0_f32, 0.1, 0.4, 0.5, 0.8]),
        (ax, ay) in (between(-0.1, 1.1), between(-1.0, 15.0)), (bx, by) in (between(-0.1, 1.1), between(-1.0, 15.0)),
        grid_for in prop::sample::select(vec![0.1_f32, 0.5, 0.9]),
    ) {
        let field = Field::of_world(&world, grid_for, HEIGHT_M, MOVES).unwrap();
        let width = world.ground.width() as f32;
        let (from, to) = (Vec2::new(ax * width, ay), Vec2::new(bx * width, by));
        let clear = [None, Some(&field)].map(|field| sight(&world, field, radius).clear(from, to));
        prop_assert_eq!(clear[0], clear[1]);
        let mut touched = Vec::new();
        sight(&world, Some(&field), radius).each_touched(from, to, |shape| touched.push(*shape));
        prop_assert_eq!(touched.is_empty(), clear[0]);
        for shape in &touched {
            let near = (0..=600).map(|i| from.lerp(to, i as f32 / 600.0)).map(|at| shape.distance(at)).fold(f32::MAX, f32::min);
            prop_assert!(near < radius + 0.2, "{shape:?} is {near} m away");
        }
        // A point may be on a border.
        let is_wide = radius > 0.0;
        prop_assert!(!clear[0] || !is_wide || is_legal(&world, &[from, to], radius));
        // A body that stays where it is.
        let fits = sight(&world, Some(&field), radius).clear(from, from);
        prop_assert!(!fits || !is_wide || is_legal(&world, &[from; 2], radius));
        prop_assert!(fits || !world.is_free(from, radius + 0.01, HEIGHT_M, MOVES));
    }
}

/// A wall of one row with open ground on both sides.
fn wall() -> World {
    let rows: Vec<String> = (0..30)
        .map(|y| if y == 15 { ".".repeat(10) + &"#".repeat(20) + &".".repeat(10) } else { ".".repeat(40) })
        .collect();
    drawn::world(&rows, 1.0, vec![])
}

fn round_the_wall(params: &CurveParams) -> Vec<Vec2> {
    let world = wall();
    let field = Field::of_world(&world, 0.4, HEIGHT_M, MOVES).unwrap();
    let sight = sight(&world, Some(&field), 0.4);
    let [_, pulled] = paths(&field, &sight, Cell::new(20, 5), Cell::new(20, 25)).unwrap();
    let mut round = Vec::new();
    assert_eq!(Curver::default().curve(&pulled, &sight, params, &mut round), Curved::Tight);
    round
}

/// How near a path comes to the wall.
fn clearance(path: &[Vec2]) -> f32 {
    let wall = Obb::new(Vec2::new(20.0, 15.5), Vec2::new(10.0, 0.5), 0.0);
    let all = path.windows(2).flat_map(|pair| (0..=400).map(|i| pair[0].lerp(pair[1], i as f32 / 400.0)));
    all.map(|at| wall.distance(at)).fold(f32::MAX, f32::min)
}

#[test]
fn a_tight_path_goes_round_the_end_of_a_wall_at_the_body_s_radius() {
    let path = round_the_wall(&CurveParams::default());
    let turning = Turning::of(&path);
    assert!((clearance(&path) - 0.4).abs() < 2e-3, "{}", clearance(&path));
    assert!(turning.sharpest_rad <= CurveParams::default().step_rad + 1e-3);
    // The shortest path of a disc: straight to the circle round the corner, a share of that circle, along the end of the wall, and the same again.
    let (across, up) = (9.5_f32, 9.5);
    let (reach, radius) = (across.hypot(up), 0.4);
    let straight = (reach * reach - radius * radius).sqrt();
    let shortest = 2.0
        * (straight + radius * (std::f32::consts::FRAC_PI_2 - f32::atan2(up, across) + (radius / reach).asin()))
        + 1.0;
    assert!((length_m(&path) - shortest).abs() < 0.01, "{} m, the shortest has {shortest} m", length_m(&path));
}

#[test]
fn a_comfortable_path_keeps_off_the_wall_as_far_as_it_may_become_longer() {
    // Before: a path that hugs the end of a wall; action: comfort, with more and more length allowed; after: it keeps farther off, up to that.
    let shortest = length_m(&round_the_wall(&CurveParams::default()));
    let mut before = 0.4;
    for longer_share in [0.02, 0.05, 0.5] {
        let path = round_the_wall(&CurveParams { comfort_m: 0.6, longer_share, ..CurveParams::default() });
        assert!(length_m(&path) <= shortest * (1.0 + longer_share) + 1e-3);
        assert!(clearance(&path) >= before - 2e-3, "{} after {before}", clearance(&path));
        before = clearance(&path);
    }
    assert!((before - 1.0).abs() < 0.01, "{before}");
}

#[test]
fn a_body_that_turns_in_wide_arcs_gets_them_where_there_is_space() {
    let path = round_the_wall(&CurveParams { turn_radius_m: 2.0, ..CurveParams::default() });
    // Each point turns by at most a step, and the points of an arc are that far apart at least.
    let sharp = path.windows(3).map(|p| {
        let turn = (p[1] - p[0]).angle_to(p[2] - p[1]).abs();
        (p[0].distance(p[1]).min(p[1].distance(p[2]))) / turn.max(1e-6)
    });
    assert!(sharp.fold(f32::MAX, f32::min) > 0.9, "{path:?}");
}

fn moving_ai(name: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = std::env::var_os("MOVINGAI").map_or_else(|| own.join("../shared/movingai"), PathBuf::from);
    [root.join(name), own.join("maps").join(name)].into_iter().find(|path| path.exists())
}

#[test]
fn paths_on_maps_of_games_touch_nothing_either() {
    let names = [
        "bg512/AR0411SR.map",
        "bg512/AR0700SR.map",
        "dao/arena2.map",
        "rooms/8room_000.map",
        "random/random512-35-0.map",
    ];
    let mut seen = 0;
    for path in names.iter().filter_map(|name| moving_ai(name)) {
        let world = load(&path).unwrap().world;
        let Ok(scenario) = load_scenario(&path.with_extension("map.scen")) else { continue };
        for (i, radius_m) in [0.2, 0.5].into_iter().enumerate() {
            let field = Field::of_world(&world, radius_m, HEIGHT_M, MOVES).unwrap();
            for query in scenario.queries.iter().skip(i).step_by(scenario.queries.len() / 40 + 1) {
                let params = CurveParams { comfort_m: 0.4, turn_radius_m: 0.8, ..CurveParams::default() };
                holds(&world, &field, (query.start, query.goal), radius_m, &params).unwrap();
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "the project has maps of its own");
}

#[test]
fn paths_of_no_place_and_of_one_stay_as_they_are() {
    let world = wall();
    let sight = sight(&world, None, 0.4);
    let mut out = vec![Vec2::ONE];
    for path in [&[][..], &[Vec2::new(3.5, 3.5)], &[Vec2::new(3.5, 3.5); 3]] {
        Curver::default().curve(path, &sight, &CurveParams::default(), &mut out);
        assert_eq!(out, path.iter().take(1).copied().collect::<Vec<_>>());
    }
}
