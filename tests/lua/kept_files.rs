//! What did not change is not compiled again, and does not run again: a machine that keeps it says what a new one says.

use crate::stage::{Stage, said, ticking};
use bestiary::ScriptParams;
use bestiary::testing::lua::{Mod, ModSet, Program};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The modules that there may be.
const MODULES: usize = 5;

/// A file's version, and the modules that it asks for; `None`: there is no such file.
type Version = Option<(u8, Vec<usize>)>;

/// The modules, and the behaviour in each of two mods: the upper one extends the lower.
type Files = (Vec<Version>, [(u8, Vec<usize>); 2]);

/// Lua that gives `said` the version of a file, and what modules say that it asks for.
fn saying(name: &str, (version, asks): &(u8, Vec<usize>)) -> String {
    let asked: String = asks.iter().map(|n| format!(" .. get('lib.m{n}')")).collect();
    format!(
        "local function get(name) local ok, m = pcall(require, name) return ok and m.said or '-' end\n\
         local said = '{name}{version}(' {asked} .. ')'\n"
    )
}

fn mods((modules, [lower, upper]): &Files) -> ModSet {
    let mut files = BTreeMap::new();
    for (n, version) in modules.iter().enumerate() {
        let text =
            version.as_ref().map(|version| format!("{}return {{ said = said }}", saying(&n.to_string(), version)));
        files.extend(text.map(|text| (format!("lib/m{n}.lua"), text)));
    }
    let lower = format!("{}{}", saying("lower", lower), ticking("probe", "print(said)"));
    let above = "return extend { states = { s = { hurt = function(npc) print(said) end } } }";
    let upper = BTreeMap::from([("npc/probe.lua".to_owned(), format!("{}{above}", saying("upper", upper)))]);
    files.insert("npc/probe.lua".to_owned(), lower);
    let of = |(name, files): (&str, BTreeMap<String, String>)| Mod {
        files,
        ..Mod::of_file(name.to_owned(), String::new(), String::new())
    };
    ModSet { mods: [("base", files), ("top", upper)].map(of).into() }
}

/// What a creature says in its tick, and when it is hurt.
fn heard(stage: &mut Stage) -> Vec<String> {
    let id = stage.spawn("probe", 10.5, 10.5);
    let mut all = Vec::new();
    for hurt in [false, true] {
        if hurt {
            stage.event(id, bestiary::testing::agent::Event::Hurt { by: None, amount: 1.0 });
        }
        let out = stage.turn(&[id]);
        assert!(out.faults.is_empty(), "{}", out.faults[0].diagnostic);
        all.extend(out.prints.iter().map(|(_, line)| line.clone()));
    }
    all
}

fn stage(mods: &ModSet) -> Stage {
    Stage::of(mods, ScriptParams { vms: 1, ..ScriptParams::default() }, Vec::new())
}

fn version() -> impl Strategy<Value = (u8, Vec<usize>)> {
    (0..2_u8, prop::collection::vec(0..MODULES, 0..3))
}

fn files() -> impl Strategy<Value = Files> {
    let module = prop::option::weighted(0.9, version());
    (prop::collection::vec(module, MODULES), [version(), version()])
}

/// A file and what it is then; the last two are the behaviour's.
fn change() -> impl Strategy<Value = (usize, Version)> {
    (0..MODULES + 2, prop::option::weighted(0.8, version()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn machines_that_keep_files_say_what_new_ones_say(
        (mut modules, mut probe) in files(),
        changes in prop::collection::vec(change(), 1..8),
    ) {
        let mut kept = stage(&mods(&(modules.clone(), probe.clone())));
        for (at, to) in changes {
            match (at.checked_sub(MODULES), to) {
                (None, to) => modules[at] = to,
                (Some(at), Some(to)) => probe[at] = to,
                _ => {}
            }
            let now = mods(&(modules.clone(), probe.clone()));
            kept.reload_mods(&now);
            prop_assert_eq!(heard(&mut kept), heard(&mut stage(&now)));
        }
    }
}

#[test]
fn files_that_did_not_change_are_compiled_once() {
    let files = |n: u32| {
        let probe = format!("local m = require('lib.used') {}", ticking("probe", &format!("print(m.n, {n})")));
        ModSet::from_files([("lib/used.lua", "return { n = 1 }"), ("npc/probe.lua", &*probe)])
    };
    let load = |mods: &ModSet, before: Option<&Program>| {
        Program::load(mods, &ScriptParams::default(), before).unwrap_or_else(|f| panic!("{}", said(&f)))
    };
    let first = load(&files(1), None);
    let second = load(&files(2), Some(&first));
    let is_shared = |path: &str| first.files[path].is_as(&second.files[path]);
    assert!(is_shared("lib/used.lua"));
    assert!(!is_shared("npc/probe.lua"));
    // With lines that are counted, all of them are others.
    let counting = ScriptParams { coverage: true, ..ScriptParams::default() };
    let third = Program::load(&files(2), &counting, Some(&second)).unwrap_or_else(|f| panic!("{}", said(&f)));
    assert!(!third.files["lib/used.lua"].is_as(&second.files["lib/used.lua"]));
}
