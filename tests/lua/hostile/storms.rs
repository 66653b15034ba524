//! Storms of allocation, and lack of memory: one hash, on any number of threads and however often it is run.

use crate::stage::{open_ground, ticking};
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::usual_setup;
use bestiary::{Command, ScriptParams, Setup, Sim, SimParams, Vec2};

const STEPS: u64 = 16;
/// Runs with each number of threads.
const RUNS: usize = 10;
const THREADS: [usize; 3] = [1, 2, 8];

/// How a run ended.
#[derive(Debug, PartialEq)]
struct Outcome {
    hash: String,
    /// Calls that raised an error or were stopped.
    errors: u64,
}

fn run(behaviour: &str, body: &str, script: &ScriptParams, threads: usize) -> Outcome {
    let setup = Setup {
        sim: SimParams { threads, ..SimParams::default() },
        script: script.clone(),
        ..usual_setup(open_ground(60, 40), ModSet::from_files([("npc/storm.lua", behaviour)]), 11)
    };
    let mut sim = Sim::new(setup).unwrap_or_else(|faults| panic!("{faults:?}\n{body}"));
    let spawn = Command::Spawn { behaviour: "storm".into(), count: 24, at: Some(Vec2::new(30.5, 20.5)) };
    sim.step(&[spawn], &NoClock);
    for _ in 0..STEPS {
        sim.step(&[], &NoClock);
    }
    Outcome { hash: sim.hash(), errors: sim.stats().script_errors + sim.stats().script_overruns }
}

/// Every run ends in the same state; returns it.
fn repeats(what: &str, body: &str, script: &ScriptParams) -> Outcome {
    let text = ticking("storm", body);
    let first = run(&text, body, script, 1);
    for threads in THREADS {
        for n in 0..RUNS {
            assert_eq!(run(&text, body, script, threads), first, "{what}: {threads} threads, run {n}");
        }
    }
    first
}

/// What a creature does with what it met: the memory is part of the hash.
const COUNT: &str =
    "npc.memory.n = (npc.memory.n or 0) + made npc:steer(npc.x + made % 3 - 1, npc.y + npc:random() - 0.5)";

#[test]
fn a_storm_of_allocations_repeats() {
    let body = format!(
        "local made, kept = 0, {{}} for i = 1, 200 + npc:random(1, 400) do
            kept[i % 50] = {{ i, tostring(i), function() return i end }} made += #kept[i % 50][2]
            if i % 90 == 0 then kept = {{ string.rep('x', npc:random(1, 3000)) .. i }} end
         end {COUNT}"
    );
    assert_eq!(repeats("tables, strings, closures", &body, &ScriptParams::default()).errors, 0);
}

#[test]
fn tables_that_were_meant_to_be_weak_repeat() {
    let body = format!(
        "local made = 0 local cache = {{}}
         local ok = pcall(setmetatable, cache, {{ __mode = 'kv' }}) if ok then made += 1 end
         for i = 1, 300 do cache[i] = {{ i }} end for _ in pairs(cache) do made += 1 end {COUNT}"
    );
    assert_eq!(repeats("weak tables", &body, &ScriptParams::default()).errors, 0);
}

/// Entries under tables and functions that come and go, however they are written: what could be written would make the
/// table grow at another time in each run, and the call would be stopped at another turn of its last loop.
#[test]
fn what_is_written_under_tables_and_functions_repeats() {
    let body = format!(
        "local made, t, keys = 0, {{}}, {{}}
         for i = 1, 30 do keys[i] = function() return i end end
         pcall(function() for i = 1, 30 do t[keys[i]] = true end end)
         pcall(function()
            for i = 1, 900 do
               local at = i * 7 % 30 + 1
               t[keys[at]] = nil keys[at] = function() return i end t[keys[at]] = true
            end
         end)
         for i = 1, npc:random(20, 40) do setmetatable({{}}, {{ __index = {{ i }} }}) end
         {COUNT} while true do npc.memory.n += 1 end"
    );
    assert!(repeats("tables and functions as keys", &body, &ScriptParams::default()).errors > 0);
}

#[test]
fn lack_of_memory_repeats() {
    let script = ScriptParams {
        memory_mb: 4,
        vms: 4,
        instructions_per_call: 5_000_000,
        instructions_per_turn: 5_000_000,
        ..ScriptParams::default()
    };
    let body = format!(
        "local made, t = 0, {{}} pcall(function() for i = 1, npc:random(10, 12000) do t[i] = table.create(60, i) made += 1 end end)
         t = nil {COUNT}"
    );
    let outcome = repeats("out of memory", &body, &script);
    assert!(outcome.errors > 0, "memory was short for some: {outcome:?}");
}

/// Luau pushes its own error of lacking memory once for each `pcall` of a coroutine, on a stack that cannot grow without memory.
#[test]
fn lack_of_memory_below_many_pcalls_of_a_coroutine_stops_the_file_alone() {
    let file = |kept: &str| {
        format!(
            "local held = {{}}
             local function deep(n)
               if n > 0 then pcall(deep, n - 1) end
               {kept}
             end
             coroutine.wrap(function() for i = 1, 1000 do deep(100) end end)()
             {}",
            ticking("storm", "npc:stop()")
        )
    };
    let load = |kept: &str| {
        let setup = Setup {
            script: ScriptParams { memory_mb: 4, instructions_per_load: 50_000_000, ..ScriptParams::default() },
            ..usual_setup(open_ground(60, 40), ModSet::from_files([("npc/storm.lua", &*file(kept))]), 11)
        };
        Sim::new(setup).map(drop).map_err(|faults| faults[0].message.clone())
    };
    assert_eq!(load("local t = table.create(500)"), Ok(()), "what is not kept may be made again and again");
    for kept in ["held[#held + 1] = table.create(500)", "held[#held + 1] = { held[#held] }", "pcall(deep, 150, n)"] {
        let refused = load(kept);
        assert!(refused.as_ref().is_err_and(|e| e.contains("was stopped")), "{kept}: {refused:?}");
    }
}
