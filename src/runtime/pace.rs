//! The wall clock: when the next step is due, how fast the world really runs, and runs without a front end.

use super::Pacing;
use crate::diag::Clock;
use crate::sim::{Command, PhaseTimes, Sim, StepTimes};
use hdrhistogram::Histogram;
use std::time::{Duration, Instant};

/// Slowest and fastest speeds on offer.
pub(crate) const SPEEDS: std::ops::RangeInclusive<f32> = 0.25..=16.0;
/// A world that is late by more than this drops the lost time instead of catching up.
const FORGIVEN: Duration = Duration::from_millis(250);
/// Figures are averaged over this long.
const WINDOW: Duration = Duration::from_secs(1);

/// Keeps the beat.
pub(super) struct Pace {
    step: Duration,
    pub pacing: Pacing,
    next: Instant,
    window_began: Instant,
    steps: u32,
    sum: StepTimes,
    pub phases: PhaseTimes,
}

impl Pace {
    pub(super) fn new(step_ms: u32, paused: bool) -> Self {
        let now = Instant::now();
        Self {
            step: Duration::from_millis(u64::from(step_ms)),
            pacing: Pacing { paused, ..Pacing::default() },
            next: now,
            window_began: now,
            steps: 0,
            sum: StepTimes::default(),
            phases: PhaseTimes::default(),
        }
    }

    /// Stops time, or lets it go on.
    pub(super) fn pause(&mut self, paused: bool) {
        self.pacing.paused = paused;
        self.restart();
    }

    /// Sets the speed, kept within [`SPEEDS`].
    pub(super) fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() {
            self.pacing.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
            self.restart();
        }
    }

    /// The beat restarts: after a pause, or a change of speed.
    fn restart(&mut self) {
        self.next = Instant::now();
    }

    /// How long until the next step is due.
    pub(super) fn wait(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    /// Counts a step that was run.
    pub(super) fn stepped(&mut self, t: StepTimes) {
        let now = Instant::now();
        self.next += self.step.div_f32(self.pacing.speed);
        if now.saturating_duration_since(self.next) > FORGIVEN {
            self.next = now;
        }
        self.steps += 1;
        self.sum += t;
    }

    /// Brings the figures up to date when a window is full.
    pub(super) fn measure(&mut self) {
        let over = self.window_began.elapsed();
        if over < WINDOW {
            return;
        }
        self.pacing.steps_per_s = self.steps as f32 / over.as_secs_f32();
        if self.steps > 0 {
            self.phases = self.sum.mean_ms(u64::from(self.steps));
        }
        (self.window_began, self.steps, self.sum) = (Instant::now(), 0, StepTimes::default());
    }
}

/// Measures real time.
pub struct WallClock(Instant);

impl Default for WallClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for WallClock {
    fn nanos(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

/// What a headless run measured.
pub struct HeadlessRun {
    /// Steps that were run; fewer than asked for when interrupted.
    pub steps: u64,
    /// Nanoseconds a step, for percentiles.
    pub step_ns: Histogram<u64>,
    /// Sums over all steps.
    pub total: StepTimes,
}

/// Runs `sim` for `steps` steps. `go_on` is asked before each (with the steps done so far) and may end the run.
pub fn run_headless(sim: &mut Sim, steps: u64, mut go_on: impl FnMut(&Sim, u64) -> bool) -> HeadlessRun {
    run_commanded(sim, steps, |_| Vec::new(), |sim, done| go_on(sim, done))
}

/// The same with commands for each step, by how many were made before.
pub(crate) fn run_commanded(
    sim: &mut Sim,
    steps: u64,
    mut commands: impl FnMut(u64) -> Vec<Command>,
    mut go_on: impl FnMut(&mut Sim, u64) -> bool,
) -> HeadlessRun {
    let clock = WallClock::default();
    sim.measure_sight(Box::new(WallClock::default()));
    // One hour a step is more than any step takes; three digits are enough for a report.
    let step_ns = Histogram::new_with_bounds(1, 3_600_000_000_000, 3).expect("constant bounds are valid");
    let mut run = HeadlessRun { steps: 0, step_ns, total: StepTimes::default() };
    while run.steps < steps && go_on(sim, run.steps) {
        let t = sim.step(&commands(run.steps), &clock);
        run.steps += 1;
        run.step_ns.saturating_record(t.step_ns.max(1));
        run.total += t;
    }
    run
}
