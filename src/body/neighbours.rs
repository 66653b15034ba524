//! Which bodies are near a place.

use super::Bodies;
use crate::geom::{Aabb, Storey, Vec2};
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
    /// Every slot and its bucket, in order of slot.
    buckets: Vec<(u32, u32)>,
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

impl NeighbourIndex {
    /// Indexes all living bodies of a world of `size` metres. Storeys share the buckets. No body has a label.
    pub fn rebuild(&mut self, size: Vec2, bodies: &Bodies) {
        self.labels.hold = false;
        self.divide(size);
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        self.buckets.clear();
        self.widest_m = 0.0;
        let mut storeys = false;
        for slot in bodies.living() {
            let bucket = self.index(bodies.position[slot]);
            self.buckets.push((slot as u32, bucket as u32));
            self.starts[bucket + 1] += 1;
            self.widest_m = self.widest_m.max(bodies.radius[slot]);
            storeys |= bodies.storey[slot] != Storey::GROUND;
        }
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        self.slots.clear();
        self.slots.resize(self.buckets.len(), 0);
        // Fill from the back: after it, each start has moved from its bucket's end to its beginning.
        for (slot, bucket) in self.buckets.iter().rev() {
            let start = &mut self.starts[*bucket as usize + 1];
            *start -= 1;
            self.slots[*start as usize] = *slot;
        }
        self.storeys.clear();
        if storeys {
            self.storeys.extend(self.slots.iter().map(|slot| bodies.storey[*slot as usize]));
        }
        // Now entry b + 1 holds the beginning of bucket b: shift back into place.
        self.starts.remove(0);
        self.starts.push(self.slots.len() as u32);
    }

    /// Gives each body a label by which queries select them. No body moves until [`unlabel`](Self::unlabel) is called.
    pub fn label(&mut self, bodies: &Bodies, label: impl Fn(usize) -> u16) {
        let Labels { hold, positions, labels, present } = &mut self.labels;
        *hold = true;
        positions.clear();
        positions.extend(self.slots.iter().map(|slot| bodies.position[*slot as usize]));
        labels.clear();
        labels.extend(self.slots.iter().map(|slot| label(*slot as usize)));
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
