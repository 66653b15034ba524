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
    for harmless in [
        "('.'):rep(5000)",
        "('. '):rep(40)",
        "('a' .. ('.'):rep(70))",
        "(('.'):rep(40) .. '\\n' .. ('.'):rep(40))",
        "table.concat({ 1, 22, 333, 4444, 55555, 666666, 7777777, 88888888, 999999999, 1010101010, 11111111111 }, ' ')",
        "('0x' .. ('xy'):rep(50))",
        "('1e' .. ('e'):rep(80))",
        "('nan' .. ('n'):rep(80))",
        "(('1'):rep(60) .. 'x' .. ('1'):rep(60))",
    ] {
        let kept = Stage::printed(&format!("local s = {harmless} print(#s > 64, tonumber(s))"));
        assert_eq!(kept, ["true nil"], "{harmless}");
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

#[test]
fn what_a_name_is_looked_up_in_is_short() {
    let chain = |order: &str| {
        format!(
            "local all = {{}} for i = 1, 40 do all[i] = {{}} end {order} do
                setmetatable(all[i], {{ __index = all[i + 1], __metatable = 'hidden' }})
             end"
        )
    };
    for body in [
        &chain("for i = 39, 1, -1"),
        &chain("for i = 1, 39"),
        "local t = {} t.__index = t setmetatable(t, t)",
        "local a, b = {}, {} setmetatable(a, { __index = b }) setmetatable(b, { __index = a })",
        "local t = {} for i = 1, 40 do t = setmetatable({}, { __newindex = t }) end",
    ] {
        let said = fault(body);
        assert!(said.contains("setmetatable: "), "{body}: {said}");
    }
    let classes = "local Animal = {} Animal.__index = Animal
        function Animal.new(name) return setmetatable({ name = name }, Animal) end
        function Animal:speak() return self.name .. ' speaks' end
        local Wolf = setmetatable({}, { __index = Animal }) Wolf.__index = Wolf
        function Wolf.new(name) return setmetatable(Animal.new(name), Wolf) end
        function Wolf:howl() return self:speak() .. ' loudly' end
        print(Wolf.new('Fen'):howl(), Animal.new('Hare'):speak())";
    assert_eq!(Stage::printed(classes), ["Fen speaks loudly Hare speaks"]);
    // A class is found among the metatables of its instances and of the classes below it, and nothing is added to it.
    let library = "local Object = {} Object.__index = Object
        function Object:extend()
            local class = {} for k, v in pairs(self) do if k:find('__') == 1 then class[k] = v end end
            class.__index = class class.super = self return setmetatable(class, self)
        end
        function Object:is(other)
            local meta = getmetatable(self)
            while meta do if meta == other then return true end meta = getmetatable(meta) end
            return false
        end
        local Animal = Object:extend() local Wolf = Animal:extend() local Deer = Animal:extend()
        local wolf, keys = setmetatable({}, Wolf), 0
        for _ in pairs(Wolf) do keys += 1 end
        print(wolf:is(Wolf), wolf:is(Animal), wolf:is(Object), wolf:is(Deer), getmetatable(Animal) == Object, getmetatable(Object), keys)";
    assert_eq!(Stage::printed(library), ["true true true false true nil 2"]);
}

#[test]
fn a_loop_over_a_table_itself_is_refused_however_it_is_written() {
    for given in ["id(t)", "(id(t))", "box.get()", "if t then t else t", "id(t), 1, 2", "table.clone(t)"] {
        let said = fault(&format!(
            "local t = {{ 1, x = 2 }} local box = {{ get = function() return t end }} local function id(x) return x end
             local n = 0 for k, v in {given} do n += 1 end"
        ));
        assert!(said.contains("has no fixed order"), "{given}: {said}");
    }
    let iterated = "local t = setmetatable({}, { __iter = function() return ipairs({ 5, 6 }) end })
        local function id(x) return x end
        local c = setmetatable({}, { __call = function(self, _, n) n = (n or 0) + 1 if n < 3 then return n end end })
        for _, v in id(t) do print(v) end for n in id(c) do print(n) end";
    assert_eq!(Stage::printed(iterated), ["5", "6", "1", "2"]);
}

#[test]
fn what_a_call_passes_is_charged_by_the_number_of_values() {
    let body = "local t = table.create(4000, 1) local function id(...) return ... end
        local function many(...) for i = 1, 1000000 do id(...) end end many(table.unpack(t))";
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", body))]);
    let id = stage.spawn("probe", 5.5, 5.5);
    let out = stage.turn(&[id]);
    assert!(out.faults[0].diagnostic.message.contains("ran too long"), "{:?}", out.faults);
}

#[test]
fn code_without_calls_and_loops_pays_for_what_it_does() {
    for (head, line) in [
        ("local s, x = '123', 0", "x = s + s"),
        ("local s, x = ('x'):rep(9000), true", "x = s < s"),
        ("local s, x = 5, ''", "x = s .. s"),
        ("local t, x = { 1 }, 0", "x = #t"),
        ("local t = { a = 1 }", "t.a = t.a"),
    ] {
        let body = format!("{head}\nfor i = 1, 1000000 do\n{}end", format!("{line}\n").repeat(3000));
        let said = fault(&body);
        assert!(said.contains("ran too long"), "{line}: {said}");
        let short =
            format!("{head}\nlocal n = 0 for i = 1, 300 do\n{}n += 1 end print(n)", format!("{line}\n").repeat(2000));
        let said = fault(&short);
        assert!(said.contains("ran too long"), "{line}: 600 000 of them fit into one call: {said}");
    }
}

#[test]
fn empty_places_of_a_table_are_paid_for_and_not_kept() {
    // It is full once, then empty: each walk would pass 20 000 places.
    let emptied = "local t = table.create(20000, 1) table.clear(t)";
    for walk in ["for _ in pairs(t) do end", "next(t)", "table.clear(t)", "t = table.clone(t)"] {
        let said = fault(&format!("{emptied} for _ = 1, 1000 do {walk} end"));
        assert!(said.contains("ran too long"), "{walk}: {said}");
    }
    let mut stage = Stage::new(&[(
        "npc/probe.lua",
        &ticking("probe", "if not npc.memory.t then npc.memory.t = table.create(60000) npc.memory.t[3] = 'kept' end"),
    )]);
    let ids: Vec<_> = (0..100).map(|i| stage.spawn("probe", 5.5 + i as f32 * 0.1, 5.5)).collect();
    let out = stage.turn(&ids);
    assert!(out.faults.is_empty(), "{:?}", out.faults);
    stage.vm.collect();
    let used = stage.vm.used_memory();
    assert!(used < 4 << 20, "100 creatures with 60 000 empty places each keep {used} bytes");
    assert_eq!(stage.turn(&ids).faults.len(), 0);
}

#[test]
fn files_of_a_mod_keep_a_share_of_the_memory() {
    let big = "local all = {} for i = 1, 15 do all[i] = table.create(60000, i) end\n";
    let files =
        [("lib/a.lua", format!("{big}return {{ all = all }}")), ("lib/b.lua", format!("{big}return {{ all = all }}"))];
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (*p, t.as_str())).collect();
    let said = load_with(&files, &ScriptParams::default()).err().map(|f| f[0].to_string()).unwrap_or_default();
    assert!(said.contains("lib/b.lua") && said.contains("keep 27 MB in memory; 16 are allowed"), "{said}");
}

#[test]
fn creatures_that_keep_much_are_named_and_the_others_keep_theirs() {
    let hog =
        "local t = {} for i = 1, 3000 do t[i] = i end npc.memory.all = t npc.memory.s = ('x'):rep(9000) .. npc.id";
    let hog = ticking("hog", hog);
    let modest = ticking("modest", "npc.memory.n = (npc.memory.n or 0) + 1 npc.memory.list = { 1, 2, { 3 } }");
    let params = ScriptParams { vms: 1, memory_mb: 16, ..ScriptParams::default() };
    let mut stage = Stage::with(&[("npc/hog.lua", &hog), ("npc/modest.lua", &modest)], params);
    let hogs: Vec<_> = (0..200).map(|_| stage.spawn("hog", 5.5, 5.5)).collect();
    let modest: Vec<_> = (0..20).map(|_| stage.spawn("modest", 8.5, 8.5)).collect();
    let mut named = 0;
    for turn in 1..=4 {
        let out = stage.turn(&[&hogs[..], &modest[..]].concat());
        for fault in &out.faults {
            assert_eq!(fault.diagnostic.file, "scripts/npc/hog.lua", "{}", fault.diagnostic);
            assert!(fault.diagnostic.to_string().contains("equal share"), "{}", fault.diagnostic);
        }
        named += out.faults.len();
        for id in &modest {
            assert_eq!(stage.memory(*id, "n"), Value::Number(f64::from(turn)));
        }
    }
    assert!(named > 100, "{named}");
    assert!(stage.vm.used_memory() < 16 << 20);
}
