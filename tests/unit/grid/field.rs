//! Fields: their walks against steps taken one by one, their components against a flood, before and after edits.

use crate::drawn;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{Axis, BitGrid, Field};
use proptest::prelude::*;

/// A grid of any density, its sides often about as long as a word.
fn grids() -> impl Strategy<Value = BitGrid> {
    let side = || prop_oneof![1u32..12, 60u32..70, 126u32..131];
    (side(), 1u32..12, 0u32..=100, any::<bool>(), any::<u64>()).prop_map(|(long, short, percent, turned, seed)| {
        let (w, h) = if turned { (short, long) } else { (long, short) };
        let mut rand = bestiary::testing::rng::Rand::new(seed, bestiary::testing::rng::Purpose::Spawning, 0);
        let mut grid = BitGrid::new(w, h);
        for i in 0..w * h {
            if rand.index(100) < percent as usize {
                grid.close((i % w) as i32, (i / w) as i32);
            }
        }
        grid
    })
}

fn cells(field: &Field) -> impl Iterator<Item = Cell> + use<> {
    let (w, h) = (field.width() as i32, field.height() as i32);
    (0..h).flat_map(move |y| (0..w).map(move |x| Cell::new(x, y)))
}

/// The walk, a cell at a time.
fn plod(field: &Field, axis: Axis, from: Cell) -> (i32, bool) {
    let (dx, dy) = match axis {
        Axis::East => (1, 0),
        Axis::West => (-1, 0),
        Axis::South => (0, 1),
        Axis::North => (0, -1),
    };
    let (mut at, mut steps) = (from, 0);
    loop {
        let before = at;
        at = Cell::new(at.x + dx, at.y + dy);
        steps += 1;
        if !field.open(at) {
            return (steps, false);
        }
        let side = |c: Cell, s: i32| field.open(Cell::new(c.x + s * dy, c.y + s * dx));
        if [-1, 1].iter().any(|s| side(at, *s) && !side(before, *s)) {
            return (steps, true);
        }
    }
}

fn flood(field: &Field, from: Cell) -> Vec<Cell> {
    let mut found = if field.open(from) { vec![from] } else { Vec::new() };
    let mut next = 0;
    while let Some(c) = found.get(next).copied() {
        next += 1;
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let n = Cell::new(c.x + dx, c.y + dy);
            if field.open(n) && !found.contains(&n) {
                found.push(n);
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_walk_ends_where_one_taken_cell_by_cell_does(grid in grids()) {
        let field = Field::new(&grid).unwrap();
        for cell in cells(&field).filter(|c| field.open(*c)) {
            for axis in [Axis::East, Axis::West, Axis::South, Axis::North] {
                prop_assert_eq!(field.walk(axis, cell), plod(&field, axis, cell));
            }
        }
    }

    #[test]
    fn an_edited_field_equals_one_built_from_scratch(grid in grids(), edits in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..30)) {
        let mut field = Field::new(&grid).unwrap();
        let all: Vec<Cell> = cells(&field).collect();
        for (index, open) in edits {
            field.set(*index.get(&all), open);
        }
        let mut fresh = BitGrid::new(field.width(), field.height());
        all.iter().filter(|c| !field.open(**c)).for_each(|c| fresh.close(c.x, c.y));
        field.relabel();
        prop_assert_eq!(field, Field::new(&fresh).unwrap());
    }

    #[test]
    fn components_kept_through_edits_are_those_of_a_new_labelling(grid in grids(), edits in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..60)) {
        let mut field = Field::new(&grid).unwrap();
        let all: Vec<Cell> = cells(&field).collect();
        for (index, open) in edits {
            field.set(*index.get(&all), open);
        }
        let mut fresh = field.clone();
        fresh.relabel();
        for a in all.iter().step_by(3) {
            for b in all.iter().step_by(7) {
                let joined = fresh.may_join(*a, *b);
                prop_assert!(field.may_join(*a, *b) == joined || field.is_stale() && !joined, "{:?} {:?}", a, b);
            }
        }
    }

    #[test]
    fn components_never_part_what_is_joined_and_are_exact_unless_stale(
        rows in prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.6), 6), 1..7),
        edits in prop::collection::vec((0i32..6, 0i32..6, any::<bool>()), 0..12),
    ) {
        let drawn: Vec<String> = rows.iter().map(|r| r.iter().map(|o| if *o { '.' } else { '#' }).collect()).collect();
        let mut field = Field::new(&drawn::grid(&drawn.iter().map(String::as_str).collect::<Vec<_>>())).unwrap();
        for (x, y, open) in edits {
            field.set(Cell::new(x, y), open);
            for a in cells(&field) {
                let reached = flood(&field, a);
                for b in cells(&field) {
                    let joined = reached.contains(&b);
                    prop_assert!(field.may_join(a, b) || !joined);
                    prop_assert!(field.is_stale() || field.may_join(a, b) == joined);
                }
            }
        }
    }
}

#[test]
fn closing_a_doorway_is_stale_and_closing_a_niche_is_not() {
    let mut field = Field::new(&drawn::grid(&["..#..", ".....", "..#.."])).unwrap();
    field.set(Cell::new(0, 0), false);
    assert!(!field.is_stale());
    field.set(Cell::new(2, 1), false);
    assert!(field.is_stale() && field.may_join(Cell::new(1, 1), Cell::new(3, 1)));
    field.relabel();
    assert!(!field.may_join(Cell::new(1, 1), Cell::new(3, 1)));
    field.set(Cell::new(2, 0), true);
    assert!(field.may_join(Cell::new(1, 1), Cell::new(3, 1)), "opening joins at once");
}

#[test]
fn sides_that_distances_cannot_hold_are_refused_and_zero_is_fine() {
    assert!(Field::new(&BitGrid::new(40_000, 1)).is_err());
    let none = Field::new(&BitGrid::new(0, 0)).unwrap();
    assert!(!none.open(Cell::new(0, 0)) && !none.may_join(Cell::new(0, 0), Cell::new(0, 0)));
}
