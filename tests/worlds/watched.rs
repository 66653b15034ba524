//! A world that is watched while it runs: what can be read in the middle of a step, and what is asked of it.

use bestiary::testing::diag::NoClock;
use bestiary::{AgentId, Control, Frame, Options, Runtime, Sim, Start};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Parts of a step after which it can be looked at, at least.
const PARTS: usize = 4;

fn ids(sim: &Sim) -> BTreeSet<AgentId> {
    let bodies = &sim.agents().bodies;
    bodies.living().map(|slot| bodies.id(slot)).collect()
}

#[test]
fn all_creatures_can_be_read_between_the_parts_of_a_step_and_that_changes_nothing() {
    for map in ["glade", "depot", "maps/tower.toml"] {
        let [mut read, mut left_alone] = [(); 2].map(|()| {
            Sim::new(Start { map: map.into(), seed: 5, ..Start::default() }.load().expect("loads").0).expect("starts")
        });
        for step in 0..120 {
            let mut looks = 0;
            read.step_with(&[], &NoClock, &mut |sim| {
                looks += 1;
                for id in ids(sim) {
                    let focus = sim.focus(id).expect("it lives");
                    assert_eq!(focus.id, id, "{map}, step {step}");
                }
            });
            assert!(looks >= PARTS, "{map}, step {step}: {looks} looks");
            left_alone.step(&[], &NoClock);
        }
        assert_eq!(read.hash(), left_alone.hash(), "{map}");
    }
}

/// The first frame that fits, in half a minute.
fn wait(world: &Runtime, what: &str, fits: impl Fn(&Frame) -> bool) -> Frame {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(30) {
        if let Some(frame) = world.latest().filter(&fits) {
            return frame;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("no frame with {what}");
}

#[test]
fn what_is_asked_of_a_running_world_is_done_in_the_order_in_which_it_was_asked() {
    let options = Options { watch: false, paused: false };
    let world = Start { options, ..Start::default() }.start().expect("starts");
    // Steps follow each other without a rest.
    world.send(Control::Speed(16.0));
    let first = wait(&world, "a step", |f| f.snapshot.step > 0);
    let all: Vec<AgentId> = first.snapshot.agents.iter().map(|mark| mark.id).collect();
    for (i, pair) in all.windows(2).take(12).enumerate() {
        let line = format!("{i} + 1");
        // Each of these may come in the middle of a step or between two.
        world.send(Control::Focus(Some(pair[0])));
        world.send(Control::Pause(true));
        world.send(Control::Ask(pair[0], line.clone()));
        world.send(Control::Focus(Some(pair[1])));
        world.send(Control::SingleStep);
        world.send(Control::Pause(false));
        let seq = 1 + i as u64;
        let frame = wait(&world, "the reply", |f| f.replies.last().is_some_and(|reply| reply.seq == seq));
        assert!(format!("{:?}", frame.replies.last()).contains(&line), "the reply to what was typed");
        let frame = wait(&world, "time that goes on", |f| {
            let is_alive = f.snapshot.agents.iter().any(|mark| mark.id == pair[1]);
            !f.pacing.paused && (!is_alive || f.snapshot.focus.as_ref().is_some_and(|focus| focus.id == pair[1]))
        });
        wait(&world, "a later step", |f| f.snapshot.step > frame.snapshot.step);
    }
    assert!(!world.has_failed());
}
