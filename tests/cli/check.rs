//! `bestiary check`: every file below `tests/check` has one fault and says in its first line where it is found and what is
//! suggested: `-- LINE:COLUMN severity: part of the message => part of the suggestion`.

mod maps;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const MANIFEST: &str = "name = \"corpus\"\nversion = \"1\"\napi = 2\ndepends = [\"base\"]\n";

fn check(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestiary"));
    command.current_dir(ROOT).arg("check").args(args).output().expect("runs")
}

/// In this process, which is half the work of one for each file.
fn found_here(path: &Path) -> (Vec<Value>, Option<i32>) {
    let found = bestiary::testing::cli::findings(path);
    let code = i32::from(found.iter().any(|d| d["severity"] == "error"));
    (found, Some(code))
}

fn findings(path: &Path) -> (Vec<Value>, Option<i32>) {
    let out = check(&[path.to_str().expect("a readable path"), "--format", "json"]);
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let all = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    (all, out.status.code())
}

/// A mod in a folder of its own with these files.
pub(crate) fn mod_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for (path, text) in [("mod.toml", MANIFEST)].iter().chain(files) {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().expect("has one")).expect("made");
        fs::write(path, text).expect("written");
    }
    dir
}

fn corpus(kind: &str) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(Path::new(ROOT).join("tests/check").join(kind)).expect("is there");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    paths.sort();
    paths.into_iter().map(|p| (p.clone(), fs::read_to_string(&p).expect("readable"))).collect()
}

/// What the first line of a file says should be found: `LINE:COLUMN severity`, message, suggestion.
fn expected(text: &str) -> (String, String, String) {
    let line = text.lines().next().unwrap_or("").trim_start_matches(['-', '#', ' ']);
    let mut parts = line.splitn(2, " => ");
    let (place, message) = parts.next().and_then(|p| p.split_once(": ")).unwrap_or((line.trim_end_matches(':'), ""));
    (place.to_owned(), message.to_owned(), parts.next().unwrap_or("").to_owned())
}

/// What is wrong with the findings of a file, if anything.
fn verdict(name: &Path, text: &str, found: &[Value], code: Option<i32>) -> Option<String> {
    let (place, message, hint) = expected(text);
    let [only] = found else { return Some(format!("{}: {} findings: {found:#?}", name.display(), found.len())) };
    let severity = only["severity"].as_str().unwrap_or("");
    let said = format!("{}:{} {severity}", only["line"], only["column"]);
    let suggestion = only["suggestion"].as_str().unwrap_or("");
    let fits = said == place
        && only["message"].as_str().is_some_and(|m| m.contains(&message))
        && suggestion.contains(&hint)
        && code == Some(i32::from(severity == "error"));
    (!fits).then(|| format!("{}: expected {place}: {message} => {hint}\n  found {only:#}", name.display()))
}

/// Puts each file of a kind where it belongs and checks it.
fn all_of(kind: &str, least: usize) {
    let files = corpus(kind);
    assert!(files.len() >= least, "{} files below {kind}", files.len());
    let of = |(path, text): &(PathBuf, String)| {
        let name = path.file_name().and_then(|n| n.to_str()).expect("readable");
        let inside = format!("{kind}/{name}");
        let (found, code) = match kind {
            "maps" | "configs" => found_here(Path::new("tests/check").join(kind).join(name).as_path()),
            "manifests" => found_here(mod_of(&[("mod.toml", text)]).path()),
            _ => found_here(mod_of(&[(&inside, text)]).path()),
        };
        verdict(path, text, &found, code)
    };
    // The largest of these corpora would be the last test that runs, alone.
    let wrong: Vec<String> = files.par_iter().filter_map(of).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn broken_behaviours_are_reported_at_their_place_with_a_remedy() {
    all_of("npc", 150);
}

#[test]
fn broken_modules_manifests_maps_configurations_and_specs_too() {
    all_of("lib", 2);
    all_of("manifests", 8);
    all_of("maps", 20);
    all_of("configs", 5);
    all_of("spec", 10);
}

#[test]
fn sound_mods_are_left_alone() {
    for (path, text) in corpus("sound") {
        let stem = path.file_stem().and_then(|n| n.to_str()).expect("readable");
        let (found, code) = found_here(mod_of(&[(&format!("npc/{stem}.lua"), &text)]).path());
        assert_eq!((found.len(), code), (0, Some(0)), "{}: {found:#?}", path.display());
    }
}

#[test]
fn a_module_may_end_the_life_in_which_a_state_is_never_left() {
    let life = "local life = {}\nfunction life.finish(npc) npc:despawn() end\nreturn life\n";
    let fly = "return behaviour { name = \"fly\", start = \"dance\", states = {\n\
               dance = { tick = function(npc) if npc.age > 2 then return \"wilt\" end end },\n\
               wilt = { tick = function(npc) if npc.state_time > 1 then require(\"lib.life\").finish(npc) end end } } }\n";
    assert_eq!(findings(mod_of(&[("lib/life.lua", life), ("npc/fly.lua", fly)]).path()), (Vec::new(), Some(0)));
}

#[test]
fn what_is_shipped_is_clean() {
    let out = check(&[]);
    assert_eq!(String::from_utf8_lossy(&out.stdout), "0 errors, 0 warnings\n");
    assert_eq!(out.status.code(), Some(0));
}

#[test]
fn one_broken_file_does_not_hide_the_faults_of_others() {
    let pick = |name: &str| corpus("npc").into_iter().find(|(p, _)| p.ends_with(name)).expect("is there").1;
    let (syntax, member, state) = (pick("syntax_quote.lua"), pick("member_field.lua"), pick("state_unknown.lua"));
    let dir = mod_of(&[
        ("npc/syntax_quote.lua", &syntax),
        ("npc/member_field.lua", &member),
        ("npc/state_unknown.lua", &state),
        ("mod.toml", "name = \"corpus\"\nversion = \"1\"\napi = 2\ndepnds = []\n"),
    ]);
    let (found, code) = findings(dir.path());
    let files: Vec<String> =
        found.iter().map(|f| f["file"].as_str().unwrap_or("").rsplit('/').next().unwrap_or("").to_owned()).collect();
    assert_eq!(files, ["mod.toml", "member_field.lua", "state_unknown.lua", "syntax_quote.lua"]);
    assert_eq!(code, Some(1));
}

#[test]
fn text_shows_place_line_caret_and_suggestion_and_counts() {
    let (_, text) = corpus("npc").into_iter().find(|(p, _)| p.ends_with("member_field.lua")).expect("is there");
    let dir = mod_of(&[("npc/member_field.lua", &text)]);
    let out = check(&[dir.path().to_str().expect("readable")]);
    let said = String::from_utf8_lossy(&out.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].ends_with("npc/member_field.lua:9:16: error: npc has no 'helth'"), "{said}");
    assert!(said.contains("if npc.helth < 5") && said.contains("^^^^^ did you mean 'health'? (npc.health)"), "{said}");
    assert_eq!(lines.last(), Some(&"1 error, 0 warnings"));
    assert!(!said.contains('\x1b'), "no colours without a terminal");
}

#[test]
fn a_single_file_is_checked_in_its_mod() {
    let file = "return behaviour {\n  name = \"a\",\n  start = \"s\",\n  states = { s = { tick = function(npc) require(\"lib.own\").walk(npc) end } },\n}\n";
    let own = "local own = {}\nfunction own.wlak(npc) npc:stop() end\nreturn own\n";
    let dir = mod_of(&[("npc/a.lua", file), ("lib/own.lua", own), ("npc/b.lua", "return 3")]);
    let (found, _) = findings(&dir.path().join("npc/a.lua"));
    assert_eq!(found.len(), 1, "the other file's fault was not asked about: {found:#?}");
    assert_eq!(found[0]["suggestion"], "did you mean 'wlak'?");
}

#[test]
fn wrong_usage_is_two_and_what_is_not_there_is_one() {
    assert_eq!(check(&["--colour"]).status.code(), Some(2));
    assert_eq!(check(&["--ticks", "5"]).status.code(), Some(2), "only with --determinism");
    for path in ["nowhere/wolf.lua", "nowhere", "glad"] {
        let out = check(&[path]);
        let said = String::from_utf8_lossy(&out.stdout).into_owned();
        assert_eq!(out.status.code(), Some(1));
        assert!(said.contains(&format!("{path}: error: there is no such file or folder")), "{said}");
    }
}

#[test]
fn the_shipped_mod_is_deterministic() {
    let out = check(&["scripts", "--determinism", "--ticks", "60"]);
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stdout));
    assert!(String::from_utf8_lossy(&out.stderr).contains("60 ticks agree on one thread, on two, and after a reload"));
}

#[test]
fn deeply_nested_code_is_read_in_time() {
    // Each level once doubled the time: with ten a check took minutes.
    let index = format!("{}1{}", "T[".repeat(60), "]".repeat(60));
    let choice = format!("{}2", "if a then 1 else ".repeat(40));
    let text = format!(
        "local T, a = {{ 1 }}, 1\nlocal x, y = {index}, {choice}\nreturn behaviour {{ name = \"deep\", start = \"a\", states = {{\n\
         a = {{ tick = function(npc) npc.memory.n = (npc.memory.n or 0) + x + y end }} }} }}\n"
    );
    let dir = mod_of(&[("npc/deep.lua", &text)]);
    let mut command = assert_cmd::Command::cargo_bin("bestiary").expect("built");
    let out = command.arg("check").arg(dir.path()).timeout(Duration::from_secs(60)).output().expect("it runs");
    assert_eq!(out.status.code(), Some(0), "killed, or it found something: {}", String::from_utf8_lossy(&out.stdout));
}

#[test]
fn names_that_lead_through_each_other_are_followed_once() {
    let fields: String = (0..60).map(|i| format!("t.f{i} = t.f{} or t.f{}\n", i + 1, i + 2)).collect();
    let memory = ".memory".repeat(70);
    let text = format!(
        "local t = {{ f60 = \"a\", f61 = \"a\" }}\n{fields}return behaviour {{ name = \"deep\", start = \"a\", states = {{ a = {{\n\
         tick = function(npc) return t.f0 end, hurt = function(npc) return npc{memory} end }} }} }}\n"
    );
    let (found, code) = findings(mod_of(&[("npc/deep.lua", &text)]).path());
    assert_eq!((found.len(), code), (1, Some(0)), "nothing writes memory.memory: {found:#?}");
}

#[cfg(unix)]
#[test]
fn control_characters_of_files_and_scripts_never_reach_the_terminal() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("e\u{1b}[31mx.lua");
    std::fs::write(&file, "return behaviour { name = 'e\u{1b}]52;c;eA==\u{7}x', start = 's', states = { s = { } } }\n")
        .expect("written");
    let out =
        assert_cmd::Command::cargo_bin("bestiary").expect("built").arg("check").arg(&file).output().expect("it runs");
    let said = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(said.contains("\\u{1b}[31mx.lua"), "{said}");
    assert!(!said.contains(['\u{1b}', '\u{7}']), "{said:?}");
}

#[cfg(unix)]
#[test]
fn links_that_leave_a_mod_are_refused_and_circles_are_met_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |path: &str| dir.path().join(path);
    fs::create_dir_all(at("lib")).expect("made");
    fs::write(at("mod.toml"), "name = \"linked\"\nversion = \"1.0.0\"\napi = 2\n").expect("written");
    fs::write(at("lib/a.lua"), "return { b = nope }\n").expect("written");
    std::os::unix::fs::symlink(".", at("lib/here")).expect("a link");
    let once = check(&[&dir.path().to_string_lossy()]);
    let said = String::from_utf8_lossy(&once.stdout).into_owned();
    assert_eq!(said.matches("a.lua").count(), 1, "{said}");
    std::os::unix::fs::symlink("/", at("lib/root")).expect("a link");
    let out = check(&[&dir.path().to_string_lossy()]);
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(said.contains("lib/root: error: is a link that leads out of the mod's folder"), "{said}");
    assert_eq!(out.status.code(), Some(1), "{said}");
}

#[test]
fn specs_in_folders_are_checked_and_one_that_cannot_be_read_is_reported() {
    let dir = mod_of(&[("spec/deep/a_spec.lua", "describe(\"a\", function() spwan() end)\n")]);
    fs::write(dir.path().join("spec/broken.lua"), [0x66, 0xff, 0xfe]).expect("written");
    let (found, code) = findings(dir.path());
    let said: Vec<String> = found.iter().map(|f| f["message"].as_str().unwrap_or("").to_owned()).collect();
    assert_eq!((found.len(), code), (2, Some(1)), "{found:#?}");
    assert!(said[0].starts_with("cannot be read") && said[1] == "there is no 'spwan'", "{said:?}");
}

#[test]
fn a_script_of_no_mod_is_a_behaviour_when_it_describes_one() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("shared.lua");
    fs::write(&file, "-- for every behaviour\nlocal m = {}\nfunction m.rest(npc) npc:stop() end\nreturn m\n")
        .expect("written");
    assert_eq!(findings(&file), (Vec::new(), Some(0)));
    fs::write(&file, "return behaviour { name = \"shared\", start = \"rest\" }\n").expect("written");
    assert_eq!(findings(&file).1, Some(1), "it has no states");
}

pub(crate) const LOITER: &str =
    "return behaviour { name = \"NAME\", start = \"s\", states = { s = { tick = function(npc) BODY end } } }";

fn loiter(name: &str, body: &str) -> String {
    LOITER.replace("NAME", name).replace("BODY", body)
}

/// Place, severity, message and suggestion of each finding in a folder.
pub(crate) fn shown(home: &Path) -> Vec<String> {
    let line = |d: &Value| {
        let word = |key: &str| d[key].as_str().unwrap_or("").to_owned();
        let file = word("file").replace(home.to_str().expect("readable"), "");
        format!("{file}:{}: {}: {} => {}", d["line"], word("severity"), word("message"), word("suggestion"))
    };
    findings(home).0.iter().map(line).collect()
}

#[test]
fn scripts_that_nothing_loads_are_reported_and_tools_are_not() {
    let home = mod_of(&[
        ("npcs/hen.lua", &loiter("hen", "npc:stop()")),
        ("npc/birds/owl.lua", &loiter("owl", "npc:stop()")),
        ("npc/crow.luau", &loiter("crow", "npc:stop()")),
        ("tests/hen_spec.lua", "test(\"it stops\", function() expect(1).to_be(1) end)"),
        ("tools/list.lua", "print(1)"),
        (".old/hen.lua", &loiter("hen", "npc:stop()")),
        ("inner/mod.toml", MANIFEST),
        ("inner/npc/wren.lua", &loiter("wren", "npc:stop()")),
    ]);
    let (never, not_run) = (
        "this behaviour is never loaded: behaviours are files npc/NAME.lua",
        "this spec is never run: specs are Lua files below spec/",
    );
    let expected = [
        format!("/npc/birds/owl.lua:1: warning: {never} => move it to npc/owl.lua"),
        format!("/npc/crow.luau:1: warning: {never} => move it to npc/crow.lua"),
        format!("/npcs/hen.lua:1: warning: {never} => move it to npc/hen.lua"),
        format!("/tests/hen_spec.lua:1: warning: {not_run} => move it to spec/hen_spec.lua"),
    ];
    assert_eq!(shown(home.path()), expected);
}

#[test]
fn keys_of_mod_settings_are_those_of_the_manifest() {
    let manifest = format!("{MANIFEST}[settings]\nrange = 18\nword = \"a\"\n[settings.night]\nrange = 6\n");
    let body = "npc:steer(mod.settings.range, mod.settings.night.range)\nlocal s = mod.settings\n\
                npc:steer(s.rnage, 1)\nnpc:steer(s.night.sight, 1)\nnpc:steer(s.word.range, 1)\nnpc:steer(s[npc.name], 1)";
    let home = mod_of(&[("npc/hen.lua", &loiter("hen", body))]);
    fs::write(home.path().join("mod.toml"), manifest).expect("written");
    let expected = [
        "/npc/hen.lua:3: error: mod.settings has no 'rnage' => did you mean 'range'?",
        "/npc/hen.lua:4: error: mod.settings.night has no 'sight' => there is: range",
        "/npc/hen.lua:5: error: s.word is a string: it has no 'range' => ",
    ];
    assert_eq!(shown(home.path()), expected);
}
