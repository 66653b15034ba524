//! Figure 21: where the time of drawing a window goes.

use super::{Class, Clock, Document, Failure, Table, Watcher, best_of};
use crate::grid::{DrawObserver, DrawPhase, Window};

/// The phases in the order in which they come.
pub(super) const PHASES: [(DrawPhase, &str); 6] = [
    (DrawPhase::Clear, "opening all cells"),
    (DrawPhase::Ground, "closed ground, widened and drawn"),
    (DrawPhase::Fetch, "volumes fetched from the index"),
    (DrawPhase::Height, "volumes sorted out by height"),
    (DrawPhase::Shape, "volumes grown, turned, cut to the window"),
    (DrawPhase::Plot, "outlines drawn"),
];
/// Times each window is drawn.
const REPEATS: u64 = 3;
/// Readings to find out what a reading costs.
const READINGS: u64 = 10_000;

/// Sums over all windows of a class.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawing {
    pub windows: u64,
    pub nodes: u64,
    /// By phase, nanoseconds, without what reading the clock took.
    pub phases_ns: [f64; 6],
    /// The same windows drawn without being watched.
    pub whole_ns: u64,
}

/// Reads the clock at the end of each phase.
struct Laps<'a> {
    clock: &'a dyn Clock,
    last: u64,
    sums: [u64; 6],
    readings: [u64; 6],
}

impl DrawObserver for Laps<'_> {
    fn ended(&mut self, phase: DrawPhase) {
        let now = self.clock.nanos();
        self.sums[phase as usize] += now.saturating_sub(self.last);
        self.readings[phase as usize] += 1;
        self.last = now;
    }
}

/// Draws every window again, watched and not.
pub(super) fn measure(classes: &[Class], clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Drawing>, Failure> {
    let reading_ns = reading_ns(clock);
    let mut window = Window::default();
    let mut all = Vec::new();
    for class in classes {
        let mut drawing = Drawing::default();
        for case in &class.cases {
            watcher.check()?;
            for _ in 0..REPEATS {
                let before = clock.nanos();
                window.build(case.world, case.area, case.clearance);
                let begun = clock.nanos();
                let mut laps = Laps { clock, last: begun, sums: [0; 6], readings: [0; 6] };
                window.build_observed(case.world, case.area, case.clearance, &mut laps);
                drawing.add(begun.saturating_sub(before), &laps, reading_ns);
            }
            drawing.nodes += window.area.cells() * REPEATS;
        }
        all.push(drawing);
    }
    Ok(all)
}

impl Drawing {
    fn add(&mut self, whole_ns: u64, laps: &Laps, reading_ns: f64) {
        self.windows += 1;
        self.whole_ns += whole_ns;
        for (i, sum) in self.phases_ns.iter_mut().enumerate() {
            *sum += (laps.sums[i] as f64 - laps.readings[i] as f64 * reading_ns).max(0.0);
        }
    }

    /// A phase's share of all phases; 0 when no time passed.
    pub(super) fn share(&self, phase: usize) -> f64 {
        let whole: f64 = self.phases_ns.iter().sum();
        if whole > 0.0 { self.phases_ns[phase] / whole } else { 0.0 }
    }

    pub(super) fn each(&self, sum: f64) -> f64 {
        sum / self.windows.max(1) as f64
    }
}

/// What reading the clock takes.
fn reading_ns(clock: &dyn Clock) -> f64 {
    best_of(1, clock, || (0..READINGS).map(|_| clock.nanos()).last()).1 as f64 / READINGS as f64
}

/// `entropia-21.csv`.
pub(super) fn document(drawing: &[Drawing]) -> Result<Document, Failure> {
    let mut table = Table::new(1, ["phase", "windows", "nodes_a_window", "time_share"]);
    for d in drawing {
        for (i, (_, name)) in PHASES.iter().enumerate() {
            table.line(&[name, &d.windows], [d.each(d.nodes as f64), d.share(i)]);
        }
    }
    table.csv("entropia-21.csv")
}
