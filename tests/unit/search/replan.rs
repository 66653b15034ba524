//! Searches that are kept while cells change, the agent walks and the goal moves, against Dijkstra's algorithm written plainly on
//! the same grid each time.

use super::{field, weighted};
use crate::drawn;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{CostLayer, Field};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{
    Algorithm, Connect, Cost, DStarLite, Landscape, Lrta, Multipath, Replanner, SearchOptions, Selecting, Solver,
    Status, check_path,
};
use proptest::prelude::*;

/// A world that changes at random.
pub(crate) struct Changing {
    pub(crate) field: Field,
    costs: Option<(CostLayer, Vec<u8>)>,
    connect: Connect,
    pub(crate) rand: Rand,
}

impl Changing {
    pub(crate) fn new(field: Field, kinds: Option<&[u8]>, connect: Connect, seed: u64) -> Self {
        let costs = kinds.map(|kinds| weighted::ground(&field, kinds, seed));
        let costs = costs.map(|costs| (CostLayer::new(field.width(), 1.0, costs.clone()), costs));
        Self { field, costs, connect, rand: Rand::new(seed, Purpose::Spawning, 2) }
    }

    pub(crate) fn landscape(&self) -> Landscape<'_> {
        Landscape { field: &self.field, costs: self.costs.as_ref().map(|(layer, _)| layer), connect: self.connect }
    }

    pub(crate) fn any_cell(&mut self) -> Cell {
        self.field.cell(self.rand.index(self.field.nodes()) as u32)
    }

    /// Opens, closes, or paints some cells: single ones, or all of a block.
    pub(crate) fn change(&mut self) -> Vec<Cell> {
        let corner = self.any_cell();
        let (wide, high) = (1 + self.rand.index(4) as i32, 1 + self.rand.index(4) as i32);
        let block = (0..wide * high).map(|i| Cell::new(corner.x + i % wide, corner.y + i / wide));
        let cells: Vec<Cell> = if self.rand.index(2) == 0 { block.collect() } else { vec![corner, self.any_cell()] };
        let (what, open, cost) = (self.rand.index(3), self.rand.index(2) == 0, 1 + self.rand.index(30) as u8);
        for cell in &cells {
            let open = if what == 0 { open } else { !self.field.open(*cell) };
            if what < 2 || self.costs.is_none() {
                self.field.set(*cell, open);
            }
            if let (Some((layer, costs)), Some(node)) = (&mut self.costs, self.field.node(*cell)) {
                costs[node as usize] = if what == 2 { cost } else { costs[node as usize] };
                layer.set(&self.field, *cell, costs[node as usize]);
            }
        }
        if self.rand.index(2) == 0 {
            self.field.relabel();
        }
        cells
    }

    pub(crate) fn oracle(&self, start: Cell, goal: Cell) -> Option<Cost> {
        match &self.costs {
            None => field::oracle(&self.field, start, goal, self.connect),
            Some((_, costs)) => weighted::oracle(&self.field, costs, (start, goal), self.connect),
        }
    }
}

/// A whole search in slices.
fn finish(search: &mut dyn Replanner, on: Landscape, slice: u32) -> Status {
    loop {
        match search.search(on, slice) {
            Status::Running => {}
            status => return status,
        }
    }
}

pub(crate) fn kinds() -> impl Strategy<Value = Option<Vec<u8>>> {
    prop::option::of(prop::collection::vec(prop_oneof![1u8..=6, 1u8..=255], 1..5))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn each_replanned_path_is_a_cheapest_one(
        (field, start, goal) in field::fields(),
        kinds in kinds(),
        (eight, seed, slice) in (any::<bool>(), any::<u64>(), prop_oneof![1u32..9, Just(u32::MAX)]),
        goal_stays in prop::bool::weighted(0.7),
    ) {
        let connect = if eight { Connect::Eight } else { Connect::Four };
        let mut world = Changing::new(field, kinds.as_deref(), connect, seed);
        let mut searches: [Box<dyn Replanner>; 3] =
            [Box::<DStarLite>::default(), Box::<Multipath>::default(), Box::<Selecting>::default()];
        let (mut at, mut goal) = (start, goal);
        searches.iter_mut().for_each(|search| search.begin(world.landscape(), at, goal));
        for _ in 0..24 {
            let best = world.oracle(at, goal);
            let mut path = Vec::new();
            for (i, search) in searches.iter_mut().enumerate() {
                let status = finish(search.as_mut(), world.landscape(), slice);
                prop_assert_eq!(status, if best.is_some() { Status::Found } else { Status::Exhausted }, "search {}", i);
                search.path(world.landscape(), &mut path);
                prop_assert_eq!(path.is_empty(), best.is_none());
                if let Some(best) = best {
                    check_path(&world.field, &path, at, goal).expect("a legal path");
                    prop_assert_eq!(world.landscape().cost_of(&path), best, "search {}", i);
                }
            }
            // The agent walks some cells, then something changes: sometimes nothing, or where it is.
            if let Some(to) = path.get(world.rand.index(path.len() + 1)) {
                at = *to;
                searches.iter_mut().for_each(|search| search.moved(at));
            }
            for _ in 0..world.rand.index(4) {
                let cells = world.change();
                searches.iter_mut().for_each(|search| search.changed(world.landscape(), &cells));
            }
            if !goal_stays && world.rand.index(3) == 0 {
                goal = world.any_cell();
                searches.iter_mut().for_each(|search| search.goal_moved(world.landscape(), goal));
            }
            // A search that is interrupted leaves nothing that counts.
            if world.rand.index(3) == 0 {
                for search in &mut searches {
                    search.search(world.landscape(), 2);
                }
            }
        }
    }

    #[test]
    fn real_time_search_arrives_where_there_is_a_path(
        (field, start, goal) in field::fields(),
        kinds in kinds(),
        (eight, seed, lookahead) in (any::<bool>(), any::<u64>(), 1u32..40),
    ) {
        let connect = if eight { Connect::Eight } else { Connect::Four };
        let mut world = Changing::new(field, kinds.as_deref(), connect, seed);
        let mut search = Lrta::new(lookahead);
        let (mut at, mut goal) = (start, goal);
        search.begin(world.landscape(), at, goal);
        let mut path = Vec::new();
        for round in 0..100_000 {
            // For a while everything changes; then it arrives.
            if round < 20 {
                let cells = world.change();
                search.changed(world.landscape(), &cells);
                if world.rand.index(5) == 0 {
                    goal = world.any_cell();
                    search.goal_moved(world.landscape(), goal);
                }
            } else {
                world.field.relabel();
            }
            let status = finish(&mut search, world.landscape(), 3);
            prop_assert!(search.counts().expanded <= world.field.nodes() as u32 + lookahead);
            if status == Status::Exhausted {
                prop_assert_eq!(world.oracle(at, goal), None);
            } else {
                search.path(world.landscape(), &mut path);
                let to = *path.last().expect("a path");
                check_path(&world.field, &path, at, to).expect("a legal path");
                prop_assert_eq!(status == Status::Found, to == goal);
                at = to;
                search.moved(at);
            }
            if round >= 20 && status != Status::Edge {
                return Ok(());
            }
        }
        prop_assert!(false, "it never arrived");
    }

    #[test]
    fn costs_that_change_one_by_one_are_those_of_a_fresh_layer(
        (field, start, goal) in field::fields(),
        kinds in prop::collection::vec(1u8..=20, 2..5),
        seed in any::<u64>(),
    ) {
        let mut world = Changing::new(field, Some(&kinds), Connect::Eight, seed);
        for _ in 0..12 {
            world.change();
            world.field.relabel();
            let best = world.oracle(start, goal);
            for algorithm in [Algorithm::Jps, Algorithm::AStar] {
                let options = SearchOptions { algorithm, ..SearchOptions::default() };
                let mut solver = Solver::on_ground(&world.field, world.landscape().costs, options).expect("takes costs");
                prop_assert_eq!(solver.solve(start, goal, &mut Vec::new()), best, "{:?}", algorithm);
            }
        }
    }
}

fn on(field: &Field) -> Landscape<'_> {
    Landscape { field, costs: None, connect: Connect::Eight }
}

/// Before: two corridors to the goal, of which the agent takes the short one.
const CORRIDORS: [&str; 5] = [".......", ".#####.", ".......", ".#####.", "......."];

#[test]
fn a_path_that_still_holds_is_not_searched_again() {
    let (start, goal) = (Cell::new(0, 2), Cell::new(6, 2));
    let mut field = Field::new(&drawn::grid(&CORRIDORS)).unwrap();
    let mut search = Multipath::default();
    search.begin(on(&field), start, goal);
    assert_eq!(finish(&mut search, on(&field), u32::MAX), Status::Found);
    // A wall elsewhere, and the agent has walked on.
    field.set(Cell::new(3, 0), false);
    search.changed(on(&field), &[Cell::new(3, 0)]);
    search.moved(Cell::new(2, 2));
    assert_eq!(finish(&mut search, on(&field), u32::MAX), Status::Found);
    assert_eq!(search.counts().expanded, 0);
    // A wall on the path: now it has to search.
    field.set(Cell::new(4, 2), false);
    search.changed(on(&field), &[Cell::new(4, 2)]);
    assert_eq!(finish(&mut search, on(&field), u32::MAX), Status::Found);
    assert!(search.counts().expanded > 0);
}

#[test]
fn a_change_near_the_agent_is_repaired_with_few_expansions() {
    // Before: a corridor of three cells that winds from the goal, far away, to the agent.
    let row = |y: usize| match y % 8 {
        3 => format!("{}.", "#".repeat(59)),
        7 => format!(".{}", "#".repeat(59)),
        _ => ".".repeat(60),
    };
    let rows: Vec<String> = (0..60).map(row).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut field = Field::new(&drawn::grid(&rows)).unwrap();
    let (start, goal) = (Cell::new(0, 0), Cell::new(30, 58));
    let mut search = DStarLite::default();
    search.begin(on(&field), start, goal);
    assert_eq!(finish(&mut search, on(&field), u32::MAX), Status::Found);
    let first = search.counts().expanded;
    field.set(Cell::new(9, 2), false);
    search.changed(on(&field), &[Cell::new(9, 2)]);
    assert_eq!(finish(&mut search, on(&field), u32::MAX), Status::Found);
    assert!(search.counts().expanded * 10 < first, "{} of {first}", search.counts().expanded);
}
