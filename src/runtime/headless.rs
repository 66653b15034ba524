//! Runs a world without a front end, as fast as possible.

use super::WallClock;
use crate::sim::{Sim, StepTimes};
use hdrhistogram::Histogram;

/// What a headless run measured.
pub struct HeadlessRun {
    /// Steps that were run; fewer than asked for when interrupted.
    pub steps: u64,
    /// Nanoseconds a step, for percentiles.
    pub step_ns: Histogram<u64>,
    /// Sums over all steps.
    pub total: StepTimes,
}

/// Runs `sim` for `steps` steps. `go_on` is asked now and then (with the steps done so far) and may end the run.
pub fn run_headless(sim: &mut Sim, steps: u64, mut go_on: impl FnMut(u64) -> bool) -> HeadlessRun {
    let clock = WallClock::default();
    // One hour a step is more than any step takes; three digits are enough for a report.
    let step_ns = Histogram::new_with_bounds(1, 3_600_000_000_000, 3).expect("constant bounds are valid");
    let mut run = HeadlessRun { steps: 0, step_ns, total: StepTimes::default() };
    while run.steps < steps && (!run.steps.is_multiple_of(64) || go_on(run.steps)) {
        let t = sim.step(&[], &clock);
        run.steps += 1;
        run.step_ns.saturating_record(t.step_ns.max(1));
        run.total += t;
    }
    run
}
