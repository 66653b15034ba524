//! Long work on shards, cut into parts: a machine is one thread's at a time, and the last parts are small, so that no thread waits long
//! for the others.

use super::{Shard, Shards};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// One of so many pieces of a shard's work is left for later at a time.
const PIECES: usize = 4;

impl Shards {
    /// Does `work` with every shard, on all threads where there is more than `few` in all: `amount` is how much a shard has to do, and
    /// `work` gets the next part of it, of `least` at least where so much is left.
    pub(in crate::sim) fn run_in_parts(
        &mut self,
        (few, least): (usize, usize),
        amount: impl Fn(&Shard) -> usize,
        work: impl Fn(&mut Shard, Range<usize>) + Sync,
    ) {
        let is_much = self.all.iter().map(&amount).sum::<usize>() > few;
        let all = self.all.iter_mut().map(|shard| (0..amount(shard), shard)).filter(|(todo, _)| !todo.is_empty());
        let Some(pool) = self.pool.as_ref().filter(|_| is_much) else {
            return all.for_each(|(todo, shard)| work(shard, todo));
        };
        let waiting = Mutex::new(all.collect::<VecDeque<_>>());
        let waiting = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let next = || waiting().pop_front();
        // Shards that others work on come back one by one: a thread that finds none waiting is not needed for them.
        pool.broadcast(|_| {
            while let Some((todo, shard)) = next() {
                let part = (todo.len() - todo.len() / PIECES).max(least).min(todo.len());
                let middle = todo.start + part;
                work(shard, todo.start..middle);
                if middle < todo.end {
                    waiting().push_back((middle..todo.end, shard));
                }
            }
        });
    }
}
