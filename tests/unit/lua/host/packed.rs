//! Plain data in one piece of memory comes back as it was.

use bestiary::testing::lua::{Packer, RawKey, RawValue, unpacked};
use bestiary::{Key, Value};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![any::<i64>().prop_map(Key::Int), vec(any::<u8>(), 0..6).prop_map(Key::String)]
}

/// Plain data as scripts can keep it: tables have no entry that is nothing.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        any::<f64>().prop_filter("equal to itself", |n| !n.is_nan()).prop_map(Value::Number),
        vec(any::<u8>(), 0..80).prop_map(Value::String),
    ];
    leaf.prop_recursive(6, 80, 8, |inner| {
        btree_map(key(), inner, 0..8).prop_map(|entries| Value::Table(entries.into_iter().collect()))
    })
}

proptest! {
    #[test]
    fn what_was_packed_comes_back(value in value()) {
        let mut packer = Packer::default();
        packer.pack(&value);

        prop_assert_eq!(unpacked(packer.bytes()), value);
    }
}

#[test]
fn nothing_comes_back_as_nothing() {
    let mut packer = Packer::default();
    packer.pack(&Value::Nil);

    assert_eq!(unpacked(packer.bytes()), Value::Nil);
}

#[test]
fn entries_come_in_any_order_and_back_in_that_of_their_keys() {
    let mut packer = Packer::default();
    packer.begin();
    packer.add(0, RawKey::String(b"prey"), RawValue::Number(4.0));
    packer.add(0, RawKey::String(b"path"), RawValue::Table);
    packer.add(1, RawKey::Int(2), RawValue::Table);
    packer.add(2, RawKey::String(b"deep"), RawValue::Bool(true));
    packer.add(1, RawKey::Int(1), RawValue::String(b"home"));
    packer.add(0, RawKey::Int(7), RawValue::Bool(false));

    let Value::Table(entries) = unpacked(packer.bytes()) else { panic!("a table") };

    let deep = Value::Table(vec![(Key::String(b"deep".to_vec()), Value::Bool(true))]);
    let path = vec![(Key::Int(1), Value::String(b"home".to_vec())), (Key::Int(2), deep)];
    let all = [
        (Key::Int(7), Value::Bool(false)),
        (Key::String(b"path".to_vec()), Value::Table(path)),
        (Key::String(b"prey".to_vec()), Value::Number(4.0)),
    ];
    assert_eq!(entries, all);
}

#[test]
fn one_value_leaves_nothing_to_the_next() {
    let mut packer = Packer::default();
    packer.begin();
    packer.add(0, RawKey::Int(1), RawValue::Table);
    packer.bytes();

    packer.begin();
    packer.add(0, RawKey::Int(2), RawValue::Bool(true));

    assert_eq!(unpacked(packer.bytes()), Value::Table(vec![(Key::Int(2), Value::Bool(true))]));
}
