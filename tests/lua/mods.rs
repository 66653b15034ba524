//! Mods on disk: order, dependencies, replacements, changes.

use crate::stage::said;
use bestiary::testing::lua::{ModSet, Program, Vm, is_runtime_file};
use bestiary::{ScriptParams, SourceFile};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn make_mod(root: &Path, name: &str, more: &str, files: &[(&str, &str)]) -> PathBuf {
    let dir = root.join(name);
    for (path, text) in files {
        let full = dir.join(path);
        fs::create_dir_all(full.parent().expect("a folder")).expect("made");
        fs::write(full, text).expect("written");
    }
    fs::create_dir_all(&dir).expect("made");
    fs::write(dir.join("mod.toml"), format!("name = \"{name}\"\nversion = \"1\"\napi = 2\n{more}\n")).expect("written");
    dir
}

fn sheep(start: &str) -> String {
    format!("return behaviour {{ name = \"sheep\", start = \"{start}\", states = {{ {start} = {{}} }} }}")
}

#[test]
fn the_copy_inside_the_program_loads_and_every_behaviour_uses_the_tactics() {
    let program = Program::load(&ModSet::embedded(), &ScriptParams::default(), None);
    let program = program.unwrap_or_else(|f| panic!("{}", said(&f)));
    assert!(program.catalogue.named("wolf").is_some());
    assert!(program.users("lib/tactics.lua") >= 2);
    assert_eq!(program.users("npc/wolf.lua"), 1);
}

#[test]
fn a_later_mod_replaces_files_and_it_is_said() {
    let root = tempfile::tempdir().expect("a folder");
    let first = make_mod(
        root.path(),
        "farm",
        "depends = [\"base\"]",
        &[("npc/sheep.lua", &sheep("graze")), ("spec/x.lua", "((("), ("npc/.hidden.lua", "(((")],
    );
    let second = make_mod(root.path(), "farm2", "depends = [\"farm\"]", &[("npc/sheep.lua", &sheep("sleep"))]);
    let mut mods = ModSet::load(&[first.clone(), second]).unwrap_or_else(|f| panic!("{}", said(&f)));
    let load =
        |mods: &ModSet| Program::load(mods, &ScriptParams::default(), None).unwrap_or_else(|f| panic!("{}", said(&f)));
    let program = load(&mods);
    assert_eq!(program.catalogue.named("sheep").map(|s| s.states[0].name.as_str()), Some("sleep"));
    assert_eq!(mods.replacements(), ["npc/sheep.lua of mod 'farm2' replaces that of 'farm'"]);
    assert!(mods.roots().iter().any(|(name, dir)| name == "farm" && *dir == first));
    // The upper file goes away: the lower one counts again.
    mods.apply(&[SourceFile { mod_name: "farm2".into(), path: "npc/sheep.lua".into(), text: None }]);
    assert_eq!(load(&mods).catalogue.named("sheep").map(|s| s.states[0].name.as_str()), Some("graze"));
    mods.apply(&[SourceFile { mod_name: "farm".into(), path: "npc/sheep.lua".into(), text: Some(sheep("dream")) }]);
    assert_eq!(load(&mods).catalogue.named("sheep").map(|s| s.states[0].name.as_str()), Some("dream"));
}

#[test]
fn mods_of_the_version_before_run_with_a_warning() {
    let root = tempfile::tempdir().expect("a folder");
    let old = make_mod(root.path(), "old", "", &[("npc/sheep.lua", &sheep("graze"))]);
    fs::write(old.join("mod.toml"), "name = \"old\"\nversion = \"1\"\napi = 1\n").expect("written");
    let mods = ModSet::load(&[old]).unwrap_or_else(|f| panic!("{}", said(&f)));
    let warnings: Vec<String> = mods.outdated().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1, "the built-in mod is up to date");
    assert!(warnings[0].contains("old/mod.toml:3:1: warning: written for API version 1; since then: npc:look"));
    assert!(Program::load(&mods, &ScriptParams::default(), None).is_ok());
}

#[test]
fn mods_that_cannot_be_put_in_order_are_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let refusal = |dirs: &[PathBuf]| said(&ModSet::load(dirs).expect_err("refused"));
    let own = make_mod(root.path(), "own", "depends = [\"own\"]", &[]);
    assert!(refusal(&[own]).contains("own/mod.toml:4:1: error: mod 'own' depends on itself"));
    let a = make_mod(root.path(), "aaa", "depends = [\"bbb\"]", &[]);
    let b = make_mod(root.path(), "bbb", "depends = [\"aaa\"]", &[]);
    assert!(refusal(&[a.clone(), b]).contains("mod 'aaa' needs 'bbb', which is loaded after it"));
    assert!(refusal(&[a]).contains("mod 'aaa' needs 'bbb', which is not loaded"));
    let typo = make_mod(root.path(), "typo", "dependz = []", &[]);
    assert!(refusal(&[typo]).contains("typo/mod.toml:4:1: error: unknown field `dependz`"));
    let old = make_mod(root.path(), "old", "", &[]);
    fs::write(old.join("mod.toml"), "name = \"old\"\nversion = \"1\"\napi = 9\n").expect("written");
    assert!(refusal(&[old]).contains("written for API version 9; this program speaks 2"));
    assert!(refusal(&[root.path().join("nowhere")]).contains("nowhere/mod.toml: error: cannot be read"));
    let twin = make_mod(root.path(), "twin", "", &[]);
    assert!(refusal(&[twin.clone(), twin]).contains("two mods are named 'twin'"));
}

#[test]
fn only_files_that_run_are_runtime_files() {
    for yes in ["npc/wolf.lua", "lib/tactics.lua", "lib/deep/er.lua"] {
        assert!(is_runtime_file(yes), "{yes}");
    }
    for no in [
        "npc/pack/wolf.lua",
        "spec/wolf.lua",
        "types/npc.d.lua",
        "mod.toml",
        "npc/wolf.txt",
        "npc/.lua",
        "npc/.#wolf.lua",
        "wolf.lua",
    ] {
        assert!(!is_runtime_file(no), "{no}");
    }
}

#[test]
fn machines_can_move_between_threads_and_programs_be_shared() {
    fn send<T: Send>() {}
    fn shared<T: Send + Sync>() {}
    send::<Vm>();
    shared::<Program>();
}

#[test]
fn symbols_stay_what_they_were() {
    let params = ScriptParams::default();
    let load = |text: &str, previous: Option<&Program>| {
        let mods = ModSet::from_files([("npc/sheep.lua", text)]);
        Program::load(&mods, &params, previous).unwrap_or_else(|f| panic!("{}", said(&f)))
    };
    let first = load(&sheep("graze"), None);
    let second = load(&sheep("dream"), Some(&first));
    let graze = first.catalogue.symbols.find("graze").expect("known");
    assert_eq!(second.catalogue.symbols.find("graze"), Some(graze));
    assert_ne!(second.catalogue.symbols.find("dream"), Some(graze));
    assert!(first.catalogue.symbols.find("pursue").is_some());
}

#[test]
fn a_file_needs_what_its_modules_need() {
    // Each module requires the next one; the last one comes back to the first, and goes on without it.
    let path = |i: usize| format!("lib/m{i:02}.lua");
    let text = |i: usize| match i {
        69 => "pcall(require, 'lib.m00') return {}".to_owned(),
        _ => format!("require('lib.m{:02}') return {{}}", i + 1),
    };
    let modules: Vec<(String, String)> = (0..70).map(|i| (path(i), text(i))).collect();
    let modules = modules.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let probe = format!("require('lib.m01') {}", crate::stage::ticking("probe", ""));
    let files: Vec<(&str, &str)> =
        modules.chain([("npc/probe.lua", &*probe), ("lib/alone.lua", "return {}")]).collect();
    let program = crate::stage::load_with(&files, &bestiary::ScriptParams::default()).expect("loads");
    let all: Vec<String> = (0..70).map(path).collect();
    for user in ["npc/probe.lua", "lib/m00.lua", "lib/m40.lua", "lib/m69.lua"] {
        assert!(program.needs[user].iter().eq(&all), "{user}: {:?}", program.needs[user]);
    }
    assert!(!program.needs.contains_key("lib/alone.lua"));
}

/// Symbols are numbers of 16 bits, and none is given to another name.
#[test]
fn more_names_than_there_are_symbols_are_refused_with_the_file() {
    let mods = |state: &str| ModSet::from_files([("npc/sheep.lua", &*sheep(state))]);
    let mut full = Program::load(&mods("graze"), &ScriptParams::default(), None).expect("loads");
    let catalogue = Arc::make_mut(&mut full.catalogue);
    for n in 0..70_000 {
        catalogue.symbols.intern(&format!("once {n}"));
    }

    let known = Program::load(&mods("graze"), &ScriptParams::default(), Some(&full));
    let new = Program::load(&mods("rest"), &ScriptParams::default(), Some(&full));

    assert!(known.is_ok(), "its names have symbols");
    let Err(faults) = new else { panic!("one name too many") };
    let said = said(&faults);
    assert!(said.contains("npc/sheep.lua:1") && said.contains("more than 65536 names"), "{said}");
}
