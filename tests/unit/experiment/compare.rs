//! Every variant on small fields: legal paths, exact ones shortest, and what cell by cell means.

use bestiary::testing::experiment::{Method, Runner, SETS, Variant, queries, variants};
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{BitGrid, Field};
use bestiary::testing::search::{Heuristic, check_path, unpack};
use proptest::prelude::*;

fn field(width: u32, height: u32, closed: &[bool]) -> Field {
    let mut grid = BitGrid::new(width, height);
    for (i, _) in closed.iter().enumerate().filter(|(_, c)| **c) {
        grid.close((i as u32 % width) as i32, (i as u32 / width) as i32);
    }
    Field::new(&grid).expect("small")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn exact_variants_agree_and_all_paths_are_legal(
        width in 2u32..40,
        height in 2u32..24,
        seed in any::<u64>(),
        cells in prop::collection::vec(0u8..10, 40 * 24),
        density in 0u8..5,
    ) {
        let closed: Vec<bool> = cells[..(width * height) as usize].iter().map(|c| *c < density).collect();
        let field = field(width, height, &closed);
        for (start, goal) in queries(&field, 4, seed, 0) {
            let mut least = None;
            for variant in variants(&SETS[0]) {
                let mut runner = Runner::new(&field, variant).expect("fits");
                let cost = runner.solve(start, goal).expect("a path leads there");
                let mut cells = Vec::new();
                unpack(&runner.waypoints, &mut cells);
                prop_assert!(check_path(&field, &cells, start, goal).is_ok(), "{}", variant.name());
                let least = *least.get_or_insert(cost);
                prop_assert!(cost >= least, "{}", variant.name());
                prop_assert!(!variant.is_exact() || cost == least, "{}: {} {}", variant.name(), cost, least);
            }
        }
    }

    #[test]
    fn queries_join_different_cells_and_few_are_the_first_of_many(
        cells in prop::collection::vec(any::<bool>(), 8 * 8),
        seed in any::<u64>(),
    ) {
        let field = field(8, 8, &cells);
        let many = queries(&field, 9, seed, 3);
        prop_assert!(many.iter().all(|(a, b)| a != b && field.may_join(*a, *b)));
        let few = queries(&field, 4, seed, 3);
        prop_assert_eq!(&many[..few.len()], &few[..]);
    }
}

#[test]
fn a_map_without_two_joined_cells_has_no_queries() {
    assert!(queries(&field(1, 1, &[false]), 5, 1, 0).is_empty());
    assert!(queries(&field(3, 1, &[false, true, false]), 5, 1, 0).is_empty());
}

#[test]
fn cell_by_cell_looks_at_every_cell_that_bits_pass_over() {
    let open = field(40, 40, &[false; 1600]);
    let effort = |method| {
        let mut runner = Runner::new(&open, Variant::new(method, Heuristic::Octile, 1.0)).expect("fits");
        runner.solve(Cell::new(3, 3), Cell::new(30, 20)).expect("open");
        runner.effort()
    };
    let (bits, cells) = (effort(Method::Jps), effort(Method::JpsCellwise));
    assert!(cells.visited > 1000 && bits.visited < 20, "{cells:?} {bits:?}");
    assert!(cells.expanded >= bits.expanded);
}
