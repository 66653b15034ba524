//! What is saved while many creatures live goes live when a step begins or in the middle of it.

use crate::game::Game;
use crate::sleep::{crowd, sleeper};
use bestiary::testing::diag::NoClock;
use bestiary::testing::runtime::{Changes, Live, Sent};
use bestiary::testing::sim::{Between, Saved};
use bestiary::{Sim, SourceFile};

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

/// It is asked when a step begins, and in its middle.
const MOMENTS: [u32; 2] = [0, 1];

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
