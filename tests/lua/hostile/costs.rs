//! Every function that a script can reach says what it costs.

use crate::hostile::library::{UNWRAPPED, wrapped};
use bestiary::ScriptParams;
use bestiary::testing::lua::natives::reachable;

/// Functions that the host's own Lua replaces; they charge there for what grows.
const REPLACED: &[&str] = &["coroutine.resume", "next", "pairs", "pcall", "setmetatable", "unpack", "xpcall"];

#[test]
fn each_function_of_the_environment_has_a_declared_cost() {
    let reachable = reachable(&ScriptParams::default());
    assert!(reachable.len() > 150, "{}", reachable.len());
    let uncharged = UNWRAPPED.iter().map(|n| n.0).chain(REPLACED.iter().copied()).map(str::to_owned);
    let declared: Vec<String> = wrapped().chain(uncharged).collect();
    let api = bestiary::testing::lua::declarations::natives().map(|f| match f.area {
        "" => f.name.to_owned(),
        area => format!("{area}.{}", f.name),
    });
    let api: Vec<String> = api.collect();
    let known = |name: &str| declared.iter().chain(&api).any(|f| f == name);
    let missing: Vec<&String> = reachable.iter().filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "no cost declared: {missing:?}");
    let gone: Vec<&String> = declared.iter().filter(|d| !reachable.contains(d)).collect();
    assert!(gone.is_empty(), "declared, but no script can reach them: {gone:?}");
}
