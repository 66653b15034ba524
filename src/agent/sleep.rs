//! Creatures whose scripts need no tick for a while.

use std::hash::{Hash, Hasher};

/// Until when a creature's `tick` is not called. The default is awake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sleep {
    /// The first step in which it is called again; 0: it is awake.
    pub until: u64,
    /// Its ticks that were left out since it was last called.
    pub missed: u32,
    /// Many woke with it: until it has slept to an end it sleeps a part of what it asks for, so that they do not wake together
    /// again.
    pub apart: bool,
}

/// Numbers whose products with 0, 1, 2, … are spread evenly (Knuth 1973, ch. 6.4: the golden ratio).
const GOLDEN: u32 = 0x9e37_79b9;

impl Sleep {
    /// Whether it sleeps in a step.
    pub fn holds(self, step: u64) -> bool {
        step < self.until
    }

    /// Ends it; what was left out still counts.
    pub fn end(&mut self) {
        self.until = 0;
    }

    /// Ends that of one of many.
    pub fn end_with_many(&mut self) {
        (self.until, self.apart) = (0, true);
    }

    /// What becomes of it when a creature in a slot asks for another one in a step: while it is apart, a quarter to all of that,
    /// by its slot.
    pub fn then(self, next: Self, slot: usize, step: u64) -> Self {
        let has_slept = self.until > 0 && !self.holds(step);
        let apart = self.apart && !has_slept;
        if !apart || !next.holds(step) {
            return Self { apart, ..next };
        }
        let part = u64::from((slot as u32).wrapping_mul(GOLDEN));
        let (quarter, all) = (1 << 30, 1 << 32);
        let left = (next.until - step).saturating_mul(quarter + part * 3 / 4) / all;
        Self { until: step + left.max(1), apart, ..next }
    }
}

/// For the world hash.
impl Hash for Sleep {
    fn hash<H: Hasher>(&self, h: &mut H) {
        (self.until, self.missed).hash(h);
        if self.apart {
            self.apart.hash(h);
        }
    }
}
