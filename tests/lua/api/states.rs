//! Changes of state: returned names, handlers on the way, what stops them.

use super::*;

/// A behaviour with two states that record what is called.
const MACHINE: &str = r#"
local function say(what) return function(npc) print(npc.state .. "." .. what) end end
return behaviour { name = "probe", start = "a", states = {
  a = {
    enter = say "enter", leave = say "leave",
    tick = function(npc)
      print("a.tick")
      return npc.memory.go
    end,
    message = function(npc, from, name, data)
      npc.memory.go = data.to
    end,
    hurt = function(npc) return "b" end,
  },
  b = {
    enter = function(npc)
      print("b.enter", npc.state_time)
      return npc.memory.bounce
    end,
    tick = say "tick", leave = say "leave", died = say "died",
  },
} }"#;

fn order(stage: &mut Stage, id: bestiary::AgentId, to: &str) {
    let data = Value::Table(vec![(bestiary::Key::String(b"to".to_vec()), Value::String(to.into()))]);
    stage.event(id, Event::Message(Box::new(Message { from: id, name: "go".into(), data })));
}

#[test]
fn a_returned_name_changes_the_state_and_says_where() {
    let mut stage = Stage::new(&[("npc/probe.lua", MACHINE)]);
    let id = stage.spawn("probe", 5.5, 5.5);
    order(&mut stage, id, "b");
    stage.turn(&[id]);
    assert_eq!(stage.prints(), ["a.enter", "a.tick", "a.leave", "b.enter 0"]);
    assert_eq!(stage.out.transitions[0].place, "npc/probe.lua:6");
    assert_eq!(stage.state(id), "b");
    stage.turn(&[id]);
    assert_eq!(stage.prints(), ["b.tick"]);
    stage.died(id);
    assert_eq!(stage.prints(), ["b.died"]);
}

#[test]
fn an_event_can_change_the_state_and_the_tick_is_the_new_states() {
    let mut stage = Stage::new(&[("npc/probe.lua", MACHINE)]);
    let id = stage.spawn("probe", 5.5, 5.5);
    stage.event(id, Event::Hurt { by: None, amount: 1.0 });
    stage.turn(&[id]);
    assert_eq!(stage.prints(), ["a.enter", "a.leave", "b.enter 0", "b.tick"]);
    assert_eq!(stage.out.transitions[0].place, "npc/probe.lua:13", "the line that names the state");
}

#[test]
fn names_of_states_that_are_computed_are_checked_when_returned() {
    let mut stage = Stage::new(&[("npc/probe.lua", MACHINE)]);
    let id = stage.spawn("probe", 5.5, 5.5);
    order(&mut stage, id, "bb");
    let d = stage.turn(&[id]).faults[0].diagnostic.clone();
    assert_eq!(
        d.to_string(),
        "scripts/npc/probe.lua:6: error: there is no state 'bb' to change to\n  did you mean 'b'?"
    );
    assert_eq!(stage.state(id), "a");
}

#[test]
fn states_that_send_each_other_back_and_forth_are_stopped() {
    let text = r#"return behaviour { name = "probe", start = "a", states = {
        a = { enter = function() return "b" end },
        b = { enter = function() return "a" end } } }"#;
    let mut stage = Stage::new(&[("npc/probe.lua", text)]);
    let id = stage.spawn("probe", 5.5, 5.5);
    let out = stage.turn(&[id]);
    assert_eq!(out.transitions.len(), 8);
    let expected = "scripts/npc/probe.lua:2: error: more than 8 changes of state in one turn, the last to 'b'";
    assert!(out.faults[0].diagnostic.to_string().starts_with(expected), "{}", out.faults[0].diagnostic);
}

#[test]
fn a_state_that_a_reload_took_away_sends_its_creature_to_start() {
    let mut stage = Stage::new(&[("npc/probe.lua", MACHINE)]);
    let id = stage.spawn("probe", 5.5, 5.5);
    order(&mut stage, id, "b");
    stage.turn(&[id]);
    stage.reload(&[(
        "npc/probe.lua",
        r#"return behaviour { name = "probe", start = "new", states = {
        new = { enter = function(npc) print("fresh", npc.memory.go) end } } }"#,
    )]);
    stage.turn(&[id]);
    assert_eq!(stage.prints(), ["fresh b"]);
    assert_eq!(stage.state(id), "new");
}
