//! What the next search does differently after one that found nothing, and when to give up.

use super::{NavParams, Reason};
use crate::geom::Vec2;

/// Failed searches from one place after which the pathfinder gives up (Dahlberg & Viktorsson 2002, appendix 2, row 8).
pub(super) const MAX_TRIES: u32 = 4;
/// Doublings of the margin or the weight beyond which nothing changes any more.
const MAX_DOUBLINGS: u32 = 16;

/// How a search came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    StartBlocked,
    GoalBlocked,
    /// It came to the window's edge, and a way from the goal leads there too: a larger window may help.
    Edge,
    /// Start or goal is walled in on this map: a smaller buffer may help.
    WalledIn,
    Budget,
}

impl End {
    /// As it is told, where nothing more exact is known.
    pub(super) fn reason(self) -> Reason {
        match self {
            Self::StartBlocked => Reason::StartBlocked,
            Self::GoalBlocked => Reason::GoalBlocked,
            Self::Edge => Reason::MapEdge,
            Self::WalledIn => Reason::WalledIn,
            Self::Budget => Reason::Budget,
        }
    }
}

/// The tries towards one target.
///
/// The count of failures is about one place and begins anew when the agent is elsewhere. The settings are about the way
/// to the target: they survive a step aside and a success, so that a renewed search through the same narrow gate does
/// not fail again first; they return to normal once the agent has left the surroundings in which they were needed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Retry {
    pub(super) failures: u32,
    /// Where the counted searches began.
    pub(super) start: Vec2,
    pub(super) doublings: u32,
    pub(super) buffer: usize,
    pub(super) greed: u32,
    /// Where the settings were last changed.
    changed_at: Vec2,
}

impl Retry {
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

    pub(super) fn failed(&mut self, end: End, params: &NavParams) {
        self.failures += 1;
        self.changed_at = self.start;
        match end {
            End::Edge => self.doublings = (self.doublings + 1).min(MAX_DOUBLINGS),
            // The same search would spend the same again: be greedier.
            End::Budget => self.greed = (self.greed + 1).min(MAX_DOUBLINGS),
            End::StartBlocked | End::GoalBlocked | End::WalledIn => {
                self.buffer = (self.buffer + 1).min(params.buffers_m.len() - 1);
            }
        }
    }

    /// No other try can do better: the next tick gives up.
    pub(super) fn failed_for_good(&mut self) {
        self.failures = MAX_TRIES;
    }

    pub(super) fn succeeded(&mut self) {
        self.failures = 0;
    }

    pub(super) fn spent(&self) -> bool {
        self.failures >= MAX_TRIES
    }

    /// What decides its future, for the world hash.
    pub(super) fn state(&self) -> [u64; 6] {
        let place = |p: Vec2| (u64::from(p.x.to_bits()) << 32) | u64::from(p.y.to_bits());
        [
            u64::from(self.failures),
            place(self.start),
            place(self.changed_at),
            u64::from(self.doublings),
            self.buffer as u64,
            u64::from(self.greed),
        ]
    }

    /// Nodes a window reaches beyond start and goal.
    pub(super) fn margin(&self, params: &NavParams) -> u32 {
        params.margin_nodes.max(1).saturating_mul(1 << self.doublings)
    }

    /// What volumes are grown by, metres.
    pub(super) fn buffer_m(&self, params: &NavParams) -> f32 {
        params.buffers_m[self.buffer.min(params.buffers_m.len() - 1)]
    }

    pub(super) fn weight(&self, params: &NavParams) -> f32 {
        params.weight * (1u32 << self.greed) as f32
    }
}
