//! Tests of diag.rs.

use bestiary::testing::diag::{Diagnostic, line_column, nearest};

#[test]
fn a_diagnostic_reads_as_editors_expect() {
    let d = Diagnostic::error("scripts/npc/wolf.lua", "unknown state 'atack'").at(31, 5).hint("did you mean 'attack'?");
    assert_eq!(d.to_string(), "scripts/npc/wolf.lua:31:5: error: unknown state 'atack'\n  did you mean 'attack'?");
    assert_eq!(Diagnostic::error("", "no map").to_string(), "error: no map");
}

#[test]
fn offsets_become_lines_and_columns_even_inside_a_wide_character() {
    assert_eq!(line_column("ab\ncé\nd", 3), (2, 1));
    assert_eq!(line_column("ab\ncé\nd", 5), (2, 2));
    assert_eq!(line_column("ab", 99), (1, 3));
}

#[test]
fn suggestions_are_near_or_absent() {
    assert_eq!(nearest("atack", ["rest", "attack", "flee"]), Some("attack"));
    assert_eq!(nearest("zzzzz", ["rest", "attack", "flee"]), None);
    let long = "x".repeat(1_000_000);
    assert_eq!(nearest(&long, ["rest", &long]), None, "long words are not compared");
}
