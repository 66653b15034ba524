//! Tests of search/route.rs.

use crate::drawn;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::Field;
use bestiary::testing::search::{PathFault, check_path, unpack};

fn c(x: i32, y: i32) -> Cell {
    Cell::new(x, y)
}

#[test]
fn waypoints_unpack_into_single_steps_diagonals_first() {
    let mut cells = Vec::new();
    unpack(&[c(0, 0), c(2, 3), c(0, 3)], &mut cells);
    assert_eq!(cells, [c(0, 0), c(1, 1), c(2, 2), c(2, 3), c(1, 3), c(0, 3)]);
    unpack(&[], &mut cells);
    assert!(cells.is_empty());
}

#[test]
fn faults_are_distinguished() {
    let field = Field::new(&drawn::grid(&["..", "#.", ".."])).unwrap();
    let check = |path: &[Cell]| check_path(&field, path, c(0, 0), c(1, 1));
    assert_eq!(check(&[c(0, 0), c(1, 0), c(1, 1)]), Ok(2.0));
    assert_eq!(check(&[c(0, 0), c(1, 1)]), Err(PathFault::Corner(c(0, 0), c(1, 1))));
    assert_eq!(check(&[c(0, 0), c(0, 1), c(1, 1)]), Err(PathFault::Closed(c(0, 1))));
    assert_eq!(check(&[c(0, 0), c(0, 0), c(1, 1)]), Err(PathFault::Jump(c(0, 0), c(0, 0))));
    assert_eq!(check(&[c(0, 0)]), Err(PathFault::Ends));
    assert_eq!(check(&[]), Err(PathFault::Empty));
}
