//! The memory of results of the shared-grid planner.

use bestiary::MoveClass;
use bestiary::testing::nav::{Key, LONGEST, Reason, Results};
use bestiary::{Cell, Storey};

fn key(n: i32) -> Key {
    Key { size: (4, 10, MoveClass::WALK), storey: Storey(0), start: Cell::new(n, 7), goal: Cell::new(3, n / 2) }
}

#[test]
fn a_result_is_returned_for_the_very_same_key() {
    let mut results = Results::default();
    assert_eq!(results.get(&key(1)), None);
    let path = [Cell::new(1, 7), Cell::new(3, 0)];
    results.put(&key(1), Ok(&path));
    results.put(&key(2), Err(Reason::Budget));
    assert_eq!(results.get(&key(1)), Some(Ok(&path[..])));
    assert_eq!(results.get(&key(2)), Some(Err(Reason::Budget)));
    assert_eq!(results.get(&Key { size: (5, 10, MoveClass::WALK), ..key(1) }), None, "a wider body has another key");
}

#[test]
fn what_the_ring_overwrote_is_forgotten_and_what_is_left_is_whole() {
    let mut results = Results::default();
    let path = |n: i32| vec![Cell::new(n, -n); 1 + n as usize % 97];
    let mut seen = 0;
    for n in 0..5_000 {
        results.put(&key(n), Ok(&path(n)));
        for back in [n, n - 1, n - 700, n - 3_000].into_iter().filter(|b| *b >= 0) {
            if let Some(known) = results.get(&key(back)) {
                assert_eq!(known, Ok(path(back).as_slice()));
                seen += 1;
            }
        }
        assert!(results.get(&key(n)).is_some());
    }
    assert!(results.get(&key(0)).is_none());
    assert!(seen > 12_000, "{seen}: the last thousand or so are kept, but for some that share a slot");
    results.put(&key(1), Ok(&vec![Cell::default(); LONGEST + 1]));
    assert_eq!(results.get(&key(1)), None, "too long to keep");
}
