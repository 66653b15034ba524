//! What creatures remember of their own lives, and that remembering changes nothing.

use crate::stage;
use crate::stage::Stage;
use bestiary::AgentId;
use bestiary::Value;
use bestiary::testing::agent::{EventKind, MOST, Recorder};
use bestiary::testing::diag::NoClock;
use bestiary::testing::sim::usual_setup;
use bestiary::{Command, Focus, PhaseTimes, Population, Setup, Sim, SimParams};
use std::collections::BTreeSet;
use std::sync::Arc;

const HUNTER: &str = "return behaviour {
  name = 'hunter', start = 'rest', body = { faction = 'hunters', health = 100 },
  states = {
    rest = {
      tick = function(npc)
        local prey = npc:nearest { faction = 'hunters', within = 30 }
        npc.memory.looked = (npc.memory.looked or 0) + 1
        if prey and npc.memory.looked == 3 then
          npc.memory.prey = prey
          return 'attack'
        end
      end,
      hurt = function(npc, by, amount) return 'flee' end,
    },
    attack = {
      enter = function(npc) pathfinder.set_moving_target(npc, npc.memory.prey) end,
      tick = function(npc) pathfinder.tick(npc) end,
      heard = function(npc, what, from) return 'flee' end,
      hurt = function(npc, by, amount) return 'flee' end,
    },
    flee = { enter = function(npc) npc:say('help') end },
  },
}";

/// A field with `count` hunters on it.
fn field(count: u32, recorder_events: usize, threads: usize) -> Sim {
    field_of(HUNTER, count, recorder_events, threads)
}

fn field_of(hunter: &str, count: u32, recorder_events: usize, threads: usize) -> Sim {
    let mods = bestiary::testing::lua::ModSet::from_files([("npc/hunter.lua", hunter)]);
    let setup = Setup {
        population: vec![Population { behaviour: "hunter".into(), count }],
        sim: SimParams { recorder_events, threads, ..SimParams::default() },
        ..usual_setup(stage::open_ground(40, 30), mods, 7)
    };
    Sim::new(setup).expect("loads")
}

fn run(sim: &mut Sim, steps: u64) {
    (0..steps).for_each(|_| _ = sim.step(&[], &NoClock));
}

fn first(sim: &Sim) -> AgentId {
    sim.agents().bodies.id(0)
}

fn focus(sim: &mut Sim, id: AgentId) -> Focus {
    sim.snapshot(Some(id), PhaseTimes::default()).focus.expect("alive")
}

fn why(sim: &mut Sim) -> Vec<String> {
    let id = first(sim);
    let indent = |depth: u8| "  ".repeat(depth.into());
    focus(sim, id).why.iter().map(|l| format!("{}{}", indent(l.depth), l.text)).collect()
}

#[test]
fn the_reasons_name_handler_line_source_and_what_was_written() {
    let mut sim = field(2, 256, 1);
    run(&mut sim, 13);
    let other = sim.agents().bodies.id(1);
    assert_eq!(
        why(&mut sim),
        [
            "was born",
            "rest → attack  by tick at npc/hunter.lua:10",
            "  there: return 'attack'",
            "  because: memory.looked nil → 2 (2 times)",
            "  because: memory.looked 2 → 3",
            &format!("  because: memory.prey nil → {other}"),
            &format!("  since then: goal hunter {other}"),
            &format!("  since then: saw hunter {other}"),
        ]
    );
}

#[test]
fn a_state_that_a_helper_names_is_reported_where_the_handler_returns_it() {
    let helper = "local function pick() return 'attack' end\n";
    let mut sim = field_of(&(helper.to_owned() + &HUNTER.replace("return 'attack'", "return pick()")), 2, 256, 1);
    run(&mut sim, 13);
    let lines = why(&mut sim);
    assert_eq!(lines[1..3], ["rest → attack  by tick at npc/hunter.lua:11", "  there: return pick()"]);
}

#[test]
fn what_a_library_keeps_in_memory_is_marked_as_minor() {
    let keeps =
        "npc.memory.own = npc.time npc.memory.tactics = { x = npc.time, state = 'seek' .. (npc.memory.looked or 0) }";
    let mut sim = field_of(&HUNTER.replace("local prey =", &format!("{keeps} local prey =")), 2, 256, 1);
    run(&mut sim, 13);
    let me = first(&sim);
    let story = focus(&mut sim, me).story;
    let minor = |key: &str| {
        story.iter().filter(|l| l.what.starts_with(key)).map(bestiary::EventText::is_minor).collect::<Vec<_>>()
    };
    for (key, is_minor) in [("tactics ", true), ("tactics.x ", true), ("tactics.state ", true), ("own ", false)] {
        let found = minor(&format!("memory.{key}"));
        assert!(!found.is_empty() && found.iter().all(|m| *m == is_minor), "{key}: {story:?}");
    }
}

#[test]
fn a_blow_leads_to_flight_and_both_are_on_record_after_a_reload() {
    let mut sim = field(2, 256, 1);
    let (me, other) = (first(&sim), sim.agents().bodies.id(1));
    run(&mut sim, 13);
    // Action: it is struck, and its file is saved again.
    let file = bestiary::SourceFile {
        mod_name: sim.mods().mods[0].manifest.name.clone(),
        path: "npc/hunter.lua".into(),
        text: Some(HUNTER.replace("'help'", "'help me'")),
    };
    sim.step(
        &[Command::Hurt { id: me, amount: 5.0, by: Some(other) }, Command::Reload { files: vec![file] }],
        &NoClock,
    );
    run(&mut sim, 2);
    let lines = why(&mut sim);
    assert!(lines.iter().any(|l| l.starts_with("attack → flee  by hurt at npc/hunter.lua:")), "{lines:#?}");
    assert!(lines.contains(&format!("  because: hurt 5 by hunter {other}")), "{lines:#?}");
    assert!(lines.contains(&"  since then: “help me”".to_owned()), "{lines:#?}");
    let story = focus(&mut sim, me).story;
    assert_eq!(story[0].what, "was born");
    assert!(story.iter().any(|l| l.what == format!("goal hunter {other}")), "{story:#?}");
}

#[test]
fn a_script_can_print_its_own_reasons_even_in_the_turn_that_made_them() {
    let files = [(
        "npc/a.lua",
        "return behaviour { name = 'a', start = 's', states = {
          s = { tick = function(npc) return 't' end },
          t = { enter = function(npc) npc.memory.why = table.concat(npc:why(), '|') end } } }",
    )];
    let mut stage = Stage::new(&files);
    let id = stage.spawn("a", 5.0, 5.0);
    stage.turn(&[id]);
    assert_eq!(stage.vm.memory(id.slot()).get("why"), Some(&Value::String(Vec::new())), "nothing is recorded here");

    let mut stage = Stage::new(&files);
    let mut recorder = Recorder::new(16, 1);
    recorder.begin(0, 0);
    stage.view.recorder = Arc::new(recorder);
    let id = stage.spawn("a", 5.0, 5.0);
    stage.view.step = 24;
    stage.turn(&[id]);
    let Some(Value::String(why)) = stage.vm.memory(id.slot()).get("why").cloned() else { panic!("it has reasons") };
    let why = String::from_utf8_lossy(&why).into_owned();
    assert!(why.starts_with("00:00.0 was born|00:01.2 s → t  by tick at npc/a.lua:2|"), "{why}");
}

#[test]
fn recording_decides_nothing_and_threads_change_no_line_of_it() {
    let end = |events, threads| {
        let mut sim = field(40, events, threads);
        run(&mut sim, 90);
        let id = sim.agents().bodies.id(17);
        let story: Vec<String> = focus(&mut sim, id).story.iter().map(|l| format!("{l:?}")).collect();
        (sim.hash(), story)
    };
    let (hash, story) = end(256, 1);
    assert!(story.len() > 3, "{story:#?}");
    assert_eq!(end(256, 2), (hash.clone(), story));
    assert_eq!(end(0, 1), (hash, Vec::new()), "switched off, the world runs the same");
}

/// Older strings are dropped when there are too many; a place is read again then.
#[test]
fn a_place_is_named_however_much_creatures_say() {
    let talker = "return behaviour {
      name = 'hunter', start = 'a',
      states = {
        a = { tick = function(npc)
          for i = 1, 60 do npc.memory[i] = i .. ' words of ' .. npc.id .. ': ' .. npc.memory.n end
          return 'b'
        end, enter = function(npc) npc.memory.n = (npc.memory.n or 0) + 1 end },
        b = { tick = function(npc) return 'a' end },
      },
    }";
    let mut sim = field_of(talker, 100, 64, 2);
    let places = |sim: &mut Sim| {
        let id = first(sim);
        let states = focus(sim, id).story.into_iter().filter(|event| matches!(event.kind, EventKind::State { .. }));
        states.map(|event| event.why).collect::<BTreeSet<_>>()
    };
    let named = ["npc/hunter.lua:6", "npc/hunter.lua:8"].map(str::to_owned).into();
    run(&mut sim, 24);
    assert_eq!(places(&mut sim), named);
    let before = sim.agents().ticks[0];
    // Each creature has 60 new strings in every second turn.
    run(&mut sim, 200);
    assert!((sim.agents().ticks[0] - before) as usize / 2 * 60 * 100 > 2 * MOST, "some were dropped");
    assert_eq!(places(&mut sim), named);
}
