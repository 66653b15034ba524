//! The README is true: its creature runs, its table of codes is complete, its links exist.

use bestiary::Sim;
use bestiary::testing::diag::NoClock;
use bestiary::testing::nav::Code;
use bestiary::{Command, Start};
use std::path::{Path, PathBuf};

const README: &str = include_str!("../../README.md");

/// The first fenced block of a language that contains `word`.
fn block(language: &str, word: &str) -> String {
    let fence = format!("```{language}\n");
    let blocks = README.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap_or(""));
    blocks.into_iter().find(|b| b.contains(word)).expect("the README has it").to_owned()
}

#[test]
fn the_hare_of_the_readme_lives_and_flees() {
    let dir = tempfile::tempdir().expect("scratch folder");
    std::fs::create_dir(dir.path().join("npc")).expect("folder");
    let manifest = "name = \"readme\"\nversion = \"1.0.0\"\napi = 2\ndepends = [\"base\"]\n";
    std::fs::write(dir.path().join("mod.toml"), manifest).expect("writes");
    std::fs::write(dir.path().join("npc/hare.lua"), block("lua", "name  = \"hare\"")).expect("writes");
    let (setup, _) = Start { map: "glade".into(), mods: vec![dir.path().into()], seed: 7, ..Start::default() }
        .load()
        .expect("loads");
    let mut sim = Sim::new(setup).expect("the hare loads");
    sim.step(&[Command::Spawn { behaviour: "hare".into(), count: 5, at: None }], &NoClock);
    let before = sim.stats().entered.get("flee").copied().unwrap_or(0);
    for _ in 0..1_200 {
        sim.step(&[], &NoClock);
    }
    assert_eq!(sim.stats().script_errors, 0, "{:?}", sim.log().lines().map(|l| &l.text).collect::<Vec<_>>());
    assert!(sim.stats().entered["flee"] > before);
}

#[test]
fn the_table_of_codes_is_that_of_the_program() {
    let (_, table) = README.split_once("| code | from | meaning |\n| --- | --- | --- |\n").expect("the table");
    let rows: Vec<&str> = table.lines().take_while(|l| l.starts_with('|')).collect();
    let row = |code: Code| {
        let (from, meaning) = code.doc().split_once(": ").expect("which call returns it");
        format!("| `{}` | {from} | {meaning} |", code.name())
    };
    assert_eq!(rows, Code::ALL.map(row));
}

#[test]
fn the_line_to_edit_is_in_the_wolf() {
    let line = block("lua", "cooldown").trim().to_owned();
    assert!(include_str!("../../scripts/npc/wolf.lua").contains(&line), "{line}");
}

/// A heading as links name it.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = letters.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn the_pages_and_headings_that_pages_link_to_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = std::fs::read_dir(root.join("docs")).expect("docs").map(|e| e.expect("an entry").path());
    let pages: Vec<PathBuf> =
        docs.chain([root.join("README.md")]).filter(|p| p.extension() == Some("md".as_ref())).collect();
    let mut checked = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("readable");
        for target in text.split("](").skip(1).filter_map(|part| part.split(')').next()) {
            if target.starts_with("http") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(path.exists(), "{}: {target}", page.display());
            let headings = || std::fs::read_to_string(&path).expect("a page");
            let there = heading.is_empty() || headings().lines().any(|l| l.starts_with('#') && anchor(l) == heading);
            assert!(there, "{}: {target}", page.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} links were found");
}
