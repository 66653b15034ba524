//! What a run counted: the numbers that reports and the dashboard show.

use super::PhaseTimes;
use crate::nav::Code;
use derive_more::AddAssign;
use std::collections::BTreeMap;

/// Where the time of one step went, nanoseconds; all 0 with [`crate::diag::NoClock`]. Sight, search and abstraction
/// are sums over threads, the others wall time.
#[derive(Clone, Copy, Debug, Default, PartialEq, AddAssign)]
pub struct StepTimes {
    /// The whole step, nanoseconds.
    pub step_ns: u64,
    /// Calls of scripts, nanoseconds.
    pub script_ns: u64,
    /// Tests of lines of sight, a part of the calls of scripts, nanoseconds; 0 unless
    /// [`Sim::measure_sight`](super::Sim::measure_sight) was called.
    pub sight_ns: u64,
    /// Path searches, nanoseconds.
    pub search_ns: u64,
    /// Building maps for searches, nanoseconds.
    pub abstraction_ns: u64,
    /// Fading and spreading of influence, and what creatures leave, nanoseconds.
    pub influence_ns: u64,
    /// Steering, collision, combat, nanoseconds.
    pub motion_ns: u64,
}

impl StepTimes {
    /// The mean of `steps` steps that were added up, in milliseconds; of none, 0.
    pub fn mean_ms(&self, steps: u64) -> PhaseTimes {
        let ms = |ns: u64| (ns as f64 / 1e6 / steps.max(1) as f64) as f32;
        PhaseTimes {
            step: ms(self.step_ns),
            script: ms(self.script_ns),
            search: ms(self.search_ns),
            abstraction: ms(self.abstraction_ns),
            influence: ms(self.influence_ns),
            motion: ms(self.motion_ns),
        }
    }
}

/// Counts since the world began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// How often each strategic state was entered, start states included.
    pub entered: BTreeMap<String, u64>,
    /// (spawned, died) for each behaviour.
    pub lives: BTreeMap<String, (u32, u32)>,
    /// Goals that were reached.
    pub arrivals: u64,
    /// Sum over all arrivals of the straight distance, metres, from where the goal was set to the goal.
    pub arrived_m: f64,
    /// Pathfinders that were replaced because their creature came into another zone.
    pub crossings: u64,
    /// Results of the pathfinder, in the order of `Code::ALL`.
    pub codes: [u64; Code::ALL.len()],
    /// Calls of handlers.
    pub script_calls: u64,
    /// Calls that ended in an error.
    pub script_errors: u64,
    /// Calls that were stopped because their budget was spent.
    pub script_overruns: u64,
    /// Reloads that took effect.
    pub reloads: u64,
    /// Reloads that were undone because the new version failed while it ran.
    pub rollbacks: u64,
    /// Lines printed in the current second by each slot.
    printed: BTreeMap<usize, u32>,
    print_second: u64,
}

impl Stats {
    pub(super) fn enter(&mut self, state: &str) {
        *self.entered.entry(state.to_owned()).or_default() += 1;
    }

    /// Whether a creature may print one more line in this second.
    pub(super) fn may_print(&mut self, slot: usize, second: u64, most: u32) -> bool {
        if self.print_second != second {
            self.print_second = second;
            self.printed.clear();
        }
        let n = self.printed.entry(slot).or_default();
        *n += 1;
        *n <= most
    }
}

/// Share of `part` in `whole`; `None` when there was nothing.
pub(crate) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
