//! Where tables and functions lie in memory decides nothing.

use crate::stage::Stage;

#[test]
fn no_loop_goes_over_a_table_as_it_lies_in_memory() {
    for head in [
        "(function() return t end)()",
        "(t)",
        "select(1, t)",
        "t, nil",
        "if t then t else nil",
        "setmetatable(t, { __index = {} })",
    ] {
        let said =
            Stage::fault(&format!("local t = {{ x = 1 }} for k, v in {head} do print(k) end")).diagnostic.message;
        assert!(said.contains("has no fixed order"), "{head}: {said}");
    }
    let own = "local function pairs(t) return t end for k in pairs { x = 1 } do print(k) end";
    assert!(Stage::fault(own).diagnostic.message.contains("has no fixed order"));
}

#[test]
fn loops_over_functions_and_tables_with_their_own_order_go_on() {
    for (head, printed) in [
        ("pairs { 7 }", "1 7"),
        ("ipairs({ 7 })", "1 7"),
        ("next, { 7 }", "1 7"),
        ("('a=b'):gmatch('(%a)=(%a)')", "a b"),
        ("(function() local done return function() if not done then done = true return 'é', 2 end end end)()", "é 2"),
        ("setmetatable({}, { __iter = function() return next, { 7 } end })", "1 7"),
        ("setmetatable({}, { __call = function(_, _, last) if not last then return 1, 2 end end })", "1 2"),
        ("coroutine.wrap(function() coroutine.yield(3, 4) end)", "3 4"),
    ] {
        let body = format!("-- é, and a loop\nfor a, b in {head} --[[ here ]] do print(a, b) end");
        assert_eq!(Stage::printed(&body), [printed], "{head}");
    }
}

/// When such a table grows depends on addresses once entries were removed, and memory is charged for: a call would have
/// come farther in one run than in another.
#[test]
fn what_is_found_by_its_address_is_no_key() {
    let values = [
        ("{}", "table"),
        ("npc", "table"),
        ("print", "function"),
        ("function() end", "function"),
        ("buffer.create(1)", "buffer"),
        ("coroutine.create(print)", "thread"),
    ];
    for (value, kind) in values {
        for body in [
            "local t = {} t[key] = 1",
            "local t = { [key] = 1 }",
            "local t = { x = { 1, [key] = 1 } }",
            "local t = {} t[key] = nil",
            "local t = {} t[key] = 1 + 1",
            "local t = {} rawset(t, key, 1)",
            "local t = setmetatable({}, { __newindex = {} }) t[key] = 1",
            "local t = {} local function f(...) t[...] = 1 end f(key)",
            "local t = {} for _, k in { 1, key } do t[k] = 1 end",
        ] {
            let body = body.replace("in { 1, key }", "in ipairs({ 1, key })");
            let said = Stage::fault(&format!("local key = {value} {body}")).diagnostic.message;
            assert!(said.contains(&format!("a {kind} cannot be a key")), "{value}: {body}: {said}");
        }
    }
}

#[test]
fn other_values_are_keys_and_tables_are_still_looked_up_by_any_value() {
    let body = "local t, f = { [1.5] = 'a', [true] = 'b', x = 'c' }, function() end
        local function put(k, v) t[k] = v end
        put(7, 'd') put('y', 'e') put(-0.5, 'f') rawset(t, false, 'g')
        local own = setmetatable({}, { __index = function(_, k) return type(k) end })
        print(t[1.5], t[true], t.x, t[7], t.y, t[-0.5], t[false], t[f], t[t], own[f], own[{}])";
    assert_eq!(Stage::printed(body), ["a b c d e f g nil nil function table"]);
}

#[test]
fn errors_about_keys_are_the_same_wherever_the_keys_lie() {
    for call in ["t[key] = 1", "rawset(t, key, 1)", "t = { [key] = 1 }"] {
        let body = format!(
            "local said, n = {{}}, 0 for i = 1, 12 do
                local t, key = {{}}, {{}}
                local _, e = pcall(function() {call} end) if not said[e] then said[e] = true n += 1 end
             end print(n)"
        );
        assert_eq!(Stage::printed(&body), ["1"], "{call}");
    }
}
