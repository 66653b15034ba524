//! Creatures that sleep: the same on any number of threads, a part of the hash, ended from outside, and never a load for others.

use crate::game::{Game, brisk, setup, spawn};
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::{AgentId, Command, ScriptParams, Setup, Sim, SimParams, SourceFile, Value};

/// A creature that counts its ticks and sleeps; `asks` are the arguments.
pub(crate) fn sleeper(greeting: &str, asks: &str) -> String {
    format!(
        "return behaviour {{ name = \"sleeper\", start = \"s\", states = {{ s = {{ tick = function(npc)\n\
         npc.memory.ticks = (npc.memory.ticks or 0) + 1\n\
         npc.memory.said = '{greeting}'\n\
         npc:sleep({asks})\nend }} }} }}"
    )
}

const MAP: &str = "[[spawn]]\nbehaviour = \"sleeper\"\narea = [1, 1, 30, 20]\ncount = 9\n";

fn game(asks: &str) -> Game {
    Game::new(MAP, &[("npc/sleeper.lua", &sleeper("one", asks))])
}

fn ids(game: &Game) -> Vec<AgentId> {
    let bodies = &game.sim.agents().bodies;
    bodies.living().map(|slot| bodies.id(slot)).collect()
}

#[test]
fn sleep_counts_in_the_hash_and_is_the_same_on_any_number_of_threads() {
    let hash = |threads, asks: &str| {
        Game::on_threads(threads, MAP, &[("npc/sleeper.lua", &sleeper("one", asks))]).steps(30).sim.hash()
    };
    let asks = "5, { behaviour = 'sleeper', within = 3, visible = true }";
    assert_eq!(hash(1, asks), hash(4, asks));
    assert_ne!(hash(1, "5"), hash(1, "6"), "until when it sleeps");
    let filters = |within: &str| format!("5, {{ hurt = true, within = {within} }}");
    assert_ne!(hash(1, &filters("1")), hash(1, &filters("2")), "what it waits for");
}

#[test]
fn a_reload_wakes_the_creatures_that_run_the_file() {
    let mut game = game("600");
    game.steps(20);
    assert_eq!(game.remembered("ticks"), ["1"; 9]);
    game.save("npc/sleeper.lua", &sleeper("two", "600")).steps(10);
    assert_eq!(game.remembered("said"), ["\"two\""; 9]);
    game.steps(100);
    assert_eq!(game.remembered("ticks"), ["2"; 9]);
}

#[test]
fn a_reload_wakes_the_users_of_a_module_and_no_others() {
    let with_module = "local wisdom = require 'lib.wisdom'\n\
         return behaviour { name = 'pupil', start = 's', states = { s = { tick = function(npc)\n\
         npc.memory.ticks = (npc.memory.ticks or 0) + 1\n\
         npc.memory.said = wisdom.says\n\
         npc:sleep(600)\nend } } }";
    let map = format!("{MAP}[[spawn]]\nbehaviour = \"pupil\"\narea = [1, 1, 30, 20]\ncount = 4\n");
    let files = [
        ("npc/sleeper.lua", &*sleeper("one", "600")),
        ("npc/pupil.lua", with_module),
        ("lib/wisdom.lua", "return { says = 'one' }"),
    ];
    let mut game = Game::new(&map, &files);
    game.steps(20);
    assert_eq!(game.remembered("ticks"), ["1"; 13]);
    game.save("lib/wisdom.lua", "return { says = 'two' }").steps(40);
    let of = |says: &str| game.remembered("said").iter().filter(|said| *said == says).count();
    assert_eq!((of("\"one\""), of("\"two\"")), (9, 4));
    let ticks = game.remembered("ticks");
    assert_eq!(ticks.iter().filter(|n| *n == "1").count(), 9, "nothing that the sleepers run was saved");
}

/// A version on probation calls creatures once at once; without probation the reload of the same scripts calls none.
#[test]
fn a_reload_of_what_runs_already_wakes_none() {
    let script = ScriptParams { probation_ms: 0, ..ScriptParams::default() };
    let mut game = brisk(1, script, MAP, &[("npc/sleeper.lua", &sleeper("one", "600"))]);
    game.steps(20).save("npc/sleeper.lua", &sleeper("one", "600")).steps(40);
    assert_eq!(game.remembered("ticks"), ["1"; 9]);
}

#[test]
fn what_a_person_changes_wakes_its_creature_alone() {
    let mut game = game("600");
    game.steps(20);
    let ids = ids(&game);
    game.sim.step(&[Command::SetBody { id: ids[3], health: Some(5.0), heading: None }], &NoClock);
    game.steps(10);
    let ticks = game.remembered("ticks");
    assert_eq!((ticks.iter().filter(|n| *n == "2").count(), ticks.iter().filter(|n| *n == "1").count()), (1, 8));
}

#[test]
fn without_sleep_every_tick_runs() {
    let script = ScriptParams { sleep: false, ..ScriptParams::default() };
    let mut game = brisk(1, script, MAP, &[("npc/sleeper.lua", &sleeper("one", "600"))]);
    game.steps(30);
    assert_eq!(game.remembered("ticks"), ["30"; 9]);
    assert!(game.sim.roster().iter().all(|row| row.asleep == 0));
}

/// Eight hundred creatures that each want to be woken by any of a kind that is not there, wherever it comes to: to look for that is
/// each one's own expense, so all are called at each tick.
#[test]
fn a_look_that_is_too_large_wakes_the_creature() {
    let asks = "600, { state = 's', hurt = true, within = 1000000 }";
    let mut game = Game::new(&spawn("sleeper", 800), &[("npc/sleeper.lua", &sleeper("one", asks))]);
    game.steps(30);
    let ticks = game.remembered("ticks");
    assert!(ticks.len() > 600 && ticks.iter().all(|n| n == "5"), "{ticks:?}");
}

/// A crowd of creatures that sleep gets as many events as others, and no more than their inboxes hold.
#[test]
fn events_without_a_handler_do_not_pile_up() {
    let mut game = game("600");
    let ids = ids(&game);
    for _ in 0..200 {
        let to = ids[0];
        let data = Value::String("x".repeat(4_000).into());
        game.sim.step(&[Command::Message { to, name: "hey".into(), data }], &NoClock);
    }
    assert_eq!(game.remembered("ticks"), ["1"; 9]);
}

/// The most calls of any step among so many that are made now, and all of them.
fn busiest(game: &mut Game, steps: u64) -> (u64, u64) {
    let (began, mut most) = (game.sim.stats().script_calls, 0);
    for _ in 0..steps {
        let before = game.sim.stats().script_calls;
        most = game.steps(1).sim.stats().script_calls.saturating_sub(before).max(most);
    }
    (most, game.sim.stats().script_calls - began)
}

/// They begin together, and a save wakes them together: in the six steps of a tick. A few go on so; many do not, for such a step would
/// be long.
#[test]
fn many_that_woke_together_do_not_wake_together_again() {
    let crowd = |count: u32| {
        let body = "body = { radius = 0.1 }, start";
        let script = |greeting: &str| sleeper(greeting, "3").replacen("start", body, 1);
        let map = format!(
            "[ground]\nsize = [200, 200]\n[[spawn]]\nbehaviour = \"sleeper\"\narea = [1, 1, 198, 198]\ncount = {count}\n"
        );
        let mut game = Game::new(&map, &[("npc/sleeper.lua", &script("one"))]);
        let mut shares = Vec::new();
        for greeting in ["one", "two"] {
            game.save("npc/sleeper.lua", &script(greeting)).steps(70);
            let (most, all) = busiest(&mut game, 60);
            shares.push(most as f64 * 60.0 / all as f64);
        }
        (game.remembered("ticks").len(), shares)
    };
    let (few, shares) = crowd(300);
    assert!(few == 300 && shares.iter().all(|most| *most > 8.0), "{shares:?}");
    let (many, shares) = crowd(20_000);
    assert!(many == 20_000 && shares.iter().all(|most| *most < 2.0), "{shares:?}");
}

/// Sixty of the sleepers of [`sleeper`] in a world in which so many creatures are many.
pub(crate) fn crowd(many: usize, threads: usize, vms: usize) -> Game {
    let usual = setup(&spawn("sleeper", 60), ModSet::from_files([("npc/sleeper.lua", &*sleeper("one", "600"))]));
    let sim = SimParams { many, threads, ..usual.sim.clone() };
    let script = ScriptParams { vms, ..usual.script.clone() };
    Game { sim: Sim::new(Setup { sim, script, ..usual }).expect("begins") }
}

/// The step that swaps a version has enough to do: of many, those that sleep wake in the step after it. All are called in that: if
/// each waited for its turn, each of these steps would be long.
#[test]
fn a_save_wakes_many_in_the_step_after_it() {
    let saved = |many: usize, steps: u64| {
        let mut game = crowd(many, 1, 8);
        let before = game.steps(30).sim.stats().script_calls;
        let calls = game.save("npc/sleeper.lua", &sleeper("two", "600")).sim.stats().script_calls - before;
        assert_eq!(game.steps(steps).remembered("said"), vec!["\"two\""; 60]);
        (calls, game.sim.stats().script_calls - before)
    };
    let (few, many) = (saved(1_000, 6), saved(60, 1));
    assert!(few.0 >= 10, "a sixth of them: {few:?}");
    assert!(many.0 <= 4, "those that try the version out: {many:?}");
    assert!(many.1 <= 60 + 4, "each is called once more: {many:?}");
}

/// A version may fail for those alone that sleep when it is saved. Few of many are called then, for each may spend its budget: the
/// same ones on any number of threads and VMs.
#[test]
fn a_version_that_fails_for_those_that_sleep_is_undone_after_few_calls() {
    for fails in ["error('no')", "while true do end"] {
        let called = [(1, 1), (1, 8), (4, 3)].map(|(threads, vms)| {
            let mut game = crowd(60, threads, vms);
            let before = game.steps(30).sim.stats().clone();
            let tried = format!("if npc.memory.tried then {fails} end npc.memory.tried = true\nnpc.memory.ticks =");
            let version = sleeper("two", "600").replace("npc.memory.ticks =", &tried);
            game.save("npc/sleeper.lua", &version).steps(2);
            let after = game.sim.stats().clone();
            assert_eq!(after.rollbacks, 1, "{fails}");
            let errors = after.script_errors - before.script_errors;
            assert!((3..=8).contains(&errors), "{fails}: {errors}");
            assert_eq!(game.steps(2).remembered("said"), vec!["\"one\""; 60]);
            (errors, game.sim.stats().script_calls - before.script_calls, game.remembered("ticks"))
        });
        assert!(called.iter().all(|one| *one == called[0]), "{fails}: {called:?}");
    }
}

/// What a version says in its first calls can be read before bodies move in that step, and that it is live before they are called.
#[test]
fn what_a_new_version_says_can_be_read_in_the_middle_of_its_first_step() {
    let mut game = crowd(60, 2, 8);
    let text = sleeper("one", "600").replace("npc.memory.ticks =", "print('called')\nnpc.memory.ticks =");
    let file = SourceFile { mod_name: "base".into(), path: "npc/sleeper.lua".into(), text: Some(text) };
    let reload = [Command::Reload { files: [file].into() }];
    let mut seen = Vec::new();
    let log_of = |sim: &Sim| sim.log().lines().map(|line| line.text.clone()).collect::<Vec<_>>().join("\n");
    game.steps(30).sim.step_with(&reload, &NoClock, &mut |sim| seen.push(log_of(sim)));
    let first = |text: &str| seen.iter().position(|log| log.contains(text));
    assert_eq!(first("sleeper.lua v2 live"), Some(0), "{seen:?}");
    let called = first("called").expect("a few try it out");
    assert!(0 < called && called < seen.len() - 1, "after scripts, before bodies have moved: {seen:?}");
}
