//! The Lua API, binding by binding.

mod sandbox;
mod states;

use crate::stage::{Stage, refused, ticking};
use bestiary::AgentId;
use bestiary::Value;
use bestiary::Vec2;
use bestiary::testing::agent::{Drive, Event, Message};

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
    assert_eq!(out.turns[0].intent.drive, Drive::Steer { to: Vec2::new(3.0, 4.0), pace: 0.5, avoids: true });
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
    stage.event(id, Event::Path(bestiary::testing::nav::Code::SearchOk));
    stage.turn(&[id]);
    assert_eq!(stage.prints(), ["enter", "hurt nil 5", "true", "tick"]);
}

#[test]
fn an_error_keeps_the_last_intents_and_names_the_stack() {
    let text = ticking(
        "probe",
        "local function inner() local t = nil; return t.x end\nif npc.tick == 0 then npc:steer(1, 1) else npc:steer(2, 2) inner() end",
    );
    let mut stage = Stage::new(&[("npc/probe.lua", &text)]);
    let id = stage.spawn("probe", 5.5, 5.5);
    stage.turn(&[id]);
    let out = stage.turn(&[id]);
    assert_eq!(out.turns[0].intent.drive, Drive::Steer { to: Vec2::new(1.0, 1.0), pace: 1.0, avoids: true });
    let d = &out.faults[0].diagnostic;
    assert_eq!(d.message, "attempt to index nil with 'x'");
    let trace: Vec<String> = d.trace.iter().map(ToString::to_string).collect();
    assert_eq!(trace, ["scripts/npc/probe.lua:2 in function 'inner'", "scripts/npc/probe.lua:3 in function 'tick'"]);
}

#[test]
fn creatures_find_and_look_at_each_other() {
    let probe = ticking(
        "probe",
        r#"
        local id = npc:nearest { faction = "prey", within = 20 }
        print(id, npc:count { faction = "prey", within = 20 }, #npc:all { behaviour = "deer", within = 20, limit = 1 })
        local d = npc:look(id)
        print(d.name, d.x, d.faction, d.state, d.distance, npc:distance(id), npc:distance(5, 9), npc:sees(id), npc:exists(id))
        print(npc:where(id))
        print(npc:where(999))
        print(npc:nearest { behaviour = "deer", within = 1 }, npc:look(999), npc:exists(999), npc:player(), npc:distance(999))
        print(npc:attack(id), npc:in_reach(id), world.width, world.height, world.name)"#,
    );
    let deer = "return behaviour { name = \"deer\", body = { faction = \"prey\" }, start = \"graze\", states = { graze = {} } }";
    let mut stage = Stage::new(&[("npc/probe.lua", &probe), ("npc/deer.lua", deer)]);
    let me = stage.spawn("probe", 5.0, 5.0);
    let near = stage.spawn("deer", 8.0, 5.0);
    stage.spawn("deer", 5.0, 15.0);
    let out = stage.turn(&[me]);
    assert!(out.faults.is_empty(), "{}", out.faults[0].diagnostic);
    assert_eq!(out.turns[0].intent.attack, Some(near));
    assert_eq!(
        stage.prints(),
        [
            "1 2 1",
            "deer 1 8 prey graze 3 3 4 true true",
            "8 5 3 true ground 0.5",
            "nil nil nil nil nil nil",
            "nil nil false nil nil",
            "false false 40 30 stage"
        ]
    );
}

#[test]
fn filters_and_arguments_are_checked() {
    for (call, expected) in [
        (
            "npc:nearest { within = 5, factoin = 'x' }",
            "the filter of npc:nearest has no 'factoin'; did you mean 'faction'?",
        ),
        (
            "npc:nearest { within = 5, faction = 'nuetral' }",
            "npc:nearest: no creature has the faction 'nuetral'; did you mean 'neutral'?",
        ),
        ("npc:nearest { faction = 'neutral' }", "npc:nearest: within (metres) is required"),
        ("npc:nearest()", "npc:nearest needs a filter table: npc:nearest { faction = \"prey\", within = 25 }"),
        ("npc:count { within = -1 }", "npc:count: within is -1; a distance cannot be negative"),
        ("npc:all { within = 5, visible = 1 }", "npc:all: visible must be true or false, not number"),
        ("npc:look(npc)", "npc:look: a creature's id is needed, not a table (use .id)"),
        ("npc:steer(1)", "npc:steer: y must be a number, not nil"),
        ("npc:steer(1e308, 1)", "npc:steer: x is 1e+308, numbers are below a thousand million here"),
        (
            "pcall(npc.steer, npc, 1e308, 1) npc:steer(-1.5e-7 / 0, 1)",
            "npc:steer: x is -inf, which cannot be used here",
        ),
        ("npc:steer(0/0, 1)", "npc:steer: x is NaN, which cannot be used here"),
        ("npc:attack(npc.id)", "npc:attack: a creature cannot attack itself"),
        ("pathfinder.set_moving_target(npc, npc.id)", "pathfinder.set_moving_target: a creature cannot follow itself"),
        ("npc:say(string.rep('x', 300))", "npc:say: line is 300 bytes long; 200 are allowed"),
        ("npc:send(1, 'x', print)", "npc:send: data: a function cannot be kept or sent"),
        (
            "pathfinder.report(npc, 'seeek')",
            "pathfinder.report: there is no tactical state 'seeek'; did you mean 'seek'?",
        ),
        ("npc:random(3, 1)", "npc:random: the range 3..1 is empty"),
        ("npc:random(1.5)", "npc:random: high must be a whole number"),
    ] {
        let d = Stage::fault(call).diagnostic;
        assert_eq!((d.message.as_str(), d.line), (expected, 2), "{call}");
    }
}

#[test]
fn talking_goes_out_in_order_and_is_limited() {
    let body = "npc:say('hello') npc:shout('wolf', 10) npc:send(0, 'come', { x = 1 })\nfor i = 1, 20 do pcall(npc.say, npc, 'again') end for i = 1, 20 do print(i) end";
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", body))]);
    let id = stage.spawn("probe", 5.5, 5.5);
    let out = stage.turn(&[id]);
    use bestiary::Key;
    use bestiary::testing::agent::Outgoing;
    assert_eq!(out.outgoing.len(), 16);
    assert_eq!(out.outgoing[0].1, Outgoing::Say { line: "hello".into() });
    assert_eq!(out.outgoing[1].1, Outgoing::Shout { what: "wolf".into(), radius_m: 10.0 });
    let data = Value::Table(vec![(Key::String(b"x".to_vec()), Value::Number(1.0))]);
    assert_eq!(out.outgoing[2].1, Outgoing::Message { to: id, name: "come".into(), data });
    assert_eq!(out.prints.len(), 8);
}

#[test]
fn chance_is_each_creatures_own() {
    let body = "npc.memory.n = npc:random(1000) npc.memory.m = math.random(5, 6) npc.memory.u = math.random()\nlocal x, y = npc:spot(3) npc.memory.d = npc:distance(x, y)\nlocal ax, ay = npc:away(npc.x - 1, npc.y, 5) npc.memory.ax = ax";
    let file = ticking("probe", body);
    let run = |others: &[f32]| {
        let mut stage = Stage::new(&[("npc/probe.lua", &file)]);
        let id = stage.spawn("probe", 5.5, 5.5);
        let rest: Vec<_> = others.iter().map(|x| stage.spawn("probe", *x, 9.5)).collect();
        let all: Vec<_> = rest.iter().copied().chain([id]).collect();
        stage.turn(&all);
        stage.vm.memory(id.slot())
    };
    let alone = run(&[]);
    assert_eq!(alone, run(&[1.0, 2.0]), "others' draws do not shift mine");
    let number = |key: &str| match alone.get(key) {
        Some(Value::Number(n)) => *n,
        other => panic!("{key}: {other:?}"),
    };
    assert!((1.0..=1000.0).contains(&number("n")) && (5.0..=6.0).contains(&number("m")));
    assert!((0.0..1.0).contains(&number("u")) && number("d") <= 3.0);
    assert_eq!(number("ax"), 9.5);
}

#[test]
fn the_six_calls_answer_by_name_and_are_counted() {
    let body = r#"
        print(pathfinder.tick(npc), pathfinder.next_waypoint(npc))
        pathfinder.activate(npc)
        pathfinder.set_position_target(npc, 9, 9)
        print(pathfinder.tick(npc) == pathfinder.SEARCHING, pathfinder.reason(npc), pathfinder.reachable(npc, 9, 9))
        pathfinder.report(npc, "seek")
        pathfinder.delete(npc)
        pathfinder.set_moving_target(npc, 1)
        print((pathfinder.next_waypoint(npc)))"#;
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", body))]);
    let [id, _] = [5.0, 8.0].map(|x| stage.spawn("probe", x, 5.0));
    let out = stage.turn(&[id]);
    assert!(out.faults.is_empty(), "{}", out.faults[0].diagnostic);
    use bestiary::testing::nav::Code;
    assert_eq!(out.codes[Code::NoTarget as usize], 2);
    assert_eq!(out.codes[Code::Searching as usize], 1);
    assert_eq!(stage.prints()[..2], ["NO_TARGET NO_TARGET 5 5", "true nil true"]);
    let tactic = stage.out.turns[0].tactic.expect("reported");
    assert_eq!(stage.view.catalogue.symbols.name(tactic), "seek");
}

/// What a tick costs that calls `call` ten times.
fn cost_of_ten(call: &str) -> u64 {
    let body = "pathfinder.activate(npc)\n".to_owned() + &format!("{call}\n").repeat(10);
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", &body))]);
    let [id, _] = [5.0, 8.0].map(|x| stage.spawn("probe", x, 5.0));
    assert!(stage.turn(&[id]).faults.is_empty(), "{call}");
    let mut counts = 0;
    stage.vm.profile.each(0, |_, _, handler, cost| counts += if handler == "tick" { cost.counts } else { 0 });
    counts
}

#[test]
fn every_call_is_charged_once() {
    let usual = cost_of_ten("npc:stop()");
    for call in [
        "pathfinder.tick(npc)",
        "pathfinder.next_waypoint(npc)",
        "pathfinder.set_position_target(npc, 8, 8)",
        "npc:say('x')",
        "npc:random(6)",
        "math.random(6)",
        "npc:exists(npc.id)",
    ] {
        assert_eq!(cost_of_ten(call), usual, "{call}");
    }
    assert!(cost_of_ten("pathfinder.set_moving_target(npc, 1)") > usual, "it looks at its target");
    let (near, far) = (cost_of_ten("npc:sees(8, 8)"), cost_of_ten("npc:sees(39, 29)"));
    assert!(usual < near && near < far, "a line of sight costs more, and more so when it is long: {near}, {far}");
}

#[test]
fn of_two_thousand_creatures_each_is_called_by_its_own_name_however_often_they_take_turns() {
    let body = "local said = {}
        for turn = 1, 2 do
          for _, id in ipairs { 1, 1025, 2049 } do table.insert(said, npc:look(id).name) end
        end
        print(table.concat(said, ', '))";
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", body))]);
    let ids: Vec<AgentId> = (0..2_050).map(|n| stage.spawn("probe", 1.0 + 0.01 * n as f32, 10.5)).collect();
    stage.view.omniscient = true;
    let out = stage.turn(&ids[..1]);
    assert!(out.faults.is_empty(), "{}", out.faults[0].diagnostic);
    let names = "probe 1, probe 1025, probe 2049";
    assert_eq!(stage.prints(), [format!("{names}, {names}")]);
}

#[test]
fn an_inbox_has_memory_only_while_something_waits_in_it() {
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", "npc.memory.called = true"))]);
    let id = stage.spawn("probe", 10.5, 10.5);
    for _ in 0..10 {
        stage.event(id, Event::Heard { what: "hey".into(), from: id });
    }
    let capacity = |stage: &Stage| stage.vm.instance(id.slot()).map(|instance| instance.inbox.capacity());
    assert!(capacity(&stage) >= Some(10));
    assert!(stage.turn(&[id]).faults.is_empty());
    assert_eq!(capacity(&stage), Some(0));
}
