//! A* where the estimate is not consistent: it opens closed nodes again, and its observer counts them.

use bestiary::testing::search::{AStar, DaryHeap, NO_NODE, Problem, Status, Tally};

/// From 0 to 4 over 1 and 2: the short path to 2 leads over 1, which seems farther from the goal than it is.
struct Misleading;

const EDGES: [(u32, u32, f32); 5] = [(0, 1, 1.0), (0, 2, 3.0), (1, 2, 1.0), (2, 3, 3.0), (3, 4, 3.0)];

impl Problem for Misleading {
    fn nodes(&self) -> usize {
        5
    }

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, node: u32) -> bool {
        node == 4
    }

    /// Never more than what is left, 8, 7, 6, 3 and 0; but from 1 to 2 it falls by more than the step costs.
    fn estimate(&self, node: u32) -> f32 {
        [0.0, 7.0, 1.0, 1.0, 0.0][node as usize]
    }

    fn steps(&self, node: u32, _: u32, mut each: impl FnMut(u32, f32)) {
        EDGES.iter().filter(|(from, ..)| *from == node).for_each(|(_, to, cost)| each(*to, *cost));
    }
}

fn solved(reopens: bool) -> (Option<f32>, Vec<u32>, Tally) {
    let mut search = AStar::new(DaryHeap::default());
    search.reopens = reopens;
    let mut tally = Tally { nodes: Some(Vec::new()), ..Tally::default() };
    search.begin(&Misleading, 1.0);
    assert_eq!(search.run_observed(&Misleading, u32::MAX, &mut tally), Status::Found);
    let mut path = vec![NO_NODE];
    search.path(&mut path);
    (search.cost(), path, tally)
}

#[test]
fn only_a_search_that_reopens_finds_the_cheapest_path() {
    let (cost, path, tally) = solved(false);
    assert_eq!((cost, path), (Some(9.0), vec![0, 2, 3, 4]));
    assert_eq!(tally.reopened, 0);
    let (cost, path, tally) = solved(true);
    assert_eq!((cost, path), (Some(8.0), vec![0, 1, 2, 3, 4]));
    // 0, 2, 3, then 1, from which 2 and then 3 are opened again.
    assert_eq!(tally.nodes, Some(vec![0, 2, 3, 1, 2, 3]));
    assert_eq!((tally.searched, tally.revisited, tally.reopened), (6, 3, 2));
}
