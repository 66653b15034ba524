//! `bestiary new`: what it writes runs and passes its own specs; nothing is overwritten or half written.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use std::fs;
use std::path::Path;

/// Runs the program in `dir`, which has no mod: the built-in one is used.
fn bestiary(dir: &Path, args: &[&str]) -> Assert {
    Command::cargo_bin("bestiary").expect("built").current_dir(dir).args(args).assert()
}

fn stderr(run: &Assert) -> String {
    String::from_utf8_lossy(&run.get_output().stderr).into_owned()
}

fn last_line(run: &Assert) -> String {
    String::from_utf8_lossy(&run.get_output().stdout).lines().last().unwrap_or_default().to_owned()
}

/// The paths of all files and folders in a folder.
fn tree(dir: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        all.push(path.to_string_lossy().into_owned());
        if path.is_dir() {
            all.extend(tree(&path));
        }
    }
    all.sort();
    all
}

#[test]
fn a_new_mod_and_a_new_behaviour_pass_their_tests_and_run() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let made = bestiary(dir.path(), &["new", "mod", "marsh", "--in", "mods"]).success();
    assert!(stderr(&made).contains("next: bestiary test mods/marsh"), "{}", stderr(&made));
    let home = dir.path().join("mods/marsh");
    for file in ["README.md", ".luarc.json", ".emmyrc.json", ".luaurc", ".vscode/settings.json", "types/bestiary.d.lua"]
    {
        assert!(home.join(file).is_file(), "{file}");
    }
    bestiary(dir.path(), &["new", "behaviour", "bog-heron", "--mod", "mods/marsh"]).success();
    let test = bestiary(dir.path(), &["test", "mods/marsh"]).success();
    assert_eq!(last_line(&test), "6 passed, 0 failed");
    let args = ["run", "--headless", "--ticks", "400", "--mod", "mods/marsh", "--report", "json"];
    let run = bestiary(dir.path(), &[&args[..], &["--population", "bog-heron=4"]].concat()).success();
    let report: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).expect("JSON");
    assert_eq!(report["script"]["errors"], 0);
    assert!(report["entered"]["flee"].as_u64() > Some(0), "{report:#}");
}

#[test]
fn inside_the_folder_of_a_mod_no_mod_must_be_named() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    bestiary(dir.path(), &["new", "mod", "marsh"]).success();
    bestiary(&dir.path().join("marsh"), &["new", "behaviour", "frog"]).success();
    assert!(dir.path().join("marsh/spec/frog_spec.lua").is_file());
    let another_wolf = bestiary(&dir.path().join("marsh"), &["new", "behaviour", "wolf"]).success();
    let said = stderr(&another_wolf);
    assert!(said.contains("where this mod runs, its npc/wolf.lua takes the place of the built-in one"), "{said}");
}

#[test]
fn nothing_is_overwritten_and_nothing_half_written() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    bestiary(dir.path(), &["new", "mod", "marsh"]).success();
    // The spec exists, the behaviour does not: neither is written.
    let spec = dir.path().join("marsh/spec/frog_spec.lua");
    fs::write(&spec, "-- mine").expect("written");
    let before = tree(dir.path());
    let taken = bestiary(dir.path(), &["new", "behaviour", "frog", "--mod", "marsh"]).code(1);
    assert!(stderr(&taken).contains("frog_spec.lua already exists; nothing was written"), "{}", stderr(&taken));
    let taken = bestiary(dir.path(), &["new", "mod", "marsh"]).code(1);
    assert!(stderr(&taken).contains("marsh already exists"), "{}", stderr(&taken));
    // A file where a folder must be: what was made before it is deleted.
    fs::remove_file(&spec).expect("removed");
    fs::remove_dir_all(dir.path().join("marsh/spec")).expect("removed");
    fs::write(dir.path().join("marsh/spec"), "").expect("written");
    let stuck = bestiary(dir.path(), &["new", "behaviour", "frog", "--mod", "marsh"]).code(1);
    assert!(stderr(&stuck).contains("frog_spec.lua"), "{}", stderr(&stuck));
    assert!(!dir.path().join("marsh/npc/frog.lua").exists());
    assert_eq!(fs::read_to_string(dir.path().join("marsh/spec")).expect("still there"), "");
    assert_eq!(before.len(), tree(dir.path()).len() + 2);
}

#[test]
fn illegal_names_are_rejected() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    for name in ["Marsh", "../marsh", "", "9lives", "two words", &"a".repeat(33)] {
        let text = stderr(&bestiary(dir.path(), &["new", "mod", name]).code(1));
        assert!(text.contains("cannot be a name"), "{text}");
    }
    assert!(stderr(&bestiary(dir.path(), &["new", "mod", "base"]).code(1)).contains("built-in"));
    assert!(stderr(&bestiary(dir.path(), &["new", "behaviour", "frog"]).code(1)).contains("there is no mod here"));
    assert!(
        stderr(&bestiary(dir.path(), &["new", "behaviour", "frog", "--mod", "x"]).code(1)).contains("x is not a mod")
    );
    assert_eq!(tree(dir.path()), Vec::<String>::new());
}
