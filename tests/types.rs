//! Editor types come from the declarations of the API: the files under `scripts/types` are what the program writes.
//! Where `emmylua_check` and `luau_check` are on the PATH (`.ci/types` installs them), the types are proven with them: no
//! warning on the shipped mods and on a new one, and each fault planted in `tests/type_faults` is found in its line. Where
//! they are missing the test says so, and fails if `TYPE_CHECKERS` is set (`.ci/run` sets it where they are installed).

use assert_cmd::Command;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn bestiary() -> Command {
    Command::cargo_bin("bestiary").expect("built")
}

#[test]
fn the_committed_files_are_what_the_program_writes() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let out = dir.path().join("deep/types");
    bestiary().args(["types", "--out"]).arg(&out).assert().success();
    let committed = root().join("scripts/types");
    for file in fs::read_dir(&out).expect("there") {
        let name = file.expect("a file").file_name();
        let made = fs::read_to_string(out.join(&name)).expect("written");
        let there = fs::read_to_string(committed.join(&name)).unwrap_or_default();
        assert!(made == there, "scripts/types/{} is out of date: cargo run -- types", name.display());
    }
    let count = |dir: &Path| fs::read_dir(dir).expect("there").count();
    assert_eq!(count(&out), count(&committed));
}

#[test]
fn the_types_of_a_mod_know_its_settings() {
    let out = tempfile::tempdir().expect("a scratch folder");
    let village = root().join("examples/mods/village");
    bestiary().args(["types", "--mod"]).arg(village).arg("--out").arg(out.path()).assert().success();
    let file = |name: &str| fs::read_to_string(out.path().join(name)).expect("written");
    let sight = "dog: how far it sees sheep, metres; 60 when left out, 5 at least, 150 at most";
    for (name, lines) in [
        (
            "bestiary.d.lua",
            [format!("---@field sight number {sight}\n"), "---@field night number in mod.toml: ".into()],
        ),
        ("bestiary.d.luau", [format!("  --- {sight}\n  sight: number,\n"), "  night: number,\n".into()]),
    ] {
        let text = file(name);
        assert!(lines.iter().all(|line| text.contains(line.as_str())), "{lines:?} in {name}:\n{text}");
    }
    bestiary().args(["types", "--docs", "--mod", "mods/none"]).assert().code(2);
}

#[test]
fn what_a_mod_writes_stays_in_comments_and_only_names_become_fields() {
    let (mods, out) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let odd = "return behaviour { name = \"odd\", start = \"s\", settings = {\n\
               wide = { default = \"a\\nevil = 1 --[[\\27[31m\" }, narrow = { default = 0.004, min = 0.001, max = 0.01 },\n\
               [\"end\"] = { default = 1 }, [\"\"] = { default = 1 }, [\"two words\"] = { default = 1 } },\n\
               states = { s = { tick = function(npc) npc:stop() end } } }";
    let manifest = "name = \"odd\"\nversion = \"1\"\napi = 2\n[settings]\nthen = 1\nlines = \"\"\"a\nevil = 2\"\"\"\n";
    fs::create_dir(mods.path().join("npc")).expect("made");
    fs::write(mods.path().join("npc/odd.lua"), odd).expect("written");
    fs::write(mods.path().join("mod.toml"), manifest).expect("written");
    bestiary().args(["types", "--mod"]).arg(mods.path()).arg("--out").arg(out.path()).assert().success();
    for file in ["bestiary.d.lua", "bestiary.d.luau"] {
        let text = fs::read_to_string(out.path().join(file)).expect("written");
        let named = |name: &str| text.contains(&format!("  {name}: ")) || text.contains(&format!("@field {name} "));
        assert!(named("wide") && named("narrow") && named("lines"), "{file}");
        assert!(["end", "then", "", "two words"].iter().all(|name| !named(name)), "{file}");
        assert!(!text.contains('\u{1b}') && !text.lines().any(|line| line.trim_start().starts_with("evil")), "{file}");
        assert!(text.contains("0.004 when left out, 0.001 at least, 0.01 at most"), "{file}");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_reported() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("taken");
    fs::write(&file, "").expect("writes");
    let run = bestiary().args(["types", "--out"]).arg(&file).assert().code(1);
    assert!(String::from_utf8_lossy(&run.get_output().stderr).contains("taken"));
}

/// The findings of a checker: file and line, and all of its output.
struct Findings {
    places: BTreeSet<(PathBuf, usize)>,
    text: String,
}

impl Findings {
    fn lines(&self, file: &Path) -> BTreeSet<usize> {
        self.places.iter().filter(|(f, _)| f.ends_with(file)).map(|p| p.1).collect()
    }
}

/// Whether a checker is installed. Says so when not, even where the output of tests is captured; a failure when checkers are
/// required.
fn found(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&paths).any(|dir| dir.join(program).is_file());
    if !found {
        assert!(std::env::var_os("TYPE_CHECKERS").is_none(), "{program} is not on the PATH");
        let _ = writeln!(std::io::stderr(), "skipped: {program} is not on the PATH; .ci/types installs it");
    }
    found
}

fn emmylua(dir: &Path) -> Findings {
    let out = dir.join("findings.json");
    let run = Command::new("emmylua_check").arg(dir).args(["-f", "json", "--output"]).arg(&out).output().expect("runs");
    let text = fs::read_to_string(&out).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&run.stderr)));
    let files: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut places = BTreeSet::new();
    for file in files.as_array().into_iter().flatten() {
        for d in file["diagnostics"].as_array().into_iter().flatten() {
            let line = d["range"]["start"]["line"].as_u64().expect("a line") as usize + 1;
            places.insert((PathBuf::from(file["file"].as_str().expect("a file")), line));
        }
    }
    Findings { places, text }
}

/// As editors show it.
fn luau(dir: &Path) -> Findings {
    luau_check(dir, &["--as-editors"])
}

fn luau_strict(dir: &Path) -> Findings {
    luau_check(dir, &[])
}

fn luau_check(dir: &Path, options: &[&str]) -> Findings {
    let mut command = Command::new("luau_check");
    command.args(options);
    command.arg(dir.join("types/bestiary.d.luau")).args(lua_files(dir));
    let run = command.output().expect("runs");
    assert!(run.status.code() < Some(2), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    let place = |line: &str| {
        let mut parts = line.splitn(3, ':');
        Some((PathBuf::from(parts.next()?), parts.next()?.parse().ok()?))
    };
    Findings { places: text.lines().filter_map(place).collect(), text }
}

fn lua_files(dir: &Path) -> Vec<PathBuf> {
    let subs = ["lib", "npc", "spec"].map(|sub| dir.join(sub));
    let entries = subs.iter().filter_map(|d| fs::read_dir(d).ok()).flatten();
    let mut all: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    all.sort();
    assert!(!all.is_empty(), "no Lua in {}", dir.display());
    all
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("there") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("copied");
        }
    }
}

/// Copies of the shipped mods and a fresh one, in a scratch folder: a checker also reads what lies beside them.
fn clean_mods(scratch: &Path) -> Vec<PathBuf> {
    let mut all = vec![scratch.join("base")];
    copy(&root().join("scripts"), &all[0]);
    for entry in fs::read_dir(root().join("examples/mods")).expect("there") {
        let path = entry.expect("an entry").path();
        all.push(scratch.join(path.file_name().expect("a name")));
        copy(&path, all.last().expect("pushed"));
        bestiary().args(["types", "--mod"]).arg(all.last().expect("pushed")).assert().success();
    }
    bestiary().args(["new", "mod", "fresh", "--in"]).arg(scratch).assert().success();
    all.push(scratch.join("fresh"));
    all
}

#[test]
fn the_shipped_mods_and_a_fresh_one_are_without_a_warning() {
    for (program, check) in [("emmylua_check", emmylua as fn(&Path) -> Findings), ("luau_check", luau)] {
        if found(program) {
            let scratch = tempfile::tempdir().expect("a scratch folder");
            for dir in clean_mods(scratch.path()) {
                let all = check(&dir);
                assert!(all.places.is_empty(), "{program} on {}: {}", dir.display(), all.text);
            }
        }
    }
}

/// A mod of all planted faults, and for each file its faulty line and whether Luau alone can find it.
fn planted(scratch: &Path) -> Vec<(PathBuf, usize, bool)> {
    bestiary().args(["new", "mod", "faulty", "--in"]).arg(scratch).assert().success();
    let npc = scratch.join("faulty/npc");
    copy(&root().join("tests/type_faults"), &npc);
    let mut all = Vec::new();
    for path in lua_files(&scratch.join("faulty")).into_iter().filter(|p| p.starts_with(&npc)) {
        let text = fs::read_to_string(&path).expect("readable");
        let marked = text.lines().enumerate().find_map(|(i, l)| Some((i + 1, l.split_once("-- FAULT")?.1)));
        if let Some((line, rest)) = marked {
            all.push((Path::new("npc").join(path.file_name().expect("a name")), line, rest == " for Luau"));
        }
    }
    all
}

#[test]
fn every_planted_fault_is_found_in_its_line_and_nothing_else() {
    for (program, check) in [("emmylua_check", emmylua as fn(&Path) -> Findings), ("luau_check", luau_strict)] {
        if found(program) {
            let scratch = tempfile::tempdir().expect("a scratch folder");
            let faults = planted(scratch.path());
            let all = check(&scratch.path().join("faulty"));
            let mut count = 0;
            for (file, line, luau_alone) in faults {
                let wanted = if luau_alone && program == "emmylua_check" { BTreeSet::new() } else { [line].into() };
                assert_eq!(all.lines(&file), wanted, "{program}: {}\n{}", file.display(), all.text);
                count += wanted.len();
            }
            assert!(count >= 10, "{program} was given {count} faults");
            assert_eq!(all.places.len(), count, "{program}: {}", all.text);
            eprintln!("{program}: {count} planted faults, each found");
        }
    }
}
