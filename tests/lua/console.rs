//! Lua evaluated as a creature: reading changes nothing, writing is sent as commands.

use crate::stage;
use bestiary::AgentId;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::Answer;
use bestiary::testing::sim::usual_setup;
use bestiary::{Command, Population, Setup, Sim};
use bestiary::{Key, Value};

const WALKER: &str = "return behaviour {
  name = 'walker', start = 'stroll', body = { faction = 'walkers', health = 50 },
  states = {
    stroll = {
      enter = function(npc) npc.memory.list = { 1, 2 } npc.memory.steps = 0 end,
      tick = function(npc)
        npc.memory.steps = npc.memory.steps + npc:random(3)
        npc:steer(npc.x + npc:random() - 0.5, npc.y)
      end,
      leave = function(npc) npc.memory.left = true end,
    },
    rest = { enter = function(npc) npc:stop() npc.memory.rested = true end },
  },
}";

fn field() -> Sim {
    let setup = Setup {
        population: vec![Population { behaviour: "walker".into(), count: 20 }],
        ..usual_setup(stage::open_ground(40, 30), ModSet::from_files([("npc/walker.lua", WALKER)]), 7)
    };
    let mut sim = Sim::new(setup).expect("loads");
    (0..12).for_each(|_| _ = sim.step(&[], &NoClock));
    sim
}

fn id(sim: &Sim) -> AgentId {
    sim.agents().bodies.id(3)
}

fn ask(sim: &mut Sim, line: &str) -> Answer {
    let id = id(sim);
    sim.ask(id, line)
}

fn output(sim: &mut Sim, line: &str) -> String {
    ask(sim, line).lines.join("\n")
}

#[test]
fn expressions_and_statements_return_plain_data() {
    let mut sim = field();
    assert_eq!(output(&mut sim, "1 + 2"), "3");
    assert_eq!(output(&mut sim, "npc.state, npc.name"), "\"stroll\"  \"walker 3\"");
    assert_eq!(output(&mut sim, "memory.list"), "{ [1] 1, [2] 2 }");
    assert_eq!(output(&mut sim, "npc"), "walker 3");
    assert_eq!(output(&mut sim, "npc:count { faction = 'walkers', within = 100 }"), "19");
    assert_eq!(output(&mut sim, "for i = 1, 3 do print(i) end"), "1\n2\n3");
    assert_eq!(output(&mut sim, "print"), "function");
    assert!(output(&mut sim, "npc:why()").contains("was born"));
    assert_eq!(
        output(&mut sim, "local t = {} for i = 1, 5 do t['k' .. i] = i end return t"),
        "k1  1\nk2  2\nk3  3\nk4  4\nk5  5"
    );
}

#[test]
fn mistakes_are_reported_with_their_place_or_a_suggestion() {
    let mut sim = field();
    for (line, said) in [
        ("npc.helth", "npc has no 'helth'; did you mean 'health'?"),
        ("pathfnder", "there is no 'pathfnder'; did you mean 'pathfinder'?"),
        ("1 +", "at "),
        ("force('rst')", "there is no state 'rst'; did you mean 'rest'?"),
        ("spawn('wlker')", "there is no behaviour 'wlker'; did you mean 'walker'?"),
        ("while true do end", "the script ran too long and was stopped"),
        ("string.rep('x', 1e9)", ""),
        ("x = 5", "nothing can be set here: the prompt only reads"),
        ("npc.x = 5", "nothing can be set here"),
        ("io.open('x')", "there is no 'io'"),
        ("npc:steer(1, 1)", "nothing was done: the prompt only reads"),
        ("table.insert(npc.memory.list, 3)", "nothing was done: the prompt only reads"),
    ] {
        let answer = ask(&mut sim, line);
        assert!(answer.failed && answer.commands.is_empty(), "{line}: {answer:?}");
        assert!(answer.lines.join("\n").contains(said), "{line}: {answer:?}");
    }
}

#[test]
fn evaluating_does_not_change_the_world() {
    let (mut asked, mut alone) = (field(), field());
    for n in 0..40 {
        for line in [
            "npc:random(6), math.random()",
            "npc:spot(5)",
            "pathfinder.set_position_target(npc, 5, 5)",
            "npc:say('hello')",
            "npc.memory.steps = 99 error('no')",
            "while true do npc:random() end",
        ] {
            ask(&mut asked, line);
        }
        asked.complete(id(&asked), "npc.");
        asked.step(&[], &NoClock);
        alone.step(&[], &NoClock);
        assert_eq!(asked.hash(), alone.hash(), "step {n}");
    }
    assert_eq!(asked.log().lines().len(), alone.log().lines().len(), "nothing is logged either");
}

#[test]
fn writes_come_back_as_commands_and_take_effect_with_the_next_step() {
    let mut sim = field();
    let me = id(&sim);
    let key = |k: &str| Key::String(k.into());
    let before = sim.hash();

    let set = ask(&mut sim, "memory.prey = 17");
    assert_eq!(set.lines, ["command: set memory prey = 17"]);
    let write = |path: Vec<Key>, value| Command::SetMemory { id: me, path, value };
    assert_eq!(set.commands, [write(vec![key("prey")], Value::Number(17.0))]);
    let deep = ask(&mut sim, "npc.memory.list[2] = nil");
    assert_eq!(deep.commands, [write(vec![key("list"), Key::Int(2)], Value::Nil)]);
    assert_eq!(sim.hash(), before, "evaluating alone did nothing");

    let force = ask(&mut sim, "force 'rest'");
    let all = ask(&mut sim, "spawn('walker', 2, 10, 10) move(20, 15)");
    let commands: Vec<Command> =
        [set.commands, deep.commands, force.commands, all.commands].into_iter().flatten().collect();
    sim.step(&commands, &NoClock);

    let memory = sim.memory(me).expect("alive");
    assert_eq!(memory.get("prey"), Some(&Value::Number(17.0)));
    assert_eq!(memory.get("list"), Some(&Value::Table(vec![(Key::Int(1), Value::Number(1.0))])));
    assert_eq!(memory.get("left"), Some(&Value::Bool(true)), "leave was called");
    assert_eq!(memory.get("rested"), Some(&Value::Bool(true)), "and enter");
    assert_eq!(sim.catalogue().symbols.name(sim.agents().state[me.slot()]), "rest");
    assert_eq!(sim.agents().bodies.living().count(), 22);
    let log: Vec<&str> = sim.log().lines().map(|l| l.text.as_str()).collect();
    assert!(log.contains(&"memory.prey = 17 (manual)") && log.contains(&"state = \"rest\" (manual)"), "{log:?}");
    let why = output(&mut sim, "table.concat(npc:why(), '\\n')");
    assert!(why.contains("stroll → rest  manual override"), "{why}");
}

#[test]
fn the_same_commands_end_in_the_same_world_however_they_came() {
    let me = id(&field());
    let commands = [
        Command::SetMemory { id: me, path: vec![Key::String("steps".into())], value: Value::Number(500.0) },
        Command::ForceState { id: me, state: "rest".into(), quietly: false },
        Command::SetBody { id: me, health: Some(12.0), heading: Some(1.0) },
    ];
    let end = || {
        let mut sim = field();
        sim.step(&commands, &NoClock);
        (0..20).for_each(|_| _ = sim.step(&[], &NoClock));
        (sim.hash(), sim.agents().health[me.slot()])
    };
    assert_eq!(end(), end());
    assert_eq!(end().1, 12.0);
}

#[test]
fn a_line_is_completed_by_what_comes_before_it() {
    let mut sim = field();
    let me = id(&sim);
    let mut words = |line: &str| {
        let c = sim.complete(me, line);
        (c.from, c.words.join(" "))
    };
    assert_eq!(words("npc.hea"), (4, "heading health".into()));
    assert_eq!(words("npc:ne"), (4, "nearest".into()));
    assert_eq!(words("memory.l"), (7, "list".into()));
    assert_eq!(words("1 + npc.memory.st"), (15, "steps".into()));
    assert_eq!(words("pathfinder.MAP"), (11, "MAP_FAILED".into()));
    assert_eq!(words("forc"), (0, "force".into()));
    assert_eq!(words("force('re"), (7, "rest".into()));
    assert_eq!(words("nosuch.x"), (7, String::new()));
}

#[test]
fn the_dead_and_strangers_are_not_asked() {
    let mut sim = field();
    let me = id(&sim);
    sim.step(&[Command::Kill { id: me }], &NoClock);
    assert!(sim.ask(me, "npc.x").lines[0].contains("it is dead"));
    assert_eq!(sim.complete(me, "npc."), bestiary::testing::sim::Completion::default());
}
