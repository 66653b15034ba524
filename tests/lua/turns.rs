//! When a creature is called: in its turn, and in the step after it changed its state.

use crate::game::{Game, setup};
use bestiary::testing::agent::Drive;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::{Command, Sim};

/// Waits, then goes.
const LATE: &str = "return behaviour { name = 'late', start = 'wait', states = {
    wait = { tick = function(npc) if npc.state_time >= 1 then return 'go' end end },
    go = { tick = function(npc) npc:steer(35, 10) end } } }";
/// Changes its state at every call.
const FLICKER: &str = "return behaviour { name = 'flicker', start = 'a', states = {
    a = { tick = function() return 'b' end }, b = { tick = function() return 'a' end } } }";
/// Steps between two turns.
const TURN: u64 = 6;

fn world(behaviour: &str) -> Game {
    let mods = ModSet::from_files([("npc/late.lua", LATE), ("npc/flicker.lua", FLICKER)]);
    let mut game = Game { sim: Sim::new(setup("", mods)).expect("begins") };
    game.sim.step(&[Command::Spawn { behaviour: behaviour.into(), count: 1, at: None }], &NoClock);
    game
}

#[test]
fn a_creature_acts_on_a_new_state_in_the_next_step() {
    let mut game = world("late");
    let state = |game: &Game| game.sim.catalogue().symbols.name(game.sim.agents().state[0]).to_owned();
    let steps = (0..100).take_while(|_| {
        game.sim.step(&[], &NoClock);
        state(&game) == "wait"
    });
    assert!(steps.count() < 100, "it changes its state");
    assert!(matches!(game.sim.agents().intent[0].drive, Drive::Stop));
    game.sim.step(&[], &NoClock);
    assert!(matches!(game.sim.agents().intent[0].drive, Drive::Steer { .. }));
}

#[test]
fn one_that_changes_its_state_at_every_call_is_called_half_as_often_again_at_most() {
    let mut game = world("flicker");
    let before = game.sim.agents().ticks[0];
    game.steps(20 * TURN);
    let calls = game.sim.agents().ticks[0] - before;
    assert!((20..=31).contains(&calls), "{calls} calls in 20 turns");
}

/// What a creature reads of itself is as it is in its turn: after a change of state, that of the new one.
#[test]
fn fields_are_as_they_are_when_they_are_read() {
    const KEEPER: &str = "return behaviour { name = 'keeper', start = 'a', states = {
        a = { tick = function(npc)
            if npc.state == 'a' and npc.tick > 2 and npc.state_time > 0 then return 'b' end
        end },
        b = { enter = function(npc) npc.memory.entered = npc.state .. ' after ' .. npc.state_time end } } }";
    let mods = ModSet::from_files([("npc/keeper.lua", KEEPER)]);
    let mut game = Game { sim: Sim::new(setup("", mods)).expect("begins") };
    game.sim.step(&[Command::Spawn { behaviour: "keeper".into(), count: 2, at: None }], &NoClock);
    game.steps(8 * TURN);
    for slot in 0..2 {
        let memory = game.sim.memory(game.sim.agents().bodies.id(slot)).expect("it lives").to_string();
        assert!(memory.contains("b after 0"), "{memory}");
    }
}
