//! What one call may spend.

use bestiary::testing::lua::budget::{charge, limited, paused};
use std::panic::{AssertUnwindSafe, catch_unwind};

const COUNTS: u64 = 100;

/// What is used of a budget of which 40 counts are spent before `aside` and 50 after it, and whether both could be paid.
fn used_round(aside: impl FnOnce()) -> (u64, [bool; 2]) {
    let mut paid = [false; 2];
    let (_, used) = limited(COUNTS, usize::MAX, || {
        paid[0] = charge(40).is_ok();
        aside();
        paid[1] = charge(50).is_ok();
        Ok(())
    });
    (used, paid)
}

#[test]
fn what_is_done_with_the_budget_put_aside_costs_nothing() {
    let aside = || {
        assert!(paused(|| charge(10 * COUNTS)).is_ok());
    };
    assert_eq!(used_round(aside), (90, [true, true]));
}

/// The machine of another call may be run in between.
#[test]
fn a_budget_of_its_own_can_be_spent_in_between() {
    let aside = || {
        let (result, used) = paused(|| limited(10, usize::MAX, || charge(20)));
        assert!(result.is_err(), "it was spent");
        assert_eq!(used, 10);
    };
    assert_eq!(used_round(aside), (90, [true, true]));
}

/// A lack of memory unwinds.
#[test]
fn a_budget_that_was_put_aside_is_open_again_after_unwinding() {
    let aside = || {
        let unwound = catch_unwind(AssertUnwindSafe(|| {
            paused(|| {
                _ = charge(10 * COUNTS);
                std::panic::resume_unwind(Box::new("no memory"));
            })
        }));
        assert!(unwound.is_err());
    };
    assert_eq!(used_round(aside), (90, [true, true]));
}

#[test]
fn a_spent_budget_is_spent_again_after_it_was_put_aside() {
    let (result, used) = limited(COUNTS, usize::MAX, || {
        assert!(charge(COUNTS + 1).is_err());
        assert!(paused(|| charge(1)).is_ok());
        assert!(charge(1).is_err());
        Ok(())
    });
    assert!(result.is_err());
    // All of it, and one for the attempt to go on.
    assert_eq!(used, COUNTS + 1);
}
