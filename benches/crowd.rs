//! How long 10 000 bodies take to avoid each other on one core, beside `dodgy_2d` on the same scene:
//! `cargo bench --bench crowd`.
//!
//! One person for each 4 m² (radius 0.25 m, 1.34 m/s), each on its way to a place of its own; neighbours within 5 m, 10 of
//! them at most, a horizon of 2 s. Both find all velocities for the same positions, step by step in turn; the bodies then
//! move by ours.
//!
//! What is counted. Ours: the index of neighbours, the search in it, the half-planes, the solution and the hard limits, as
//! the simulation calls them. `dodgy_2d`: its half-planes and its solution; the lists of the nearest ten bodies are made
//! from our index, and its share of the comparison is printed twice: without the time that the lists took, and with it.
//! (Its own simulator compares each body with each through a hash map, which takes minutes for so many.)
//!
//! Asserted: no two bodies overlap, both find the same velocities where they solve the same constraints, and a whole
//! simulation has equal hashes on 1, 2 and 8 threads. Times are printed, never judged.

#[path = "crowd/scene.rs"]
mod scene;
#[path = "crowd/threads.rs"]
mod threads;
#[path = "crowd/yardstick.rs"]
mod yardstick;

use scene::Crowd;
use std::time::Instant;
use yardstick::Yardstick;

const BODIES: usize = 10_000;
const STEPS: usize = 200;
/// The first steps are not counted.
const WARM_UP: usize = 20;

/// Times of many steps, milliseconds.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = work();
        self.0.push(began.elapsed().as_secs_f64() * 1e3);
        result
    }

    /// Without the first steps.
    fn sorted(&self) -> Vec<f64> {
        let mut times = self.0[WARM_UP.min(self.0.len() / 2)..].to_vec();
        times.sort_by(f64::total_cmp);
        times
    }

    fn median(&self) -> f64 {
        let times = self.sorted();
        times[times.len() / 2]
    }

    fn least(&self) -> f64 {
        self.sorted()[0]
    }
}

fn beside_each_other() -> f64 {
    let mut crowd = Crowd::walking(BODIES, 2.0);
    let mut yardstick = Yardstick::default();
    let (mut ours, mut theirs, mut lists) = (Times::default(), Times::default(), Times::default());
    for _ in 0..STEPS {
        ours.measure(|| crowd.find());
        lists.measure(|| yardstick.look(&crowd));
        theirs.measure(|| yardstick.solve(&crowd));
        crowd.advance();
        assert!(crowd.overlap() <= 1e-4, "bodies overlap by {} m", crowd.overlap());
    }
    assert!(crowd.mean_speed() > 0.8, "the crowd gets on at {} m/s", crowd.mean_speed());
    println!(
        "{BODIES} bodies, one for each 4 m²: ours {:.2} ms a step (least {:.2}; bar: 8), dodgy_2d {:.2} ms (least {:.2}), {:.2} \
         times as long (bar: 1.5), and {:.2} times with its lists of neighbours",
        ours.median(),
        ours.least(),
        theirs.median(),
        theirs.least(),
        theirs.median() / ours.median(),
        (theirs.median() + lists.median()) / ours.median(),
    );
    ours.median()
}

/// What bodies cost that have nothing to avoid, against a crowd's.
fn at_rest(busy_ms: f64) {
    let scenes = [
        ("that sleep, one for each 4 m²", Crowd::asleep(BODIES, 2.0)),
        ("that walk, none near another", Crowd::walking(BODIES, 20.0)),
    ];
    for (name, mut crowd) in scenes {
        let mut times = Times::default();
        for _ in 0..STEPS / 4 {
            times.measure(|| crowd.find());
            crowd.advance();
        }
        println!("{BODIES} bodies {name}: {:.2} ms a step, {:.0} %", times.median(), 100.0 * times.median() / busy_ms);
    }
}

fn main() {
    yardstick::agree();
    let busy_ms = beside_each_other();
    at_rest(busy_ms);
    threads::agree();
}
