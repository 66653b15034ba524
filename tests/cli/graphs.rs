//! `bestiary path --graph`, end to end.

use assert_cmd::Command;
use serde_json::Value;

/// Runs `bestiary path` on a map; stdout and stderr.
fn path(map: &str, line: &str, code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let output = command.args(["path", map]).args(line.split_whitespace()).assert().code(code).get_output().clone();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (text(&output.stdout), text(&output.stderr))
}

fn json(map: &str, line: &str, code: i32) -> Value {
    serde_json::from_str(&path(map, &format!("{line} --report json"), code).0).expect("JSON")
}

/// Runs `bestiary path` on a map that has the path: exit code 0 where the path is legal, else 1.
fn legal_or_1(map: &str, line: &str) -> Value {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let done = command.args(["path", map, "--report", "json"]).args(line.split_whitespace()).output().expect("run");
    let report: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let is_legal = report["legal"].as_bool().unwrap_or_else(|| panic!("{report}"));
    assert_eq!(done.status.code(), Some(i32::from(!is_legal)), "{line}: {report}");
    report
}

const GRAPHS: [&str; 10] = [
    "mesh",
    "grid",
    "grid4",
    "hex",
    "quadtree",
    "framed-quadtree",
    "markers",
    "visibility",
    "visibility-full",
    "turned",
];

#[test]
fn each_graph_reports_a_legal_path_in_metres() {
    let mut lengths = Vec::new();
    for graph in GRAPHS {
        let line = format!("--graph {graph} --radius 0.4 --from 6.25,6 --to 54,20.5");
        let report = json("maps/markers.toml", &line, 0);
        assert_eq!((&report["found"], &report["legal"]), (&true.into(), &true.into()), "{report}");
        let of = |key: &str| report[key].as_f64().unwrap_or_else(|| panic!("{key} in {report}"));
        assert!(of("clearance_m") >= 0.399 && of("cost") >= of("length"), "{report}");
        assert!(of("visited") >= of("expanded") && of("open_max") > 0.0 && of("revisited") >= 0.0, "{report}");
        let ends = (&report["waypoints"][0], report["waypoints"].as_array().and_then(|all| all.last()));
        assert_eq!(ends, (&serde_json::json!([6.25, 6.0]), Some(&serde_json::json!([54.0, 20.5]))), "{report}");
        lengths.push(of("length"));
        // Dijkstra's algorithm finds as cheap a path, and expands more.
        let other = json("maps/markers.toml", &format!("{line} --algorithm dijkstra"), 0);
        let cheap = other["cost"].as_f64().expect("a cost");
        assert!((cheap - of("cost")).abs() < 1e-3 * cheap, "{graph}: {cheap}");
        assert!(other["expanded"].as_u64() >= report["expanded"].as_u64(), "{graph}");
    }
    assert!(lengths.iter().all(|length| *length > 48.0 && *length < 90.0), "{lengths:?}");
}

#[test]
fn where_there_is_no_path_the_report_says_why() {
    for (from, to, reason) in
        [("12,20", "6,20", "start blocked"), ("6,20", "-5,3e9", "goal blocked"), ("6,20", "12,20", "goal blocked")]
    {
        for graph in GRAPHS {
            let report = json("maps/markers.toml", &format!("--graph {graph} --from {from} --to {to}"), 1);
            assert_eq!((&report["found"], &report["reason"]), (&false.into(), &reason.into()), "{report}");
            assert!(report["legal"].is_null() && report["length"].is_null(), "{report}");
        }
    }
    let (out, _) = path("maps/markers.toml", "--graph hex --radius 1.6 --from 6,20 --to 54,20", 1);
    assert_eq!(out, "no path: different region\n");
    let (_, err) = path("maps/glade.toml", "--graph markers --from 6,20 --to 54,20", 1);
    assert!(err.contains("this map has no [[marker]]"), "{err}");
}

#[test]
fn a_body_without_width_passes_neither_along_the_seam_of_a_wall_nor_between_two_corners() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let map = |name: &str, rows: &[&str]| {
        let file = dir.path().join(name);
        let (height, width) = (rows.len(), rows[0].len());
        let text = format!("type octile\nheight {height}\nwidth {width}\nmap\n{}\n", rows.join("\n"));
        std::fs::write(&file, text).expect("written");
        file.display().to_string()
    };
    let wall = map("wall.map", &["....@@@@...."; 8]);
    let corner = map("corner.map", &[".@", "@."]);
    let gap = map("gap.map", &[&["............"][..], &["....@@@@...."; 7]].concat());
    for graph in GRAPHS.iter().filter(|graph| **graph != "markers") {
        for radius in ["0", "0.0005", "0.001"] {
            let query = format!("--graph {graph} --radius {radius} --report text");
            for (map, ends) in [(&wall, "--from 2.5,6.25 --to 10.5,6.25"), (&corner, "--from 0.5,0.5 --to 1.5,1.5")] {
                let (out, _) = path(map, &format!("{query} {ends}"), 1);
                assert_eq!(out, "no path: different region\n", "{graph} {radius} {map}");
            }
            let report = json(&gap, &format!("--graph {graph} --radius {radius} --from 2.5,6.25 --to 10.5,6.25"), 0);
            assert_eq!((&report["found"], &report["legal"]), (&true.into(), &true.into()), "{report}");
        }
    }
}

#[test]
fn a_path_that_the_body_cannot_walk_is_no_success() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("corner.map");
    std::fs::write(&file, "type octile\nheight 3\nwidth 4\nmap\n..@.\n..@.\n....\n").expect("written");
    let map = file.display().to_string();
    let line = "--from 0,0 --to 3,0 --radius 0.45";
    let (out, err) = path(&map, &format!("{line} --curve catmull-rom"), 1);
    assert!(out.contains("the body touches something"), "{out}");
    assert!(err.starts_with("error: the path is not legal: the body touches something: --smooth millington,"), "{err}");
    assert_eq!(json(&map, &format!("{line} --curve catmull-rom"), 1)["legal"], false);
    assert_eq!(json(&map, &format!("{line} --curve safe"), 0)["legal"], true);
}

#[test]
fn the_picture_has_the_graph_and_the_path() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("path.svg");
    path("maps/markers.toml", &format!("--graph hex --from 6,6 --to 54,34 --svg {}", file.display()), 0);
    let svg = std::fs::read_to_string(&file).expect("written");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    // The path as it was found, pulled, and made round: this with the width of the body too; and their samples in the legend.
    assert!(svg.matches("<polyline").count() == 8 && svg.matches("<circle").count() > 100 && svg.contains("<polygon"));
    let (_, err) = path("maps/markers.toml", "--graph hex --from 6,6 --to 54,34 --svg /nowhere/at/all.svg", 1);
    assert!(err.contains("/nowhere/at/all.svg"), "{err}");
}

#[test]
fn what_does_not_go_together_is_wrong_usage() {
    for line in [
        "--graph hex --from 1,1 --to nan,3",
        "--graph hex --from 1,1 --to 1e99,3",
        "--graph hex --from 1,1 --to 3",
        "--graph moon --from 1,1 --to 3,3",
        "--from 1.5,1 --to 3,3",
        "--from 1,1 --to 3,3 --radius 11",
        "--from 1,1 --to 3,3 --radius 1 --changes none.txt",
        "--from 1,1 --to 3,3 --smooth exact --changes none.txt",
        "--from 1,1 --to 3,3 --curve safe --target-track none.txt",
        "--from 1,1 --to 3,3 --curve round",
        "--graph hex --radius -1 --from 1,1 --to 3,3",
        "--graph hex --radius 10.5 --from 1,1 --to 3,3",
        "--graph hex --radius inf --from 1,1 --to 3,3",
        "--graph hex --weight -1 --from 1,1 --to 3,3",
        "--graph hex --connect 4 --from 1,1 --to 3,3",
        "--graph hex --algorithm jps --from 1,1 --to 3,3",
        "--graph hex --heuristic octile --from 1,1 --to 3,3",
        "--graph hex --changes none.txt --from 1,1 --to 3,3",
    ] {
        let (out, err) = path("maps/markers.toml", line, 2);
        assert!(out.is_empty() && err.contains("error:"), "{line}: {err}");
    }
}

#[test]
fn paths_are_pulled_straight_and_made_round_over_cells_and_over_graphs() {
    for on in ["", "--graph mesh", "--graph grid"] {
        let look = |looks: &str| {
            let line = format!("{on} --radius 0.3 --from 6,6 --to 54,20 {looks}");
            let report = legal_or_1("maps/markers.toml", &line);
            for key in ["path_m", "turning_rad", "sharpest_turn_rad", "clearance_m", "smooth_us"] {
                assert!(report[key].is_number(), "{key} in {report}");
            }
            report
        };
        let of = |report: &Value, key: &str| report[key].as_f64().unwrap();
        let exact = look("--smooth exact");
        for smooth in ["none", "millington", "pinter", "exact"] {
            for curve in ["catmull-rom", "safe"] {
                let report = look(&format!("--smooth {smooth} --curve {curve}"));
                assert!(of(&report, "path_m") > 40.0, "{smooth} {curve}: {report}");
            }
        }
        let round = look("--smooth exact --curve safe");
        assert_eq!((&exact["legal"], &round["legal"]), (&true.into(), &true.into()), "{on}");
        assert!(of(&round, "sharpest_turn_rad") < 0.22 && of(&round, "clearance_m") > 0.298, "{on}: {round}");
        assert!(of(&round, "path_m") <= of(&exact, "path_m") + 1e-3, "{on}");
    }
    // With neither, a path over cells is not walked.
    let plain = json("maps/markers.toml", "--from 6,6 --to 54,20", 0);
    assert_eq!((&plain["path"], &plain["legal"]), (&Value::Null, &Value::Null), "{plain}");
}
