//! Checkpoints change what code costs, and nothing else.

use bestiary::testing::lua::{compiler, with_checkpoints};
use mlua::chunk::ChunkMode;
use mlua::{Lua, MultiValue};
use proptest::prelude::*;

/// What a program returns, or its error with its line.
fn outcome(bytecode: &[u8]) -> String {
    let lua = Lua::new();
    let chunk = lua.load(bytecode).set_name("@program.lua").set_mode(ChunkMode::Binary);
    match chunk.call::<MultiValue>(()) {
        Ok(values) => format!("{:?}", values.iter().map(|v| v.to_string().unwrap_or_default()).collect::<Vec<_>>()),
        Err(e) => e.to_string(),
    }
}

/// How often Luau interrupts while a program runs.
fn interrupts(bytecode: &[u8]) -> u32 {
    let lua = Lua::new();
    let count = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let counting = count.clone();
    lua.set_interrupt(move |_| {
        counting.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(mlua::VmState::Continue)
    });
    lua.load(bytecode).set_mode(ChunkMode::Binary).exec().expect("it runs");
    count.load(std::sync::atomic::Ordering::Relaxed)
}

fn plain(source: &str, coverage: u8) -> Vec<u8> {
    compiler().set_coverage_level(coverage).compile(source).unwrap_or_else(|e| panic!("{e}\n{source}"))
}

fn same(source: &str) {
    for coverage in [0, 1] {
        let plain = plain(source, coverage);
        let paid = with_checkpoints(&plain).unwrap_or_else(|e| panic!("{e}\n{source}"));
        assert_eq!(outcome(&paid), outcome(&plain), "coverage {coverage}:\n{source}");
    }
}

/// An expression over the variables `a` to `d`, which are numbers.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[abcd]".prop_map(|v| v),
        (-9i32..100).prop_map(|n| n.to_string()),
        Just("#list".to_owned()),
        Just("select('#', ...)".to_owned()),
        Just("own.n".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), "[-+*]|//|%", inner.clone()).prop_map(|(l, op, r)| format!("({l} {op} ({r}))")),
            (inner.clone(), "<|<=|>|>=|==|~=", inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(l, op, r, t, f)| format!("(if {l} {op} {r} then {t} else {f})")),
            (inner.clone(), "and|or", inner.clone()).prop_map(|(l, op, r)| format!("({l} {op} ({r}))")),
            (inner.clone(), inner.clone()).prop_map(|(l, r)| format!("math.max({l}, {r}, math.abs({r}))")),
            (inner.clone(), inner.clone()).prop_map(|(l, r)| format!("#({l} .. '_' .. {r} .. `{{{l}}}{{{r}}}`)")),
            (inner.clone(), inner.clone()).prop_map(|(l, r)| format!("many({l}, {r})")),
            (inner.clone(), inner.clone()).prop_map(|(l, r)| format!("own:sum({l}, -({r}))")),
            inner.clone().prop_map(|e| format!("bit32.band({e} // 1, 255)")),
            inner.prop_map(|e| format!("select(-1, many({e}, 1), ({e}))")),
        ]
    })
}

fn statement() -> impl Strategy<Value = String> {
    let e = expression;
    let simple = prop_oneof![
        ("[abcd]", e()).prop_map(|(v, e)| format!("{v} = {e}")),
        ("[abcd]", "[-+*]", e()).prop_map(|(v, op, e)| format!("{v} {op}= {e}")),
        e().prop_map(|e| format!("list[#list + 1] = {e}")),
        e().prop_map(|e| format!("own.n = {e}")),
        (e(), e()).prop_map(|(l, r)| format!("list = {{ many({l}, {r}), ..., many({r}, {l}) }}")),
        (e(), e()).prop_map(|(l, r)| format!("local t = {{ x = {l}, y = {r}, {l}, {r} }} a, b = t.x, t[2]")),
    ];
    simple.prop_recursive(4, 40, 4, move |inner| {
        let block = || prop::collection::vec(inner.clone(), 1..5).prop_map(|all| all.join("\n"));
        prop_oneof![
            (expression(), block(), block()).prop_map(|(c, t, f)| format!("if {c} > 3 then\n{t}\nelse\n{f}\nend")),
            block().prop_map(|b| format!("for i = 1, 3 do\n{b}\nc = c + i end")),
            (block(), expression())
                .prop_map(|(b, c)| format!("for i, v in ipairs({{ 1, 2, 3 }}) do\n{b}\nif {c} > v then break end end")),
            block().prop_map(|b| format!("for _, v in three() do\n{b}\nd = v end")),
            (block(), expression()).prop_map(|(b, c)| format!(
                "do local n = 0 repeat\nn += 1 if n == 2 then continue end\n{b}\nuntil n > 3 or {c} > 50 end"
            )),
            block().prop_map(|b| format!("do local n = 0 while n < 3 do\nn += 1\n{b}\nend end")),
            block().prop_map(|b| format!(
                "do local up = a local function f(...) up += 1\n{b}\nreturn up end b = f() + f() end"
            )),
            block().prop_map(|b| format!(
                "do local ok = pcall(function(...)\n{b}\nerror('x') end) a = if ok then 1 else 2 end"
            )),
        ]
    })
}

/// A program that runs the statements three times, and its end state.
fn program(statements: &[String]) -> String {
    format!(
        "local a, b, c, d = 1, 2, 3, 4
         local list, own = {{ 1, 2 }}, {{ n = 7 }}
         local function many(...) return ... end
         function own:sum(x, y) return self.n + x + y end
         local function three() local n = 0 return function() n += 1 if n < 4 then return n, n * 2 end end end
         local function run(...)\n{}\nend
         local said = {{}}
         for i = 1, 3 do
           local ok, e = pcall(run, i, a, b)
           said[i] = if ok then 'done' else tostring(e)
         end
         return a, b, c, d, #list, own.n, said[1], said[2], said[3]",
        statements.join("\n")
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_do_the_same_with_checkpoints(statements in prop::collection::vec(statement(), 1..12)) {
        same(&program(&statements));
    }
}

#[test]
fn every_shipped_script_is_understood() {
    let mut files = 0;
    for folder in ["scripts/npc", "scripts/lib", "scripts/spec", "examples/mods/wetlands/npc"] {
        for entry in std::fs::read_dir(folder).expect("a folder of the project").flatten() {
            let source = std::fs::read_to_string(entry.path()).unwrap_or_default();
            with_checkpoints(&plain(&source, 1)).unwrap_or_else(|e| panic!("{e}: {}", entry.path().display()));
            files += 1;
        }
    }
    assert!(files > 10);
}

#[test]
fn code_without_calls_and_loops_is_interrupted_too() {
    let of = |head: &str, line: &str, lines: usize| {
        let plain = plain(&format!("{head}\n{}", format!("{line}\n").repeat(lines)), 0);
        (interrupts(&plain), interrupts(&with_checkpoints(&plain).expect("known")))
    };
    for (head, line, at_least) in [
        ("local x, s = 0, '123'", "x = s + x", 1000),
        ("local x, s = 0, '123'", "x = -s", 1000),
        ("local x, s = 0, ('x'):rep(99)", "x = s < 'y'", 500),
        ("local x, s = 0, ('x'):rep(99)", "if s <= 'y' then x = 1 end", 500),
        ("local x, s = 0, 7", "x = s .. s", 500),
        ("local x", "x = {}", 250),
        ("local x", "x = function() return x end", 250),
        ("local x, t = 0, { 1 }", "x = #t", 250),
        ("local x, t = 0, { a = 1 }", "x = t.a", 60),
        ("local x, y = 0, 1", "x = y x = y", 120),
        ("local x = 0", "x = math.abs(x)", 250),
        ("local x", "x = x and 1 or 2", 120),
    ] {
        let (before, after) = of(head, line, 1000);
        assert!(after > before, "{line}: {before} interrupts without checkpoints");
        assert!(after >= at_least, "{line}: {after} interrupts");
    }
}

#[test]
fn errors_keep_their_lines_and_variables_their_names() {
    for line in ["a.b.c = 1", "a = a + {}", "a = #a", "missing()", "a()", "a = 'x' < 1", "for i = 'x', 1 do end"] {
        for filler in [0, 3, 40, 400] {
            same(&format!("local a = 1\n{}{line}\nreturn a", "a = a + 1\n".repeat(filler)));
        }
    }
}

#[test]
fn long_functions_are_understood_or_refused() {
    // The jump over the body is as long as an instruction can say, or longer.
    for lines in [5_000, 10_000, 16_000, 20_000, 40_000] {
        let source = format!("local a = 1 if a > 1 then\n{}end return a", "a = a + a * 2\n".repeat(lines));
        let plain = plain(&source, 0);
        match with_checkpoints(&plain) {
            Ok(paid) => assert_eq!(outcome(&paid), outcome(&plain), "{lines}"),
            Err(e) => assert!(lines > 5_000 && e.to_string().contains("too long"), "{lines}: {e}"),
        }
    }
}

#[test]
fn broken_bytecode_is_refused() {
    let good = plain("local a = 1 for i = 1, 9 do a = a + i end return a", 0);
    for cut in 0..good.len() {
        assert!(with_checkpoints(&good[..cut]).is_err(), "cut at {cut}");
    }
    let mut other = good;
    other[0] += 1;
    assert!(with_checkpoints(&other).is_err(), "another version");
}
