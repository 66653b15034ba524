//! Which bodies are near a place.

use super::{Bodies, spread};
use crate::geom::{Aabb, Storey, Vec2};
use rayon::ThreadPool;
use std::ops::Range;

/// Buckets of living bodies on a coarse grid, rebuilt every step by counting sort: flat, and in order of slot.
#[derive(Clone, Debug, Default)]
pub struct NeighbourIndex {
    /// Width of a bucket, metres: a power of two …
    width_m: f32,
    /// … and buckets a metre.
    per_m: f32,
    columns: usize,
    rows: usize,
    /// First entry of each bucket, one more than there are buckets.
    starts: Vec<u32>,
    slots: Vec<u32>,
    /// The bucket of each slot; [`NONE`] of the dead.
    buckets: Vec<u32>,
    /// The storey of each of them; empty while all are on the ground.
    storeys: Vec<Storey>,
    widest_m: f32,
    /// What lies beside the slots while nothing moves.
    labels: Labels,
}

/// Where each body is and its label, bucket by bucket, so that a query reads what lies side by side.
#[derive(Clone, Debug, Default)]
struct Labels {
    /// They hold.
    hold: bool,
    positions: Vec<Vec2>,
    labels: Vec<u16>,
    /// Each label that a body has, once.
    present: Vec<u16>,
}

/// Least width of a bucket, metres. It is doubled until there are few enough buckets.
const BUCKET_M: f32 = 4.0;
/// Every rebuild goes through all of them, so their number is bounded however large the world is.
const MOST_BUCKETS: usize = 1 << 17;
/// No bucket has this number.
const NONE: u32 = u32::MAX;
/// Fewer bodies are indexed by one thread.
const MANY: usize = 4096;

impl NeighbourIndex {
    /// Indexes all living bodies of a world of `size` metres, on the threads of `pool`. Storeys share the buckets. No body has a label.
    pub fn rebuild(&mut self, size: Vec2, bodies: &Bodies, pool: Option<&ThreadPool>) {
        self.labels.hold = false;
        self.divide(size);
        self.widest_m = bodies.living().map(|slot| bodies.radius[slot]).fold(0.0, f32::max);
        self.sort(bodies, pool);
        self.storeys.clear();
        if bodies.living().any(|slot| bodies.storey[slot] != Storey::GROUND) {
            self.storeys.extend(self.slots.iter().map(|slot| bodies.storey[*slot as usize]));
        }
    }

    /// Puts all slots into their buckets, by counting.
    fn sort(&mut self, bodies: &Bodies, pool: Option<&ThreadPool>) {
        let mut buckets = std::mem::take(&mut self.buckets);
        buckets.resize(bodies.len(), NONE);
        spread::every(pool, &mut buckets, |slot, bucket| {
            *bucket = if bodies.alive[slot] { self.index(bodies.position[slot]) as u32 } else { NONE };
        });
        self.starts.clear();
        self.starts.resize(self.columns * self.rows, 0);
        let pool = pool.filter(|_| bodies.len() >= MANY);
        let parts = pool.map_or(1, ThreadPool::current_num_threads);
        on(pool, || count(&buckets, (0, &mut self.starts), parts));
        let mut all = 0;
        for start in &mut self.starts {
            all += std::mem::replace(start, all);
        }
        self.slots.clear();
        self.slots.resize(all as usize, 0);
        on(pool, || fill(&buckets, (0, &mut self.starts), (0, &mut self.slots), parts));
        // Each start has moved to its bucket's end, where the next one begins.
        self.starts.insert(0, 0);
        self.buckets = buckets;
    }

    /// Gives each body a label by which queries select them. No body moves until [`unlabel`](Self::unlabel) is called.
    pub fn label(&mut self, bodies: &Bodies, label: impl Fn(usize) -> u16 + Sync, pool: Option<&ThreadPool>) {
        let Labels { hold, positions, labels, present } = &mut self.labels;
        *hold = true;
        spread::gather(pool, &self.slots, positions, |slot| bodies.position[slot]);
        spread::gather(pool, &self.slots, labels, label);
        present.clear();
        for label in labels {
            if present.last() != Some(label) && !present.contains(label) {
                present.push(*label);
            }
        }
    }

    /// Bodies may move, and their labels may change.
    pub fn unlabel(&mut self) {
        self.labels.hold = false;
    }

    /// Calls `found` with slot and place of every body that has the label, or any when that is `None`, in the buckets that `area`
    /// touches. Returns how many bodies there are in them. `None`, and nothing is found, where bodies have no labels or are on
    /// several storeys.
    #[inline]
    pub fn labelled(&self, area: Aabb, wanted: Option<u16>, mut found: impl FnMut(usize, Vec2)) -> Option<u32> {
        let Labels { hold, positions, labels, present } = &self.labels;
        if !hold || !self.storeys.is_empty() || self.columns == 0 {
            return None;
        }
        let mut bodies = 0;
        let is_absent = wanted.is_some_and(|wanted| !present.contains(&wanted));
        let ((x0, y0), (x1, y1)) = (self.bucket(area.min), self.bucket(area.max));
        for y in y0..=y1 {
            let (first, last) = (y * self.columns + x0, y * self.columns + x1);
            let run = self.starts[first] as usize..self.starts[last + 1] as usize;
            bodies += run.len() as u32;
            if is_absent {
                continue;
            }
            let (slots, positions) = (&self.slots[run.clone()], &positions[run.clone()]);
            match wanted {
                Some(wanted) => {
                    let fitting = labels[run].iter().enumerate().filter(|(_, label)| **label == wanted);
                    fitting.for_each(|(at, _)| found(slots[at] as usize, positions[at]));
                }
                None => slots.iter().zip(positions).for_each(|(slot, place)| found(*slot as usize, *place)),
            }
        }
        Some(bodies)
    }

    /// Finds how wide buckets are, and how many there are.
    fn divide(&mut self, size: Vec2) {
        self.width_m = BUCKET_M;
        loop {
            self.columns = (size.x / self.width_m) as usize + 1;
            self.rows = (size.y / self.width_m) as usize + 1;
            if self.columns * self.rows <= MOST_BUCKETS {
                break;
            }
            self.width_m *= 2.0;
        }
        // A power of two: exact.
        self.per_m = 1.0 / self.width_m;
    }

    /// Whether all of them are on the ground, none on a storey above.
    pub(crate) fn is_flat(&self) -> bool {
        self.storeys.is_empty()
    }

    /// The radius of the widest of them, metres.
    pub fn widest_m(&self) -> f32 {
        self.widest_m
    }

    /// All living slots, bucket by bucket: what is near in the world is near in this list.
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// The row of buckets that holds a height, metres, and how many rows there are.
    pub fn row(&self, y: f32) -> (usize, usize) {
        let row = ((y * self.per_m).max(0.0) as usize).min(self.rows.saturating_sub(1));
        (row, self.rows)
    }

    /// Where a row of buckets begins, metres. All that is in it lies no higher, but for the first row, and not as low as the
    /// next, but for the last row: they hold what lies outside the world too.
    pub fn top_of_row_m(&self, row: usize) -> f32 {
        row as f32 * self.width_m
    }

    /// The part of [`slots`](Self::slots) that the buckets of a row between two columns' places hold, metres.
    #[inline]
    pub fn run(&self, row: usize, from_x: f32, to_x: f32) -> Range<usize> {
        let column = |x: f32| ((x * self.per_m).max(0.0) as usize).min(self.columns - 1);
        let first = row * self.columns;
        self.starts[first + column(from_x)] as usize..self.starts[first + column(to_x) + 1] as usize
    }

    /// Column and row of the bucket that holds a place.
    fn bucket(&self, p: Vec2) -> (usize, usize) {
        let at = |metres: f32, buckets: usize| ((metres * self.per_m).max(0.0) as usize).min(buckets - 1);
        (at(p.x, self.columns), at(p.y, self.rows))
    }

    fn index(&self, p: Vec2) -> usize {
        let (column, row) = self.bucket(p);
        row * self.columns + column
    }

    /// Calls `found` with every living slot on a storey in the buckets that `area` touches.
    #[inline]
    pub fn each(&self, storey: Storey, area: Aabb, mut found: impl FnMut(usize)) {
        if self.columns == 0 {
            return;
        }
        let ((x0, y0), (x1, y1)) = (self.bucket(area.min), self.bucket(area.max));
        for y in y0..=y1 {
            let (first, last) = (y * self.columns + x0, y * self.columns + x1);
            for i in self.starts[first]..self.starts[last + 1] {
                let on = self.storeys.get(i as usize).copied().unwrap_or_default();
                if on == storey {
                    found(self.slots[i as usize] as usize);
                }
            }
        }
    }
}

/// Does something on the threads of a pool, where there is one.
fn on<R: Send>(pool: Option<&ThreadPool>, work: impl FnOnce() -> R + Send) -> R {
    match pool {
        None => work(),
        Some(pool) => pool.install(work),
    }
}

/// Counts how many slots each of some buckets has, which begin with bucket `first`. So many parts of the buckets are counted at a time:
/// for each of them all slots are looked at, which lie side by side.
fn count(buckets: &[u32], (first, counts): (usize, &mut [u32]), parts: usize) {
    if parts > 1 {
        let middle = counts.len() / 2;
        let (low, high) = counts.split_at_mut(middle);
        let half = parts / 2;
        rayon::join(|| count(buckets, (first, low), half), || count(buckets, (first + middle, high), parts - half));
        return;
    }
    for bucket in buckets {
        if let Some(count) = counts.get_mut((*bucket as usize).wrapping_sub(first)) {
            *count += 1;
        }
    }
}

/// Puts slots into some buckets, which begin with bucket `first`, in order of slot. `starts` is where each begins, and then where it
/// ends; `slots` are all of theirs, of which the first one has the place `before`.
fn fill(buckets: &[u32], (first, starts): (usize, &mut [u32]), (before, slots): (usize, &mut [u32]), parts: usize) {
    if parts > 1 && starts.len() > 1 {
        let middle = starts.len() / 2;
        let (low, high) = starts.split_at_mut(middle);
        let begin = high[0] as usize;
        let (low_slots, high_slots) = slots.split_at_mut(begin - before);
        let half = parts / 2;
        rayon::join(
            || fill(buckets, (first, low), (before, low_slots), half),
            || fill(buckets, (first + middle, high), (begin, high_slots), parts - half),
        );
        return;
    }
    for (slot, bucket) in buckets.iter().enumerate() {
        if let Some(start) = starts.get_mut((*bucket as usize).wrapping_sub(first)) {
            slots[*start as usize - before] = slot as u32;
            *start += 1;
        }
    }
}
