//! `bestiary scen` and `bestiary path`, end to end: real queries with known lengths, reports, and errors for bad input.

use assert_cmd::Command;
use serde_json::Value;

const SCEN: &str = "maps/bg512/AR0411SR.map.scen";
const MAP: &str = "maps/bg512/AR0411SR.map";

fn bestiary(args: &[&str], code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(args).assert().code(code).get_output().clone();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&bestiary(args, 0).0).expect("JSON")
}

#[test]
fn every_query_of_a_real_map_is_solved_by_every_exact_algorithm() {
    for (algorithm, stride) in [("jps", "1"), ("jps-plus", "1"), ("astar", "16"), ("dijkstra", "64")] {
        let report = json(&["scen", SCEN, "--algorithm", algorithm, "--stride", stride, "--report", "json"]);
        let file = &report[0];
        let asked = 1280_u64.div_ceil(stride.parse().unwrap());
        assert_eq!((file["queries"].as_u64(), file["optimal"].as_u64()), (Some(asked), Some(asked)), "{algorithm}");
        assert_eq!((file["solved"].as_u64(), file["worst_gap"].as_f64()), (Some(asked), Some(0.0)));
        let keys = "file map queries solved optimal worst_gap mean_us p50_us p99_us max_us expanded_mean visited_mean \
                    open_max_mean preprocess_ms memory_bytes unpack_us";
        for key in keys.split(' ') {
            assert!(!file[key].is_null(), "{key}");
        }
    }
}

#[test]
fn jumps_expand_a_small_share_of_what_steps_expand() {
    let expanded = |algorithm| {
        let report = json(&["scen", SCEN, "--algorithm", algorithm, "--stride", "32", "--report", "json"]);
        report[0]["expanded_mean"].as_f64().unwrap()
    };
    assert!(expanded("jps") * 20.0 < expanded("astar"));
}

#[test]
fn weighted_and_four_directional_searches_are_legal_and_report_how_much_too_long_they_are() {
    let heavy = json(&["scen", SCEN, "--algorithm", "jps", "--weight", "1.75", "--stride", "8", "--report", "json"]);
    assert_eq!(heavy[0]["solved"], heavy[0]["queries"]);
    let gap = heavy[0]["worst_gap"].as_f64().unwrap();
    assert!(gap > 0.0 && gap <= 0.75, "{gap}");
    let four = json(&["scen", SCEN, "--algorithm", "astar", "--connect", "4", "--stride", "8", "--report", "json"]);
    assert_eq!(four[0]["solved"], four[0]["queries"]);
    assert!(four[0]["worst_gap"].as_f64().unwrap() > 0.1);
}

#[test]
fn paths_in_any_direction_are_solved_though_they_are_shorter_than_the_file_says() {
    for algorithm in ["theta", "lazy-theta"] {
        let report = json(&["scen", SCEN, "--algorithm", algorithm, "--stride", "64", "--report", "json"]);
        assert_eq!(report[0]["solved"], report[0]["queries"], "{algorithm}");
        assert_eq!(report[0]["worst_gap"].as_f64(), Some(0.0), "{algorithm}");
        assert!(report[0]["optimal"].as_u64() < report[0]["queries"].as_u64());
    }
}

#[test]
fn blind_and_narrow_searches_are_reachable() {
    let length = |more: &[&str]| {
        let line = ["path", MAP, "--from", "236,400", "--to", "213,183", "--report", "json"];
        let report = json(&[&line[..], more].concat());
        assert!(report["cells"].as_array().unwrap().len() > 2);
        report["length"].as_f64().unwrap()
    };
    let shortest = length(&["--algorithm", "astar"]);
    for algorithm in ["breadth-first", "depth-first"] {
        assert!(length(&["--algorithm", algorithm]) >= shortest - 1e-6, "{algorithm}");
    }
    assert!((length(&["--algorithm", "beam", "--beam", "1000000"]) - shortest).abs() < 1e-6);
    assert!(length(&["--algorithm", "theta"]) < shortest - 1.0);
    let narrow = ["path", MAP, "--from", "236,400", "--to", "213,183", "--algorithm", "beam", "--beam", "1"];
    let (out, _) = bestiary(&narrow, 1);
    assert_eq!(out, "no path: budget\n");
}

#[test]
fn csv_has_a_row_a_file() {
    let (out, _) = bestiary(&["scen", SCEN, SCEN, "--stride", "100", "--report", "csv"], 0);
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0].split(',').count(), rows[1].split(',').count());
}

#[test]
fn a_path_is_reported_with_waypoints_and_cells() {
    let scen = std::fs::read_to_string(SCEN).unwrap();
    let row: Vec<&str> = scen.lines().nth(700).unwrap().split_whitespace().collect();
    let (from, to) = (format!("{},{}", row[4], row[5]), format!("{},{}", row[6], row[7]));
    let report = json(&["path", MAP, "--from", &from, "--to", &to, "--report", "json"]);
    let length: f64 = row[8].parse().unwrap();
    assert!((report["length"].as_f64().unwrap() - length).abs() < 0.011);
    let (cells, turns) = (report["cells"].as_array().unwrap(), report["waypoints"].as_array().unwrap());
    assert_eq!((cells.first(), cells.last()), (turns.first(), turns.last()));
    assert!(cells.len() >= turns.len());
}

#[test]
fn ground_that_costs_the_same_everywhere_costs_what_it_says() {
    let dir = tempfile::tempdir().unwrap();
    let map = dir.path().join("marsh.toml");
    let legend = "[legend]\n\",\" = { name = \"marsh\", walkable = true, cost = 4 }\n";
    std::fs::write(&map, format!("format = 1\n{legend}[ground]\nrows = \"\"\"\n,,,,,\n,,#,,\n\"\"\"\n")).unwrap();
    let report = json(&["path", &map.display().to_string(), "--from", "0,0", "--to", "4,0", "--report", "json"]);
    assert_eq!((report["length"].as_f64(), report["cost"].as_f64()), (Some(4.0), Some(16.0)));
}

#[test]
fn a_turn_costs_as_much_as_steps_over_plain_ground_on_any_ground() {
    let dir = tempfile::tempdir().unwrap();
    // Four steps and two turns: round the wall, whatever the ground costs.
    for (ground, steps) in [("1.0", 4.0), ("2.5", 10.0), ("0.125", 0.5)] {
        let map = dir.path().join("ground.toml");
        let legend =
            format!("[legend]\n\"b\" = {{ name = \"b\", walkable = true, cost = {ground}, look = \"swamp\" }}\n");
        std::fs::write(&map, format!("format = 1\n{legend}[ground]\nrows = \"\"\"\nbbb\nb#b\n\"\"\"\n")).unwrap();
        let map = map.display().to_string();
        for (algorithm, connect) in [("astar", "4"), ("astar", "8"), ("dijkstra", "4"), ("dijkstra", "8")] {
            let query = ["path", &map, "--from", "0,1", "--to", "2,1", "--report", "json", "--turn-cost", "10"];
            let report = json(&[&query[..], &["--algorithm", algorithm, "--connect", connect]].concat());
            assert_eq!(report["cost"].as_f64(), Some(steps + 20.0), "{ground} {algorithm} {connect}");
        }
    }
}

#[test]
fn with_4_directions_an_algorithm_is_selected_that_goes_in_4() {
    let report =
        json(&["path", "maps/isle.toml", "--from", "26,66", "--to", "60,60", "--connect", "4", "--report", "json"]);
    let astar =
        ["path", "maps/isle.toml", "--from", "26,66", "--to", "60,60", "--connect", "4", "--algorithm", "astar"];
    let same = json(&[&astar[..], &["--report", "json"]].concat());
    assert_eq!((&report["cost"], &report["cells"]), (&same["cost"], &same["cells"]));
    let cells = report["cells"].as_array().unwrap();
    let step = |pair: &[Value], axis: usize| pair[0][axis].as_i64() != pair[1][axis].as_i64();
    assert!(cells.windows(2).all(|pair| step(pair, 0) != step(pair, 1)), "{report}");
    let scen = json(&["scen", SCEN, "--connect", "4", "--stride", "64", "--report", "json"]);
    assert!(scen[0]["solved"].as_u64() > Some(0), "{scen}");
}

#[test]
fn no_path_is_exit_code_1_with_the_reason() {
    let (out, _) = bestiary(&["path", MAP, "--from", "0,0", "--to", "1,1"], 1);
    assert_eq!(out, "no path: start blocked\n");
    let far = bestiary(&["path", MAP, "--from", "0,0", "--to=-5,99999", "--report", "json"], 1).0;
    assert_eq!(serde_json::from_str::<Value>(&far).unwrap()["reason"], "start blocked");
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for args in [
        &["scen"][..],
        &["scen", SCEN, "--stride", "0"],
        &["scen", SCEN, "--algorithm", "teleport"],
        &["scen", SCEN, "--algorithm", "jps", "--connect", "4"],
        &["scen", SCEN, "--algorithm", "dijkstra", "--heuristic", "octile"],
        &["scen", SCEN, "--weight", "NaN"],
        &["path", MAP, "--from", "1", "--to", "2,2"],
    ] {
        bestiary(args, 2);
    }
}

#[test]
fn bad_scenario_files_are_reported_with_their_place() {
    let dir = tempfile::tempdir().unwrap();
    let fault = |name: &str, text: &str| {
        let file = dir.path().join(name);
        std::fs::write(&file, text).unwrap();
        bestiary(&["scen", &file.display().to_string()], 1).1
    };
    std::fs::write(dir.path().join("a.map"), "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n").unwrap();
    assert!(fault("empty.scen", "").contains("does not begin with 'version'"));
    assert!(fault("short.scen", "version 1\n0 a.map 3 2 0 0").contains("short.scen:2:1: error: a row has 9 columns"));
    assert!(fault("size.scen", "version 1\n0 a.map 9 9 0 0 8 8 11").contains("the map has 3 × 2"));
    assert!(fault("lost.scen", "version 1\n0 b.map 3 2 0 0 2 1 3").contains("no such file"));
    assert!(fault("lie.scen", "version 1\n0 a.map 3 2 0 0 2 1 2.5").contains("lie.scen:2:1: error: the path is"));
    assert!(bestiary(&["scen", "maps"], 1).1.contains("folder"));
}

#[test]
fn several_levels_of_clusters_answer_every_query_with_legal_paths_not_much_too_long() {
    let report = json(&["scen", SCEN, "--algorithm", "hpa-levels", "--stride", "8", "--report", "json"]);
    assert_eq!(report[0]["solved"], report[0]["queries"]);
    let gap = report[0]["mean_gap"].as_f64().unwrap();
    assert!(gap < 0.1, "{gap}");
}

#[test]
fn prepared_levels_are_kept_read_and_made_again_when_they_do_not_fit() {
    let dir = tempfile::tempdir().unwrap();
    let kept = dir.path().join("a.levels");
    let kept = kept.to_str().unwrap();
    let path = |map: &str, file: &str, code| {
        let hpa = ["--algorithm", "hpa-levels", "--prepared", file];
        bestiary(&[&["path", map, "--from", "236,400", "--to", "213,183"][..], &hpa].concat(), code)
    };
    let (first, notes) = path(MAP, kept, 0);
    assert!(notes.ends_with("a.levels: prepared levels written\n"), "{notes}");
    let (second, notes) = path(MAP, kept, 0);
    assert!(notes.ends_with("a.levels: prepared levels read\n"), "{notes}");
    let length = |text: &str| text.lines().next().unwrap().to_owned();
    assert_eq!(length(&first), length(&second));
    // Another map, a damaged file: reported, and prepared again.
    let other = dir.path().join("b.map");
    let open = format!("type octile\nheight 450\nwidth 400\nmap\n{}", format!("{}\n", ".".repeat(400)).repeat(450));
    std::fs::write(&other, open).unwrap();
    assert!(path(other.to_str().unwrap(), kept, 0).1.contains("it belongs to another map"));
    let bytes = std::fs::read(kept).unwrap();
    std::fs::write(kept, &bytes[..bytes.len() - 3]).unwrap();
    assert!(path(other.to_str().unwrap(), kept, 0).1.contains("it is damaged; preparing again"));
    // A file that is something else is left alone.
    let before = std::fs::read(&other).unwrap();
    assert!(path(MAP, other.to_str().unwrap(), 1).1.contains("it holds no prepared levels"));
    assert_eq!(std::fs::read(&other).unwrap(), before);
    path(MAP, "no/such/folder/a.levels", 1);
    bestiary(&["path", MAP, "--from", "1,1", "--to", "2,2", "--prepared", kept], 2);
}
