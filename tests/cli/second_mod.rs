//! Mods stack: the example mod `wetlands` replaces the built-in wolf, adds a heron, and both mods' specs hold together.

use assert_cmd::Command;
use bestiary::Sim;
use bestiary::Start;
use bestiary::testing::diag::NoClock;
use std::path::{Path, PathBuf};

fn wetlands() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/mods/wetlands")
}

#[test]
fn the_log_says_what_is_replaced_and_the_new_creatures_live() {
    let map = wetlands().join("marsh.toml").to_string_lossy().into_owned();
    let (setup, _) = Start { map: map.clone(), mods: vec![wetlands()], ..Start::default() }.load().expect("loads");
    let mut sim = Sim::new(setup).expect("both mods load");
    for _ in 0..1_200 {
        sim.step(&[], &NoClock);
    }
    let log: Vec<String> = sim.log().lines().map(|l| l.text.to_string()).collect();
    let said = "npc/wolf.lua of mod 'wetlands' replaces that of 'base'";
    assert!(log.iter().any(|text| text.contains(said)), "{log:#?}");
    let stats = sim.stats();
    assert_eq!(stats.script_errors, 0, "{log:#?}");
    // Only the new wolf stalks, only herons fish; the built-in deer flee as ever.
    for state in ["stalk", "fish", "flee"] {
        assert!(stats.entered.get(state).is_some_and(|n| *n > 0), "{state}: {:?}", stats.entered);
    }
}

#[test]
fn specs_of_the_wolf_it_replaces_run_on_the_wolf_they_were_written_for() {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["test", "--mod"]).arg(wetlands());
    let output = command.assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).expect("UTF-8");
    let note = "  (without the mod 'wetlands', which replaces wolf)\n";
    assert!(text.contains(&format!("scripts/spec/wolf_spec.lua\n{note}")), "{text}");
    assert!(!text.contains(&format!("wetlands/spec/wolf_spec.lua\n{note}")), "{text}");
    assert!(text.trim_end().ends_with(" 0 failed"), "{text}");
}

#[test]
fn its_specs_hold_and_so_do_those_of_the_creatures_it_leaves_alone() {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["test", "--mod"]).arg(wetlands());
    let others = ["deer", "guard", "merchant", "scavenger", "tactics"].map(|n| format!("scripts/spec/{n}_spec.lua"));
    command.args(&others).arg(wetlands());
    let output = command.assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).expect("UTF-8");
    let own = ["wetlands/spec/wolf_spec.lua", "wetlands/spec/heron_spec.lua"].map(String::from);
    for part in others.iter().chain(&own) {
        assert!(text.contains(part), "{text}");
    }
    assert!(text.trim_end().ends_with(" 0 failed"), "{text}");
}
