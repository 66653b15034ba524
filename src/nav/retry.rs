//! What the next search does differently after one that found nothing, and when to give up.

use super::Reason;
use super::params::NavParams;
use crate::geom::Vec2;
use std::hash::{Hash, Hasher};

/// Failed searches from one place after which the pathfinder gives up (Dahlberg & Viktorsson 2002, appendix 2, row 8).
pub(super) const MAX_TRIES: u8 = 4;
/// Doublings of the margin or the weight beyond which nothing changes any more.
const MAX_DOUBLINGS: u8 = 16;

/// What the next search can do better than one that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    SmallerBuffer,
    LargerMargin,
    /// The same search would spend the same again.
    GreaterWeight,
    /// No other search can find more.
    None,
}

/// How a search came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) reason: Reason,
    pub(super) remedy: Remedy,
}

impl Failure {
    /// A failure that no other search can better.
    pub(super) fn final_for(reason: Reason) -> Self {
        Self { reason, remedy: Remedy::None }
    }
}

/// The settings of one try.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effort {
    /// Nodes a window reaches beyond start and goal.
    pub(super) margin_nodes: u32,
    /// What volumes are grown by, metres.
    pub(super) buffer_m: f32,
    /// Weight on the heuristic.
    pub(super) weight: f32,
}

/// The tries towards one target.
///
/// The count of failures is about one place and restarts when the agent is elsewhere. The settings are about the path to
/// the target: they survive a step aside and a success, so that a renewed search through the same narrow gate does not
/// fail again first; they return to normal once the agent has left the surroundings in which they were needed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RetryLadder {
    pub(super) failures: u8,
    doublings: u8,
    /// One of [`NavParams::buffers_m`].
    buffer: u8,
    greed: u8,
    /// Where the counted searches began.
    start: Vec2,
    /// Where the settings were last changed.
    changed_at: Vec2,
}

impl RetryLadder {
    /// A search is about to begin at `here`.
    pub(super) fn begin(&mut self, here: Vec2, params: &NavParams, resolution_m: f32) {
        let changed = (self.doublings, self.buffer, self.greed) != (0, 0, 0);
        if changed && here.distance(self.changed_at) > params.margin_nodes as f32 * resolution_m {
            *self = Self::default();
        }
        if here.distance(self.start) > resolution_m {
            self.failures = 0;
            self.start = here;
        }
    }

    pub(super) fn failed(&mut self, remedy: Remedy, params: &NavParams) {
        if remedy == Remedy::None {
            self.failures = MAX_TRIES;
            return;
        }
        self.failures = self.failures.saturating_add(1);
        let last = params.buffers_m.len() as u8 - 1;
        self.changed_at = self.start;
        match remedy {
            Remedy::LargerMargin => self.doublings = (self.doublings + 1).min(MAX_DOUBLINGS),
            Remedy::GreaterWeight => self.greed = (self.greed + 1).min(MAX_DOUBLINGS),
            _ => self.buffer = (self.buffer + 1).min(last),
        }
        // Whatever the tries before were spent on, the last one looks for every gap that the body fits.
        if self.failures == MAX_TRIES - 1 && remedy != Remedy::GreaterWeight {
            self.buffer = last;
        }
    }

    /// The settings of the next try.
    pub(super) fn effort(&self, params: &NavParams) -> Effort {
        Effort {
            margin_nodes: params.margin_nodes.max(1).saturating_mul(1 << self.doublings),
            buffer_m: params.buffers_m[usize::from(self.buffer)],
            weight: params.weight * (1u32 << self.greed) as f32,
        }
    }
}

/// What decides its future, for the world hash.
impl Hash for RetryLadder {
    fn hash<H: Hasher>(&self, h: &mut H) {
        (u64::from(self.failures), place_bits(self.start), place_bits(self.changed_at)).hash(h);
        (u64::from(self.doublings), usize::from(self.buffer), u64::from(self.greed)).hash(h);
    }
}

/// A place as one word, for the world hash.
pub(super) fn place_bits(p: Vec2) -> u64 {
    (u64::from(p.x.to_bits()) << 32) | u64::from(p.y.to_bits())
}
