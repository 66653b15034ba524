//! Shares and missed lines of a coverage report.

use bestiary::testing::spec::{FileReport, Share};
use std::collections::BTreeMap;

#[test]
fn missed_lines_are_joined_to_ranges() {
    let lines = [(1, true), (2, false), (4, false), (5, true), (7, false), (8, true), (9, false), (10, false)];
    let file = FileReport::new("a.lua", &BTreeMap::from(lines), None);
    assert_eq!(file.missed_lines, [(2, 4), (7, 7), (9, 10)]);
    assert_eq!((file.lines, file.lines.percent()), (Share { reached: 3, total: 8 }, 37));
}

#[test]
fn all_is_a_hundred_percent_and_nearly_all_is_not() {
    assert_eq!(Share { reached: 999, total: 1000 }.percent(), 99);
    assert_eq!(Share { reached: 0, total: 0 }.percent(), 100);
}
