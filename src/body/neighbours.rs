//! Which bodies are near a place.

use super::Bodies;
use crate::geom::{Aabb, Storey, Vec2};

/// Buckets of living bodies on a coarse grid, rebuilt every step by counting sort: flat, and in order of slot.
#[derive(Clone, Debug, Default)]
pub struct NeighbourIndex {
    /// Width of a bucket, metres.
    width_m: f32,
    columns: usize,
    rows: usize,
    /// First entry of each bucket, one more than there are buckets.
    starts: Vec<u32>,
    slots: Vec<u32>,
    /// The storey of each of them; empty while all are on the ground.
    storeys: Vec<Storey>,
    widest_m: f32,
}

/// Least width of a bucket, metres. It is doubled until there are few enough buckets.
const BUCKET_M: f32 = 8.0;
/// Every rebuild goes through all of them, so their number is bounded however large the world is.
const MOST_BUCKETS: usize = 1 << 17;

impl NeighbourIndex {
    /// Indexes all living bodies of a world of `size` metres. Storeys share the buckets.
    pub fn rebuild(&mut self, size: Vec2, bodies: &Bodies) {
        self.width_m = BUCKET_M;
        loop {
            self.columns = (size.x / self.width_m) as usize + 1;
            self.rows = (size.y / self.width_m) as usize + 1;
            if self.columns * self.rows <= MOST_BUCKETS {
                break;
            }
            self.width_m *= 2.0;
        }
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        for slot in bodies.living() {
            let b = self.index(bodies.position[slot]);
            self.starts[b + 1] += 1;
        }
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        self.slots.clear();
        self.slots.resize(self.starts.last().copied().unwrap_or(0) as usize, 0);
        // Fill from the back: after it, each start has moved from its bucket's end to its beginning.
        for slot in (0..bodies.len()).rev().filter(|s| bodies.alive[*s]) {
            let b = self.index(bodies.position[slot]);
            self.starts[b + 1] -= 1;
            self.slots[self.starts[b + 1] as usize] = slot as u32;
        }
        self.widest_m = bodies.living().map(|slot| bodies.radius[slot]).fold(0.0, f32::max);
        self.storeys.clear();
        if bodies.living().any(|slot| bodies.storey[slot] != Storey::GROUND) {
            self.storeys.extend(self.slots.iter().map(|slot| bodies.storey[*slot as usize]));
        }
        // Now entry b + 1 holds the beginning of bucket b: shift back into place.
        self.starts.remove(0);
        self.starts.push(self.slots.len() as u32);
    }

    /// The radius of the widest of them, metres.
    pub fn widest_m(&self) -> f32 {
        self.widest_m
    }

    /// Column and row of the bucket that holds a place.
    fn bucket(&self, p: Vec2) -> (usize, usize) {
        let at = |metres: f32, buckets: usize| ((metres / self.width_m).max(0.0) as usize).min(buckets - 1);
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
