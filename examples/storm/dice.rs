//! Chance of one program: everything about a program follows from its seed.

use bestiary::testing::rng::{Purpose, Rand};

pub(crate) struct Dice(Rand);

impl Dice {
    /// The dice of the program with this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Rand::new(seed, Purpose::Experiment, 0))
    }

    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0.between(low, high)
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.0.index(from.len())]
    }

    pub(crate) fn index(&mut self, len: usize) -> usize {
        self.0.index(len)
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: i64) -> bool {
        self.0.between(1, times) == 1
    }
}
