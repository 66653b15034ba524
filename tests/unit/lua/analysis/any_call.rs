//! Calls of every function with whatever is passed: a check says something about them, and never panics.

use bestiary::ScriptParams;
use bestiary::testing::lua::declarations::natives;
use bestiary::testing::lua::natives::reachable;
use bestiary::testing::lua::{ModSet, findings};
use std::collections::BTreeSet;

const VALUES: [&str; 5] = ["nil", "3", "\"a\"", "{ within = 5 }", "function() end"];

/// All lists of up to two values.
fn arguments() -> Vec<String> {
    let pairs = VALUES.iter().flat_map(|a| VALUES.iter().map(move |b| format!("{a}, {b}")));
    [String::new()].into_iter().chain(VALUES.map(str::to_owned)).chain(pairs).collect()
}

/// What scripts can call, as they write it: `npc.look`, `math.floor`, `print`.
fn functions() -> BTreeSet<String> {
    let api = natives().map(|f| if f.area.is_empty() { f.name.to_owned() } else { format!("{}.{}", f.area, f.name) });
    api.chain(reachable(&ScriptParams::default())).collect()
}

/// A module in which each function is called with everything, and its results are used.
fn module(function: &str, arguments: &[String]) -> String {
    let with_colon = function.replacen('.', ":", 1);
    let callees: BTreeSet<&str> = [function, with_colon.as_str()].into_iter().collect();
    let mut text = "local m = {}\n".to_owned();
    for (n, call) in callees.iter().flat_map(|f| arguments.iter().map(move |a| format!("{f}({a})"))).enumerate() {
        text += &format!(
            "function m.f{n}(npc, ...) local q, r = {call} if not r and {call} then return q.x end {call} return {call} end\n"
        );
    }
    text + "return m\n"
}

#[test]
fn every_function_can_be_called_with_anything() {
    let (functions, arguments) = (functions(), arguments());
    assert!(functions.len() > 150 && functions.contains("npc.look") && functions.contains("table.insert"));
    for function in &functions {
        let path = format!("lib/{}.lua", function.replace('.', "_"));
        let text = module(function, &arguments);
        let found = findings(&ModSet::from_files([(path.as_str(), text.as_str())]));
        let refused = found.iter().find(|d| d.line == 0 || d.message.contains("expected"));
        assert!(refused.is_none(), "it was not read: {refused:?}");
    }
}
