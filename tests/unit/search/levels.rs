//! Levels against plain searches and against themselves built from scratch: random grids, and clusters so small that there are many levels.

use super::hierarchy::{any_cell, fields, same_fields, shortest};
use crate::drawn;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{BitGrid, Field};
use bestiary::testing::search::{
    Landscape, LevelContext, LevelSearch, Levels, LevelsFileError, Progress, Route, STRAIGHT, Shape, check_path,
    in_cells, unpack,
};
use proptest::prelude::*;

pub(super) fn shapes() -> impl Strategy<Value = Shape> {
    (4u32..9, 2u32..4, 1u32..4, 1u32..5).prop_map(|(cluster, factor, gates, top)| Shape { cluster, factor, gates, top })
}

fn prepared(field: &Field, shape: Shape) -> Levels {
    Levels::new(field, shape, |_| ())
}

/// Begins a path, follows all of it, checks every cell and writes it; returns its length.
pub(super) fn walk<'a>(
    route: &mut Route,
    search: &mut LevelSearch,
    on: impl Into<Landscape<'a>>,
    levels: &Levels,
    ends: (Cell, Cell),
    path: &mut Vec<Cell>,
) -> Option<f64> {
    let on = on.into();
    route.begin(&mut LevelContext { on, levels, search }, ends)?;
    let (mut all, mut some) = (Vec::new(), Vec::new());
    loop {
        let progress = route.next_waypoints(&mut LevelContext { on, levels, search }, &mut some);
        all.extend_from_slice(&some);
        match progress {
            Progress::More => assert!(!some.is_empty(), "each request leads on"),
            Progress::Arrived => break,
            Progress::Broken => panic!("nothing changed"),
        }
    }
    assert_eq!(
        route.next_waypoints(&mut LevelContext { on, levels, search }, &mut some),
        Progress::Broken,
        "the path is over"
    );
    unpack(&all, path);
    Some(check_path(on.field, path, ends.0, ends.1).expect("a legal path"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn a_path_is_found_where_there_is_one((field, _, mut rand) in fields(), shape in shapes()) {
        let levels = prepared(&field, shape);
        let (mut search, mut route) = (LevelSearch::default(), Route::default());
        for _ in 0..4 {
            let ends = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
            let best = shortest(&field, ends.0, ends.1);
            let found = walk(&mut route, &mut search, &field, &levels, ends, &mut Vec::new());
            prop_assert_eq!(found.is_some(), best.is_some());
            if let (Some(found), Some(best)) = (found, best) {
                let best = in_cells(best);
                prop_assert!(found > best - 1e-6, "{} for {}", found, best);
            }
        }
    }

    #[test]
    fn repaired_levels_equal_those_built_from_scratch((mut field, _, mut rand) in fields(), shape in shapes(), edits in 1usize..25) {
        let mut levels = prepared(&field, shape);
        for _ in 0..edits {
            let cell = any_cell(&field, &mut rand);
            field.set(cell, !field.open(cell));
            let counts = levels.repair(&field, cell);
            prop_assert!(counts[0] <= 3 && counts.iter().skip(1).all(|n| *n <= 15), "{:?}", counts);
        }
        prop_assert!(levels == prepared(&field, shape));
        let ends = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
        let found = walk(&mut Route::default(), &mut LevelSearch::default(), &field, &levels, ends, &mut Vec::new());
        prop_assert_eq!(found.is_some(), shortest(&field, ends.0, ends.1).is_some());
    }

    /// Cells change while a path is followed. What was refined before the change was legal then; what is refined after it is
    /// legal now. A complete path ends at the goal; a broken one can be restarted from where it broke whenever there is a path.
    #[test]
    fn after_a_change_a_path_continues_legally_or_is_broken((mut field, _, mut rand) in fields(), shape in shapes(), requests in 0usize..3) {
        let mut levels = prepared(&field, shape);
        let (mut search, mut route) = (LevelSearch::default(), Route::default());
        let (start, goal) = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
        if route.begin(&mut LevelContext { on: (&field).into(), levels: &levels, search: &mut search }, (start, goal)).is_none() {
            return Ok(());
        }
        let (mut at, mut some, mut progress) = (start, Vec::new(), Progress::More);
        for _ in 0..requests {
            if progress == Progress::More {
                progress = route.next_waypoints(&mut LevelContext { on: (&field).into(), levels: &levels, search: &mut search }, &mut some);
                at = some.last().copied().unwrap_or(at);
            }
        }
        let (before, refined) = (field.clone(), route.path.clone());
        for _ in 0..8 {
            let cell = any_cell(&field, &mut rand);
            field.set(cell, !field.open(cell));
            levels.repair(&field, cell);
        }
        let mut cells = Vec::new();
        while progress == Progress::More {
            progress = route.next_waypoints(&mut LevelContext { on: (&field).into(), levels: &levels, search: &mut search }, &mut some);
            some.insert(0, at);
            unpack(&some, &mut cells);
            cells.dedup();
            for step in cells.windows(2) {
                let legal = |field: &Field| check_path(field, step, step[0], step[1]).is_ok();
                let was_refined = step.iter().all(|cell| refined.contains(cell));
                // Smoothing may reach a refined cell that has closed since by another step than before.
                let legal_but_for_refined = || {
                    let mut reopened = field.clone();
                    step.iter().filter(|cell| refined.contains(cell)).for_each(|cell| reopened.set(*cell, true));
                    legal(&reopened)
                };
                let as_before = was_refined && legal(&before);
                prop_assert!(legal(&field) || as_before || legal_but_for_refined(), "{:?}", step);
            }
            at = some.last().copied().unwrap_or(at);
        }
        if progress == Progress::Arrived {
            prop_assert_eq!(at, goal);
        } else {
            let restarted = walk(&mut route, &mut search, &field, &levels, (at, goal), &mut Vec::new());
            prop_assert_eq!(restarted.is_some(), shortest(&field, at, goal).is_some());
        }
    }

    #[test]
    fn levels_come_back_from_a_file_as_they_were_and_damage_is_noticed((field, _, mut rand) in fields(), shape in shapes()) {
        let levels = prepared(&field, shape);
        let mut file = Vec::new();
        levels.write(&field, &mut file).unwrap();
        prop_assert!(Levels::read(&field, shape, &mut &file[..]).unwrap() == levels);
        let mut longer = file.clone();
        longer.push(0);
        prop_assert!(matches!(Levels::read(&field, shape, &mut &longer[..]), Err(LevelsFileError::Damaged)));
        let shorter = &file[..rand.index(file.len())];
        prop_assert!(Levels::read(&field, shape, &mut &*shorter).is_err());
        let at = rand.index(file.len());
        file[at] ^= 1 << rand.index(8);
        prop_assert!(Levels::read(&field, shape, &mut &file[..]).is_err(), "byte {}", at);
    }
}

/// How much too long paths are has no bound on every map: gates that are not kept may have led on better.
#[test]
fn paths_are_hardly_too_long_on_the_whole() {
    let (mut search, mut route) = (LevelSearch::default(), Route::default());
    let (mut all_found, mut all_best) = (0.0, 0.0);
    for (field, mut rand) in same_fields(300) {
        let levels = prepared(&field, Shape { cluster: 6, factor: 3, gates: 4, top: 4 });
        let ends = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
        let Some(best) = shortest(&field, ends.0, ends.1).map(in_cells) else { continue };
        all_found += walk(&mut route, &mut search, &field, &levels, ends, &mut Vec::new()).unwrap();
        all_best += best;
    }
    assert!(all_found < 1.05 * all_best, "{all_found} for {all_best}");
}

#[test]
fn a_file_says_what_is_wrong_with_it() {
    let field = Field::new(&drawn::grid(&["......", ".####.", "......"])).unwrap();
    let mut changed = field.clone();
    changed.set(Cell::new(1, 1), true);
    let shape = Shape::default();
    let mut file = Vec::new();
    prepared(&field, shape).write(&field, &mut file).unwrap();
    let fault = |field, bytes: &[u8]| Levels::read(field, shape, &mut &*bytes).unwrap_err().to_string();
    assert_eq!(fault(&changed, &file), "it belongs to another map, or to this one as it was before a change");
    assert_eq!(fault(&field, b"type octile\n"), "it holds no prepared levels");
    assert_eq!(fault(&field, b""), "it holds no prepared levels");
    assert_eq!(fault(&field, &file[..20]), "it is damaged");
    file[8] = 99;
    assert_eq!(fault(&field, &file), "it has version 99; this program reads version 2");
}

#[test]
fn an_open_plain_is_crossed_nearly_straight() {
    // 300 × 300 open cells with a bar that hides the goal from the start: three levels of clusters.
    let mut grid = BitGrid::new(300, 300);
    grid.close_run(150, 20, 299);
    let field = Field::new(&grid).unwrap();
    let levels = prepared(&field, Shape { cluster: 8, factor: 4, gates: 4, top: 16 });
    assert_eq!(levels.count(), 3);
    let ends = (Cell::new(290, 140), Cell::new(290, 290));
    let best = in_cells(shortest(&field, ends.0, ends.1).unwrap());
    let found =
        walk(&mut Route::default(), &mut LevelSearch::default(), &field, &levels, ends, &mut Vec::new()).unwrap();
    assert!(found < best * 1.05, "{found} for {best}");
    assert!(best > in_cells(STRAIGHT * 500));
}

#[test]
fn a_change_is_measured_no_farther_up_than_it_is_felt() {
    let mut field = Field::new(&BitGrid::new(128, 128)).unwrap();
    let mut levels = prepared(&field, Shape { cluster: 8, factor: 4, gates: 2, top: 4 });
    assert_eq!(levels.count(), 3);
    // A cell beside no shortest path between transit points: the lowest cluster comes out as it was.
    let mut toggle = |x, y| {
        let cell = Cell::new(x, y);
        field.set(cell, !field.open(cell));
        levels.repair(&field, cell)
    };
    let in_the_middle = toggle(4, 4);
    assert_eq!(in_the_middle[0], 1);
    assert!(toggle(200, 5).is_empty(), "outside");
}
