//! Every function that a script can reach, with every odd kind of arguments: each call ends within its budget, memory stays
//! under its cap, and the others live on.

use super::machine::spent;
use super::odd::{ODD, TOP};
use crate::stage::{Stage, ticking};
use bestiary::testing::lua::declarations;
use bestiary::testing::lua::natives::reachable;
use bestiary::{ScriptParams, Value};

/// Counts of a call: few, so that many kinds can be tried.
const COUNTS: u64 = 6_000;
/// A call that is stopped may go on for so many counts: a level of `pcall` or of a native function for each.
const OVERSHOOT: u64 = 200;

/// The large values, made once for all files.
const SHARED: &str =
    "local o = require 'lib.odd' local H, D, T, S, NAN, BIG, M = o.H, o.D, o.T, o.S, o.NAN, o.BIG, o.M\n";

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
    let odd = format!("{TOP}return {{ H = H, D = D, T = T, S = S, NAN = NAN, BIG = BIG, M = M }}");
    let functions = functions();
    assert!(functions.len() > 150, "{}", functions.len());
    let mut kinds = 0;
    // A world for each function: what one does cannot hide what the next does.
    for function in &functions {
        let name = |i: usize| format!("odd{i}");
        let files: Vec<(String, String)> = ODD
            .iter()
            .enumerate()
            .map(|(i, (_, args))| {
                let body =
                    format!("local f = {function} while true do pcall(f, {args}) local ok, x = pcall(f, {args}) end");
                let body = body.replace("pcall(f, )", "pcall(f)");
                (format!("npc/odd{i}.lua"), format!("{SHARED}{}", ticking(&name(i), &body)))
            })
            .collect();
        let mut all: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        all.extend([("npc/good.lua", good.as_str()), ("lib/odd.lua", &odd)]);
        let mut stage = Stage::with(&all, params.clone());
        let good = stage.spawn("good", 5.5, 5.5);
        for (i, (what, _)) in ODD.iter().enumerate() {
            let bad = stage.spawn(&name(i), 20.5, 20.5);
            let out = stage.turn(&[good, bad]);
            assert!(!out.faults.is_empty(), "{function}, {what}: an endless loop ended");
            assert!(out.faults.iter().all(|f| f.slot == bad.slot()), "{function}, {what}: {:?}", out.faults);
            let spent = spent(&mut stage, &name(i));
            assert!(spent <= COUNTS + OVERSHOOT, "{function}, {what}: {spent} counts of {COUNTS}");
            assert!(stage.vm.used_memory() <= params.memory_mb << 20, "{function}, {what}");
            let agents = std::sync::Arc::get_mut(&mut stage.view.agents).expect("given back");
            agents.remove(bad);
            stage.vm.forget(bad.slot());
            kinds += 1;
        }
        assert_eq!(stage.memory(good, "n"), Value::Number(ODD.len() as f64), "{function}");
    }
    assert!(kinds > 2_500, "{kinds}");
}
