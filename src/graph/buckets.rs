//! An index of things on a plane: square buckets, each with the numbers of the things whose bounds reach into it.

use glam::DVec2;

/// The most buckets for each thing: more would be empty.
const PER_ITEM: f64 = 2.0;

/// Square buckets over a rectangle. What lies beyond it is in the nearest bucket.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets {
    low: DVec2,
    per_unit: f64,
    columns: i32,
    rows: i32,
    lists: Vec<List>,
    items: Vec<u32>,
}

/// The items of a bucket, and the place that it has for more.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    first: u32,
    count: u32,
    most: u32,
}

impl Buckets {
    /// Indexes things by their bounds (least and greatest coordinates), numbered as they come. The rectangle is `low` to `high`.
    pub(crate) fn new(low: DVec2, high: DVec2, bounds: &[(DVec2, DVec2)]) -> Self {
        let size = (high - low).max(DVec2::splat(f64::MIN_POSITIVE));
        let wanted = (bounds.len() as f64 * PER_ITEM).clamp(1.0, 4e6);
        let side = (size.x * size.y / wanted).sqrt().max(size.max_element() / 4096.0);
        let count = |length: f64| (length / side).ceil().clamp(1.0, 4096.0) as i32;
        let mut index = Self {
            low,
            per_unit: side.recip(),
            columns: count(size.x),
            rows: count(size.y),
            lists: Vec::new(),
            items: Vec::new(),
        };
        index.fill(bounds);
        index
    }

    fn fill(&mut self, bounds: &[(DVec2, DVec2)]) {
        let mut lists = vec![List::default(); self.columns as usize * self.rows as usize];
        for (low, high) in bounds {
            self.each_bucket(*low, *high, |bucket| lists[bucket].most += 1);
        }
        let mut first = 0;
        for list in &mut lists {
            list.first = first;
            first += list.most;
        }
        let mut items = vec![0_u32; first as usize];
        for (number, (low, high)) in (0..).zip(bounds) {
            self.each_bucket(*low, *high, |bucket| {
                let list = &mut lists[bucket];
                items[(list.first + list.count) as usize] = number;
                list.count += 1;
            });
        }
        (self.lists, self.items) = (lists, items);
    }

    /// Gives things the numbers in a list instead of their place in it.
    pub(crate) fn renumber(&mut self, numbers: &[u32]) {
        self.items.iter_mut().for_each(|item| *item = numbers[*item as usize]);
    }

    /// Adds a thing. Full buckets move to where they have twice the place.
    pub(crate) fn insert(&mut self, number: u32, low: DVec2, high: DVec2) {
        let (mut lists, mut items) = (std::mem::take(&mut self.lists), std::mem::take(&mut self.items));
        self.each_bucket(low, high, |bucket| {
            let list = &mut lists[bucket];
            if list.count == list.most {
                let (old, first) = (list.first as usize..(list.first + list.count) as usize, items.len() as u32);
                items.extend_from_within(old);
                (list.first, list.most) = (first, 2 * list.most.max(2));
                items.resize((first + list.most) as usize, 0);
            }
            items[(list.first + list.count) as usize] = number;
            list.count += 1;
        });
        (self.lists, self.items) = (lists, items);
    }

    /// Takes a thing out; its bounds are those that it was added with.
    pub(crate) fn remove(&mut self, number: u32, low: DVec2, high: DVec2) {
        let (mut lists, mut items) = (std::mem::take(&mut self.lists), std::mem::take(&mut self.items));
        self.each_bucket(low, high, |bucket| {
            let list = &mut lists[bucket];
            let own = &mut items[list.first as usize..(list.first + list.count) as usize];
            if let Some(at) = own.iter().position(|item| *item == number) {
                own[at..].rotate_left(1);
                list.count -= 1;
            }
        });
        (self.lists, self.items) = (lists, items);
    }

    /// Column and row of the bucket at a point.
    #[inline]
    fn at(&self, point: DVec2) -> (i32, i32) {
        let place = (point - self.low) * self.per_unit;
        ((place.x as i32).clamp(0, self.columns - 1), (place.y as i32).clamp(0, self.rows - 1))
    }

    fn each_bucket(&self, low: DVec2, high: DVec2, mut each: impl FnMut(usize)) {
        let ((left, top), (right, bottom)) = (self.at(low), self.at(high));
        for row in top..=bottom {
            (left..=right).for_each(|column| each((row * self.columns + column) as usize));
        }
    }

    fn items_of(&self, bucket: usize) -> &[u32] {
        let List { first, count, .. } = self.lists[bucket];
        &self.items[first as usize..(first + count) as usize]
    }

    /// The things whose bounds may contain a point.
    #[inline]
    pub(crate) fn around(&self, point: DVec2) -> &[u32] {
        let (column, row) = self.at(point);
        self.items_of((row * self.columns + column) as usize)
    }

    /// Calls `found` with the things whose bounds may meet an area, some more than once, until it returns `false`. Whether it
    /// never did.
    pub(crate) fn each_while(&self, low: DVec2, high: DVec2, mut found: impl FnMut(u32) -> bool) -> bool {
        let ((left, top), (right, bottom)) = (self.at(low), self.at(high));
        (top..=bottom).all(|row| {
            (left..=right).all(|column| self.items_of((row * self.columns + column) as usize).iter().all(|i| found(*i)))
        })
    }

    /// The same for the things whose bounds a segment may meet: row by row, only the buckets that it runs through.
    pub(crate) fn along_while(&self, from: DVec2, to: DVec2, mut found: impl FnMut(u32) -> bool) -> bool {
        let ((_, first), (_, last)) = (self.at(from), self.at(to));
        let slope = (to.x - from.x) / (to.y - from.y);
        let (low, high) = (from.x.min(to.x), from.x.max(to.x));
        (first.min(last)..=first.max(last)).all(|row| {
            // Where it crosses the borders of the row; a little more, for what rounding makes of it.
            let cross = |line: i32| {
                let y = self.low.y + f64::from(line) / self.per_unit;
                if slope.is_finite() { (from.x + (y - from.y) * slope).clamp(low, high) } else { low }
            };
            let (a, b) = if slope.is_finite() && first != last { (cross(row), cross(row + 1)) } else { (low, high) };
            let spare = 0.01 / self.per_unit;
            let left = self.at(DVec2::new(a.min(b) - spare, from.y)).0;
            let right = self.at(DVec2::new(a.max(b) + spare, from.y)).0;
            (left..=right).all(|column| self.items_of((row * self.columns + column) as usize).iter().all(|i| found(*i)))
        })
    }
}
