//! Tests of diag/toml_text.rs.

use bestiary::testing::diag::toml_text_fault as explain;

#[test]
fn a_list_is_blamed_where_it_begins() {
    let text = "at = [1, 2\n\n[[spawn]]\n";
    let found = explain(text, 12, "missing comma between array elements");
    assert_eq!(found.map(|c| c.at), Some(5));
}

#[test]
fn quotes_commas_and_units_are_told_apart() {
    let hint = |text: &str, at| explain(text, at, "string values must be quoted").map(|c| c.hint);
    assert_eq!(hint("a = wolf", 4).as_deref(), Some("strings are written in quotes: \"wolf\""));
    assert_eq!(hint("a = [80 62]", 5).as_deref(), Some("entries are separated by commas: 80, 62"));
    assert_eq!(hint("a = 50ms", 4).as_deref(), Some("write the number without a unit: 50"));
    assert_eq!(hint("a = True", 4).as_deref(), Some("write true"));
}
