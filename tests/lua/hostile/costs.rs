//! Every function that a script can reach says what it costs.

use bestiary::ScriptParams;
use bestiary::testing::lua::natives::{REPLACED, UNWRAPPED, WRAPPED, reachable};

#[test]
fn each_function_of_the_environment_has_a_declared_cost() {
    let reachable = reachable(&ScriptParams::default());
    assert!(reachable.len() > 150, "{}", reachable.len());
    let wrapped = WRAPPED.iter().map(|n| n.name);
    let declared: Vec<&str> = wrapped.chain(UNWRAPPED.iter().map(|n| n.0)).chain(REPLACED.iter().copied()).collect();
    let api = bestiary::testing::lua::declarations::natives().map(|f| match f.area {
        "" => f.name.to_owned(),
        area => format!("{area}.{}", f.name),
    });
    let api: Vec<String> = api.collect();
    let known = |name: &str| declared.contains(&name) || api.iter().any(|f| f == name);
    let missing: Vec<&String> = reachable.iter().filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "no cost declared: {missing:?}");
    let gone: Vec<&&str> = declared.iter().filter(|d| !reachable.iter().any(|r| r == *d)).collect();
    assert!(gone.is_empty(), "declared, but no script can reach them: {gone:?}");
}
