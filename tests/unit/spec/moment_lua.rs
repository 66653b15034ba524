//! Values written as Lua.

use bestiary::testing::spec::moment_lua::{name, number, string, value};
use bestiary::{Key, Value};

#[test]
fn lua_reads_back_what_was_written() {
    assert_eq!(string(b"a\"b\\c\n\xff"), "\"a\\\"b\\\\c\\010\\255\"");
    assert_eq!([number(0.1), number(-3.0), number(f64::INFINITY)], ["0.1", "-3", "math.huge"]);
    let key = |t: &str| name(&Key::String(t.into()));
    assert_eq!([key("prey"), key("end"), key("a b"), name(&Key::Int(-2))], ["prey", "[\"end\"]", "[\"a b\"]", "[-2]"]);
}

#[test]
fn a_value_is_one_line_of_lua() {
    let table = |entries: Vec<(Key, Value)>| Value::Table(entries);
    let list = table(vec![(Key::Int(1), Value::Bool(true)), (Key::Int(2), Value::Number(0.1 + 0.2))]);
    let gap = table(vec![(Key::Int(2), Value::Nil), (Key::String("end".into()), list)]);
    assert_eq!(value(&gap), "{ [2] = nil, [\"end\"] = { true, 0.30000000000000004 } }");
    assert_eq!(
        [value(&table(vec![])), value(&Value::Number(1e-9)), value(&Value::String("é".into()))],
        ["{}", "1e-9", "\"é\""]
    );
}
