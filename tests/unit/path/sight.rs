//! Sight lines as pictures, and proof that pulled paths stay in the open.

use crate::drawn;
use crate::random::{between, row_lengths};
use bestiary::MoveClass;
use bestiary::testing::geom::{Cell, Obb, Vec2};
use bestiary::testing::grid::{CellRect, Clearance, Window};
use bestiary::testing::path::{Sees, Sight, pull};
use bestiary::testing::search::{AStar, DaryHeap, GridProblem, Status};
use bestiary::testing::world::{Volume, World};
use proptest::prelude::*;

fn window(world: &World, radius_m: f32) -> Window {
    let (w, h) = (world.ground.width() as u32, world.ground.height() as u32);
    let mut window = Window::default();
    let clearance = Clearance { radius_m, height_m: 1.0, buffer_m: 0.5, moves: MoveClass::WALK };
    window.build(world, CellRect { origin: Cell::new(0, 0), width: w, height: h }, clearance);
    window
}

#[test]
fn a_wide_body_does_not_see_past_a_corner_that_a_slim_one_passes() {
    let w = drawn::world(&["......", "......", "..##..", "......", "......"], 1.0, vec![]);
    let (from, to) = (Vec2::new(0.5, 1.5), Vec2::new(5.5, 1.7));
    for (radius, clear) in [(0.1, true), (0.29, true), (0.5, false)] {
        let window = window(&w, radius);
        assert_eq!(Sight { window: &window, ground: &w.ground }.clear(from, to), clear, "radius {radius}");
    }
}

#[test]
fn a_body_as_wide_as_a_corridor_sees_along_it() {
    let w = drawn::world(&["######", "......", "######"], 1.0, vec![]);
    let window = window(&w, 0.5);
    let sight = Sight { window: &window, ground: &w.ground };
    assert!(sight.clear(Vec2::new(0.5, 1.5), Vec2::new(5.5, 1.5)));
    assert!(!sight.clear(Vec2::new(0.5, 1.5), Vec2::new(5.5, 0.5)));
    assert!(!sight.clear(Vec2::new(0.5, 1.5), Vec2::new(8.5, 1.5)), "outside the window nothing is seen");
}

#[test]
fn a_path_round_a_wall_is_two_corners_and_the_goal() {
    let w = drawn::world(&["......", "...#..", "...#..", "...#..", "......"], 1.0, vec![]);
    let window = window(&w, 0.4);
    let sight = Sight { window: &window, ground: &w.ground };
    let mut points = vec![Vec2::new(1.5, 3.5)];
    points.extend([(1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (5, 3), (5, 2)].map(|(x, y)| Cell::new(x, y).centre(1.0)));
    let mut out = Vec::new();
    pull(&points, &sight, &mut out);
    assert_eq!(out, [Vec2::new(2.5, 4.5), Vec2::new(5.5, 4.5), Vec2::new(5.5, 2.5)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    /// Pulled paths begin and end where they should, never cut a closed cell, and the body never dips into closed
    /// ground.
    #[test]
    fn pulled_paths_stay_in_the_open(
        cells in prop::collection::vec(prop::bool::weighted(0.2), 400),
        (bx, by, turn) in (3.0f32..17.0, 3.0f32..17.0, 0.0f32..3.0),
        radius in 0.1f32..0.9,
        (a, b) in (0u32..400, 0u32..400),
    ) {
        let rows: Vec<String> =
            cells.chunks(20).map(|r| r.iter().map(|c| if *c { '#' } else { '.' }).collect()).collect();
        let footprint = Obb::new(Vec2::new(bx, by), Vec2::new(2.0, 0.7), turn);
        let w = drawn::world(&rows, 1.0, vec![Volume { footprint, base_m: 0.0, top_m: 2.0, object: 0 }]);
        let window = window(&w, radius);
        prop_assume!(window.open(window.cell(a)) && window.open(window.cell(b)));
        let problem = GridProblem::new(&window.bits, a, b);
        let mut search = AStar::new(DaryHeap::default());
        search.begin(&problem, 1.6);
        prop_assume!(search.run(&problem, u32::MAX) == Status::Found);
        let mut nodes = Vec::new();
        search.path(&mut nodes);
        let points: Vec<Vec2> = nodes.iter().map(|n| window.cell(*n).centre(1.0)).collect();
        let mut out = Vec::new();
        pull(&points, &Sight { window: &window, ground: &w.ground }, &mut out);
        prop_assert!(out.len() <= points.len());
        prop_assert_eq!(out.last(), points.last().filter(|_| points.len() > 1));
        let mut from = points[0];
        for to in &out {
            for i in 0..=200 {
                let p = from.lerp(*to, i as f32 / 200.0);
                // Touching the corner of a closed cell is free.
                let inside = (p - p.floor() - 0.5).abs().max_element() < 0.499;
                prop_assert!(!inside || window.open(Cell::of(p, 1.0)), "{p} of {from}..{to} in\n{}", drawn::picture(&window.bits));
                prop_assert!(w.ground_free(p, radius - 0.01, MoveClass::WALK), "{p} of {from}..{to}");
            }
            from = *to;
        }
    }

    /// Against samples of the line, on windows about as wide as one word of bits and two: a clear line touches nothing
    /// closed, and a line that is not clear comes within rounding of something.
    #[test]
    fn a_line_is_clear_where_the_body_fits_all_along_it(
        width in row_lengths(), closed in prop::collection::vec((0i32..130, 0i32..8), 0..60),
        (ax, ay) in (between(0.0, 1.0), between(0.1, 7.9)), (bx, by) in (between(0.0, 1.0), between(0.1, 7.9)),
        radius in prop::sample::select(vec![0.1_f32, 0.4, 0.8]),
    ) {
        let letter = |x, y| if closed.contains(&(x, y)) { '#' } else { '.' };
        let rows: Vec<String> = (0..8).map(|y| (0..width as i32).map(|x| letter(x, y)).collect()).collect();
        let w = drawn::world(&rows, 1.0, vec![]);
        let window = window(&w, radius);
        let at = |share: f32, y: f32| Vec2::new(0.1 + share * (width as f32 - 0.2), y);
        let (from, to) = (at(ax, ay), at(bx, by));
        let clear = Sight { window: &window, ground: &w.ground }.clear(from, to);
        let samples = || (0..=2000).map(|i| from.lerp(to, i as f32 / 2000.0));
        let on_open = |p: Vec2| (p - p.floor() - 0.5).abs().max_element() > 0.499 || window.open(Cell::of(p, 1.0));
        if clear {
            prop_assert!(samples().all(|p| on_open(p) && w.ground_free(p, radius - 0.01, MoveClass::WALK)));
        } else {
            let free = |p: Vec2| w.ground_free(p, radius + 0.05, MoveClass::WALK);
            let apart = |p: Vec2| (-1..=1).all(|i| (-1..=1).all(|j| {
                window.open(Cell::of(p + Vec2::new(i as f32, j as f32) * 0.05, 1.0))
            }));
            prop_assert!(!samples().all(|p| free(p) && apart(p)));
        }
    }
}
