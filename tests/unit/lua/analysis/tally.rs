//! Counts of lines and codes.

use bestiary::testing::lua::forced::PathCall;
use bestiary::testing::lua::{Coverage, Tally};
use bestiary::testing::nav::Code;
use std::collections::BTreeMap;

#[test]
fn a_line_ran_when_every_function_on_it_did() {
    let mut c = Coverage::default();
    c.add_lines("a.lua", &[vec![None, Some(1), Some(0)], vec![None, Some(0), None]]);
    assert_eq!(c.lines_of("a.lua"), BTreeMap::from([(1, false), (2, false)]));
    let mut other = Coverage::default();
    other.add_lines("a.lua", &[vec![None, Some(0), Some(0)], vec![None, Some(3), None]]);
    c.add(&other);
    assert_eq!(c.lines_of("a.lua"), BTreeMap::from([(1, true), (2, false)]));
}

#[test]
fn codes_are_possible_where_the_question_was_put() {
    let mut t = Tally::default();
    t.begin("a.lua", "flee");
    t.meet(Some(PathCall::NextWaypoint), Code::TargetFailed);
    t.change("rest");
    let b = &t.behaviours["a.lua"];
    let all: Vec<_> = b.codes["flee"].all().map(|(c, n)| (c.name(), n)).collect();
    let expected =
        [("MAP_FAILED", 0), ("MORE_WAYPOINTS", 0), ("LAST_WAYPOINT", 0), ("TARGET_FAILED", 1), ("NO_TARGET", 0)];
    assert_eq!(all, expected);
    assert!(!b.codes.contains_key("rest") && b.entered.contains_key("rest"));
    assert_eq!(b.taken[&("flee".to_owned(), "rest".to_owned())], 1);
}
