//! Creatures whose scripts need no tick for a while.

/// Until when a creature's `tick` is not called. The default is awake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sleep {
    /// The first step in which it is called again; 0: it is awake.
    pub until: u64,
    /// Its ticks that were left out since it was last called.
    pub missed: u32,
}

impl Sleep {
    /// Whether it sleeps in a step.
    pub fn holds(self, step: u64) -> bool {
        step < self.until
    }

    /// Ends it; what was left out still counts.
    pub fn end(&mut self) {
        self.until = 0;
    }
}
