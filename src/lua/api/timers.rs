//! Timers: moments that a creature's script has asked for, as data.

use std::hash::{Hash, Hasher};
use thin_vec::ThinVec;

/// One timer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Timer {
    /// The step from which on it is due.
    due: u64,
    /// Steps from one time to the next; `None`: it is due once.
    every: Option<u64>,
    name: String,
}

/// The timers of one creature, each with a name of its own: the first one due comes first, then the one set earlier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timers(ThinVec<Timer>);

/// For the world hash. A creature without timers adds nothing.
impl Hash for Timers {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.0.iter().for_each(|timer| timer.hash(h));
    }
}

impl Timers {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets a timer so many steps after `now`, once or again and again; it replaces one of the same name. False: there are
    /// `most` others already.
    pub fn set(&mut self, name: String, now: u64, steps: u64, again: bool, most: usize) -> bool {
        self.cancel(&name);
        let free = self.0.len() < most;
        if free {
            self.insert(Timer { due: now + steps.max(1), every: again.then_some(steps.max(1)), name });
        }
        free
    }

    fn insert(&mut self, timer: Timer) {
        let at = self.0.partition_point(|t| t.due <= timer.due);
        self.0.insert(at, timer);
    }

    /// Removes the timer of this name; false when there is none.
    pub fn cancel(&mut self, name: &str) -> bool {
        let at = self.0.iter().position(|t| t.name == name);
        at.map(|at| self.0.remove(at)).is_some()
    }

    /// The step in which the timer of this name is due.
    pub fn due(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|t| t.name == name).map(|t| t.due)
    }

    /// Whether a timer is due.
    pub fn are_due(&self, now: u64) -> bool {
        self.0.first().is_some_and(|t| t.due <= now)
    }

    /// The name of each, and the step in which it is due.
    pub fn all(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|t| (t.name.as_str(), t.due))
    }

    /// The name of the first timer that is due. A repeated one is due again later than `now`; times that were missed are
    /// left out.
    pub fn take_due(&mut self, now: u64) -> Option<String> {
        let timer = self.are_due(now).then(|| self.0.remove(0))?;
        if let Some(every) = timer.every {
            let missed = (now - timer.due) / every;
            self.insert(Timer { due: timer.due + (missed + 1) * every, ..timer.clone() });
        }
        Some(timer.name)
    }
}
