//! Tests of grid/line.rs.

use crate::drawn;
use crate::random::between;
use bestiary::testing::grid::{BitGrid, Point, Polygon, cells_on};
use proptest::prelude::*;

fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

#[test]
fn every_cell_of_a_line_shares_a_side_with_the_one_before() {
    let mut grid = BitGrid::new(8, 4);
    cells_on(at(0.5, 0.5), at(7.5, 3.2), |x, y| {
        grid.close(x, y);
        true
    });
    let picture = "\
##......
.####...
....###.
......##
";
    assert_eq!(drawn::picture(&grid), picture);
}

#[test]
fn a_diamond_clipped_by_a_square_has_eight_corners() {
    let diamond = Polygon::new([at(5.0, -2.0), at(12.0, 5.0), at(5.0, 12.0), at(-2.0, 5.0)]);
    assert_eq!(diamond.clipped(10.0, 10.0).corners().len(), 8);
    assert!(diamond.clipped(10.0, 10.0).corners().iter().all(|p| (0.0..=10.0).contains(&p.x)));
    let beyond = Polygon::new([at(20.0, 0.0), at(30.0, 0.0), at(30.0, 5.0), at(20.0, 5.0)]);
    assert!(beyond.clipped(10.0, 10.0).corners().is_empty());
}

proptest! {
    /// Against samples of the segment: every cell that it crosses is visited, each visited one is touched by it, and
    /// two visited in a row share a side.
    #[test]
    fn a_line_visits_the_cells_it_crosses(
        a in (between(0.0, 140.0), between(0.0, 70.0)), b in (between(0.0, 140.0), between(0.0, 70.0)), flat in 0_u8..4,
    ) {
        let from = at(a.0.into(), a.1.into());
        let to = match flat { 0 => at(b.0.into(), from.y), 1 => at(from.x, b.1.into()), _ => at(b.0.into(), b.1.into()) };
        let mut visited = Vec::new();
        let complete = cells_on(from, to, |x, y| {
            visited.push((x, y));
            true
        });
        prop_assert!(complete);
        let cell = |p: Point| (p.x.floor() as i32, p.y.floor() as i32);
        prop_assert_eq!((visited[0], visited[visited.len() - 1]), (cell(from), cell(to)));
        prop_assert!(visited.windows(2).all(|w| w[0].0.abs_diff(w[1].0) + w[0].1.abs_diff(w[1].1) == 1));
        for i in 0..=2000 {
            let share = f64::from(i) / 2000.0;
            let p = at(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
            // On the border of two cells either may be visited.
            let inside = [p.x, p.y].iter().all(|v| (v - v.round()).abs() > 1e-6);
            prop_assert!(!inside || visited.contains(&cell(p)), "{:?} lies in no visited cell", p);
        }
        for (x, y) in visited {
            let corner = at(x.into(), y.into());
            let side = |dx: f64, dy: f64| {
                (to.x - from.x) * (corner.y + dy - from.y) - (to.y - from.y) * (corner.x + dx - from.x)
            };
            let sides = [side(0.0, 0.0), side(1.0, 0.0), side(0.0, 1.0), side(1.0, 1.0)];
            let touched = sides.iter().any(|s| *s <= 1e-6) && sides.iter().any(|s| *s >= -1e-6);
            prop_assert!(touched, "cell {} {} lies beside the line", x, y);
        }
    }
}
