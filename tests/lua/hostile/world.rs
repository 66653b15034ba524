//! A whole world: the others end in the very state in which they end when the culprit's handler is empty.

use super::corpus::{HOSTILE, TURNCOATS};
use super::on_line_two;
use crate::stage::open_ground;
use bestiary::ScriptParams;
use bestiary::Value;
use bestiary::Vec2;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::{described_except, usual_setup};
use bestiary::{Command, Setup, Sim};

/// One or two ticks of every creature.
const STEPS: u64 = 8;
const MEMORY_MB: usize = 16;

/// A creature that walks, searches paths, uses random numbers, listens and remembers.
const GOOD: &str = r#"
return behaviour {
  name = "good", body = { speed = 4 }, start = "walk",
  states = {
    walk = {
      enter = function(npc) pathfinder.activate(npc) end,
      tick = function(npc)
        local m = npc.memory
        m.ticks = (m.ticks or 0) + 1
        m.seen = #npc:all { within = 10 }
        if npc:random() < 0.5 then pathfinder.set_position_target(npc, npc.home_x + m.ticks % 3, npc.home_y + 2) end
        pathfinder.tick(npc)
        local _, x, y = pathfinder.next_waypoint(npc)
        if x then npc:steer(x, y) end
        npc:shout("here", 5)
      end,
      heard = function(npc) npc.memory.heard = (npc.memory.heard or 0) + 1 end,
    },
  },
}
"#;

struct Outcome {
    /// Position, heading, velocity, health, ticks, state and memory of each of the good.
    others: Vec<(String, Value)>,
    errors: u64,
    log: Vec<String>,
    memory_bytes: usize,
}

/// Six creatures in one corner, the culprit in the other, all on one machine.
fn run(culprit: &str) -> Outcome {
    let mods = ModSet::from_files([("npc/good.lua", GOOD), ("npc/culprit.lua", culprit)]);
    let setup = Setup {
        script: ScriptParams { vms: 1, memory_mb: MEMORY_MB, ..ScriptParams::default() },
        ..usual_setup(open_ground(90, 40), mods, 3)
    };
    let mut sim = Sim::new(setup).unwrap_or_else(|faults| panic!("{faults:?}\n{culprit}"));
    let spawn =
        |behaviour: &str, count, x, y| Command::Spawn { behaviour: behaviour.into(), count, at: Some(Vec2::new(x, y)) };
    sim.step(&[spawn("culprit", 1, 80.5, 30.5), spawn("good", 6, 8.5, 8.5)], &NoClock);
    for _ in 0..STEPS {
        sim.step(&[], &NoClock);
    }
    Outcome {
        others: described_except(&sim, "culprit"),
        errors: sim.stats().script_errors,
        log: sim.log().lines().map(|l| l.text.clone()).collect(),
        memory_bytes: sim.script_memory_bytes(),
    }
}

#[test]
fn the_others_live_as_if_the_culprit_had_done_nothing() {
    let calm = run(&on_line_two("culprit", ""));
    assert_eq!((calm.others.len(), calm.errors), (6, 0), "{:?}", calm.log);
    let busy = |(_, memory): &(String, Value)| matches!(memory.get("heard"), Some(Value::Number(n)) if *n > 0.0);
    assert!(calm.others.iter().filter(|o| busy(o)).count() >= 2, "they walk, plan and talk: {:?}", calm.others);
    let ticks = HOSTILE.iter().map(|(what, body)| (what, on_line_two("culprit", body), 2));
    let files = TURNCOATS.iter().map(|(what, text, line)| (what, (*text).to_owned(), *line));
    for (what, culprit, line) in ticks.chain(files) {
        let wild = run(&culprit);

        assert!(wild.errors > 0, "{what}: no error");
        let place = format!("scripts/npc/culprit.lua:{line}: error");
        assert!(wild.log.iter().any(|l| l.starts_with(&place)), "{what}: {:?}", wild.log);
        assert!(wild.memory_bytes <= MEMORY_MB * 1024 * 1024, "{what}: {} bytes", wild.memory_bytes);
        assert_eq!(wild.others, calm.others, "{what}");
    }
}
