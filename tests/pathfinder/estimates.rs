//! What a path costs without a search for it: against Dijkstra's algorithm over random worlds.

use crate::scene::{ME, Scene, scene};
use bestiary::testing::grid::Field;
use bestiary::testing::nav::PathCost;
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{Algorithm, CostLookup, SearchOptions, Solver, in_cells};
use bestiary::{Cell, MoveClass, Planner, Vec2};
use proptest::prelude::*;

/// Walls of halls or single cells, with a body anywhere.
fn random_scene(side: usize, walls: usize, halls: bool, rand: &mut Rand) -> Scene {
    let is_wall = |x: usize, y: usize, rand: &mut Rand| {
        let rare = rand.index(100) < walls;
        if halls { (x % 9 == 8 || y % 9 == 8) && rand.index(100) >= walls / 3 } else { rare }
    };
    let row = |y: usize, rand: &mut Rand| -> String {
        (0..side).map(|x| if is_wall(x, y, rand) { '#' } else { '.' }).collect()
    };
    let rows: Vec<String> = (0..side).map(|y| row(y, rand)).collect();
    let mut s = scene(&rows.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    s.params.planner = Planner::Static;
    s.prepare();
    s
}

fn any_place(side: usize, rand: &mut Rand) -> Cell {
    Cell::new(rand.index(side) as i32, rand.index(side) as i32)
}

/// What `pathfinder.cost` knows, and what the cheapest path over the grid costs.
fn both(s: &mut Scene, lookup: &mut CostLookup, (from, to): (Cell, Cell)) -> (PathCost, Option<f32>) {
    s.bodies.position[ME] = from.centre(1.0);
    let field = Field::of_world(&s.world, 0.4, 1.0, MoveClass::WALK).expect("a grid");
    let options = SearchOptions { algorithm: Algorithm::Dijkstra, ..SearchOptions::default() };
    let best = Solver::new(&field, options).unwrap().solve(from, to, &mut Vec::new());
    (s.with(|_, ctx, _| PathCost::to(ctx, to.centre(1.0), lookup)), best.map(|best| in_cells(best) as f32))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// An estimate is never below the straight line, nor by more than a 32nd below the cheapest path over the grid; that it is nil
    /// means that there is no path.
    #[test]
    fn an_estimate_lies_between_the_straight_line_and_a_path_that_there_is(
        side in 20usize..150, walls in 0usize..45, halls in any::<bool>(), seed in any::<u64>(),
    ) {
        let mut rand = Rand::new(seed, Purpose::Spawning, 0);
        let mut s = random_scene(side, walls, halls, &mut rand);
        let mut lookup = CostLookup::default();
        for _ in 0..6 {
            let ends = (any_place(side, &mut rand), any_place(side, &mut rand));
            if [ends.0, ends.1].iter().any(|cell| !s.world.ground.walkable(*cell)) {
                continue;
            }
            let (known, best) = both(&mut s, &mut lookup, ends);
            let straight = ends.0.centre(1.0).distance(ends.1.centre(1.0));
            match known {
                PathCost::NoPath => prop_assert_eq!(best, None),
                PathCost::Exact(cost) => prop_assert!((cost - straight).abs() < 1e-3 && cost <= best.unwrap() + 1e-3),
                PathCost::About(cost) => {
                    let best = best.expect("a path");
                    // A lookup that ends too early leaves the straight line.
                    let is_whole = cost >= best * 31.0 / 32.0 - 0.1 || (cost - straight).abs() < 1e-3;
                    prop_assert!(cost >= straight - 1e-3 && is_whole, "{} for {}", cost, best);
                }
            }
        }
    }
}

/// What estimates say too much, over worlds that are the same in each run.
#[test]
fn estimates_are_hardly_too_high_on_the_whole() {
    let (mut said, mut needed, mut lookup) = (0.0, 0.0, CostLookup::default());
    for seed in 0..40 {
        let mut rand = Rand::new(seed, Purpose::Spawning, 0);
        let mut s = random_scene(150, 20 + seed as usize % 15, seed % 2 == 0, &mut rand);
        for _ in 0..5 {
            let (known, best) = both(&mut s, &mut lookup, (any_place(150, &mut rand), any_place(150, &mut rand)));
            if let (PathCost::About(cost), Some(best)) = (known, best) {
                (said, needed) = (said + cost, needed + best);
            }
        }
    }
    assert!(needed > 5_000.0 && said < 1.06 * needed, "{said} for {needed}");
}

#[test]
fn without_levels_the_estimate_is_the_straight_line() {
    let mut s = scene(&["a..#...", "...#...", "...#..g", "......."], &[]);
    s.params.planner = Planner::Static;
    s.prepare();
    let mut lookup = CostLookup::default();
    let goal = s.goal;
    let round_the_wall = s.with(|_, ctx, _| PathCost::to(ctx, goal, &mut lookup));
    s.levels = Default::default();
    let straight = s.with(|_, ctx, _| PathCost::to(ctx, goal, &mut lookup));
    assert_eq!(straight, PathCost::About(s.bodies.position[ME].distance(goal)));
    let PathCost::About(cost) = round_the_wall else { panic!("{round_the_wall:?}") };
    assert!(cost > 7.5 && cost < 8.5, "{cost}");
    assert_eq!(s.with(|_, ctx, _| PathCost::to(ctx, Vec2::new(f32::NAN, 1.0), &mut lookup)), PathCost::NoPath);
}
