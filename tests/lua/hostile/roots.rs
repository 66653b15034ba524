//! The roots of what scripts could do beyond their limits: strings, weak tables, iterators, turns, floods.

use crate::stage::{Stage, load_with, ticking};
use bestiary::ScriptParams;
use bestiary::Value;
use bestiary::testing::agent::Event;

fn fault(body: &str) -> String {
    Stage::fault(body).diagnostic.message
}

#[test]
fn no_string_grows_beyond_its_limit_by_any_means() {
    for body in [
        "local s = 'abcdefgh' for _ = 1, 12 do s = s .. s end",
        // Without a loop or a call between the joints.
        "local s = 'abcdefghabcdefgh' s = s .. s s = s .. s s = s .. s s = s .. s s = s .. s s = s .. s s = s .. s s = s .. s s = s .. s s = s .. s s = s .. s",
        "local s = ('ab'):rep(8000) s = s .. s pcall(print, s)",
        "local s = ('ab'):rep(8000) pcall(function() s = s .. s end) while true do end",
        "local s = ('ab'):rep(8000) s = `{s}{s}`",
        "local s = ('ab'):rep(8000) s = table.concat({ s, s })",
        "local s = ('ab'):rep(8000) s = s:gsub('a', 'aaaaaaaa')",
        "local s = ('ab'):rep(8000) s = string.pack('zz', s, s)",
        "local s = ('ab'):rep(100000)",
    ] {
        let said = fault(body);
        assert!(said.contains("longer than 16 KB") || said.contains("more than 16384 bytes"), "{body}: {said}");
    }
}

#[test]
fn no_string_takes_long_to_read_as_a_number() {
    for (what, made) in [
        ("digits", "('1'):rep(70)"),
        ("digits within words", "'word ' .. ('1'):rep(70) .. ' word'"),
        ("space", "('\\t '):rep(40) .. 1"),
        ("digits joined one by one", "(function() local s = '' for _ = 1, 70 do s = s .. 7 end return s end)()"),
        ("hexadecimal digits", "'0x' .. ('ab'):rep(40)"),
        ("not a number", "'nan(' .. ('a'):rep(70) .. ')'"),
        ("pieces", "table.concat({ ('1'):rep(40), ('1'):rep(40) })"),
        ("replaced", "(('-'):rep(70):gsub('%-', '1'))"),
    ] {
        let said = fault(&format!("local s = {made} local x = tonumber(s)"));
        assert!(said.contains("reads as a number"), "{what}: {said}");
    }
    let kept =
        Stage::printed("local s = ('-'):rep(100) .. ('word '):rep(50) .. ('1'):rep(60) print(#s, tonumber('1e3'))");
    assert_eq!(kept, ["410 1000"]);
}

#[test]
fn no_weak_table_can_be_made() {
    for body in [
        "setmetatable({}, { __mode = 'k' })",
        "setmetatable({}, { ['__' .. 'mode'] = 'v' })",
        "local m = {} setmetatable({}, m) m.__mode = 'k'",
        "local m = {} setmetatable({}, m) rawset(m, '__mode', 'k')",
        "local m = {} setmetatable({}, m) table.move({ 'k' }, 1, 1, 1, m)",
        "local m = {} local t = setmetatable(m, m) t.__mode = 'k'",
        "local f = setmetatable f({}, { __mode = 's' })",
        "(getmetatable('')).__mode = 'k'",
    ] {
        let said = fault(body);
        assert!(
            said.contains("weak tables") || said.contains("readonly") || said.contains("attempt to index"),
            "{body}: {said}"
        );
    }
    let body = "local C = {} C.__index = C function C.new() return setmetatable({}, C) end function C:n() return 7 end print(C.new():n())";
    assert_eq!(Stage::printed(body), ["7"]);
}

#[test]
fn what_counts_between_calls_cannot_be_kept_at_the_top_of_a_file() {
    for top in [
        "local kept = pairs({ 1, 2, 3 })",
        "local kept = string.gmatch('a b c', '%a')",
        "local kept = coroutine.wrap(function() coroutine.yield(1) end)",
        "local kept = { deep = { pairs({}) } }",
        "local it = pairs({ 1 }) local function kept() return it() end",
        "local kept = select(2, pcall(pairs, { 1 }))",
    ] {
        let text = format!("{top}\n{}", ticking("probe", "print(kept)"));
        let said = load_with(&[("npc/probe.lua", &text)], &ScriptParams::default());
        let said = said.err().map(|f| f[0].to_string()).unwrap_or_default();
        assert!(said.contains("cannot be kept at the top of a file"), "{top}: {said}");
    }
    let natives = "local kept = { string.find, table.concat, pairs, tostring, math.max, pcall }";
    load_with(
        &[("npc/probe.lua", &format!("{natives}\n{}", ticking("probe", "print(kept)")))],
        &ScriptParams::default(),
    )
    .expect("functions without a state may be kept");
}

#[test]
fn a_turn_has_a_budget_for_all_its_calls_together() {
    let text = "return behaviour { name = 'probe', start = 's', states = { s = {
        heard = function(npc) local x = 0 for i = 1, 45000 do x = x + i end npc.memory.n = (npc.memory.n or 0) + 1 end,
    } } }";
    let mut stage = Stage::new(&[("npc/probe.lua", text)]);
    let id = stage.spawn("probe", 5.5, 5.5);
    for _ in 0..20 {
        stage.event(id, Event::Heard { what: "hello".into(), from: id });
    }
    let out = stage.turn(&[id]);
    assert_eq!(out.faults.len(), 1, "{:?}", out.faults);
    assert_eq!(stage.memory(id, "n"), Value::Number(2.0), "100 000 counts are enough for two calls and a part");
}

#[test]
fn a_frozen_memory_is_cleaned_like_any_other() {
    let mut stage = Stage::new(&[(
        "npc/probe.lua",
        &ticking(
            "probe",
            "npc.memory.f = print npc.memory.n = 1 if not table.isfrozen(npc.memory) then table.freeze(npc.memory) end",
        ),
    )]);
    let id = stage.spawn("probe", 5.5, 5.5);
    stage.turn(&[id]);
    let out = stage.turn(&[id]);
    assert!(out.faults.iter().any(|f| f.diagnostic.message.contains("a function cannot be kept")), "{:?}", out.faults);
    assert_eq!(stage.memory(id, "n"), Value::Number(1.0));
}

#[test]
fn data_is_charged_by_its_size_when_it_is_sent() {
    let body = "local t = {} for i = 1, 2000 do t[i] = i end for _ = 1, 16 do npc:send(npc.id, 'data', t) end";
    assert!(fault(body).contains("ran too long"));
}
