//! Random queries that have a path.

use crate::geom::Cell;
use crate::grid::Field;
use crate::rng::{Purpose, Rand};

/// Pairs tried for each query that is wanted, before a map counts as having no more.
const TRIES: usize = 200;

/// Up to `count` pairs of different open cells between which a path leads, each such pair as likely as any other. A pair
/// that is not connected is thrown away whole, as in the thesis. The first of many are the same as those of few.
pub fn queries(field: &Field, count: usize, seed: u64, map: u64) -> Vec<(Cell, Cell)> {
    let open: Vec<u32> = (0..field.nodes() as u32).filter(|n| field.open(field.cell(*n))).collect();
    let mut rand = Rand::new(seed, Purpose::Experiment, map);
    let mut pairs = Vec::with_capacity(count);
    if open.len() < 2 {
        return pairs;
    }
    for _ in 0..count.saturating_mul(TRIES) {
        if pairs.len() == count {
            break;
        }
        let start = field.cell(open[rand.index(open.len())]);
        let goal = field.cell(open[rand.index(open.len())]);
        if start != goal && field.may_join(start, goal) {
            pairs.push((start, goal));
        }
    }
    pairs
}
