//! One machine: budget, line and memory of every hostile tick.

use super::corpus::HOSTILE;
use super::on_line_two;
use crate::stage::{Stage, ticking};
use bestiary::ScriptParams;

/// Counts that a call may still spend while it is being stopped, for every level of `pcall`, of coroutines, of native calls
/// and of metamethods that it must be thrown out of.
const OVERSHOOT_PER_LEVEL: u64 = 151;
/// Few calls have more levels than these.
pub(crate) const OVERSHOOT: u64 = 5 * OVERSHOOT_PER_LEVEL;
/// Those that nest up to the 200 that Luau allows; and one whose last table was given, although it could not be paid.
const FAR_OVER: [&str; 6] = [
    "nested pcall",
    "pcall in pcall",
    "coroutine in pcall in coroutine",
    "coroutines in coroutines",
    "xpcall in its handler",
    "growing table",
];

fn stage() -> Stage {
    let hostile: Vec<(String, String)> = HOSTILE
        .iter()
        .enumerate()
        .map(|(i, (_, body))| (format!("npc/h{i}.lua"), on_line_two(&format!("h{i}"), body)))
        .collect();
    let good = ticking("good", "npc.memory.n = (npc.memory.n or 0) + 1; npc:steer(5, 5)");
    let mut files: Vec<(&str, &str)> = hostile.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    files.push(("npc/good.lua", &good));
    Stage::with(&files, ScriptParams { vms: 1, ..ScriptParams::default() })
}

/// Counts of the most expensive call of a behaviour.
pub(super) fn spent(stage: &mut Stage, behaviour: &str) -> u64 {
    let symbol = stage.program.catalogue.named(behaviour).expect("loaded").symbol;
    let mut worst = 0;
    stage
        .vm
        .profile
        .each(stage.view.step, |of, _, _, cost| worst = if of == symbol { cost.worst.max(worst) } else { worst });
    worst
}

#[test]
fn every_hostile_script_is_stopped_and_harms_no_other() {
    let mut stage = stage();
    let good = stage.spawn("good", 5.5, 5.5);
    for (i, (what, _)) in HOSTILE.iter().enumerate() {
        let bad = stage.spawn(&format!("h{i}"), 20.5, 20.5);
        let out = stage.turn(&[good, bad]);
        let fault = out.faults.first().unwrap_or_else(|| panic!("{what}: no error"));
        assert_eq!(fault.slot, bad.slot(), "{what}");
        assert_eq!(fault.diagnostic.file, format!("scripts/npc/h{i}.lua"), "{what}: {}", fault.diagnostic);
        assert_eq!(fault.diagnostic.line, 2, "{what}: {}", fault.diagnostic);
        let missing = ["has no '", "there is no '"].iter().any(|m| fault.diagnostic.message.contains(m));
        assert!(!missing, "{what} never came to its harm: {}", fault.diagnostic);
        assert_eq!(out.turns.len(), 2, "{what}: both had their turn");
        let (budget, spent) = (stage.params.instructions_per_call, spent(&mut stage, &format!("h{i}")));
        let overshoot = if FAR_OVER.contains(what) { 200 * OVERSHOOT_PER_LEVEL } else { OVERSHOOT };
        // The profile adds to the call what looking at its memory costs afterwards.
        let overshoot = overshoot + 5 * stage.params.memory_entries as u64;
        assert!(spent <= budget + overshoot, "{what}: stopped only after {spent} of {budget} counts");
        assert!(stage.vm.used_memory() <= stage.params.memory_mb * 1024 * 1024, "{what}");
        let agents = std::sync::Arc::get_mut(&mut stage.view.agents).expect("given back");
        agents.remove(bad);
        stage.vm.forget(bad.slot());
    }
    stage.turn(&[good]);
    assert_eq!(stage.memory(good, "n"), bestiary::Value::Number(HOSTILE.len() as f64 + 1.0));
}

#[test]
fn memory_is_capped_and_the_next_creature_has_room_again() {
    let params = ScriptParams { vms: 1, memory_mb: 4, instructions_per_call: 50_000_000, ..ScriptParams::default() };
    let good =
        ticking("good", "local t = {} for i = 1, 1000 do t[i] = { i } end npc.memory.n = (npc.memory.n or 0) + 1");
    for (what, body) in [
        ("tables", "local t = {} while true do t[#t + 1] = {} end"),
        ("strings", "local t, s = {}, 'x' while true do s = s .. s t[#t + 1] = s end"),
        ("closures", "local t = {} while true do local x = {} t[#t + 1] = function() return x end end"),
        ("coroutines", "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end"),
        ("caught", "local t = {} while true do pcall(function() while true do t[#t + 1] = {} end end) end"),
        ("memory", "local m = npc.memory while true do m[#m + 1] = string.rep('x', 1000) .. #m end"),
    ] {
        let files = [("npc/bad.lua", ticking("bad", body)), ("npc/good.lua", good.clone())];
        let mut stage = Stage::with(&files.each_ref().map(|(p, t)| (*p, t.as_str())), params.clone());
        let (bad, good) = (stage.spawn("bad", 5.5, 5.5), stage.spawn("good", 9.5, 9.5));
        for turn in 1..=3 {
            let out = stage.turn(&[bad, good]);
            assert!(
                !out.faults.is_empty() && out.faults.iter().all(|f| f.slot == bad.slot()),
                "{what}: {:?}",
                out.faults
            );
            assert_eq!(out.faults[0].diagnostic.file, "scripts/npc/bad.lua", "{what}");
            assert_eq!(stage.memory(good, "n"), bestiary::Value::Number(f64::from(turn)), "{what}");
        }
    }
}
