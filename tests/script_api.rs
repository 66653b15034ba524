//! The Lua API, binding by binding.

mod stage;

use bestiary::agent::{Drive, Event, Value};
use bestiary::geom::Vec2;
use stage::{Stage, refused, ticking};

#[test]
fn a_creature_reads_its_own_fields() {
    let lines = Stage::printed("print(npc.name, npc.behaviour, npc.state, npc.x, npc.y, npc.health, npc.faction)");
    assert_eq!(lines, ["probe 0 probe s 10.5 10.5 20 neutral"]);
}

#[test]
fn misspelt_members_and_names_are_errors_with_a_suggestion() {
    for (body, expected) in [
        ("local h = npc.helth", "npc has no 'helth'; did you mean 'health'?"),
        ("npc:steeer(1, 2)", "npc has no 'steeer'; did you mean 'steer'?"),
        ("local c = pathfinder.SEARCH_OKK", "pathfinder has no 'SEARCH_OKK'; did you mean 'SEARCH_OK'?"),
        ("pathfnder.tick(npc)", "there is no 'pathfnder'; did you mean 'pathfinder'?"),
        ("local w = world.widht", "world has no 'widht'; did you mean 'width'?"),
        ("math.flor(1.5)", "math has no 'flor'; did you mean 'floor'?"),
    ] {
        let fault = Stage::fault(body);
        assert_eq!(fault.diagnostic.message, expected);
        assert_eq!((fault.diagnostic.file.as_str(), fault.diagnostic.line), ("scripts/npc/probe.lua", 2));
        assert!(!fault.overrun);
    }
}

#[test]
fn steering_becomes_an_intent() {
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", "npc:steer(3, 4, 0.5)"))]);
    let id = stage.spawn("probe", 10.5, 10.5);
    let out = stage.turn(&[id]);
    assert_eq!(out.turns[0].intent.drive, Drive::Steer { to: Vec2::new(3.0, 4.0), pace: 0.5, feelers: true });
}

#[test]
fn memory_lasts_and_a_reload_keeps_it() {
    let count = |step: u32| ticking("probe", &format!("npc.memory.n = (npc.memory.n or 0) + {step}"));
    let mut stage = Stage::new(&[("npc/probe.lua", &count(1))]);
    let id = stage.spawn("probe", 10.5, 10.5);
    stage.turn(&[id]);
    stage.turn(&[id]);
    stage.reload(&[("npc/probe.lua", &count(10))]);
    stage.turn(&[id]);
    assert_eq!(stage.memory(id, "n"), Value::Number(12.0));
}

#[test]
fn a_file_with_a_fault_is_refused_with_its_place() {
    let said = refused(&[("npc/wolf.lua", "return behaviour {\n  name = \"wolf\",\n  start = = 3\n}")]);
    assert!(said.starts_with("scripts/npc/wolf.lua:3:"), "{said}");
}

#[test]
fn events_come_before_the_tick_in_the_order_in_which_they_happened() {
    let text = r#"return behaviour { name = "probe", start = "s", states = { s = {
        enter = function() print("enter") end,
        tick = function() print("tick") end,
        hurt = function(npc, by, amount) print("hurt", by, amount) end,
        on_path = function(npc, code) print(code == pathfinder.SEARCH_OK) end,
    } } }"#;
    let mut stage = Stage::new(&[("npc/probe.lua", text)]);
    let id = stage.spawn("probe", 10.5, 10.5);
    stage.event(id, Event::Hurt { by: None, amount: 5.0 });
    stage.event(id, Event::Path(bestiary::nav::Code::SearchOk));
    stage.turn(&[id]);
    assert_eq!(stage.prints(), ["enter", "hurt nil 5", "true", "tick"]);
}
