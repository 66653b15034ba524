//! Median, least, greatest and deviation over the walks of all runs of a case.

use super::run::{Run, Walk};

/// One quantity over all walks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spread {
    pub mean: f64,
    pub median: f64,
    pub least: f64,
    pub most: f64,
    pub deviation: f64,
}

impl Spread {
    /// Of some numbers; all 0 when there are none.
    pub(super) fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let mut all: Vec<f64> = numbers.collect();
        all.sort_by(f64::total_cmp);
        let (Some(least), Some(most)) = (all.first().copied(), all.last().copied()) else { return Self::default() };
        let count = all.len() as f64;
        let mean = all.iter().sum::<f64>() / count;
        let deviation = (all.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / count).sqrt();
        let (low, high) = (all[(all.len() - 1) / 2], all[all.len() / 2]);
        Self { mean, median: low.midpoint(high), least, most, deviation }
    }
}

/// The results of a case: a scene, a number of persons and a variant.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    pub runs: Vec<Run>,
}

impl Case {
    fn walks(&self) -> impl Iterator<Item = &Walk> {
        self.runs.iter().flat_map(|run| &run.walks)
    }

    pub(super) fn seconds(&self) -> Spread {
        Spread::of(self.walks().map(|walk| walk.seconds))
    }

    pub(super) fn metres(&self) -> Spread {
        Spread::of(self.walks().map(|walk| walk.metres))
    }

    /// Mean over all walks, seconds.
    pub(super) fn stuck_s(&self) -> f64 {
        Spread::of(self.walks().map(|walk| walk.stuck_s)).mean
    }

    /// Mean over all walks, metres a second.
    pub(super) fn speed(&self) -> f64 {
        Spread::of(self.walks().filter(|walk| walk.seconds > 0.0).map(|walk| walk.metres / walk.seconds)).mean
    }

    /// Collisions of a run, mean.
    pub(super) fn collisions(&self) -> f64 {
        Spread::of(self.runs.iter().map(|run| run.collisions as f64)).mean
    }

    /// The most that a run took, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.runs.iter().map(|run| run.bytes).max().unwrap_or(0)
    }

    /// Walks that did not arrive before their run ended.
    pub(super) fn lost(&self) -> usize {
        self.walks().filter(|walk| !walk.arrived).count()
    }

    /// Mean time of all searches of a step, milliseconds.
    pub(super) fn search_ms(&self) -> f64 {
        let (ns, steps) = self.runs.iter().fold((0, 0), |(ns, steps), run| (ns + run.search_ns, steps + run.steps));
        ns as f64 / 1e6 / steps.max(1) as f64
    }
}
