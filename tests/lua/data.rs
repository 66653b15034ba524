//! Plain data makes the trip message → Lua → memory → Rust unchanged.

use crate::stage::Stage;
use bestiary::testing::agent::{Event, Message};
use bestiary::{Key, Value};
use proptest::prelude::*;
use std::collections::BTreeMap;

const KEEPER: &str = r#"return behaviour { name = "probe", start = "s", states = { s = {
    message = function(npc, from, name, data) npc.memory.data = data end } } }"#;

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        (-1_000_000_i64..1_000_000).prop_map(Key::Int),
        proptest::collection::vec(any::<u8>(), 0..12).prop_map(Key::String),
    ]
}

/// Any plain value; entries of tables are never nil, and sorted by key.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        (-1e12..1e12_f64).prop_map(Value::Number),
        Just(Value::Number(f64::INFINITY)),
        proptest::collection::vec(any::<u8>(), 0..20).prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        proptest::collection::btree_map(key(), inner, 0..6)
            .prop_map(|entries: BTreeMap<Key, Value>| Value::Table(entries.into_iter().collect()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn data_survives_the_trip(data in value()) {
        let mut stage = Stage::new(&[("npc/probe.lua", KEEPER)]);
        let id = stage.spawn("probe", 5.5, 5.5);
        stage.event(id, Event::Message(Box::new(Message { from: id, name: "keep".into(), data: data.clone() })));
        prop_assert!(stage.turn(&[id]).faults.is_empty());
        prop_assert_eq!(stage.memory(id, "data"), data);
    }
}
