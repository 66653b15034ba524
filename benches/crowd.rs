//! How long 10 000 bodies take to avoid each other on one core, beside `dodgy_2d` on the same scene:
//! `cargo bench --bench crowd`.
//!
//! One person for each 4 m² (radius 0.25 m, 1.25 m/s), each on its way to a place of its own; neighbours within 5 m, 10 of
//! them at most, a horizon of 2 s. Both find all velocities for the same positions, step by step in turn; the bodies then
//! move by ours.
//!
//! What is counted. Ours: the index of neighbours, the search in it, the half-planes, the solution and the hard limits, as
//! the simulation calls them. `dodgy_2d`: its half-planes and its solution; the lists of the nearest ten bodies are made
//! from our index, and its share of the comparison is printed twice: with the time that the lists took, and without it.
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

use rustix::time::{ClockId, clock_gettime};
use scene::Crowd;
use yardstick::Yardstick;

const BODIES: usize = 10_000;
const STEPS: usize = 200;
/// The first steps are not counted.
const WARM_UP: usize = 20;

/// Times of many steps, milliseconds.
#[derive(Default)]
struct Times(Vec<f64>);

/// What this thread has had of a core so far, milliseconds: what else the machine does is not counted.
fn on_core_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

impl Times {
    fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let began = on_core_ms();
        let result = work();
        self.0.push(on_core_ms() - began);
        result
    }

    /// The time that a share of all steps stayed below, without the first steps.
    fn at(&self, share: f64) -> f64 {
        let mut times = self.0[WARM_UP.min(self.0.len() / 2)..].to_vec();
        times.sort_by(f64::total_cmp);
        times[(times.len() as f64 * share) as usize]
    }
}

/// Both on one scene, without the rule of the side on which bodies pass, which only ours has.
fn beside_each_other() -> f64 {
    let mut crowd = Crowd::walking(BODIES, 2.0);
    crowd.params.keep_right = 0.0;
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
    let ratio = |q: f64, lists_too: f64| (theirs.at(q) + lists_too * lists.at(q)) / ours.at(q);
    println!(
        "{BODIES} bodies, one for each 4 m²: ours {:.2} ms a step (quickest tenth {:.2}; bar: 8); dodgy_2d {:.2} ms ({:.2}) and {:.2} \
         ms ({:.2}) for the nearest of each: {:.2} times ours ({:.2}; bar: 1.5), and {:.2} ({:.2}) given the nearest",
        ours.at(0.5),
        ours.at(0.1),
        theirs.at(0.5),
        theirs.at(0.1),
        lists.at(0.5),
        lists.at(0.1),
        ratio(0.5, 1.0),
        ratio(0.1, 1.0),
        ratio(0.5, 0.0),
        ratio(0.1, 0.0),
    );
    ours.at(0.1)
}

/// What others cost, against the crowd without that rule.
fn other_scenes(crowd_ms: f64) {
    let scenes = [
        ("that pass on the right", Crowd::walking(BODIES, 2.0)),
        ("that sleep", Crowd::asleep(BODIES, 2.0)),
        ("that walk, none near another", Crowd::walking(BODIES, 20.0)),
        ("one for each m²", Crowd::walking(BODIES, 1.0)),
    ];
    for (name, mut crowd) in scenes {
        let mut times = Times::default();
        for _ in 0..STEPS / 2 {
            times.measure(|| crowd.find());
            crowd.advance();
        }
        let (median, least) = (times.at(0.5), times.at(0.1));
        println!(
            "{BODIES} bodies {name}: {median:.2} ms a step (quickest tenth {least:.2}: {:.0} %)",
            100.0 * least / crowd_ms
        );
    }
}

fn main() {
    yardstick::agree();
    let crowd_ms = beside_each_other();
    other_scenes(crowd_ms);
    threads::agree();
}
