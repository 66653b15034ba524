//! Every function that a script can reach, with every odd kind of arguments: each call ends within its budget, memory stays
//! under its cap, and the others live on.

use super::machine::{OVERSHOOT, spent};
use super::odd::{ODD, TOP, endless};
use crate::stage::{Stage, ticking};
use bestiary::testing::lua::declarations;
use bestiary::testing::lua::natives::reachable;
use bestiary::{ScriptParams, Value};

/// Counts of a call: few, so that many kinds can be tried.
const COUNTS: u64 = 6_000;

/// Every function, as an expression.
fn functions() -> Vec<String> {
    let library = reachable(&ScriptParams::default());
    let methods = declarations::natives().filter(|f| f.area == "npc").map(|f| format!("npc.{}", f.name));
    library.into_iter().chain(methods).collect()
}

#[test]
fn every_function_with_every_odd_kind_of_arguments_ends_in_time() {
    let params = ScriptParams {
        vms: 1,
        instructions_per_call: COUNTS,
        instructions_per_turn: 2 * COUNTS,
        ..ScriptParams::default()
    };
    let good = ticking("good", "npc.memory.n = (npc.memory.n or 0) + 1");
    let functions = functions();
    assert!(functions.len() > 150, "{}", functions.len());
    let mut kinds = 0;
    // A world for each function: what one does cannot hide what the next does.
    for function in &functions {
        let text = format!("{TOP}{}", ticking("odd", &endless(function)));
        let mut stage = Stage::with(&[("npc/odd.lua", &text), ("npc/good.lua", &good)], params.clone());
        let (good, bad) = (stage.spawn("good", 5.5, 5.5), stage.spawn("odd", 20.5, 20.5));
        for (what, _) in ODD {
            let out = stage.turn(&[good, bad]);
            assert!(!out.faults.is_empty(), "{function}, {what}: an endless loop ended");
            assert!(out.faults.iter().all(|f| f.slot == bad.slot()), "{function}, {what}: {:?}", out.faults);
            let spent = spent(&mut stage, "odd");
            assert!(spent <= COUNTS + OVERSHOOT, "{function}, {what}: {spent} counts of {COUNTS}");
            assert!(stage.vm.used_memory() <= params.memory_mb << 20, "{function}, {what}");
            kinds += 1;
        }
        assert_eq!(stage.memory(good, "n"), Value::Number(ODD.len() as f64), "{function}");
    }
    assert!(kinds > 2_500, "{kinds}");
}
