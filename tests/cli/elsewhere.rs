//! No message quotes a file outside the folder of the mod or the map that refers to it.

use assert_cmd::Command;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

const SECRET: &str = "root:x:0:0";

/// Runs the program on a stranger's files; returns stdout and stderr, which quote nothing of the secret.
fn bestiary(dir: &Path, line: &str) -> String {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let output = command.current_dir(dir).args(line.split(' ')).output().expect("runs");
    let shown = [output.stdout, output.stderr].map(|b| String::from_utf8(b).expect("UTF-8")).concat();
    assert_eq!(output.status.code(), Some(1), "{line}: {shown}");
    assert!(!shown.contains("root"), "{line}: {shown}");
    shown
}

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("secret"), format!("{SECRET}\n")).expect("written");
    for ending in ["map", "toml", "lua", "scen"] {
        fs::write(dir.path().join(format!("secret.{ending}")), format!("{SECRET}\n")).expect("written");
    }
    fs::create_dir(dir.path().join("maps")).expect("made");
    dir
}

#[test]
fn a_map_refers_to_files_of_its_folder_only() {
    let dir = folder();
    let absolute = dir.path().join("secret.map").display().to_string();
    symlink("../secret.map", dir.path().join("maps/link.map")).expect("linked");
    symlink("..", dir.path().join("maps/up")).expect("linked");
    for name in ["../secret.map", "../secret", &absolute, "link.map", "up/secret.map", "x/../../secret.map"] {
        fs::write(dir.path().join("maps/a.toml"), format!("format = 1\n[ground]\nfile = \"{name}\"\n"))
            .expect("written");
        for line in ["check maps/a.toml", "run maps/a.toml --headless", "path maps/a.toml --from 0,0 --to 1,1"] {
            let shown = bestiary(dir.path(), line);
            assert!(shown.contains("lies outside the map's folder"), "{name}: {shown}");
        }
    }
}

#[test]
fn a_link_to_a_file_elsewhere_is_not_quoted() {
    let dir = folder();
    for ending in ["map", "toml", "scen"] {
        symlink(format!("../secret.{ending}"), dir.path().join(format!("maps/link.{ending}"))).expect("linked");
        bestiary(dir.path(), &format!("check maps/link.{ending}"));
    }
    bestiary(dir.path(), "check maps");
    bestiary(dir.path(), "scen maps/link.scen");
    for line in
        ["run maps/link.map --headless", "run maps/link.toml --headless", "path maps/link.map --from 0,0 --to 1,1"]
    {
        let shown = bestiary(dir.path(), line);
        assert!(shown.contains("name the file itself"), "{shown}");
    }
}

#[test]
fn a_mod_is_read_from_its_folder_only() {
    let dir = folder();
    for sub in ["wet/npc", "wet/spec"] {
        fs::create_dir_all(dir.path().join(sub)).expect("made");
    }
    symlink("../secret.toml", dir.path().join("wet/mod.toml")).expect("linked");
    for line in ["check wet", "run --headless --mod wet", "test wet", "new behaviour newt --mod wet"] {
        if !line.starts_with("new") {
            let shown = bestiary(dir.path(), line);
            assert!(shown.contains("leads out of the mod's folder"), "{shown}");
        }
    }
    fs::remove_file(dir.path().join("wet/mod.toml")).expect("removed");
    fs::write(dir.path().join("wet/mod.toml"), "name = \"wet\"\nversion = \"1\"\napi = 2\n").expect("written");
    symlink("../../secret.lua", dir.path().join("wet/spec/a_spec.lua")).expect("linked");
    for line in ["check wet", "test wet", "test wet/spec/a_spec.lua"] {
        let shown = bestiary(dir.path(), line);
        assert!(shown.contains("leads out of the mod's folder"), "{line}: {shown}");
    }
}
