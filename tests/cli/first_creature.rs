//! The ten-minute tutorial (`docs/first-creature.md`), walked: its commands, its blocks of Lua put where it says, and what it promises of them.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

const PAGE: &str = include_str!("../../docs/first-creature.md");

fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    PAGE.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

/// Runs one line of the page and returns its exit code and stdout.
fn walk(dir: &Path, line: &str) -> (i32, String) {
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("bestiary"));
    let output = Command::cargo_bin("bestiary").expect("built").current_dir(dir).args(words).output().expect("runs");
    (output.status.code().expect("a code"), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Replaces what lies between two marks, the first included.
fn replace(path: &Path, from: &str, to: &str, with: &str) {
    let text = fs::read_to_string(path).expect("readable");
    let start = text.find(from).unwrap_or_else(|| panic!("'{from}' is in the template"));
    let end = start + text[start..].find(to).unwrap_or_else(|| panic!("'{to}' is in the template"));
    fs::write(path, format!("{}{with}{}", &text[..start], &text[end..])).expect("written");
}

#[test]
fn every_step_has_the_result_on_the_page() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let mut said = String::new();
    for line in blocks("sh")[0].lines() {
        let (code, stdout) = walk(dir.path(), line);
        assert_eq!(code, 0, "{line}\n{stdout}");
        said = stdout;
    }
    assert!(said.ends_with("6 passed, 0 failed\n"), "{said}");

    let [test, near, notice, freeze] = blocks("lua")[..] else { panic!("the page has other blocks") };
    let (spec, toad) = (dir.path().join("mods/marsh/spec/toad_spec.lua"), dir.path().join("mods/marsh/npc/toad.lua"));
    let run = "bestiary test mods/marsh/spec/toad_spec.lua";
    assert!(PAGE.contains(run));
    replace(&spec, "  it(\"runs from a wolf\"", "  it(\"runs from a creature", &format!("{test}\n"));
    let (code, failing) = walk(dir.path(), run);
    assert_eq!(code, 1);
    let shown = PAGE.split("```\n  FAIL").nth(1).and_then(|rest| rest.split("```").next()).expect("a failure is shown");
    assert!(failing.contains(shown), "the page shows\n{shown}\nthe program says\n{failing}");

    replace(&toad, "local SAFE", "local SAFE", near);
    replace(&toad, "        local hunter = danger(npc, ALERT)", "        tactics.wander", notice);
    replace(&toad, "    flee = {", "    flee = {", &format!("{freeze}\n"));
    let (code, passing) = walk(dir.path(), run);
    assert!(code == 0 && passing.ends_with("3 passed, 0 failed\n"), "{passing}");
}
