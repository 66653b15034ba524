//! Tests of world/ground/clearing.rs.

use bestiary::testing::geom::Cell;
use bestiary::testing::world::{Ground, GroundKind, Look, MoveClass, PLAIN_COST, Traversability};
use proptest::prelude::*;

fn kind(walkable: bool) -> GroundKind {
    let (name, letter) = ("".into(), '.');
    let traversability = Traversability::default();
    GroundKind { name, letter, walkable, opaque: false, cost: PLAIN_COST, traversability, look: Look::Grass }
}

proptest! {
    /// What one look shows holds of each cell; before anything changes, it shows all that is no more than three cells off.
    #[test]
    fn one_look_shows_what_each_cell_shows(
        width in prop::sample::select(vec![1_usize, 7, 63, 64, 65, 130]), height in 1_usize..20,
        closed in prop::collection::vec((0_usize..130, 0_usize..20), 0..12),
        changes in prop::collection::vec((0_usize..130, 0_usize..20, 0_u8..2), 0..8),
    ) {
        let mut cells = vec![0; width * height];
        closed.iter().for_each(|(x, y)| cells[(y % height) * width + x % width] = 1);
        let mut ground = Ground::new(width, height, 1.0, vec![kind(true), kind(false)], cells);
        let moves = MoveClass::WALK;
        for change in std::iter::once(None).chain(changes.into_iter().map(Some)) {
            if let Some((x, y, kind)) = change {
                ground.set_kind(Cell::new((x % width) as i32, (y % height) as i32), kind);
            }
            for (i, far) in (0..width * height).zip([0, 1, 2, 3, 4].into_iter().cycle()) {
                let at = Cell::new((i % width) as i32, (i / width) as i32);
                let (low, high) = (Cell::new(at.x - far, at.y - far), Cell::new(at.x + far, at.y + far));
                let mut all = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Cell::new(x, y)));
                let shown = ground.are_open(moves, at, (low, high));
                prop_assert!(!shown || all.all(|cell| ground.open(moves, cell)), "{at:?}, {far} cells");
                if change.is_none() && far == 3 {
                    let mut all = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Cell::new(x, y)));
                    prop_assert_eq!(shown, all.all(|cell| ground.open(moves, cell)), "{:?}", at);
                }
            }
        }
    }
}
