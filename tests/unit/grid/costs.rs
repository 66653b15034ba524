//! What lines over ground cost.

use bestiary::testing::geom::Vec2;
use bestiary::testing::grid::CostLayer;
use proptest::prelude::*;

const SIDE: usize = 9;

proptest! {
    #[test]
    fn lines_cost_the_same_in_a_mirror(
        costs in prop::collection::vec(1u8..=40, SIDE * SIDE),
        // Half cells: many lines pass over corners, or along borders.
        ends in prop::array::uniform4(1u8..2 * SIDE as u8),
    ) {
        let side = SIDE as f32;
        let flip = |of: &dyn Fn(usize, usize) -> usize| {
            CostLayer::new(SIDE as u32, 1.0, (0..SIDE * SIDE).map(|i| costs[of(i % SIDE, i / SIDE)]).collect())
        };
        let layer = flip(&|x, y| y * SIDE + x);
        let [x, y, to_x, to_y] = ends.map(|half| f32::from(half) / 2.0);
        let cost = layer.along(Vec2::new(x, y), Vec2::new(to_x, to_y));
        let mirrors = [
            (layer.clone(), [to_x, to_y, x, y]),
            (flip(&|x, y| y * SIDE + (SIDE - 1 - x)), [side - x, y, side - to_x, to_y]),
            (flip(&|x, y| (SIDE - 1 - y) * SIDE + x), [x, side - y, to_x, side - to_y]),
            (flip(&|x, y| x * SIDE + y), [y, x, to_y, to_x]),
        ];
        for (layer, [x, y, to_x, to_y]) in mirrors {
            let other = layer.along(Vec2::new(x, y), Vec2::new(to_x, to_y));
            prop_assert!((cost - other).abs() <= cost * 1e-4, "{cost} {other}");
        }
    }
}

#[test]
fn a_diagonal_through_corners_touches_only_the_cells_on_it() {
    // Cheap cells on both diagonals of a square of expensive ground.
    let cost = |i: usize| if i % 4 == i / 4 || i % 4 + i / 4 == 3 { 8 } else { 200 };
    let layer = CostLayer::new(4, 1.0, (0..16).map(cost).collect());
    let (along_first, along_second) =
        (layer.along(Vec2::ZERO, Vec2::splat(4.0)), layer.along(Vec2::new(0.0, 4.0), Vec2::new(4.0, 0.0)));
    assert!((along_first - 32_f32.sqrt()).abs() < 1e-4, "{along_first}");
    assert!((along_second - 32_f32.sqrt()).abs() < 1e-4, "{along_second}");
}
