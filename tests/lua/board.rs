//! The board of a faction: plain data that its creatures share, the same on any number of machines and threads.

use crate::game::{Game, brisk, spawn};
use bestiary::testing::agent::{BoardLimits, BoardOwner, Boards};
use bestiary::testing::diag::NoClock;
use bestiary::{Command, ScriptParams, Symbol, Value};

/// A behaviour of a faction with what its creatures do in each turn.
fn member(name: &str, faction: &str, tick: &str) -> String {
    format!(
        "return behaviour {{ name = '{name}', body = {{ faction = '{faction}' }}, start = 's', states = {{ s = {{\n\
         tick = function(npc) {tick} end }} }} }}"
    )
}

fn usual() -> ScriptParams {
    ScriptParams::default()
}

#[test]
fn all_read_what_the_last_creature_of_the_step_before_posted() {
    let file = member("ant", "swarm", "npc.memory.read = npc:board('last') npc:post('last', { by = npc.id })");
    let run = |threads, vms| {
        let mut game = brisk(threads, ScriptParams { vms, ..usual() }, &spawn("ant", 21), &[("npc/ant.lua", &file)]);
        assert_eq!(game.steps(1).remembered("read"), ["nil"; 21]);
        assert_eq!(game.steps(5).remembered("read"), ["{ by 20 }"; 21]);
        game.sim.hash()
    };
    assert!([2, 8].into_iter().all(|threads| run(threads, 8) == run(1, 8)));
    run(1, 1);
}

/// The highest number is not the highest slot: later lives have higher numbers.
#[test]
fn of_several_posts_that_of_the_highest_number_stays() {
    let file = member("ant", "swarm", "npc.memory.read = npc:board('last') npc:post('last', npc.id)");
    let mut game = brisk(2, usual(), &(spawn("ant", 4) + "respawn = 1\n"), &[("npc/ant.lua", &file)]);
    let first = game.sim.agents().bodies.id(0);
    game.sim.step(&[Command::Kill { id: first }], &NoClock);
    game.steps(40);
    let ids: Vec<u64> = game.sim.agents().bodies.living().map(|s| game.sim.agents().bodies.id(s).number()).collect();
    let highest = ids.iter().max().expect("they live");
    assert_eq!(ids.first(), Some(highest), "the first slot has its second life: {ids:?}");
    assert_eq!(game.remembered("read"), vec![highest.to_string(); 4]);
}

#[test]
fn each_faction_has_its_own_and_a_reader_gets_a_copy() {
    let share = "local t = npc:board('list') or {} npc.memory.length = #t t[1] = 'changed' \
                 if npc.state_time < 0.01 then npc:post('list', { 'a', 'b' }) end";
    let (ant, bee) = (member("ant", "swarm", share), member("bee", "hive", "npc.memory.length = npc:board('list')"));
    let files = [("npc/ant.lua", &*ant), ("npc/bee.lua", &bee)];
    let mut game = brisk(1, usual(), &(spawn("ant", 2) + &spawn("bee", 1)), &files);
    assert_eq!(game.steps(4).remembered("length"), ["2", "2", "nil"]);
}

#[test]
fn what_is_posted_counts_in_the_hash_until_nil_removes_it() {
    let hash = |value: &str| {
        let file = member("ant", "swarm", &format!("npc:post('a', {value}) npc:post('b', 1) npc:post('b', nil)"));
        brisk(1, usual(), &spawn("ant", 3), &[("npc/ant.lua", &file)]).steps(3).sim.hash()
    };
    let silent = member("ant", "swarm", "");
    let nothing = brisk(1, usual(), &spawn("ant", 3), &[("npc/ant.lua", &silent)]).steps(3).sim.hash();
    assert_eq!(hash("nil"), nothing);
    assert_ne!(hash("1"), nothing);
    assert_ne!(hash("1"), hash("'1'"));
}

#[test]
fn a_board_is_bounded() {
    let file = member("ant", "swarm", "npc:post('key ' .. npc.id, npc.id) npc:post('key 1', 'again')");
    let mut game = brisk(1, ScriptParams { board_keys: 2, ..usual() }, &spawn("ant", 4), &[("npc/ant.lua", &file)]);
    let full = "the board has 2 keys already; post nil under those that are no longer needed";
    assert_eq!(game.steps(1).warnings(), [format!("posts were dropped: {full}")]);
    let errors: Vec<String> = game.steps(1).sim.log().lines().map(|l| l.text.clone()).collect();
    assert!(errors.iter().any(|line| line.contains(&format!("npc:post: {full}"))), "{errors:?}");

    let (mut boards, owner) = (Boards::default(), BoardOwner::Faction(Symbol(1)));
    let text = |length| Value::String(vec![b'x'; length]);
    let most = BoardLimits { keys: 9, bytes: 500 };
    boards.post((owner, "a".into()), text(300).into());
    let refused = boards.fits(owner, "b", &text(300), most).expect_err("is too much");
    assert_eq!(refused.to_string(), "the board would hold more than 500 bytes");
    assert_eq!(boards.fits(owner, "a", &text(400), most), Ok(()));
}

#[test]
fn a_board_outlasts_a_reload() {
    let ant = |tick| member("ant", "swarm", tick);
    let mut game = Game::new(&spawn("ant", 2), &[("npc/ant.lua", &ant("npc:post('a', { x = 1 })"))]);
    game.steps(10).save("npc/ant.lua", &ant("npc.memory.read = npc:board('a')")).steps(90);
    assert_eq!(game.remembered("read"), ["{ x 1 }"; 2]);
}

/// Creatures of two behaviours of one faction share the board; one of them gets a version that posts, spawns and fails.
#[test]
fn what_a_version_that_fails_posted_and_spawned_goes_with_it() {
    let ant = |tick| member("ant", "swarm", tick);
    let bee = "local function on(key) return npc:board(key) or '-' end
               npc.memory.read = on('a') .. ' ' .. on('b') .. ' ' .. on('c') if npc:board('b') then npc:post('b', 'bee') end";
    let (good, map) =
        (ant("if npc.state_time < 0.5 then npc:post('a', 'good') end"), spawn("ant", 2) + &spawn("bee", 1));
    let mut game = Game::new(&map, &[("npc/ant.lua", &good), ("npc/bee.lua", &member("bee", "swarm", bee))]);
    let failing = "npc:post('a', 'bad') npc:post('b', 'bad') npc:post('c', 'bad') npc:spawn('bee', 20, 15)
                   if npc.state_time > 2 then error('no') end";
    assert_eq!(game.steps(20).remembered("read")[2], "\"good - -\"");
    game.save("npc/ant.lua", &ant(failing)).steps(15);
    assert!(game.remembered("read")[2].starts_with("\"bad b"));
    assert!(game.remembered("read").len() > 3);
    assert_eq!(game.steps(25).remembered("read"), ["nil", "nil", "\"good bee -\""]);
}
