//! How many were in states of each tone over the last minute: the strip under the map.

use super::tone::{Tone, Tones};
use crate::sim::Snapshot;
use std::collections::VecDeque;

/// Samples kept; one every [`EVERY_MS`] of the world's own time.
const KEPT: usize = 60;
const EVERY_MS: u64 = 1_000;

/// Shares of the living by tone, oldest first.
#[derive(Clone, Debug, Default)]
pub struct History {
    samples: VecDeque<[u32; 6]>,
    next_step: u64,
}

impl History {
    /// Counts the living of a snapshot when the next sample is due. One pass over the agents a second of world time.
    pub fn take(&mut self, snapshot: &Snapshot, tones: &mut Tones) {
        let every = (EVERY_MS / u64::from(snapshot.step_ms.max(1))).max(1);
        if snapshot.step + every < self.next_step {
            *self = Self::default();
        }
        if snapshot.step < self.next_step {
            return;
        }
        self.next_step = snapshot.step + every;
        let mut counts = [0; 6];
        for a in snapshot.agents.iter().filter(|a| !a.is_player) {
            counts[tones.of(a.state, &snapshot.catalogue) as usize] += 1;
        }
        if self.samples.len() == KEPT {
            self.samples.pop_front();
        }
        self.samples.push_back(counts);
    }

    /// The newest counts of a tone, `columns` at most, as shares (0..=1), oldest first. A
    /// tone's own largest is three quarters high: what stays as it is shall look calm.
    pub fn shares(&self, tone: Tone, columns: usize) -> Vec<f32> {
        let counts: Vec<u32> = self.samples.iter().map(|s| s[tone as usize]).collect();
        let most = counts.iter().copied().max().unwrap_or(0).max(1) as f32;
        counts.iter().skip(counts.len().saturating_sub(columns)).map(|c| *c as f32 / most * 0.75).collect()
    }

    pub fn latest(&self, tone: Tone) -> u32 {
        self.samples.back().map_or(0, |s| s[tone as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_a_second_of_the_worlds_own_time_and_a_minute_of_them() {
        let mut s = crate::ui::tests::fixture::glade();
        let (mut history, mut tones) = (History::default(), Tones::default());
        for step in 0..3_000 {
            s.step = step;
            history.take(&s, &mut tones);
        }
        assert_eq!(history.samples.len(), KEPT);
        assert_eq!((history.latest(Tone::Hunt), history.latest(Tone::Fear)), (10, 12));
        assert_eq!(history.shares(Tone::Hunt, 3), [0.75; 3]);
        s.step = 0;
        history.take(&s, &mut tones);
        assert_eq!(history.samples.len(), 1, "a world that began anew begins a new history");
    }
}
