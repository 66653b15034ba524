//! The thesis's figures (Olofsson 2012, figures 23 to 25): its level, in pixels and milliseconds.

use super::Style;

/// Without and with spline: milliseconds, positions, length.
pub(super) type Row = [(f64, u32, u32); 2];

/// Of each style that it has.
pub(super) const ROWS: [(Style, Row); 4] = [
    (Style::AStar, [(1293.0, 557, 3113), (1293.25, 2225, 3123)]),
    (Style::Rabin, [(1284.0, 557, 3113), (1284.25, 2225, 3121)]),
    (Style::Millington, [(1304.0, 82, 3034), (1304.04, 325, 3044)]),
    (Style::Pinter, [(1314.0, 102, 3030), (1314.05, 405, 3038)]),
];
