//! The words of specs are those that are declared.

use bestiary::testing::lua::spec_host::{ShapeName, read};
use mlua::{Lua, Value};
use std::collections::BTreeSet;

/// The names of fields and methods that a file registers.
fn registered(source: &'static str) -> BTreeSet<&'static str> {
    let calls = ["add_method(\"", "add_field_method_get(\""];
    let all = calls.iter().flat_map(|call| source.split(call).skip(1));
    all.filter_map(|rest| rest.split('"').next()).collect()
}

fn declared(shape: ShapeName) -> BTreeSet<&'static str> {
    shape.names().into_iter().collect()
}

#[test]
fn worlds_and_creatures_have_the_members_that_are_declared() {
    assert_eq!(registered(include_str!("../../../../src/lua/host/spec_host/world.rs")), declared(ShapeName::SpecWorld));
    // The fields of the living are registered from the declaration.
    let creature = registered(include_str!("../../../../src/lua/host/spec_host/creature.rs"));
    assert!(creature.len() > 10 && creature.is_subset(&declared(ShapeName::SpecCreature)), "{creature:?}");
}

#[test]
fn a_plan_knows_the_options_that_are_declared() {
    let lua = Lua::new();
    for name in ShapeName::WorldPlan.names() {
        let plan = lua.create_table().expect("a table");
        plan.raw_set(1, "w").and_then(|()| plan.raw_set(name, "?")).expect("set");
        let error = read(&Value::Table(plan), 1).expect_err("a string is no value of an option").to_string();
        assert!(error.contains(&format!("world: {name}")), "{error}");
    }
}
