//! `bestiary run --headless`, end to end: reports, determinism, the switch, and what bad input gets.

use assert_cmd::Command;
use serde_json::Value;

fn bestiary(args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(args).assert()
}

fn report(args: &[&str]) -> Value {
    let mut all = vec!["run"];
    all.extend(args);
    all.extend(["--headless", "--report", "json"]);
    let output = bestiary(&all).success().get_output().stdout.clone();
    serde_json::from_slice(&output).expect("one JSON object")
}

fn stderr(args: &[&str], code: i32) -> String {
    let output = bestiary(args).code(code).get_output().stderr.clone();
    let text = String::from_utf8(output).expect("UTF-8");
    assert!(!text.contains("panicked"), "{text}");
    text
}

#[test]
fn a_number_that_is_none_and_an_option_that_says_nothing_here_are_wrong_usage() {
    for (args, said) in [
        (&["--seed", "-1"][..], "invalid value '-1' for '--seed <N>': it must be a whole number, and not negative"),
        (&["--ticks", "99999999999999999999"], "'--ticks <N>': it is too large"),
        (
            &["--headless", "--theme", "light"],
            "--colours and --theme are for the dashboard, which --headless does without",
        ),
    ] {
        let text = stderr(&[&["run"][..], args].concat(), 2);
        assert!(text.contains(said), "{text}");
    }
    let text = stderr(&["path", "maps/glade.toml", "--from", "1,1", "--to", "9,9", "--weight", "much"], 2);
    assert!(text.contains("for '--weight <W>': it must be a number, such as 0.5"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_hash_on_one_thread_and_on_two() {
    let one = report(&["maps/glade.toml", "--ticks", "600", "--seed", "7", "--threads", "1"]);
    let two = report(&["maps/glade.toml", "--ticks", "600", "--seed", "7", "--threads", "2"]);
    let other = report(&["maps/glade.toml", "--ticks", "600", "--seed", "8"]);
    assert_eq!(one["hash"], two["hash"]);
    assert_ne!(one["hash"], other["hash"]);
}

#[test]
fn the_profile_accounts_for_every_call_and_is_the_same_on_any_number_of_threads() {
    let profile = |threads| {
        let r = report(&["maps/glade.toml", "--ticks", "400", "--seed", "7", "--threads", threads]);
        let rows = r["script"]["profile"].as_array().expect("a list").clone();
        let sum = |key: &str| rows.iter().map(|row| row[key].as_f64().expect("a number")).sum::<f64>();
        assert_eq!(Some(sum("calls")), r["script"]["calls"].as_f64(), "{r:#}");
        assert!((sum("share") - 1.0).abs() < 1e-9);
        assert!(rows.windows(2).all(|w| w[0]["instructions"].as_u64() >= w[1]["instructions"].as_u64()));
        rows
    };
    let rows = profile("1");
    let tick = rows.iter().find(|r| (&r["behaviour"], &r["function"]) == (&"deer".into(), &"tick".into()));
    let tick = tick.expect("deer tick");
    assert!(tick["worst"]["instructions"].as_u64() > Some(0) && tick["worst"]["creature"].is_u64(), "{tick:#}");
    assert_eq!(rows, profile("2"));
}

#[test]
fn the_glade_lives_all_five_behaviours_all_states_all_codes() {
    let r = report(&["maps/glade.toml", "--ticks", "3000", "--seed", "7"]);
    for behaviour in ["wolf", "deer", "guard", "merchant", "scavenger"] {
        assert!(r["agents"]["by_behaviour"][behaviour].as_u64() > Some(0), "{behaviour}: {r:#}");
    }
    for state in ["rest", "attack", "flee"] {
        assert!(r["entered"][state].as_u64() > Some(0), "{state}: {r:#}");
    }
    let codes =
        ["SEARCHING", "SEARCH_OK", "NO_NEW_PATH", "SEARCH_FAILED", "MORE_WAYPOINTS", "LAST_WAYPOINT", "TARGET_FAILED"];
    for code in codes {
        assert!(r["path"]["codes"][code].as_u64() > Some(0), "{code}: {r:#}");
    }
    let crowd = &r["crowd"];
    assert!(crowd["stuck_over_10s"].is_u64() && crowd["time_lost_s"].as_f64() > Some(0.0), "{crowd:#}");
    assert!(crowd["overlap_max_share"].as_f64() < Some(1.0), "{crowd:#}");
    assert_eq!(r["script"]["errors"], 0, "{r:#}");
    assert!(r["path"]["map_reuse"].as_f64() >= Some(0.40), "{r:#}");
    let nodes = r["path"]["map_nodes_mean"]["moving"].as_f64().expect("chases happened");
    assert!((1_700.0..=6_000.0).contains(&nodes), "{nodes}");
}

#[test]
fn the_metres_walked_on_each_kind_of_ground_are_reported_where_ground_differs() {
    let r = report(&["maps/isle.toml", "--ticks", "1200", "--seed", "3"]);
    let share = |kind: &str, of: &str| r["ground"][kind][of].as_f64().unwrap_or_else(|| panic!("{kind} {of}: {r:#}"));
    assert!(share("road", "walked") > 5.0 * share("road", "area"), "{r:#}");
    assert!(share("grass", "metres") > 0.0 && share("mud", "walked") < share("mud", "area"), "{r:#}");
    assert_eq!(r["script"]["errors"], 0, "{r:#}");
    let output = bestiary(&["run", "isle", "--headless", "--ticks", "100"]).success().get_output().stdout.clone();
    let text = String::from_utf8(output).expect("UTF-8");
    assert!(text.contains("\nground     grass ") && text.contains(" of the metres walked ("), "{text}");
    assert!(report(&["maps/glade.toml", "--ticks", "5"])["ground"].is_null());
}

#[test]
fn a_moving_ai_map_takes_a_population_and_its_creatures_get_somewhere() {
    let map = "maps/bg512/AR0411SR.map";
    let few = report(&[map, "--population", "wolf=10", "--population", "deer=40", "--ticks", "400"]);
    let many = report(&[map, "--population", "wolf=10", "--population", "deer=40", "--ticks", "1200"]);
    assert_eq!(many["script"]["errors"], 0);
    assert!(few["arrivals"].as_u64() > Some(0), "{few:#}");
    assert!(many["arrivals"].as_u64() > few["arrivals"].as_u64(), "{many:#}");
}

#[test]
fn in_the_depot_planning_gets_creatures_there_and_feelers_alone_do_not() {
    let planned = report(&["maps/depot.toml", "--ticks", "2400", "--seed", "7"]);
    let felt = report(&["maps/depot.toml", "--ticks", "2400", "--seed", "7", "--feelers-only"]);
    let (p, f) = (planned["arrivals"].as_u64().expect("count"), felt["arrivals"].as_u64().expect("count"));
    assert!(p >= 2 * f && p > 0, "planned {p}, feelers only {f}");
}

#[test]
fn paths_over_levels_lead_as_far_as_exact_ones_on_any_number_of_threads() {
    let dir = tempfile::tempdir().expect("a folder");
    let config = dir.path().join("far.toml");
    std::fs::write(&config, "[nav]\nmost_shared_cells = 0\n").expect("written");
    let config = config.to_str().expect("UTF-8");
    let run = |seed, more: &[&str]| {
        let all = ["maps/depot.toml", "--planner", "static", "--ticks", "2000", "--seed", seed];
        report(&[&all[..], more].concat())
    };
    let arrivals = |r: &Value| r["arrivals"].as_f64().expect("a number");
    // One world alone differs by chance: a fight that is lost costs many errands.
    let (mut near_and_far, threads) = ([0.0; 2], ["--config", config, "--threads", "2"]);
    for seed in ["1", "2", "3"] {
        let (exact, far) = (run(seed, &[]), run(seed, &["--config", config]));
        assert_ne!(far["hash"], exact["hash"], "it is not the same planner");
        assert!(seed != "1" || far["hash"] == run(seed, &threads)["hash"]);
        near_and_far = [near_and_far[0] + arrivals(&exact), near_and_far[1] + arrivals(&far)];
    }
    assert!(near_and_far[1] >= 0.9 * near_and_far[0], "{near_and_far:?}");
}

#[test]
fn a_map_without_creatures_says_how_to_add_some() {
    let text = stderr(&["run", "maps/bg512/AR0411SR.map", "--headless", "--ticks", "2"], 0);
    assert!(text.contains("this map spawns no creatures") && text.contains("--population wolf=20"), "{text}");
}

#[test]
fn bad_input_gets_one_clear_message_and_its_exit_code() {
    let cases: &[(&[&str], i32, &str)] = &[
        (&["run", "maps/nowhere.toml", "--headless"], 1, "nowhere.toml"),
        (&["run", "maps", "--headless"], 1, "folder"),
        (&["run", "--headless", "--population", "wulf=3"], 1, "no behaviour 'wulf'\n  did you mean 'wolf'?"),
        (&["run", "--headless", "--population", "wolf"], 2, "BEHAVIOUR=COUNT"),
        (&["run", "--headless", "--threads", "0"], 2, "0 is not in 1..=256"),
        (&["run", "--headless", "--ticks", "many"], 2, "invalid"),
        (&["run", "--frobnicate"], 2, "frobnicate"),
        (&["walk"], 2, "walk"),
        (&["run", "--headless", "--mod", "src"], 1, "mod.toml"),
        (&["run", "--headless", "--mod", "nowhere"], 1, "nowhere"),
        (&["run", "--headless", "--config", "nowhere.toml"], 1, "nowhere.toml"),
    ];
    for (args, code, expected) in cases {
        let text = stderr(args, *code);
        assert!(text.contains(expected), "{args:?} said:\n{text}");
    }
}

#[test]
fn the_look_of_the_dashboard_can_be_set_with_and_without_the_command() {
    for args in [&["--theme", "purple"][..], &["run", "--theme", "purple"]] {
        assert!(stderr(args, 2).contains("[possible values: dark, light]"), "{args:?}");
    }
    assert!(stderr(&["--colours", "16", "check"], 2).contains("cannot be used with"), "check draws no dashboard");
}

#[test]
fn without_a_terminal_the_dashboard_becomes_a_headless_run_and_says_so() {
    let text = stderr(&["run", "--ticks", "5"], 0);
    assert!(text.contains("running headless"), "{text}");
}

#[test]
fn levels_of_a_large_world_are_kept_from_one_start_to_the_next() {
    let dir = tempfile::tempdir().expect("a folder");
    let config = dir.path().join("large.toml");
    // Every world counts as a large one.
    std::fs::write(&config, "[nav]\nmost_shared_cells = 0\n").expect("written");
    let shelf = dir.path().join("levels");
    let (config, kept) = (config.to_str().expect("readable"), shelf.to_str().expect("readable"));
    let run = || {
        let map = ["run", "maps/depot.toml", "--ticks", "200", "--headless", "--planner", "static", "--report", "json"];
        let all = bestiary(&[&map[..], &["--config", config, "--prepared", kept]].concat()).success();
        let report: Value = serde_json::from_slice(&all.get_output().stdout).expect("one JSON object");
        (report["hash"].clone(), String::from_utf8_lossy(&all.get_output().stderr).into_owned())
    };
    let (first, shown) = run();
    assert!(shown.contains("prepared levels written") && !shown.contains("levels read"), "{shown}");
    // Sizes of body for which the same cells are open share their grid, and so its levels.
    let files = std::fs::read_dir(&shelf).expect("a folder").count();
    assert_eq!((files, shown.matches("prepared levels written").count()), (4, 4), "{shown}");
    let (second, shown) = run();
    assert!(shown.contains("prepared levels read") && !shown.contains("written"), "{shown}");
    assert_eq!(first, second);

    for file in std::fs::read_dir(&shelf).expect("a folder") {
        std::fs::write(file.expect("readable").path(), "my notes").expect("written");
    }
    let (third, shown) = run();
    assert!(shown.contains("it holds no prepared levels; preparing again") && !shown.contains("written"), "{shown}");
    assert_eq!(first, third);
    let shown = stderr(&["run", "--headless", "--prepared", config], 1);
    assert!(shown.contains("large.toml: error: cannot be a folder for levels"), "{shown}");
}
