//! The memory of a creature as rows.

use bestiary::testing::ui::memory::{DEEPEST, MOST_ROWS, rows};
use bestiary::{AgentId, Key, Value};
use std::collections::BTreeSet;

fn text(t: &str) -> Key {
    Key::String(t.into())
}

#[test]
fn tables_open_and_fold() {
    let home = Value::Table(vec![(text("x"), Value::Number(31.5)), (text("y"), Value::Number(80.0))]);
    let memory = Value::Table(vec![(text("home"), home), (text("prey"), Value::Number(204.0))]);
    let show = |folded: &BTreeSet<String>| {
        rows(&memory, folded, 100)
            .iter()
            .map(|r| format!("{}{} {}", "  ".repeat(r.depth), r.key, r.text))
            .collect::<Vec<_>>()
    };
    assert_eq!(show(&BTreeSet::new()), ["home ", "  x 31.50", "  y 80", "prey 204"]);
    assert_eq!(show(&BTreeSet::from(["/home".into()])), ["home { x 31.50 y 80 }", "prey 204"]);
}

#[test]
fn deep_and_huge_memories_are_cut_off() {
    let mut deep = Value::Number(1.0);
    for _ in 0..200 {
        deep = Value::Table(vec![(text("in"), deep)]);
    }
    assert_eq!(rows(&deep, &BTreeSet::new(), 100).len(), DEEPEST + 1);
    let wide = Value::Table((0..5_000).map(|i| (Key::Int(i), Value::String(vec![0xff; 900]))).collect());
    assert_eq!(rows(&wide, &BTreeSet::new(), 100).len(), MOST_ROWS);
    assert_eq!(rows(&Value::Nil, &BTreeSet::new(), 100), []);
}

#[test]
fn numbers_of_creatures_of_later_lives_are_written_as_people_read_them() {
    let prey = AgentId::new(14, 1).number() as f64;
    let memory = Value::Table(vec![(text("at"), Value::Number(prey + 0.5)), (text("prey"), Value::Number(prey))]);
    let shown = |slots| rows(&memory, &BTreeSet::new(), slots).iter().map(|r| r.text.clone()).collect::<Vec<_>>();
    assert_eq!(shown(15), ["1048590.50", "14b"]);
    assert_eq!(shown(14), ["1048590.50", "1048590"], "there never was a fifteenth creature");
}
