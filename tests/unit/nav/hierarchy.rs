//! The schedule of the hierarchical planner.

use bestiary::testing::nav::{HierarchyService, Request, SLICE_COST, STEP_COST};

#[test]
fn next_pieces_come_first_then_the_longest_waits_and_a_step_is_not_longer_for_many() {
    let new = |since, slot| Request { since, slot, cost: STEP_COST / 2 };
    let mut service = HierarchyService::default();
    let piece = Request { since: 0, slot: 9, cost: SLICE_COST };
    service.requests.extend([new(8, 1), new(7, 5), piece, new(7, 4), new(8, 2)]);
    let mut grants = Vec::new();
    service.schedule(&mut grants);
    let slots: Vec<u32> = grants.iter().map(|g| g.slot).collect();
    assert_eq!(slots, [9, 4, 5]);
    service.requests.extend([Request { cost: u32::MAX, ..new(1, 3) }]);
    service.schedule(&mut grants);
    assert_eq!(grants.last().map(|g| g.slot), Some(3), "at least one, whatever it costs");
}
