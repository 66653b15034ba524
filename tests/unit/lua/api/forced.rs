//! Forced results come in order, each for its own call.

use bestiary::testing::agent::Event;
use bestiary::testing::lua::forced::{Forced, ForcedCode, PathCall};
use bestiary::testing::nav::{Code, Reason};

fn code(code: Code, times: u32) -> ForcedCode {
    let reason = ForcedCode::usual_reason(code);
    ForcedCode { call: PathCall::Tick, code, times, reason, at: None }
}

#[test]
fn codes_come_in_order_each_announced_before_it() {
    let mut forced = Forced::default();
    assert_eq!(forced.push(code(Code::SearchFailed, 2)), Some(Event::Path(Code::SearchFailed)));
    assert_eq!(forced.push(code(Code::MapFailed, 1)), None, "its turn has not come");
    assert_eq!(forced.left(), 3);
    let mut next = || forced.take(PathCall::Tick).map(|(c, e)| (c.code, e));
    assert_eq!(next(), Some((Code::SearchFailed, Some(Event::Path(Code::SearchFailed)))));
    assert_eq!(next(), Some((Code::SearchFailed, None)), "giving up raises no event");
    assert_eq!(next(), Some((Code::MapFailed, None)));
    assert_eq!(forced.reason(), Some(Reason::TooManyTries));
    assert_eq!(forced.take(PathCall::Tick), None);
    assert_eq!(forced.reason(), None, "the real reason counts again");
}

#[test]
fn the_two_calls_do_not_take_each_others_codes() {
    let mut forced = Forced::default();
    forced.push(code(Code::NoTarget, 1));
    assert_eq!(forced.take(PathCall::NextWaypoint), None);
    assert!(forced.take(PathCall::Tick).is_some());
}

#[test]
fn codes_that_no_call_returned_are_unused_and_those_left_of_a_used_one_are_not() {
    let mut forced = Forced::default();
    forced.push(code(Code::NoNewPath, 5));
    assert_eq!(forced.unused().map(|c| c.code), Some(Code::NoNewPath));
    forced.take(PathCall::Tick);
    assert_eq!(forced.unused(), None, "four are left, but one was used");
    forced.push(code(Code::MapFailed, 1));
    assert_eq!(forced.unused().map(|c| c.code), Some(Code::MapFailed));
    (0..4).for_each(|_| drop(forced.take(PathCall::Tick)));
    assert_eq!(forced.unused().map(|c| c.code), Some(Code::MapFailed), "its turn has come, and it was not asked for");
    forced.take(PathCall::Tick);
    assert_eq!(forced.unused(), None);
}
