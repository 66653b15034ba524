//! Searches against an oracle: the slowest shortest-path algorithm there is, written here.

use crate::drawn;
use crate::random::row_lengths;
use bestiary::testing::grid::{BitGrid, Sides};
use bestiary::testing::search::{
    AStar, Connect, DaryHeap, GridProblem, Heuristic, NO_NODE, OpenList, Problem, Status, TwoTierList,
};
use proptest::prelude::*;

/// Costs from the start by relaxing every edge until nothing changes (Bellman & Ford).
fn oracle(problem: &impl Problem, goal: u32) -> Option<f32> {
    let mut cost = vec![f64::INFINITY; problem.nodes()];
    cost[problem.start() as usize] = 0.0;
    let mut changed = true;
    while changed {
        changed = false;
        for node in 0..problem.nodes() as u32 {
            let here = cost[node as usize];
            if here.is_finite() {
                problem.steps(node, NO_NODE, |to, step| {
                    if here + f64::from(step) < cost[to as usize] - 1e-9 {
                        cost[to as usize] = here + f64::from(step);
                        changed = true;
                    }
                });
            }
        }
    }
    Some(cost[goal as usize] as f32).filter(|c| c.is_finite())
}

struct Outcome {
    status: Status,
    cost: Option<f32>,
    path: Vec<u32>,
    expanded: u32,
}

/// A whole search in slices of `slice` expansions.
fn solve<O: OpenList>(open: O, problem: &impl Problem, weight: f32, slice: u32) -> Outcome {
    let mut search = AStar::new(open);
    search.begin(problem, weight);
    let status = loop {
        let status = search.run(problem, slice);
        if status != Status::Running {
            break status;
        }
    };
    let mut path = Vec::new();
    search.path(&mut path);
    Outcome { status, cost: search.cost(), path, expanded: search.counts.expanded }
}

/// A random grid with start and goal opened.
fn grids() -> impl Strategy<Value = (BitGrid, u32, u32)> {
    (row_lengths(), 3u32..14, any::<bool>()).prop_flat_map(|(long, short, turned)| {
        let (w, h) = if turned { (short, long) } else { (long, short) };
        let cells = prop::collection::vec(prop::bool::weighted(0.3), (w * h) as usize);
        (cells, 0..w * h, 0..w * h).prop_map(move |(cells, start, goal)| {
            let mut grid = BitGrid::new(w, h);
            for (i, _) in cells.iter().enumerate().filter(|(i, c)| **c && *i as u32 != start && *i as u32 != goal) {
                grid.close((i as u32 % w) as i32, (i as u32 / w) as i32);
            }
            (grid, start, goal)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn weight_1_finds_the_shortest_path_and_more_weight_one_at_most_so_much_longer(
        (grid, start, goal) in grids(),
        eight in any::<bool>(),
        weight in 1.0f32..4.0,
    ) {
        let mut problem = GridProblem::new(&grid, start, goal);
        problem.connect = if eight { Connect::Eight } else { Connect::Four };
        let best = oracle(&problem, goal);
        for heuristic in [Heuristic::Zero, Heuristic::Euclidean, Heuristic::Octile, Heuristic::Manhattan] {
            if eight && heuristic == Heuristic::Manhattan {
                continue; // overestimates there
            }
            problem.heuristic = heuristic;
            let exact = solve(DaryHeap::default(), &problem, 1.0, u32::MAX);
            let greedy = solve(DaryHeap::default(), &problem, weight, u32::MAX);
            match best {
                None => prop_assert_eq!((exact.status, greedy.status), (Status::Exhausted, Status::Exhausted)),
                Some(best) => {
                    prop_assert!((exact.cost.unwrap() - best).abs() < 1e-3);
                    prop_assert!(greedy.cost.unwrap() <= weight * best + 1e-3);
                }
            }
        }
    }

    #[test]
    fn every_open_list_and_every_slicing_walks_the_same_nodes(
        (grid, start, goal) in grids(),
        k in 1usize..30,
        slice in 1u32..20,
    ) {
        let problem = GridProblem::new(&grid, start, goal);
        let whole = solve(DaryHeap::default(), &problem, 1.6, u32::MAX);
        for other in [
            solve(TwoTierList::new(k), &problem, 1.6, u32::MAX),
            solve(TwoTierList::new(k), &problem, 1.6, slice),
            solve(DaryHeap::default(), &problem, 1.6, slice),
        ] {
            prop_assert_eq!((whole.status, whole.cost, whole.expanded), (other.status, other.cost, other.expanded));
            prop_assert_eq!(&whole.path, &other.path);
        }
    }

    #[test]
    fn a_path_is_a_chain_of_open_neighbours((grid, start, goal) in grids(), eight in any::<bool>()) {
        let mut problem = GridProblem::new(&grid, start, goal);
        problem.connect = if eight { Connect::Eight } else { Connect::Four };
        let found = solve(TwoTierList::default(), &problem, 1.6, u32::MAX);
        if found.status == Status::Found {
            prop_assert_eq!((found.path[0], *found.path.last().unwrap()), (start, goal));
            for pair in found.path.windows(2) {
                let mut joined = false;
                problem.steps(pair[0], NO_NODE, |to, _| joined |= to == pair[1]);
                prop_assert!(joined);
            }
        } else {
            prop_assert!(found.path.is_empty());
        }
    }
}

#[test]
fn diagonals_need_both_cells_beside_them() {
    let grid = drawn::grid(&["..", "#."]);
    let mut problem = GridProblem::new(&grid, 0, 3);
    problem.connect = Connect::Eight;
    assert_eq!(solve(DaryHeap::default(), &problem, 1.0, u32::MAX).cost, Some(2.0));
}

#[test]
fn a_search_stops_at_the_edge_only_on_sides_beyond_which_the_world_goes_on() {
    // Start in the left pocket, goal beyond the wall: the only detour leads along the left side.
    let grid = drawn::grid(&["......", ".####.", "...#..", ".####.", "......"]);
    let mut problem = GridProblem::new(&grid, 2 * 6 + 2, 2 * 6 + 4);
    assert_eq!(solve(DaryHeap::default(), &problem, 1.6, u32::MAX).status, Status::Found);
    problem.sides = Sides { left: true, ..Sides::default() };
    assert_eq!(solve(DaryHeap::default(), &problem, 1.6, u32::MAX).status, Status::Edge);
}

#[test]
fn escaping_heads_for_the_nearest_side() {
    let grid = BitGrid::new(41, 41);
    let sides = Sides { left: true, right: true, top: true, bottom: true };
    let out = solve(DaryHeap::default(), &GridProblem::escape(&grid, 20 * 41 + 5, sides), 1.0, u32::MAX);
    assert_eq!((out.status, out.cost), (Status::Found, Some(5.0)));
    let boxed = drawn::grid(&[".....", ".###.", ".#.#.", ".###.", "....."]);
    let out = solve(DaryHeap::default(), &GridProblem::escape(&boxed, 12, sides), 1.0, u32::MAX);
    assert_eq!((out.status, out.expanded), (Status::Exhausted, 1));
}

#[test]
fn a_search_forgets_the_one_before_without_clearing_and_counts_what_it_does() {
    let (small, large) = (BitGrid::new(4, 4), BitGrid::new(30, 30));
    let mut search = AStar::new(TwoTierList::default());
    for _ in 0..3 {
        search.begin(&GridProblem::new(&large, 0, 899), 1.0);
        assert_eq!(search.run(&GridProblem::new(&large, 0, 899), u32::MAX), Status::Found);
        assert_eq!(search.cost(), Some(58.0));
        search.begin(&GridProblem::new(&small, 0, 3), 1.6);
        assert_eq!(search.run(&GridProblem::new(&small, 0, 3), u32::MAX), Status::Found);
        let counts = search.counts;
        assert_eq!((search.cost(), counts.expanded), (Some(3.0), 3));
        assert!(counts.generated >= 4 && counts.max_open >= 2);
    }
}
