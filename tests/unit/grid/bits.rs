//! Tests of grid/bits.rs.

use crate::drawn;
use crate::random::row_lengths;
use bestiary::testing::grid::BitGrid;
use proptest::prelude::*;

#[test]
fn a_run_closes_its_cells_and_no_others_across_words() {
    let mut grid = BitGrid::new(200, 3);
    grid.close_run(1, 60, 130);
    grid.close_run(7, 0, 10);
    grid.close_run(0, -5, -1);
    assert_eq!(grid.closed(), 71);
    assert!(grid.open(59, 1) && !grid.open(60, 1) && !grid.open(130, 1) && grid.open(131, 1));
    assert!(!grid.open(-1, 0) && !grid.open(200, 0), "outside is not open");
}

#[test]
fn a_drawing_comes_back_as_it_went_in() {
    let rows = ["..#.", "#...", "...#"];
    assert_eq!(drawn::picture(&drawn::grid(&rows)), rows.map(|r| format!("{r}\n")).concat());
}

proptest! {
    #[test]
    fn a_run_closes_what_closing_cell_by_cell_closes(
        width in row_lengths(), runs in prop::collection::vec((-1i32..4, -9i32..140, -9i32..140), 1..5),
    ) {
        let (mut by_runs, mut by_cells) = (BitGrid::new(width, 3), BitGrid::new(width, 3));
        for (y, from, to) in runs {
            by_runs.close_run(y, from, to);
            (from..=to).for_each(|x| by_cells.close(x, y));
        }
        prop_assert_eq!(&by_runs, &by_cells);
        let open = (0..3).flat_map(|y| (-1..=width as i32).map(move |x| (x, y))).filter(|(x, y)| by_runs.open(*x, *y));
        prop_assert_eq!(open.count() as u32 + by_runs.closed(), 3 * width);
    }
}
