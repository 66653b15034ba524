//! Every function that a script can reach says what it costs.

use crate::hostile::library::{UNWRAPPED, wrapped};
use crate::stage::{Stage, ticking};
use bestiary::testing::agent::Recorder;
use bestiary::testing::lua::natives::reachable;
use bestiary::{ScriptParams, Value};
use std::sync::Arc;

/// Functions that the host's own Lua replaces; they charge there for what grows.
const REPLACED: &[&str] =
    &["coroutine.resume", "coroutine.wrap", "next", "pairs", "pcall", "setmetatable", "unpack", "xpcall"];

#[test]
fn each_function_of_the_environment_has_a_declared_cost() {
    let reachable = reachable(&ScriptParams::default());
    assert!(reachable.len() > 150, "{}", reachable.len());
    let uncharged = UNWRAPPED.iter().map(|n| n.0).chain(REPLACED.iter().copied()).map(str::to_owned);
    let declared: Vec<String> = wrapped().chain(uncharged).collect();
    let api = bestiary::testing::lua::declarations::natives().map(|f| match f.area {
        "" => f.name.to_owned(),
        area => format!("{area}.{}", f.name),
    });
    let api: Vec<String> = api.collect();
    let known = |name: &str| declared.iter().chain(&api).any(|f| f == name);
    let missing: Vec<&String> = reachable.iter().filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "no cost declared: {missing:?}");
    let gone: Vec<&String> = declared.iter().filter(|d| !reachable.contains(d)).collect();
    assert!(gone.is_empty(), "declared, but no script can reach them: {gone:?}");
}

/// How many turns of a loop one call makes until its 50 000 counts are spent.
fn turns(setup: &str, work: &str) -> f64 {
    turns_beside(&[], setup, work)
}

/// As [`turns`], in a program that has these files too.
fn turns_beside(others: &[(String, String)], setup: &str, work: &str) -> f64 {
    let body = format!("local n, x = 0 {setup} while true do n += 1 npc.memory.n = n {work} end");
    let probe = ticking("probe", &body);
    let others = others.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let files: Vec<(&str, &str)> = others.chain([("npc/probe.lua", &*probe)]).collect();
    let mut stage = Stage::new(&files);
    let mut recorder = Recorder::new(256, 1);
    recorder.begin(0, 0);
    stage.view.recorder = Arc::new(recorder);
    let id = stage.spawn("probe", 10.5, 10.5);
    let said = stage.turn(&[id]).faults[0].diagnostic.message.clone();
    assert!(said.contains("ran too long"), "{work}: {said}");
    let Value::Number(n) = stage.memory(id, "n") else { panic!("{work}: no turn") };
    n
}

#[test]
fn the_search_for_digits_in_new_strings_is_charged() {
    // Digits that end before they are too many.
    let n = turns("local s = '' for i = 1, 200 do s ..= ('1'):rep(60) .. 'g' end", "x = s .. n");
    assert!(n < 100.0, "{n}");
}

#[test]
fn empty_places_of_arguments_are_charged() {
    for work in ["pcall(npc.all, npc, t)", "pcall(npc.send, npc, 1, 'x', t)"] {
        let n = turns("local t = table.create(30000, 1) table.clear(t)", work);
        assert!(n < 60.0, "{n} turns of {work}");
    }
}

#[test]
fn what_would_be_too_long_is_refused_before_it_is_joined() {
    // The first part and its separator are together longer than a string may be; the first part alone is not.
    let setup = "local t, between = table.create(1000, ('a'):rep(10000)), ('b'):rep(16000)";
    let n = turns(setup, "assert(not pcall(table.concat, t, between))");
    assert!(n > 10.0, "{n}");
}

/// Luau makes a whole number of 32 bits of any number: what is measured is what it will do.
#[test]
fn numbers_are_measured_as_natives_read_them() {
    for (setup, work) in [
        ("", "assert(not pcall(table.move, {}, 1e10, -5, 2))"),
        ("", "assert(not pcall(table.move, {}, '1e10', -5, 2))"),
        ("", "assert(not pcall(table.move, {}, 0/0, -2000000000, 20, {}))"),
        ("", "assert(not pcall(table.move, {}, -1e10, 5, 2))"),
        ("", "assert(not pcall(table.create, 2147483647))"),
        ("", "assert(not pcall(string.pack, 'c60000000', ''))"),
        ("", "assert(not pcall(string.pack, 'i4c30000c60000', 1, '', ''))"),
        (
            "local t, from = {}, -2147483648 for i = 0, 99 do t[from + i] = ('x'):rep(1000) end",
            "assert(not pcall(table.concat, t, '', 1e10, from + 99))",
        ),
    ] {
        let n = turns(setup, work);
        assert!(n > 5.0, "{n} turns of {work}");
    }
}

#[test]
fn what_natives_go_over_is_paid_for() {
    for (setup, work) in [
        // It sorts what lies after the gap, too.
        ("local t = table.create(40000, 's') t[3] = nil", "pcall(table.sort, t)"),
        ("local t = table.create(16, ('s'):rep(16000)) t[3] = nil", "for _ = 1, 20 do pcall(table.sort, t) end"),
        ("local t = table.create(60000, '')", "pcall(table.concat, t)"),
        ("local t = table.create(60000, '')", "pcall(table.concat, t, '', 1, 60000)"),
        ("local t = table.create(60000, '') t[60001] = ('x'):rep(16000) t[60002] = t[60001]", "pcall(table.concat, t)"),
        (
            "local s, next_code = 'a' .. ('\\128'):rep(16000), utf8.codes('a')",
            "for _ = 1, 20 do pcall(next_code, s, 1) end",
        ),
    ] {
        let n = turns(setup, work);
        assert!(n < 3.0, "{n} turns of {work}");
    }
    let n = turns("local t = table.create(60000, 'x')", "x = table.concat(t, ',', 1, 3)");
    assert!(n > 500.0, "a part of a list costs what the part does: {n}");
    let n = turns("", "for at, code in utf8.codes('wolf') do x = code end");
    assert!(n > 1_000.0, "{n}");
}

/// What a coroutine caught before does not make a pattern cheap that is matched where it is resumed.
#[test]
fn a_coroutine_leaves_the_price_of_a_pattern_as_it_is() {
    let of = |make: &str, resume: &str| {
        let body = "function() pcall(function() coroutine.yield() error('x') end) coroutine.yield() end";
        let setup = format!("local s, long = {make}({body}), '()' .. ('('):rep(4000) {resume}");
        turns(&setup, &format!("string.gsub(long, '.-%b()', function() {resume} return '' end)"))
    };
    for (make, resume) in [("coroutine.create", "coroutine.resume(s)"), ("coroutine.wrap", "pcall(s)")] {
        let n = of(make, resume);
        assert!(n < 3.0, "{n} turns with {make}");
    }
}

#[test]
fn a_wrapped_coroutine_passes_values_and_errors_on() {
    let n = turns(
        "local function count(to) return coroutine.wrap(function() for i = 1, to do coroutine.yield(i, -i) end end) end",
        "local sum = 0 for i, less in count(3) do sum += i * 10 + less end assert(sum == 54) \
         local ok, e = pcall(coroutine.wrap(function() error('lost') end)) assert(not ok and e:find('lost$')) \
         ok, e = pcall(coroutine.wrap(function() error({ code = 7 }) end)) assert(e.code == 7) \
         ok, e = pcall(coroutine.wrap, 7) assert(not ok) \
         local co = coroutine.create(function() npc:look({}) end) coroutine.resume(co) \
         ok, e = coroutine.close(co) assert(not ok and type(e) == 'string')",
    );
    assert!(n > 5.0, "{n}");
}

#[test]
fn tables_that_grow_pay_for_moving_their_entries() {
    let n = turns("local t = {}", "t[n * 1000] = n");
    assert!(n < 14_000.0, "{n}");
    assert!(turns("local t = {}", "t[n % 30] = n") > 12_000.0, "small tables do not");
}

#[test]
fn errors_that_pass_through_much_pay_for_it() {
    assert!(turns("", "pcall(npc.look, npc, {})") < 40.0);
    assert!(turns("local function f() coroutine.wrap(f)() end", "pcall(f)") < 10.0);
}

/// Luau allows 200 levels, and unwinds each of them when the next one is refused.
#[test]
fn an_error_pays_for_each_metamethod_that_it_ends() {
    for body in [
        "return a[b]",
        "a[1] = 1",
        "return a:f()",
        "return a + b",
        "return a + 1",
        "return 1 - b",
        "return a * b",
        "return a // 7",
        "return a ^ b",
        "return -a",
        "return #a",
        "return a .. 'x'",
        "return a == b",
        "return a < b",
        "return a <= b",
        "if a >= b then return end",
        "local t = a return t[b]",
        "if b then return a.x end",
    ] {
        let setup = format!(
            "local meta, f = {{}}, nil f = function(a, b) {body} end for _, name in ipairs {{ '__index', '__newindex', \
             '__namecall', '__add', '__sub', '__mul', '__idiv', '__pow', '__unm', '__len', '__concat', '__eq', '__lt', \
             '__le' }} do meta[name] = f end local a, b = setmetatable({{}}, meta), setmetatable({{}}, meta)"
        );
        let n = turns(&setup, "pcall(f, a, b)");
        assert!(n < 2.5, "{n} turns of {body}");
    }
    // Few levels cost little.
    assert!(turns("", "pcall(error)") > 100.0);
    let one = "local t = setmetatable({}, { __index = function() error() end })";
    assert!(turns(one, "pcall(function() return t.x end)") > 60.0);
}

#[test]
fn operators_pay_for_what_they_convert_compare_and_copy() {
    let plain = turns("", "");
    for (setup, work, most) in [
        ("local d = '0.' .. ('123456789'):rep(6)", "x = d + 1", 5_000.0),
        ("local d = '7'", "x = 2 - d", 5_000.0),
        ("local d = '7'", "x = -d", 5_000.0),
        ("local d = '7'", "for _ = d, 1 do end", 5_000.0),
        ("local a = 7", "x = 'a' .. a .. a", 5_000.0),
        ("local a = ('i4'):rep(200)", "x = a .. a", 5_000.0),
        ("local a = ('y'):rep(10000) local b = a .. 'z'", "x = a < b", 5_000.0),
        ("local a = ('y'):rep(10000) local b = a .. 'z'", "if a >= b then x = 1 end", 5_000.0),
        ("local t = table.create(4000, 1) local function f(...) local a = { ... } end", "f(unpack(t))", 100.0),
    ] {
        let n = turns(setup, work);
        assert!(n < most, "{n} turns of {work}");
    }
    // Numbers and short strings pay for the look alone.
    for work in ["x = n + 1", "x = n * n", "x = -n", "x = n < 7", "x = 'a' < 'b'"] {
        let n = turns("", work);
        assert!(n > 0.49 * plain, "{n} turns of {work}, {plain} without it");
    }
}

#[test]
fn a_memory_at_and_beyond_its_limits_is_checked_in_bounded_work() {
    // A table of as many entries as a memory may have leaves none for itself.
    let full = "npc.memory[1] = table.create(4096, 0) npc.memory[2] = table.create(4095, 0)";
    // Each entry is the same large table.
    let repeated = "local t, m = table.create(5000, 0), npc.memory for i = 1, 10000 do m[i] = t end";
    let empty = "local t, m = table.create(60000), npc.memory for i = 1, 4000 do m[i] = t end";
    for body in [full, repeated, empty] {
        let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", body))]);
        let id = stage.spawn("probe", 10.5, 10.5);
        let faults = stage.turn(&[id]).faults.len();
        assert!((1..=10).contains(&faults), "{body}: {faults} are named");
        let kept = stage.vm.memory(id.slot());
        assert!(matches!(kept, Value::Table(_)), "{body}: {kept:?}");
    }
}

#[test]
fn natives_as_metamethods_are_paid() {
    for (setup, work) in [
        ("local a, b = setmetatable({}, { __eq = rawequal }) b = setmetatable({}, getmetatable(a))", "x = a == b"),
        ("local a = setmetatable({}, { __index = rawget })", "x = a.x"),
        ("local a = setmetatable({}, { __unm = math.abs })", "pcall(function() x = -a end)"),
    ] {
        let n = turns(setup, work);
        assert!(n < 25_000.0, "{n} turns of {work}");
    }
    let ipairs = Stage::fault("setmetatable({}, { __eq = ipairs })").diagnostic.message;
    assert!(ipairs.contains("ipairs cannot be a metamethod"), "{ipairs}");
}

/// A behaviour with 250 states, each of 60 letters and more, that begins in the first.
fn with_many_states(tick: &str) -> String {
    let name = "x".repeat(60);
    let states: String = (1..250).map(|i| format!("s{i}{name} = {{}}, ")).collect();
    format!(
        "local wrong = 's' .. ('x'):rep(60) return behaviour {{ name = 'many', start = 's0', states = {{ {states} s0 = {{ \
         tick = function(npc) {tick} end }} }} }}"
    )
}

#[test]
fn names_that_are_compared_for_a_suggestion_are_charged() {
    let states = [("npc/many.lua".to_owned(), with_many_states(""))];
    let module = |i: u32| (format!("lib/module_with_a_long_name_{i:05}.lua"), "return {}".to_owned());
    let modules: Vec<(String, String)> = (0..500).map(module).collect();
    let setup = "local name, lib = 's' .. ('x'):rep(60), 'lib.modula_with_a_long_name_' .. 100000";
    let filter = "pcall(npc.nearest, npc, { within = 1, state = name })";
    for (others, work, most) in [
        (&states[..], filter, 2.0),
        (&modules[..], "pcall(require, lib)", 2.0),
        (&[], "pcall(function() return pathfinder['SEARCH_' .. 'IN_PROGRES'] end)", 100.0),
    ] {
        let n = turns_beside(others, setup, work);
        assert!(n < most, "{n} turns of {work}");
    }
    // Among few names the look costs little.
    assert!(turns(setup, filter) > 0.7 * turns(setup, "pcall(npc.look, npc, {})"));
}

/// It is looked through for what makes matching expensive, whether or not there is anything to match.
#[test]
fn a_long_pattern_is_paid_for_before_it_is_gone_through() {
    for call in ["x = ('a'):find(p, 1, true)", "x = (''):find(p)", "x = (''):match(p)"] {
        let (short, long) = (turns("local p = 'b'", call), turns("local p = ('b'):rep(16000)", call));
        assert!(long < 0.1 * short, "{call}: {long} and {short} calls");
    }
}

#[test]
fn a_handler_that_returns_no_state_pays_for_the_search_for_a_suggestion() {
    for (wrong, least, said) in [
        ("return wrong", 99_000, "there is no state 'sxxxx"),
        ("return wrong:rep(200)", 1_000, "there is no state 'sxxxx"),
        ("return 's' .. npc.id", 2_000, "there is no state 's0x' to change to"),
    ] {
        let wrong = wrong.replace("npc.id", "'0x'");
        let mut stage = Stage::new(&[("npc/many.lua", &with_many_states(&wrong))]);
        let id = stage.spawn("many", 10.5, 10.5);
        let found = stage.turn(&[id]).faults[0].diagnostic.clone();
        assert!(found.message.starts_with(said) && found.message.len() < 150, "{wrong}: {found}");
        let mut counts = 0;
        stage.vm.profile.each(0, |_, _, _, cost| counts = cost.counts);
        assert!((least..=101_000).contains(&counts), "{wrong}: {counts} counts");
        assert_eq!(found.hint.is_some(), said.ends_with("to change to"), "{found}");
    }
}

#[test]
fn the_notes_of_a_turn_are_charged_where_they_are_searched() {
    let path = "for _ = 1, 200 do pathfinder.delete(npc) pathfinder.next_waypoint(npc) pathfinder.activate(npc) \
                pathfinder.set_position_target(npc, 30, 5) pathfinder.next_waypoint(npc) end";
    let n = turns(path, "x = npc:why()");
    assert!(n < 0.3 * turns("", "x = npc:why()"), "{n}");
}

/// A memory that is not plain is copied after the turn, without what cannot be kept.
#[test]
fn putting_a_memory_in_order_pays_for_all_that_is_looked_at() {
    let limit = 48 * (4096 + 1) + 1024;
    let often =
        |table: &str| format!("local s = ('a'):rep(16000) local t = {table} for i = 1, 1500 do npc.memory[i] = t end");
    // What is left out again and again: much of the limit is spent, and no more than it.
    for (work, least, kept) in [
        (often("table.create(4100, true)"), 150_000, 0),
        (often("{ s, s .. 'b', s .. 'c', s .. 'd', print }"), 150_000, 0),
        (often("setmetatable({}, {})"), 1_500 * 8, 0),
        ("for i = 1, 1500 do npc.memory[i] = {} end".into(), 1_500 * 40, 1_500),
        ("for i = 1, 1000 do npc.memory['k' .. i] = i end".into(), 1_000 * 16, 1_000),
    ] {
        let body = format!("{work} npc.memory.last = print");
        let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", &body))]);
        let id = stage.spawn("probe", 10.5, 10.5);
        let out = stage.turn(&[id]);
        let said: Vec<&str> = out.faults.iter().map(|f| f.diagnostic.message.as_str()).collect();
        assert!(said.iter().any(|m| m.contains("it was removed")), "{work}: {said:?}");
        let (mut counts, mut calls) = (0, 0);
        stage.vm.profile.each(0, |_, _, _, cost| (counts, calls) = (cost.counts, cost.calls));
        assert!((least..limit + 50_000).contains(&counts), "{work}: {counts} counts");
        assert_eq!(calls, 1, "{work}");
        let Value::Table(memory) = stage.vm.memory(id.slot()) else { panic!("{work}: no memory") };
        assert_eq!(memory.len(), kept, "{work}");
    }
}

#[test]
fn a_memory_with_more_entries_than_can_be_looked_at_is_emptied() {
    let body = "table.move(table.create(30000, 1), 1, 30000, 1, npc.memory) npc.memory.last = print";
    let params = ScriptParams {
        vms: 1,
        instructions_per_call: 1_000_000,
        instructions_per_turn: 1_000_000,
        ..ScriptParams::default()
    };
    let mut stage = Stage::with(&[("npc/probe.lua", &ticking("probe", body))], params);
    let id = stage.spawn("probe", 10.5, 10.5);
    let out = stage.turn(&[id]);
    let said: Vec<&str> = out.faults.iter().map(|f| f.diagnostic.message.as_str()).collect();
    assert_eq!(said, ["npc.memory: too much to copy; it was removed"]);
    assert_eq!(stage.vm.memory(id.slot()), Value::Table(Vec::new()));
}

/// Keys that are equal but for their ends are compared to the end.
#[test]
fn long_keys_pay_for_being_put_in_order() {
    let setup = "local t = {} local k = ('k'):rep(15000) for i = 1, 12 do t[k .. i] = 1 end";
    for work in ["for _ in pairs(t) do break end", "next(t)"] {
        let n = turns(setup, work);
        assert!(n < 10.0, "{n} turns of {work}");
    }
    assert!(turns("local t = {} for i = 1, 20 do t['x' .. i] = 1 end", "for _ in pairs(t) do break end") > 30.0);
}

#[test]
fn a_shout_pays_for_each_hearer() {
    let body = "npc.memory.n = 0 while true do npc:shout('hey', 100) npc.memory.n += 1 end";
    let shouts = |crowd: u16| {
        let params = ScriptParams { vms: 1, sends_per_turn: 100_000, ..ScriptParams::default() };
        let files = [("npc/probe.lua", &*ticking("probe", body)), ("npc/other.lua", &ticking("other", ""))];
        let mut stage = Stage::with(&files, params);
        let id = stage.spawn("probe", 10.5, 10.5);
        for _ in 0..crowd {
            stage.spawn("other", 20.5, 20.5);
        }
        stage.turn(&[id]);
        let Value::Number(n) = stage.memory(id, "n") else { panic!("no turn") };
        n
    };
    assert!(shouts(0) > 1_000.0 && shouts(600) < 12.0, "{} {}", shouts(0), shouts(600));
}
