//! Tests of search/cost.rs.

use bestiary::testing::geom::Cell;
use bestiary::testing::search::{DIAGONAL, Estimate, Heuristic, STRAIGHT, in_cells};

#[test]
fn a_diagonal_is_the_root_of_two_to_eleven_places() {
    assert!((in_cells(DIAGONAL) - 2.0_f64.sqrt()).abs() < 2e-12);
}

#[test]
fn weights_scale_and_absurd_ones_are_cut() {
    let (a, b) = (Cell::new(0, 0), Cell::new(3, 4));
    assert_eq!(Estimate::default().of(a, b), STRAIGHT + 3 * DIAGONAL);
    assert_eq!(Estimate::new(Heuristic::Manhattan, 1.75).of(a, b), 7 * STRAIGHT * 7 / 4);
    assert_eq!(Estimate::new(Heuristic::Octile, f32::INFINITY).of(a, a), 0);
    assert_eq!(Estimate::new(Heuristic::Octile, f32::NAN).of(a, b), 0);
}
