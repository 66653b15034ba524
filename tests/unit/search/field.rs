//! Searches over fields against Dijkstra's algorithm written plainly: random grids of all densities and shapes.

use crate::drawn;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{BitGrid, Field};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{
    Buckets, Connect, Cost, DIAGONAL, DaryHeap, Estimate, FieldSearch, Heuristic, JumpTable, Jumps, Moves, OpenEntry,
    OpenList, STRAIGHT, Status, Steps, TwoTierList, check_path, in_cells, unpack,
};
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A field of any density; sides of 1, about a word, or in between; sometimes corridors instead of noise.
pub(crate) fn fields() -> impl Strategy<Value = (Field, Cell, Cell)> {
    let side = || prop_oneof![3 => 1u32..24, 1 => 60u32..68];
    (side(), side(), 0u32..=100, 0u32..3, any::<u64>())
        .prop_map(|(w, h, percent, kind, seed)| {
            let mut rand = Rand::new(seed, Purpose::Spawning, 0);
            let mut grid = BitGrid::new(w, h);
            for i in 0..w * h {
                let (x, y) = (i % w, i / w);
                let wall = match kind {
                    0 => rand.index(100) < percent as usize,
                    // Walls along every other row and column, with gaps.
                    1 => {
                        (x % 2 == 1 && y % 2 == 1) || ((x % 2 == 1 || y % 2 == 1) && rand.index(100) < percent as usize)
                    }
                    // Rooms.
                    _ => (x % 7 == 6 || y % 7 == 6) && rand.index(100) >= percent as usize / 5,
                };
                if wall {
                    grid.close(x as i32, y as i32);
                }
            }
            let mut pick = || Cell::new(rand.index(w as usize) as i32, rand.index(h as usize) as i32);
            (pick(), pick(), grid)
        })
        .prop_map(|(start, goal, grid)| (Field::new(&grid).unwrap(), start, goal))
}

/// What the shortest path costs, by Dijkstra's algorithm over single steps read off the map by the rule's own words.
pub(super) fn oracle(field: &Field, start: Cell, goal: Cell, connect: Connect) -> Option<Cost> {
    let mut best = vec![Cost::MAX; field.nodes()];
    let mut queue = BinaryHeap::new();
    if field.open(start) && field.open(goal) {
        queue.push((Reverse(0), start));
    }
    while let Some((Reverse(cost), at)) = queue.pop() {
        if at == goal {
            return Some(cost);
        }
        let node = field.node(at).unwrap() as usize;
        if cost >= best[node] {
            continue;
        }
        best[node] = cost;
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let slant = dx != 0 && dy != 0;
            let free = |x, y| field.open(Cell::new(at.x + x, at.y + y));
            let allowed = !slant || (connect == Connect::Eight && free(dx, 0) && free(0, dy));
            if free(dx, dy) && allowed {
                queue.push((Reverse(cost + if slant { DIAGONAL } else { STRAIGHT }), Cell::new(at.x + dx, at.y + dy)));
            }
        }
    }
    None
}

/// Searches in slices, checks the path, returns its cost.
fn solve<O: OpenList<OpenEntry> + Default>(
    search: &mut FieldSearch<O>,
    moves: &impl Moves,
    (start, goal): (Cell, Cell),
    estimate: Estimate,
    slice: u32,
) -> Option<Cost> {
    search.begin(moves, start, goal, estimate);
    let status = loop {
        let status = search.run(moves, slice);
        if status != Status::Running {
            break status;
        }
    };
    let (mut waypoints, mut path) = (Vec::new(), Vec::new());
    search.waypoints(&mut waypoints);
    unpack(&waypoints, &mut path);
    assert_eq!(status == Status::Found, search.cost.is_some());
    if let Some(cost) = search.cost {
        let length = check_path(moves.field(), &path, start, goal).expect("a legal path");
        assert!((length - in_cells(cost)).abs() < 1e-6, "the path is as long as it is said to be");
    } else {
        assert!(path.is_empty());
    }
    search.cost
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn jumps_find_the_shortest_path((field, start, goal) in fields(), slice in 1u32..50) {
        let best = oracle(&field, start, goal, Connect::Eight);
        let mut search = FieldSearch::new(Buckets::default());
        let jumps = Jumps { field: &field };
        prop_assert_eq!(solve(&mut search, &jumps, (start, goal), Estimate::default(), slice), best);
        // Once more with the memory of the first search, the other way round.
        prop_assert_eq!(solve(&mut search, &jumps, (goal, start), Estimate::default(), u32::MAX), best);
        let blind = Estimate::new(Heuristic::Zero, 1.0);
        prop_assert_eq!(solve(&mut search, &jumps, (start, goal), blind, u32::MAX), best);
    }

    #[test]
    fn jumps_measured_beforehand_find_the_shortest_path((field, start, goal) in fields(), slice in 1u32..50) {
        let best = oracle(&field, start, goal, Connect::Eight);
        let mut search = FieldSearch::new(DaryHeap::default());
        let table = JumpTable::new(&field);
        prop_assert_eq!(solve(&mut search, &table, (start, goal), Estimate::default(), slice), best);
        prop_assert_eq!(solve(&mut search, &table, (goal, start), Estimate::default(), u32::MAX), best);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn steps_find_the_shortest_path_with_every_open_list((field, start, goal) in fields(), (eight, ordered) in any::<(bool, bool)>(), k in 1usize..80) {
        let connect = if eight { Connect::Eight } else { Connect::Four };
        let best = oracle(&field, start, goal, connect);
        let steps = Steps { field: &field, connect, ordered };
        let ends = (start, goal);
        for heuristic in [Heuristic::Zero, Heuristic::Octile, Heuristic::Euclidean, Heuristic::Manhattan] {
            if eight && heuristic == Heuristic::Manhattan {
                continue; // overestimates there
            }
            let estimate = Estimate::new(heuristic, 1.0);
            prop_assert_eq!(solve(&mut FieldSearch::new(DaryHeap::default()), &steps, ends, estimate, u32::MAX), best);
            prop_assert_eq!(solve(&mut FieldSearch::new(Buckets::default()), &steps, ends, estimate, 7), best);
            prop_assert_eq!(solve(&mut FieldSearch::new(TwoTierList::new(k)), &steps, ends, estimate, u32::MAX), best);
        }
    }

    #[test]
    fn weight_makes_a_path_at_most_so_much_longer((field, start, goal) in fields(), weight in 1.0f32..3.0) {
        let best = oracle(&field, start, goal, Connect::Eight);
        let estimate = Estimate::new(Heuristic::Octile, weight);
        let steps = Steps { field: &field, connect: Connect::Eight, ordered: true };
        let walked = solve(&mut FieldSearch::new(Buckets::default()), &steps, (start, goal), estimate, u32::MAX);
        let jumped = solve(&mut FieldSearch::new(DaryHeap::default()), &Jumps { field: &field }, (start, goal), estimate, u32::MAX);
        for found in [walked, jumped] {
            prop_assert_eq!(found.is_some(), best.is_some());
            if let (Some(found), Some(best)) = (found, best) {
                prop_assert!(found >= best && found as f64 <= best as f64 * (f64::from(weight) + 0.001));
            }
        }
    }
}

#[test]
fn all_open_lists_hand_out_the_same_order() {
    let field = Field::new(&drawn::grid(&["....#...", ".##.#.#.", "..#...#.", ".#..#...", "...##.#."])).unwrap();
    let steps = Steps { field: &field, connect: Connect::Eight, ordered: true };
    let ends = (Cell::new(0, 4), Cell::new(7, 4));
    let mut quad = FieldSearch::new(DaryHeap::default());
    let mut buckets = FieldSearch::new(Buckets::default());
    solve(&mut quad, &steps, ends, Estimate::default(), u32::MAX);
    solve(&mut buckets, &steps, ends, Estimate::default(), u32::MAX);
    assert_eq!(quad.counts, buckets.counts);
}

#[test]
fn an_open_plain_is_crossed_in_one_jump_and_ends_apart_cost_no_search() {
    // Before: nothing between them; action: corner to corner; after: one expansion, three waypoints at most.
    let field = Field::new(&BitGrid::new(200, 100)).unwrap();
    let mut search = FieldSearch::new(DaryHeap::default());
    solve(&mut search, &Jumps { field: &field }, (Cell::new(0, 0), Cell::new(199, 99)), Estimate::default(), u32::MAX);
    assert_eq!(search.counts.expanded, 1);
    let parted = Field::new(&drawn::grid(&["..#..", "..#.."])).unwrap();
    let found = solve(
        &mut search,
        &Jumps { field: &parted },
        (Cell::new(0, 0), Cell::new(4, 0)),
        Estimate::default(),
        u32::MAX,
    );
    assert_eq!((found, search.counts.generated), (None, 0));
}
