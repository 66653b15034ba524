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
            Stage::fault(&format!("local t = {{ [{{}}] = 1 }} for k, v in {head} do print(k) end")).diagnostic.message;
        assert!(said.contains("has no fixed order"), "{head}: {said}");
    }
    let own = "local function pairs(t) return t end for k in pairs { [{}] = 1 } do print(k) end";
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

#[test]
fn errors_about_keys_are_the_same_wherever_the_keys_lie() {
    for call in
        ["pairs(t)", "next(t)", "npc:send(npc.id, 'data', t)", "npc:all(t)", "npc:send(npc.id, 'data', { { t } })"]
    {
        let body = format!(
            "local said, n = {{}}, 0 for i = 1, 12 do
                local t = {{ [{{}}] = 1, [function() return i end] = 2, [buffer.create(1)] = 3, [coroutine.create(print)] = 4 }}
                local _, e = pcall(function() return {call} end) if not said[e] then said[e] = true n += 1 end
             end print(n)"
        );
        assert_eq!(Stage::printed(&body), ["1"], "{call}");
    }
}
