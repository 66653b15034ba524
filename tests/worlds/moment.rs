//! A moment of a running world becomes a spec that passes unchanged.

use bestiary::AgentId;
use bestiary::Start;
use bestiary::Value;
use bestiary::testing::diag::NoClock;
use bestiary::testing::spec::moment;
use bestiary::{PhaseTimes, Sim};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A mod of one behaviour in a folder of its own.
fn mod_folder(dir: &Path) {
    std::fs::create_dir_all(dir.join("npc")).expect("writable");
    std::fs::write(dir.join("mod.toml"), "name = \"moments\"\nversion = \"1\"\napi = 2\n").expect("writable");
    let newt = "return behaviour {
      name = 'newt', start = 'calm', body = { speed = 2, health = 30, faction = 'newts', glyph = 'T' },
      states = {
        calm = { tick = function(npc)
          local wolf = npc:nearest { faction = 'predator', within = 60 }
          npc.memory.next_time = npc.time + 5
          npc.memory['odd key'] = 'a \"quoted\" text'
          if wolf then npc.memory.foe = wolf return 'watch' end
        end },
        watch = { tick = function(npc)
          if not npc:exists(npc.memory.foe) then return 'calm' end
          local x, y = npc:spot(4)
          if x then npc.memory.spot = { x = x, y = y } npc:steer(x, y) end
        end },
      },
    }";
    std::fs::write(dir.join("npc/newt.lua"), newt).expect("writable");
}

fn glade(dir: &Path) -> Sim {
    let (map, mods, population) = ("glade".into(), vec![dir.into()], vec!["newt=30".parse().expect("is one")]);
    let (setup, _) = Start { map, mods, seed: 7, population, ..Start::default() }.load().expect("loads");
    let mut sim = Sim::new(setup).expect("loads");
    (0..200).for_each(|_| _ = sim.step(&[], &NoClock));
    sim
}

fn one(sim: &Sim, behaviour: &str, state: &str) -> Option<AgentId> {
    let name = |symbol| sim.catalogue().symbols.name(symbol);
    let a = sim.agents();
    a.bodies.living().find(|s| name(a.behaviour[*s]) == behaviour && name(a.state[*s]) == state).map(|s| a.bodies.id(s))
}

/// Whether `bestiary test FILE` passes, and its output.
fn tested(file: &Path) -> (bool, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_bestiary")).arg("test").arg(file).output().expect("runs");
    (out.status.success(), String::from_utf8_lossy(&out.stdout).into_owned())
}

fn scratch(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("bestiary-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    dir
}

#[test]
fn moments_of_many_creatures_pass_unchanged_and_no_file_is_overwritten() {
    let dir = scratch("moments");
    mod_folder(&dir);
    let mut sim = glade(&dir);
    let watcher = one(&sim, "newt", "watch").expect("a newt that watches a wolf");
    let hash = sim.hash();

    let first = moment::export(&mut sim, watcher).expect("written");
    let second = moment::export(&mut sim, watcher).expect("written beside it");
    assert_eq!(sim.hash(), hash, "an export changes nothing");
    assert!(first.ends_with("spec/moment_newt_200_spec.lua"), "{}", first.display());
    assert!(second.ends_with("spec/moment_newt_200_2_spec.lua"), "{}", second.display());

    let text = std::fs::read_to_string(&first).expect("readable");
    for part in
        ["it(\"goes on from watch\"", "state = \"watch\"", "expect(me.state).to_be(", "a = \"newt\"", "[\"odd key\"]"]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let decimals = |word: &str| word.trim_end_matches(',').split_once('.').map_or(0, |(_, rest)| rest.len());
    let numbers = text.split_whitespace().filter(|word| word.trim_end_matches(',').parse::<f64>().is_ok());
    // Small ones keep three digits.
    let small = |word: &str| word.trim_end_matches(',').parse::<f64>().is_ok_and(|n| n.abs() < 0.1);
    let long: Vec<&str> = numbers.filter(|word| decimals(word) > 3 && !small(word)).collect();
    assert!(long.is_empty(), "numbers are rounded: {long:?}");
    let newts: Vec<AgentId> = sim.agents().bodies.living().map(|s| sim.agents().bodies.id(s)).collect();
    let newts: Vec<AgentId> = newts.into_iter().filter(|id| one_of(&sim, *id, "newt")).take(6).collect();
    for id in newts {
        moment::export(&mut sim, id).expect("written");
    }
    let (passed, said) = tested(&dir);
    assert!(passed, "{said}\n{text}");
    assert!(said.trim_end().ends_with("8 passed, 0 failed"), "{said}");
    std::fs::remove_dir_all(&dir).expect("ours");
}

fn one_of(sim: &Sim, id: AgentId, behaviour: &str) -> bool {
    sim.catalogue().symbols.name(sim.agents().behaviour[id.slot()]) == behaviour
}

#[test]
fn memory_is_converted_to_the_small_world() {
    let dir = scratch("memory");
    mod_folder(&dir);
    let mut sim = glade(&dir);
    let watcher = one(&sim, "newt", "watch").expect("a newt that watches a wolf");
    let focus = sim.snapshot(Some(watcher), PhaseTimes::default()).focus.expect("alive");
    let file = moment::export(&mut sim, watcher).expect("written");
    let text = std::fs::read_to_string(&file).expect("readable");
    // A place within the drawing lies within its metres; a time is counted from the drawing's beginning.
    let Some(Value::Number(next)) = focus.memory.get("next_time") else { panic!("{:?}", focus.memory) };
    let next = ((next - 10.0) * 1e3).round() / 1e3;
    assert!(text.contains(&format!("next_time = {next}")), "{text}");
    assert!(text.contains("foe = w:creature(\"w\"") || text.contains("is not in the drawing"), "{text}");
    std::fs::remove_dir_all(&dir).expect("ours");
}
