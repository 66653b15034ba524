//! Doors of a map, as scripts open and close them.

use crate::game::{Game, noting};
use bestiary::Command;
use bestiary::testing::diag::NoClock;

fn walker(tick: &str) -> String {
    noting("walker", "faction = 'town'", tick)
}

const SPAWN: &str = "[[spawn]]\nbehaviour = \"walker\"\narea = [1, 11, 2, 12]\ncount = 1\n";

fn door(x: f32, more: &str) -> String {
    format!("[[door]]\nname = \"gate\"\nat = [{x}, 11.5]\nsize = [0.2, 2]\n{more}\n")
}

fn returned(map: &[String], tick: &str, steps: u64) -> Vec<String> {
    let map = map.concat() + SPAWN;
    Game::new(&map, &[("npc/walker.lua", &walker(tick))]).steps(steps).remembered("seen")
}

#[test]
fn a_creature_opens_the_door_beside_it_and_sees_it_open_in_its_next_turn() {
    let tick = "if npc.memory.turn < 3 then note(npc:open('gate'), world.door('gate')) end";
    assert_eq!(returned(&[door(2.5, "")], tick, 20), ["\"true false 2.5 11.5 true true 2.5 11.5 \""]);
}

#[test]
fn doors_that_are_far_away_of_another_faction_or_not_there_stay_as_they_are() {
    let tick = "if npc.memory.turn < 3 then note(npc:open('gate'), (world.door('gate'))) end";
    assert_eq!(returned(&[door(20.0, "")], tick, 20), ["\"false false false false \""]);
    assert_eq!(returned(&[door(2.5, "opened_by = [\"wolves\"]")], tick, 20), ["\"false false false false \""]);
    assert_eq!(returned(&[door(2.5, "opened_by = [\"wolves\", \"town\"]")], tick, 20), ["\"true false true true \""]);
    assert_eq!(returned(&[], tick, 20), ["\"false nil false nil \""]);
}

#[test]
fn a_door_stays_open_while_a_body_is_in_it() {
    let tick = "if npc.memory.turn < 4 then note(npc:close('gate'), (world.door('gate'))) else npc:charge(9, npc.y) end
                if npc.memory.turn == 20 then note((world.door('gate'))) npc:close('gate') end";
    // The spawn area is the doorway itself.
    let map = [door(1.5, "open = true")];
    assert_eq!(returned(&map, tick, 200), ["\"true true true true true true true \""]);
}

#[test]
fn the_last_of_what_a_creature_asks_for_in_a_turn_counts() {
    let tick =
        "if npc.memory.turn == 1 then note(npc:close('gate'), npc:open('gate')) else note((world.door('gate'))) end";
    let seen = &returned(&[door(2.5, "open = true")], tick, 10)[0];
    assert_eq!(seen, "\"true true true \"");
}

#[test]
fn of_two_that_disagree_the_one_wins_that_changes_the_door() {
    // Both are called in the step after a blow. The second one by number wants the door as it is.
    let tick = "if npc.health == npc.max_health then return end
                if npc.id % 2 == 0 then npc:close('gate') else npc:open('gate') end";
    let map =
        door(2.6, "open = true") + &SPAWN.replace("count = 1", "count = 2").replace("[1, 11, 2, 12]", "[1, 11, 2, 13]");
    let mut game = Game::new(&map, &[("npc/walker.lua", &walker(tick))]);
    game.steps(12);
    let bodies = &game.sim.agents().bodies;
    let hurt = |slot| Command::Hurt { id: bodies.id(slot), amount: 1.0, by: None };
    let blows: Vec<Command> = bodies.living().map(hurt).collect();
    assert_eq!(blows.len(), 2);
    game.sim.step(&blows, &NoClock);
    assert!(game.sim.world().doors.iter().all(|door| !door.open));
}

#[test]
fn doors_go_to_and_fro_and_each_change_is_recorded() {
    let tick = "local first = npc.id % 2 == 0 if first then npc:open('gate') else npc:close('gate') end";
    let map =
        door(2.6, "open = true") + &SPAWN.replace("count = 1", "count = 2").replace("[1, 11, 2, 12]", "[1, 11, 2, 13]");
    let mut game = Game::new(&map, &[("npc/walker.lua", &walker(tick))]);
    game.steps(60);
    let log: Vec<&str> = game.sim.log().lines().map(|l| l.text.as_str()).collect();
    assert!(log.contains(&"closes door 'gate'") && log.contains(&"opens door 'gate'"), "{log:?}");
}

#[test]
fn commands_turn_doors_and_say_what_they_did() {
    let map = door(20.0, "") + SPAWN;
    let mut game = Game::new(&map, &[("npc/walker.lua", &walker(""))]);
    for (name, open) in [("gate", true), ("gate", true), ("gaet", true), ("gate", false)] {
        game.sim.step(&[Command::SetDoor { door: name.into(), open }], &bestiary::testing::diag::NoClock);
    }
    let log: Vec<String> = game.sim.log().lines().map(|l| l.text.clone()).filter(|l| l.contains("door")).collect();
    assert_eq!(log, ["door 'gate' opens", "there is no door 'gaet' among the 1 of this map", "door 'gate' closes"]);
    assert_eq!(game.sim.world_counts().edits, 2);
}
