//! Strings of mods, maps and specs never control the terminal, and no line of theirs looks like one of the program's.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Writes to the clipboard of some terminals, and begins a line.
const LUA: &str = "\\27]52;c;aGk=\\7\\u{9b}31m\\127\\r\\n9 passed, 0 failed";
const TOML: &str = "\\u001b]52;c;aGk=\\u0007\\u009b31m\\u007f\\r\\n9 passed, 0 failed";
const RAW: &str = "\u{1b}]52;c;aGk=\u{7}\u{9b}31m\u{7f}\r\n9 passed, 0 failed";

/// Runs the program and returns its exit code, stdout and stderr, after a look at both.
fn bestiary(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let output = command.current_dir(dir).args(args).timeout(Duration::from_secs(60)).output().expect("runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    for shown in [&out, &err] {
        let raw = shown.chars().find(|c| c.is_control() && *c != '\n');
        assert!(raw.is_none(), "{args:?}: {raw:?} in {shown:?}");
        let forged = shown.lines().any(|l| l.trim_start().starts_with("9 passed"));
        assert!(!forged, "{args:?}: {shown}");
        assert!(!shown.contains("panicked"), "{shown}");
    }
    (output.status.code().expect("it ended by itself"), out, err)
}

fn a_mod(dir: &Path, manifest: &str, behaviour: &str) {
    for sub in ["wet/npc", "wet/spec", "wet/lib"] {
        fs::create_dir_all(dir.join(sub)).expect("made");
    }
    fs::write(dir.join("wet/mod.toml"), format!("api = 2\nversion = \"1\"\n{manifest}")).expect("written");
    fs::write(dir.join("wet/npc/toad.lua"), behaviour).expect("written");
}

fn toad(state: &str, more: &str, tick: &str) -> String {
    format!(
        "return behaviour {{ name = \"toad\", start = \"{state}\", {more} states = {{ [\"{state}\"] = {{\n\
         tick = function(npc) {tick} end }} }} }}"
    )
}

#[test]
fn what_scripts_say_and_how_they_name_things_is_shown_with_escapes() {
    let dir = tempfile::tempdir().expect("a folder");
    let bodies = [
        toad(LUA, "", "error('no')"),
        toad("s", "", &format!("error(\"{LUA}\", 0)")),
        toad("s", "", &format!("error(\"{LUA}\")")),
        toad("s", "", &format!("print(\"{LUA}\") npc:say(\"{LUA}\") npc:shout(\"{LUA}\", 9) error('no')")),
        toad("s", "", &format!("return \"{LUA}\"")),
        toad("s", "", &format!("npc:tactic(\"{LUA}\")")),
        toad("s", "", &format!("npc.memory[\"{LUA}\"] = 1 npc:fly(\"{LUA}\")")),
        toad("s", "", &format!("npc[\"{LUA}\"]()")),
        toad("s", "", &format!("local f = pathfinder[\"{LUA}\"]")),
        toad("s", &format!("body = {{ faction = \"{LUA}\" }},"), "error('no')"),
        toad("s", &format!("body = {{ [\"{LUA}\"] = 1 }},"), ""),
        toad("s", &format!("[\"{LUA}\"] = 1,"), ""),
        toad("s", "", "").replace("\"toad\"", &format!("\"{LUA}\"")),
        format!("require(\"{LUA}\")"),
        format!("error(\"{LUA}\")"),
        format!("local x = \u{1b}]52;c;aGk=\u{7}\n{}", toad("s", "", "")),
        format!("-- \u{1b}]52;c;aGk=\u{7}\nlocal y = nope.x -- \u{1b}]52;c;aGk=\u{7}\n{}", toad("s", "", "")),
    ];
    for (i, body) in bodies.iter().enumerate() {
        a_mod(dir.path(), "name = \"wet\"\n", body);
        let run = ["run", "--headless", "--ticks", "40", "--mod", "wet", "--population", "toad=3"];
        bestiary(dir.path(), &run);
        bestiary(dir.path(), &["check", "wet"]);
        // The same strings in other forms.
        if i % 4 == 0 {
            bestiary(dir.path(), &[&run[..], &["--report", "json"]].concat());
            bestiary(dir.path(), &["check", "wet", "--format", "json"]);
            bestiary(dir.path(), &["check", "wet", "--determinism", "--ticks", "20"]);
        }
    }
}

#[test]
fn specs_cannot_forge_a_line_of_the_report() {
    let dir = tempfile::tempdir().expect("a folder");
    a_mod(dir.path(), "name = \"wet\"\n", &toad(LUA, "", "error('no')"));
    let specs = [
        format!("it(\"{LUA}\", function() end)"),
        format!("describe(\"{LUA}\", function() it(\"{LUA}\", function() error(\"{LUA}\", 0) end) end)"),
        format!("it('x', function() print(\"{LUA}\") expect(\"{LUA}\").to_be(1) end)"),
        "it('x', function() error(\"9 passed, 0 failed .lua:3: x\", 0) end)".to_owned(),
        format!("it('x', function() world {{ \"{LUA}\" }} end)"),
        "it('x', function() local w = world { 't', t = 'toad' } w:run(20) expect(w:creature('t').state).to_be(1) end)"
            .to_owned(),
        format!("it('x', function() world {{ 't', t = \"{LUA}\" }} end)"),
        "it('x', function() local w = world { 't', t = 'toad' } print(w:draw()) expect(1).to_be(1) end)".to_owned(),
        format!("error(\"{LUA}\")"),
        "error(\"9 passed, 0 failed .lua:3: x\", 0)".to_owned(),
    ];
    for spec in specs {
        fs::write(dir.path().join("wet/spec/toad_spec.lua"), spec).expect("written");
        bestiary(dir.path(), &["test", "wet", "--coverage"]);
        bestiary(dir.path(), &["test", "wet", "--filter", RAW]);
        bestiary(dir.path(), &["check", "wet"]);
    }
}

#[test]
fn names_in_manifests_and_maps_are_shown_with_escapes() {
    let dir = tempfile::tempdir().expect("a folder");
    for manifest in [
        format!("name = \"{TOML}\"\n"),
        format!("name = \"wet\"\n\"{TOML}\" = 1\n"),
        format!("name = \"wet\"\ndepends = [\"{TOML}\"]\n"),
        format!("name = \"{RAW}"),
    ] {
        a_mod(dir.path(), &manifest, &toad("s", "", ""));
        bestiary(dir.path(), &["check", "wet"]);
        bestiary(dir.path(), &["run", "--headless", "--ticks", "2", "--mod", "wet"]);
        bestiary(dir.path(), &["test", "wet"]);
    }
    let object = "boxes = [{ size = [1, 1], top = 2, at = [900, 0] }]";
    for map in [
        format!("name = \"{TOML}\"\n[ground]\nsize = [20, 20]\n"),
        format!("\"{TOML}\" = 1\n[ground]\nsize = [20, 20]\n"),
        format!("[ground]\nsize = [20, 20]\n[[object]]\nname = \"{TOML}\"\n{object}\n"),
        format!(
            "[ground]\nsize = [20, 20]\n[prefab.\"{TOML}\"]\n{object}\n[[object]]\nprefab = \"{TOML}\"\nat = [1, 1]"
        ),
        format!("[ground]\nsize = [20, 20]\n[prefab.\"{TOML}\"]\n[[object]]\nprefab = \"x\"\nat = [1, 1]"),
        format!("[ground]\nsize = [20, 20]\n[[spawn]]\nbehaviour = \"{TOML}\"\narea = [0, 0, 5, 5]\ncount = 1\n"),
        format!("[ground]\nsize = [20, 20]\nfill = \"{TOML}\"\n"),
        format!("[ground]\nfile = \"{TOML}\"\n"),
        "[ground]\nrows = '''\n..\u{1b}]52;c;aGk=\u{7}\n'''\n".to_owned(),
        format!("[legend]\n\"{TOML}\" = {{ name = \"{TOML}\", walkable = true }}\n[ground]\nsize = [2, 2]"),
        format!("planner = \"{TOML}\"\n[ground]\nsize = [20, 20]\n"),
        RAW.to_owned(),
    ] {
        fs::write(dir.path().join("a.toml"), format!("format = 1\n{map}")).expect("written");
        bestiary(dir.path(), &["check", "a.toml"]);
        bestiary(dir.path(), &["run", "a.toml", "--headless", "--ticks", "2"]);
        bestiary(dir.path(), &["path", "a.toml", "--from", "0,0", "--to", "1,1"]);
    }
    for map in [format!("type {RAW}\n"), format!("{RAW}\n"), format!("type octile\nwidth 2\nheight 1\nmap\n{RAW}")] {
        fs::write(dir.path().join("a.map"), map).expect("written");
        bestiary(dir.path(), &["check", "a.map"]);
        bestiary(dir.path(), &["run", "a.map", "--headless", "--ticks", "2"]);
    }
}

#[cfg(unix)]
#[test]
fn names_of_files_are_shown_with_escapes() {
    let dir = tempfile::tempdir().expect("a folder");
    a_mod(dir.path(), "name = \"wet\"\n", &toad("s", "", "error('no')"));
    let odd = format!("{RAW}.lua");
    for (sub, text) in [
        ("npc", toad("s", "", "error('no')").replace("\"toad\"", &format!("\"{LUA}\""))),
        ("npc", "error('no')".to_owned()),
        ("lib", "error('no')".to_owned()),
        ("spec", "it('x', function() error('no') end)".to_owned()),
    ] {
        let file = dir.path().join("wet").join(sub).join(&odd);
        fs::write(&file, text).expect("written");
        bestiary(dir.path(), &["check", "wet"]);
        bestiary(dir.path(), &["test", "wet", "--coverage"]);
        bestiary(dir.path(), &["run", "--headless", "--ticks", "20", "--mod", "wet", "--population", "toad=1"]);
        fs::remove_file(&file).expect("removed");
    }
    let (map, new) = (format!("{RAW}.map"), format!("dir{RAW}"));
    fs::write(dir.path().join(&map), "type octile\nheight 1\nwidth 2\nmap\n..\n").expect("written");
    for line in [
        &["run", &map, "--headless", "--ticks", "1"][..],
        &["run", "nowhere\u{1b}]0;x\u{7}", "--headless"],
        &["run", "--headless", "--mod", RAW],
        &["run", "--headless", "--config", RAW],
        &["run", "--headless", "--prepared", RAW, "--ticks", "1"],
        &["check", &map],
        &["check", RAW],
        &["path", &map, "--from", "0,0", "--to", "9,9"],
        &["path", &map, "--from", "0,0", "--to", "1,0", "--algorithm", "hpa-levels", "--prepared", RAW],
        &["scen", RAW],
        &["test", RAW],
        &["test", "wet", "--coverage-json", &format!("nowhere/{RAW}")],
        &["types", "--out", &new],
        &["new", "mod", RAW],
        &["new", "mod", "frogs", "--in", &new],
        &["new", "behaviour", "frog", "--mod", RAW],
        &["new", "behaviour", "frog", "--mod", &format!("{new}/frogs")],
        &["experiment", "entropia", "--windows", "1", "--ticks", "1", "--out", &new],
        &["experiment", "compare", "--maps", RAW],
    ] {
        bestiary(dir.path(), line);
    }
}

#[test]
fn an_error_that_names_another_file_counts_where_it_was_raised() {
    let dir = tempfile::tempdir().expect("a folder");
    let traceback = "x\\nstack traceback:\\nscripts/npc/wolf.lua:3: in function 'tick'";
    for tick in [
        "error(\"scripts/npc/wolf.lua:3: x\", 0)".to_owned(),
        "error(\"scripts/npc/wolf.lua:3: scripts/npc/deer.lua:4: x\", 0)".to_owned(),
        "error(\"[host]:3: scripts/npc/wolf.lua:3: x\", 0)".to_owned(),
        "local _, e = pcall(error, \"scripts/npc/wolf.lua:3: x\", 0) error(e, 0)".to_owned(),
        format!("error(\"{traceback}\", 0)"),
        format!("npc[\"{traceback}\"]()"),
        format!("npc:nearest {{ [\"{traceback}\"] = 1 }}"),
    ] {
        a_mod(dir.path(), "name = \"wet\"\n", &toad("s", "", &tick));
        let run = ["run", "--headless", "--ticks", "20", "--mod", "wet", "--population", "toad=1"];
        let (_, _, err) = bestiary(dir.path(), &run);
        assert!(err.starts_with("wet/npc/toad.lua:2: error: "), "{err}");
        let traced = err.lines().any(|l| l.starts_with("    from scripts/"));
        assert!(!traced, "{err}");
    }
}
