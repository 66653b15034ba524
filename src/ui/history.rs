//! How many were in states of each mood over the last minute: the strip under the map.

use super::mood::{Mood, Moods};
use crate::sim::Snapshot;
use std::collections::VecDeque;

/// Samples kept; one every `EVERY_MS` of the world's own time.
pub const KEPT: usize = 60;
const EVERY_MS: u64 = 1_000;

/// How many living creatures had each mood, oldest first.
#[derive(Clone, Debug, Default)]
pub struct History {
    pub samples: VecDeque<[u32; 6]>,
    next_step: u64,
}

impl History {
    /// Counts the living of a snapshot when the next sample is due: one pass over the agents for each second of world time.
    pub fn take(&mut self, snapshot: &Snapshot, moods: &mut Moods) {
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
            counts[moods.of(a.state, &snapshot.catalogue) as usize] += 1;
        }
        if self.samples.len() == KEPT {
            self.samples.pop_front();
        }
        self.samples.push_back(counts);
    }

    /// The newest counts of a mood, `columns` at most, as shares (0..=1), oldest first. Its largest count is three quarters
    /// high, so that a constant count does not look like a maximum.
    pub fn shares(&self, mood: Mood, columns: usize) -> Vec<f32> {
        let counts: Vec<u32> = self.samples.iter().map(|s| s[mood as usize]).collect();
        let most = counts.iter().copied().max().unwrap_or(0).max(1) as f32;
        counts.iter().skip(counts.len().saturating_sub(columns)).map(|c| *c as f32 / most * 0.75).collect()
    }

    pub fn latest(&self, mood: Mood) -> u32 {
        self.samples.back().map_or(0, |s| s[mood as usize])
    }
}
