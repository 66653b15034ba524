//! Tests of experiment/table.rs.

use bestiary::testing::experiment::{Table, ratio, short};

#[test]
fn a_table_in_both_forms() {
    let mut table = Table::new(1, ["name", "n"]);
    table.row(vec!["a, b|c".into(), "1".into()]);
    assert_eq!(table.markdown(), "| name | n |\n| --- | ---: |\n| a, b\\|c | 1 |\n");
    assert_eq!(table.csv("t.csv").unwrap().text, "name,n\n\"a, b|c\",1\n");
}

#[test]
fn numbers_are_short() {
    assert_eq!(
        [0.0, 0.01234, 1.23456, 12.3456, 123.456, 12345.6].map(short).join(" "),
        "0.000 0.0123 1.235 12.35 123.5 12346"
    );
    assert_eq!((ratio(1.0, 4.0), ratio(1.0, 0.0)), ("×0.2500".into(), "–".into()));
}
