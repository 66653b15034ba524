//! What is saved while many creatures live goes live when a step begins, between parts of its scripts, and before bodies move.

use crate::game::{Game, setup};
use crate::sleep::{crowd, sleeper};
use crate::stage::ticking;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::runtime::{Changes, Live, Sent};
use bestiary::testing::sim::{Between, Saved};
use bestiary::{ScriptParams, Setup, Sim, SimParams, SourceFile};
use std::collections::BTreeSet;

/// Saves a version when it is asked, and keeps what the log says at each look.
#[derive(Default)]
struct Editor {
    saved: Vec<Saved>,
    /// How often it is asked before it saves.
    waits: u32,
    logs: Vec<String>,
}

impl Between for Editor {
    fn look(&mut self, sim: &Sim) {
        self.logs.push(sim.log().lines().map(|line| line.text.clone()).collect::<Vec<_>>().join("\n"));
    }

    fn saved(&mut self) -> Vec<Saved> {
        match self.waits.checked_sub(1) {
            Some(left) => {
                self.waits = left;
                Vec::new()
            }
            None => std::mem::take(&mut self.saved),
        }
    }
}

/// It is asked when a step begins, after the scripts of the few that are due, and before bodies move.
const MOMENTS: [u32; 3] = [0, 1, 2];

impl Editor {
    /// With a version of the behaviour `sleeper`, compiled off the step, at one of the moments at which it is asked.
    fn of(game: &Game, text: &str, waits: u32) -> Self {
        let mut changes = Changes::new(Live::of(&game.sim, 0), Default::default());
        let file = SourceFile { mod_name: "base".into(), path: "npc/sleeper.lua".into(), text: Some(text.to_owned()) };
        let saved = changes.save(vec![file]).into_iter().filter_map(|sent| match sent {
            Sent::Reload { files, program } => Some(Saved { files, program }),
            _ => None,
        });
        Self { saved: saved.collect(), waits, logs: Vec::new() }
    }

    fn step(mut self, game: &mut Game) -> Self {
        game.sim.step_between(&[], &NoClock, &mut self);
        self
    }
}

#[test]
fn a_few_run_the_version_at_once_and_all_in_the_next_step() {
    for moment in MOMENTS {
        let run = [(1, 1), (1, 8), (4, 3)].map(|(threads, vms)| {
            let mut game = crowd(60, threads, vms);
            let before = game.steps(30).sim.stats().script_calls;
            let version = sleeper("two", "600").replace("npc.memory.ticks =", "print('called')\nnpc.memory.ticks =");
            let editor = Editor::of(&game, &version, moment).step(&mut game);
            let first = |text: &str| editor.logs.iter().position(|log| log.contains(text));
            let (live, called) = (first("sleeper.lua v2 live").expect("live"), first("called").expect("called"));
            assert!(live <= called && called < editor.logs.len() - 1, "before the last look: {:?}", editor.logs);
            let calls = game.sim.stats().script_calls - before;
            assert!((1..=3).contains(&calls), "those that try it out: {calls}");
            assert_eq!(game.steps(1).remembered("said"), vec!["\"two\""; 60]);
            assert!(game.sim.stats().script_calls - before <= 60 + 4);
            game.steps(20).sim.hash()
        });
        assert!(run.iter().all(|hash| *hash == run[0]), "{run:?}");
    }
}

#[test]
fn a_version_that_fails_at_once_is_undone_in_the_step_in_which_it_was_saved() {
    for moment in MOMENTS {
        let mut game = crowd(60, 2, 3);
        let before = game.steps(30).sim.stats().clone();
        let version = sleeper("two", "600").replace("npc.memory.ticks =", "error('no')\nnpc.memory.ticks =");
        Editor::of(&game, &version, moment).step(&mut game);
        let after = game.sim.stats().clone();
        assert_eq!((after.rollbacks, after.script_errors - before.script_errors), (1, 3));
        assert_eq!(game.steps(12).remembered("said"), vec!["\"one\""; 60]);
        assert_eq!(game.sim.stats().script_errors, after.script_errors, "no other was called");
    }
}

#[test]
fn what_the_creatures_remember_is_what_a_save_at_the_next_step_leaves_them() {
    let version = sleeper("two", "600");
    let mut between = crowd(60, 1, 3);
    between.steps(31).save("npc/sleeper.lua", &version);
    between.steps(20);
    for moment in MOMENTS {
        let mut midway = crowd(60, 1, 3);
        midway.steps(30);
        Editor::of(&midway, &version, moment).step(&mut midway);
        midway.steps(20);
        assert_eq!(midway.remembered("said"), between.remembered("said"));
        assert_eq!(midway.sim.stats().reloads, between.sim.stats().reloads);
    }
}

#[test]
fn few_creatures_take_a_save_as_a_command_of_the_next_step() {
    let mut game = crowd(1_000, 1, 3);
    game.steps(30);
    let editor = Editor::of(&game, &sleeper("two", "600"), 0).step(&mut game);
    assert_eq!((editor.saved.len(), game.sim.stats().reloads), (1, 0), "it was not asked");
}

/// So many are called in each step that it takes three parts.
const AWAKE: usize = 5_000;

/// They never sleep: each counts its turns, says which version it runs, and walks on.
fn waking(greeting: &str) -> String {
    sleeper(greeting, "").replace("npc:sleep()", "npc:steer(npc.x + 1, npc.y)")
}

/// With so many that run another behaviour, whose slots are the last.
const OTHERS: usize = 100;

fn awake(threads: usize, vms: usize) -> Game {
    awake_with(&waking("one"), threads, vms)
}

fn awake_with(sleeper: &str, threads: usize, vms: usize) -> Game {
    let spawn = |name: &str, count: usize| {
        format!("[[spawn]]\nbehaviour = \"{name}\"\narea = [1, 1, 158, 158]\ncount = {count}\n")
    };
    let map = format!("[ground]\nsize = [160, 160]\n{}{}", spawn("sleeper", AWAKE), spawn("other", OTHERS));
    let other = ticking("other", "npc.memory.turns = (npc.memory.turns or 0) + 1");
    let files = [("npc/sleeper.lua", sleeper), ("npc/other.lua", &*other)];
    let usual = setup(&map, ModSet::from_files(files));
    let sim = SimParams { many: AWAKE, threads, ..usual.sim.clone() };
    let script = ScriptParams { vms, tick_ms: 50, ..usual.script.clone() };
    let mut game = Game { sim: Sim::new(Setup { sim, script, ..usual }).expect("begins") };
    game.steps(2);
    game
}

/// How many creatures remember this.
fn count(game: &Game, key: &str, value: &str) -> usize {
    game.remembered(key).iter().filter(|v| *v == value).count()
}

#[test]
fn those_that_were_called_before_the_save_keep_what_they_did_and_the_others_wait_for_the_next_step() {
    let hashes = [1, 2, 3].map(|threads| {
        let mut game = awake(threads, 8);
        Editor::of(&game, &waking("two"), 1).step(&mut game);
        // 2 048 were called, then three tried the version out; all are called in the next step.
        assert_eq!((count(&game, "said", "\"one\""), count(&game, "said", "\"two\"")), (AWAKE - 3, 3));
        assert_eq!(["2", "3", "4"].map(|ticks| count(&game, "ticks", ticks)), [AWAKE - 2_048, 2_048 - 3, 3]);
        assert_eq!(count(&game, "turns", "3"), OTHERS, "they run what they ran");
        let applied: u64 = game.sim.agents().ticks.iter().map(|turns| u64::from(*turns)).sum();
        let called = 2_048 + 3 + OTHERS as u64;
        assert_eq!(applied, 2 * (AWAKE + OTHERS) as u64 + called, "each turn is applied once");
        assert_eq!(count(game.steps(1), "said", "\"two\""), AWAKE);
        assert_eq!(["3", "4", "5"].map(|ticks| count(&game, "ticks", ticks)), [AWAKE - 2_048, 2_048 - 3, 3]);
        game.steps(2).sim.hash()
    });
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
}

#[test]
fn a_version_that_fails_between_two_parts_is_undone_before_the_others_are_called() {
    let mut game = awake(2, 8);
    let broken = waking("two").replace("npc.memory.ticks =", "error('no')\nnpc.memory.ticks =");
    Editor::of(&game, &broken, 1).step(&mut game);
    assert_eq!((game.sim.stats().rollbacks, game.sim.stats().script_errors), (1, 3));
    assert_eq!(
        ["2", "3"].map(|ticks| count(&game, "ticks", ticks)),
        [AWAKE - 2_048, 2_048],
        "no call that failed counts"
    );
    assert_eq!(count(game.steps(1), "said", "\"one\""), AWAKE);
    assert_eq!(["3", "4"].map(|ticks| count(&game, "ticks", ticks)), [AWAKE - 2_048, 2_048]);
}

/// Of those that live, some spawn others and leave the world, and all shout now and then, so what waits for its turn dies or hears something meanwhile.
fn restless(greeting: &str, sound: bool) -> String {
    let body = format!(
        "npc.memory.said = '{greeting}'
         local n = (npc.memory.n or 0) + 1
         npc.memory.n = n
         if (npc.id + n) % 29 == 0 then npc:spawn('sleeper', npc.x, npc.y) npc:despawn() end
         if (npc.id + n) % 31 == 0 then npc:shout('{greeting}', 9) end
         if {} and n % 5 == 4 then error('no') end
         npc:steer(80, 80)",
        !sound
    );
    let heard = "end, heard = function(npc, what) npc.memory.heard = what npc.memory.loud = (npc.memory.loud or 0) + 1 end } } }";
    ticking("sleeper", &body).replacen("end } } }", heard, 1)
}

#[test]
fn saves_at_any_moments_lead_to_the_same_world_on_any_number_of_threads() {
    let mut dice = Rand::new(9, Purpose::Script, 1);
    let saves: Vec<(u32, bool)> = (0..10).map(|_| (dice.index(5) as u32, dice.index(4) > 0)).collect();
    let worlds = [1, 2, 3].map(|threads| {
        let mut game = awake_with(&restless("v0", true), threads, 2);
        for (n, (moment, sound)) in saves.iter().enumerate() {
            let editor = Editor::of(&game, &restless(&format!("v{}", n + 1), *sound), *moment).step(&mut game);
            assert!(editor.saved.is_empty() || *moment > 1, "it was asked {moment} times");
        }
        let stats = game.steps(2).sim.stats().clone();
        (game.sim.hash(), stats.script_calls, stats.reloads, stats.rollbacks, game.remembered("said"))
    });
    let (_, _, reloads, rollbacks, said) = &worlds[0];
    assert!(*reloads >= 6 && *rollbacks >= 1, "{reloads} saves, {rollbacks} undone");
    let said: BTreeSet<&str> = said.iter().map(String::as_str).filter(|said| *said != "nil").collect();
    assert_eq!(said.len(), 1, "all that live run one version in the end: {said:?}");
    assert!(worlds.iter().all(|world| *world == worlds[0]));
}
