//! The bodies near one: the nearest few, and those that it could touch.

/// A body nearby.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Near {
    /// Its place among the packed bodies.
    pub place: u32,
    /// Between the rims, metres; negative where they overlap.
    pub gap_m: f32,
}

/// How far a body looks, from rim to rim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    /// For bodies that it avoids, metres …
    pub reach_m: f32,
    /// … and how many of them.
    pub most: usize,
    /// For bodies that it could touch in this step, metres.
    pub touch_m: f32,
}

/// The most bodies that one is kept clear of in a step.
const MOST_CONTACTS: usize = 64;
/// So many more than wanted are collected before the farthest of them go.
const SURPLUS: usize = 8;

/// Collects them; keeps its memory from one body to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Nearest {
    most: usize,
    /// Nothing farther away than this is collected, metres.
    reach_m: f32,
    touch_m: f32,
    /// In the order in which they were found, as the contacts are.
    nearest: Vec<Near>,
    contacts: Vec<Near>,
}

impl Nearest {
    pub(super) fn begin(&mut self, looks: Looks) {
        self.most = looks.most;
        self.reach_m = if looks.most == 0 { f32::NEG_INFINITY } else { looks.reach_m };
        self.touch_m = looks.touch_m;
        self.nearest.clear();
        self.contacts.clear();
    }

    /// How far it is worth to look, metres.
    pub(super) fn reach_m(&self) -> f32 {
        self.reach_m.max(self.touch_m)
    }

    /// The bodies to avoid.
    pub(super) fn nearest(&self) -> &[Near] {
        &self.nearest
    }

    /// The bodies that could be touched in this step.
    pub(super) fn contacts(&self) -> &[Near] {
        &self.contacts
    }

    #[inline]
    pub(super) fn offer(&mut self, found: Near) {
        if found.gap_m < self.touch_m {
            self.contacts.push(found);
        }
        if found.gap_m < self.reach_m {
            self.nearest.push(found);
            if self.nearest.len() >= self.most + SURPLUS {
                self.drop_farthest();
            }
        }
    }

    /// Leaves no more than there may be: of several equally far those found first. They keep their order.
    pub(super) fn drop_farthest(&mut self) {
        while self.nearest.len() > self.most {
            let (mut farthest, mut gap_m) = (0, f32::NEG_INFINITY);
            for (i, near) in self.nearest.iter().enumerate() {
                (farthest, gap_m) = if near.gap_m >= gap_m { (i, near.gap_m) } else { (farthest, gap_m) };
            }
            self.nearest.remove(farthest);
            self.reach_m = gap_m;
        }
    }

    /// How far the farthest of the bodies to avoid is, where there are as many as there may be, metres.
    pub(super) fn farthest_m(&self) -> Option<f32> {
        let farthest = self.nearest.iter().map(|near| near.gap_m).fold(0.0, f32::max);
        (self.nearest.len() == self.most).then_some(farthest)
    }

    /// Keeps no more contacts than there may be, the nearest ones, and returns how far from the body any other is, metres.
    /// `None` where there is none, and in a heap of bodies in which even the nearest ones overlap: there each has to part.
    pub(super) fn bound_contacts(&mut self) -> Option<f32> {
        if self.contacts.len() <= MOST_CONTACTS {
            return None;
        }
        let by_gap = |a: &Near, b: &Near| a.gap_m.total_cmp(&b.gap_m).then(a.place.cmp(&b.place));
        let (_, farthest, _) = self.contacts.select_nth_unstable_by(MOST_CONTACTS - 1, by_gap);
        let gap_m = farthest.gap_m;
        self.contacts.truncate(MOST_CONTACTS);
        (gap_m >= 0.0).then_some(gap_m)
    }
}
