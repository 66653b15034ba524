//! Values written as Lua.

use bestiary::Key;
use bestiary::testing::spec::moment_lua::{name, number, string};

#[test]
fn lua_reads_back_what_was_written() {
    assert_eq!(string(b"a\"b\\c\n\xff"), "\"a\\\"b\\\\c\\010\\255\"");
    assert_eq!([number(0.1), number(-3.0), number(f64::INFINITY)], ["0.1", "-3", "math.huge"]);
    let key = |t: &str| name(&Key::String(t.into()));
    assert_eq!([key("prey"), key("end"), key("a b"), name(&Key::Int(-2))], ["prey", "[\"end\"]", "[\"a b\"]", "[-2]"]);
}
