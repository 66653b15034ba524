//! Configuration files.

use bestiary::{Config, GateCost, GateGround};

#[test]
fn an_empty_file_is_all_defaults_and_a_key_changes_one_value() {
    assert_eq!(Config::parse("c.toml", ""), Ok(Config::default()));
    let c = Config::parse("c.toml", "[nav]\nweight = 1.2\n").expect("valid");
    assert_eq!(c.nav.weight, 1.2);
    assert_eq!(c.nav.cheap_list, 75);
}

#[test]
fn keys_of_older_files_keep_their_meaning() {
    let c = Config::parse("c.toml", "[script]\ntrial_ms = 5000\ntrial_errors = 7\n").expect("valid");
    assert_eq!((c.script.probation_ms, c.script.probation_errors), (5_000, 7));
}

#[test]
fn faults_name_file_line_and_what_was_expected() {
    let e = Config::parse("c.toml", "[nav]\nwait = 1.2\n").expect_err("unknown key");
    assert!(e.to_string().starts_with("c.toml:2:1: error: unknown field `wait`"), "{e}");
    let e = Config::parse("c.toml", "[nav]\n\nweight = 0.5\n").expect_err("range");
    assert_eq!(e.to_string(), "c.toml:3:1: error: weight: expected 1 to 10, found 0.5");
    let e = Config::parse("c.toml", "[nav]\nweight = nan\n").expect_err("range");
    assert_eq!((e.line, e.message.as_str()), (2, "weight: expected 1 to 10, found NaN"));
}

#[test]
fn what_a_value_should_be_is_said_in_words() {
    for (wrong, said, hint) in [
        ("threads = \"x\"", "invalid type: string \"x\", expected a whole number, 0 or more", None),
        ("threads = \"2\"", "expected a whole number, 0 or more", Some("write it without quotes: 2")),
        ("threads = -3", "expected a whole number, 0 or more", None),
        ("threads = 1.5", "expected a whole number, 0 or more", None),
        ("threads = true", "expected a whole number, 0 or more", None),
    ] {
        let fault = Config::parse("c.toml", &format!("[sim]\n{wrong}\n")).expect_err(wrong);
        assert!(fault.message.ends_with(said), "{wrong}: {fault}");
        assert_eq!((fault.line, fault.hint.as_deref()), (2, hint), "{wrong}");
    }
}

#[test]
fn gates_are_switched_by_their_names() {
    let config =
        Config::parse("c.toml", "[crowd]\ngates = \"graph\"\ngate_cost = \"flow-as-printed\"\n").expect("fits");
    assert_eq!((config.crowd.gates, config.crowd.gate_cost), (GateGround::Graph, GateCost::FlowAsPrinted));
    for (wrong, at) in
        [("gates = \"hexagons\"", 2), ("gate_weight = -1", 2), ("gate_weight = nan", 2), ("gate_cell_m = 0", 2)]
    {
        let fault = Config::parse("c.toml", &format!("[crowd]\n{wrong}\n")).expect_err(wrong);
        assert_eq!(fault.line, at, "{wrong}: {fault}");
    }
}
