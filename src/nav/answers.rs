//! What searches on the shared grid found out lately: a bounded memory of ways and of failures.

use super::Reason;
use crate::geom::Cell;
use crate::grid::SizeClass;

/// Answers that are remembered at most; a power of two.
const SLOTS: usize = 4096;
/// Waypoints that are remembered at most, in all answers together.
const CELLS: usize = 1 << 16;
/// A longer way is not remembered: it would push out too many others.
const LONGEST: usize = CELLS / 16;

/// A request: who asks the same gets the same answer, for searches are exact and the grid is shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ask {
    pub(super) size: SizeClass,
    pub(super) start: Cell,
    pub(super) goal: Cell,
}

impl Ask {
    /// Where its answer is kept (multiplicative hashing, Knuth 1973).
    fn slot(&self) -> usize {
        let pair = |c: Cell| (u64::from(c.x as u32) << 32) | u64::from(c.y as u32);
        let size = (u64::from(self.size.0) << 32) | u64::from(self.size.1);
        let mix = |h: u64, w: u64| (h.rotate_left(23) ^ w).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mix(mix(mix(0, size), pair(self.start)), pair(self.goal)) >> 40) as usize % SLOTS
    }
}

/// The answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer<'a> {
    /// Where the way turns, start and goal included.
    Way(&'a [Cell]),
    Failure(Reason),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    ask: Ask,
    /// Cells ever written before this answer's.
    begin: u64,
    len: u32,
    failure: Option<Reason>,
}

/// Answers by request, each in one possible slot, and their ways in a ring: what is new pushes out what is old. All
/// memory is taken at once, by the first answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    slots: Vec<Option<Entry>>,
    cells: Vec<Cell>,
    written: u64,
    /// Answers ever taken in.
    known: u64,
}

impl Answers {
    /// What is known of a request.
    pub(super) fn get(&self, ask: &Ask) -> Option<Answer<'_>> {
        let entry = self.slots.get(ask.slot())?.as_ref().filter(|e| e.ask == *ask)?;
        if let Some(reason) = entry.failure {
            return Some(Answer::Failure(reason));
        }
        // Once the ring has come round, the way is overwritten.
        if self.written - entry.begin > CELLS as u64 {
            return None;
        }
        let begin = (entry.begin % CELLS as u64) as usize;
        self.cells.get(begin..begin + entry.len as usize).map(Answer::Way)
    }

    /// Remembers an answer.
    pub(super) fn put(&mut self, ask: &Ask, answer: Answer) {
        self.reserve();
        let (way, failure) = match answer {
            Answer::Way(way) if way.len() > LONGEST => return,
            Answer::Way(way) => (way, None),
            Answer::Failure(reason) => (&[][..], Some(reason)),
        };
        // A way lies in one piece: what is left before the ring's end is passed over.
        let at = (self.written % CELLS as u64) as usize;
        if at + way.len() > CELLS {
            self.written += (CELLS - at) as u64;
        }
        let at = (self.written % CELLS as u64) as usize;
        self.cells[at..at + way.len()].copy_from_slice(way);
        self.slots[ask.slot()] = Some(Entry { ask: *ask, begin: self.written, len: way.len() as u32, failure });
        self.written += way.len() as u64;
        self.known += 1;
    }

    /// Takes all memory at once.
    pub(super) fn reserve(&mut self) {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, None);
            self.cells.resize(CELLS, Cell::default());
        }
    }

    /// Forgets everything: the world is not what it was.
    pub(super) fn clear(&mut self) {
        self.slots.fill(None);
    }

    /// Stands for all it holds, which follows from how much it ever took in: for the world hash.
    pub(super) fn state(&self) -> [u64; 2] {
        [self.written, self.known]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(n: i32) -> Ask {
        Ask { size: (4, 10), start: Cell::new(n, 7), goal: Cell::new(3, n / 2) }
    }

    #[test]
    fn an_answer_is_given_to_the_very_same_request_until_the_world_changes() {
        let mut answers = Answers::default();
        assert_eq!(answers.get(&ask(1)), None);
        let way = [Cell::new(1, 7), Cell::new(3, 0)];
        answers.put(&ask(1), Answer::Way(&way));
        answers.put(&ask(2), Answer::Failure(Reason::Budget));
        assert_eq!(answers.get(&ask(1)), Some(Answer::Way(&way)));
        assert_eq!(answers.get(&ask(2)), Some(Answer::Failure(Reason::Budget)));
        assert_eq!(answers.get(&Ask { size: (5, 10), ..ask(1) }), None, "a wider body asks something else");
        answers.clear();
        assert_eq!((answers.get(&ask(1)), answers.get(&ask(2))), (None, None));
    }

    #[test]
    fn what_the_ring_wrote_over_is_forgotten_and_what_is_left_is_whole() {
        let mut answers = Answers::default();
        let way = |n: i32| vec![Cell::new(n, -n); 1 + n as usize % 97];
        let mut seen = 0;
        for n in 0..5_000 {
            answers.put(&ask(n), Answer::Way(&way(n)));
            for back in [n, n - 1, n - 700, n - 3_000].into_iter().filter(|b| *b >= 0) {
                if let Some(known) = answers.get(&ask(back)) {
                    assert_eq!(known, Answer::Way(&way(back)));
                    seen += 1;
                }
            }
            assert!(answers.get(&ask(n)).is_some());
        }
        assert!(answers.get(&ask(0)).is_none());
        assert!(seen > 12_000, "{seen}: the last thousand or so are kept, but for some that share a slot");
        answers.put(&ask(1), Answer::Way(&vec![Cell::default(); LONGEST + 1]));
        assert_eq!(answers.get(&ask(1)), None, "too long to keep");
    }
}
