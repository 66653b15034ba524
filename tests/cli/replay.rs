//! `bestiary path --changes` and `--target-track`, end to end: an agent walks while the map changes and its goal moves.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// Three corridors from the left side to the right; the agent starts and ends in the middle one.
const CORRIDORS: &str = "type octile\nheight 5\nwidth 9\nmap\n.........\n.@@@@@@@.\n.........\n.@@@@@@@.\n.........\n";

/// A folder with the map, a file of changes and one with the places of the goal.
fn scene(changes: &str, track: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::write(dir.path().join("corridors.map"), CORRIDORS).expect("written");
    fs::write(dir.path().join("changes.txt"), changes).expect("written");
    fs::write(dir.path().join("track.txt"), track).expect("written");
    dir
}

/// Runs `bestiary path` from one end of the middle corridor to the other; stdout and stderr.
fn path(dir: &TempDir, line: &str, code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    command.current_dir(dir.path()).args(["path", "corridors.map", "--from", "0,2", "--to", "8,2"]);
    let output = command.args(line.split_whitespace()).assert().code(code).get_output().clone();
    (String::from_utf8(output.stdout).expect("UTF-8"), String::from_utf8(output.stderr).expect("UTF-8"))
}

fn json(dir: &TempDir, line: &str) -> Value {
    serde_json::from_str(&path(dir, &format!("{line} --report json"), 0).0).expect("JSON")
}

const OPTIMAL: [&str; 5] =
    ["", "--algorithm dstar-lite", "--algorithm mpaa", "--algorithm astar", "--algorithm jps-plus"];

#[test]
fn an_agent_turns_round_when_the_corridor_closes_and_again_when_it_opens() {
    let closes = scene("3 5,2 closed   # a wall before the agent\n", "");
    let opens = scene("3 5,1-5,2 closed\n\n4 5,2 open\n", "");
    for algorithm in OPTIMAL {
        let report = json(&closes, &format!("--changes changes.txt {algorithm}"));
        let of = |key: &str| report[key].as_f64();
        assert_eq!((of("steps"), of("walked_cost"), of("replans")), (Some(18.0), Some(18.0), Some(1.0)), "{algorithm}");
        assert_eq!((of("searches"), of("changes"), of("waited")), (Some(2.0), Some(1.0), Some(0.0)), "{algorithm}");
        let report = json(&opens, &format!("--changes changes.txt {algorithm}"));
        assert_eq!((report["steps"].as_u64(), report["replans"].as_u64()), (Some(10), Some(2)), "{algorithm}");
    }
    let report = json(&closes, "--changes changes.txt --algorithm lrta --lookahead 3");
    assert!(report["steps"].as_u64() >= Some(18) && report["searches"].as_u64() > Some(5), "{report}");
}

#[test]
fn an_agent_without_a_path_waits_until_one_opens() {
    let dir = scene("20 1,2 open\n0 0,1 closed\n0 0,3 closed\n0 1,2 closed\n", "");
    for algorithm in OPTIMAL.into_iter().chain(["--algorithm lrta"]) {
        let report = json(&dir, &format!("--changes changes.txt {algorithm}"));
        assert_eq!((report["waited"].as_u64(), report["steps"].as_u64()), (Some(20), Some(8)), "{algorithm}");
    }
    // Nothing opens: the report says why, and how far it came.
    let dir = scene("2 3,2 closed\n2 0,1 closed\n2 0,3 closed\n", "");
    let (out, _) = path(&dir, "--changes changes.txt", 1);
    assert!(out.starts_with("no path: different region\nwalked     2.00000 cells, 2 steps, 0 waited\n"), "{out}");
}

#[test]
fn a_goal_that_moves_is_followed() {
    let dir = scene("", "2 0,4\n");
    for algorithm in OPTIMAL.into_iter().chain(["--algorithm lrta"]) {
        let report = json(&dir, &format!("--target-track track.txt {algorithm}"));
        let last = report["cells"].as_array().and_then(|cells| cells.last()).expect("cells");
        assert_eq!(last, &serde_json::json!([0, 4]), "{algorithm}");
        let steps = (report["steps"].as_u64(), report["target_moves"].as_u64());
        assert_eq!(steps, (Some(6), Some(1)), "{algorithm}");
    }
}

#[test]
fn ground_that_changes_costs_what_the_legend_says() {
    let dir = scene("1 2,0-4,0 mud\n", "");
    let legend = "[legend]\n\",\" = { name = \"mud\", walkable = true, cost = 4 }\n";
    fs::write(dir.path().join("track.toml"), format!("format = 1\n{legend}[ground]\nrows = '''\n......\n'''\n"))
        .unwrap();
    let mut command = Command::cargo_bin("bestiary").expect("built");
    command.current_dir(dir.path()).args(["path", "track.toml", "--from", "0,0", "--to", "5,0", "--report", "json"]);
    let output = command.args(["--changes", "changes.txt"]).assert().code(0).get_output().stdout.clone();
    let report: Value = serde_json::from_slice(&output).expect("JSON");
    // Two steps half in mud, two all in mud, one without.
    assert_eq!((report["walked_length"].as_f64(), report["walked_cost"].as_f64()), (Some(5.0), Some(14.0)));
}

#[test]
fn vegetation_and_areas_cost_what_they_cost_creatures() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let legend = "[legend]\n\"f\" = { name = \"forest\", walkable = true, vegetation = 1 }\n";
    let map = |rows: &str, more: &str| format!("format = 1\n{legend}[ground]\nrows = '''\n{rows}\n'''\n{more}");
    let bog = "[[area]]\nname = \"bog\"\narea = [2, 0, 4, 1]\ncost = { walk = 3 }\n";
    for (name, map) in [("forest", map("ffffff", "")), ("bog", map("......", bog)), ("grass", map("......", ""))] {
        fs::write(dir.path().join(format!("{name}.toml")), map).expect("written");
    }
    fs::write(dir.path().join("grows.txt"), "0 2,0-3,0 forest\n").expect("written");
    let cost = |line: &str| {
        let mut command = Command::cargo_bin("bestiary").expect("built");
        command.current_dir(dir.path()).args(["path"]).args(line.split_whitespace());
        let output = command.args(["--from", "0,0", "--to", "5,0", "--report", "json"]).assert().success();
        let report: Value = serde_json::from_slice(&output.get_output().stdout).expect("JSON");
        report.get("walked_cost").unwrap_or(&report["cost"]).as_f64()
    };
    // The densest vegetation leaves 0.4 of the speed: it costs 2.5 times as much. All five steps, or those into and out of
    // two of the cells, each as half of either.
    assert_eq!(cost("forest.toml"), Some(12.5));
    assert_eq!(cost("grass.toml --changes grows.txt"), Some(5.0 + 2.0 * 1.5));
    assert_eq!(cost("bog.toml"), Some(5.0 + 2.0 * 2.0));
}

#[test]
fn faults_in_the_files_are_reported_with_their_place() {
    for (line, place, message) in [
        ("1 2,2", "1:1", "a change is a step"),
        ("# fine\n1 9,2 closed", "2:3", "expected a whole number from 0 to 8, got '9'"),
        ("x 2,2 open", "1:1", "expected a whole number from 0 to 2147483647, got 'x'"),
        ("1 2,2 opne", "1:7", "the map has no ground 'opne'\n  did you mean 'open'?"),
        ("1 22 open", "1:3", "expected a column and a row"),
        ("1 door barn open", "1:3", "here cells open and close; doors do in `bestiary run`"),
    ] {
        let (_, err) = path(&scene(line, ""), "--changes changes.txt", 1);
        assert!(err.starts_with(&format!("changes.txt:{place}: error: {message}")), "{err}");
    }
    let (_, err) = path(&scene("", "5 2,2 open"), "--target-track track.txt", 1);
    assert!(err.starts_with("track.txt:1:1: error: a place of the goal is a step and a cell"), "{err}");
    let (_, err) = path(&scene("", ""), "--changes none.txt", 1);
    assert!(err.starts_with("none.txt: error: this file cannot be opened: there is no such file"), "{err}");
}

#[test]
fn options_that_do_not_go_together_are_wrong_usage() {
    let dir = scene("", "");
    for line in [
        "--changes changes.txt --prepared kept.bin --algorithm hpa-levels",
        "--changes changes.txt --algorithm dstar-lite --weight 2",
        "--algorithm mpaa --open heap",
        "--algorithm astar --lookahead 9",
        "--algorithm lrta --lookahead 0",
        "--algorithm beam --beam 0",
        "--algorithm astar --beam 9",
        "--algorithm breadth-first --weight 2",
        "--algorithm theta --connect 4",
        "--algorithm jps --turn-cost 2",
        "--algorithm astar --turn-cost nan",
        "--algorithm astar --open heap --turn-cost 2",
        "--changes changes.txt --algorithm astar --turn-cost 2",
        "--changes changes.txt --algorithm lazy-theta",
        "--changes changes.txt --algorithm teleport",
    ] {
        path(&dir, line, 2);
    }
}

#[test]
fn a_cost_of_turns_is_in_the_cost_and_not_in_the_length() {
    let dir = scene("", "");
    let (plain, with_turns) = (json(&dir, "--algorithm astar"), json(&dir, "--algorithm astar --turn-cost 2"));
    let turns = with_turns["waypoints"].as_array().unwrap().len() as f64 - 2.0;
    assert_eq!(with_turns["length"], plain["length"]);
    let cost = with_turns["cost"].as_f64().unwrap();
    assert!((cost - with_turns["length"].as_f64().unwrap() - 2.0 * turns).abs() < 1e-6, "{cost} with {turns} turns");
}

#[test]
fn on_a_map_that_does_not_change_kept_searches_find_what_a_star_does() {
    let dir = scene("", "");
    for algorithm in ["dstar-lite", "mpaa", "lrta"] {
        let report = json(&dir, &format!("--algorithm {algorithm}"));
        assert_eq!(report["length"].as_f64(), Some(8.0), "{algorithm}");
    }
}
