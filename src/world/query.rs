//! Questions about a world: what is here, is it free, what does a line meet.

use super::{Volume, World};
use crate::geom::{Aabb, Cell, Vec2};

/// What a line met first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Metres from the line's beginning.
    pub distance_m: f32,
    pub point: Vec2,
}

impl World {
    /// Calls `found` with the index of every volume whose bounds overlap `area`, each once. The order is the same for
    /// the same world and area, but not that of the indices: sort where that matters.
    pub fn volumes_in(&self, area: Aabb, mut found: impl FnMut(u32)) {
        self.index.each_while(area, |v| {
            found(v);
            true
        });
    }

    /// Whether any volume whose bounds overlap `area` passes the test; stops at the first that does.
    pub fn any_volume_in(&self, area: Aabb, mut test: impl FnMut(&Volume) -> bool) -> bool {
        let mut any = false;
        self.index.each_while(area, |v| {
            any = test(&self.volumes[v as usize]);
            !any
        });
        any
    }

    /// Whether a round body may stand at `at` without touching closed ground, the border or a volume that matters.
    pub fn is_free(&self, at: Vec2, radius_m: f32, height_m: f32) -> bool {
        self.ground_free(at, radius_m) && self.volumes_free(at, radius_m, height_m)
    }

    /// The ground's part of [`World::is_free`].
    pub fn ground_free(&self, at: Vec2, radius_m: f32) -> bool {
        let res = self.ground.resolution_m();
        if !at.is_finite() || !self.ground.walkable(Cell::of(at, res)) {
            return false;
        }
        let (lo, hi) = (Cell::of(at - Vec2::splat(radius_m), res), Cell::of(at + Vec2::splat(radius_m), res));
        for y in lo.y..=hi.y {
            for x in lo.x..=hi.x {
                if !self.ground.walkable(Cell::new(x, y)) {
                    let corner = Vec2::new(x as f32, y as f32) * res;
                    let nearest = at.clamp(corner, corner + Vec2::splat(res));
                    // Touching is free: a body exactly as wide as a corridor fits.
                    if nearest.distance_squared(at) < radius_m * radius_m {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The volumes' part of [`World::is_free`].
    pub fn volumes_free(&self, at: Vec2, radius_m: f32, height_m: f32) -> bool {
        !self.any_volume_in(Aabb::around(at, radius_m), |v| v.matters_to(height_m) && v.meets(at, radius_m))
    }

    /// The first thing that blocks a thin line for a body `height_m` tall: closed ground, border or volume.
    pub fn probe(&self, from: Vec2, to: Vec2, height_m: f32) -> Option<Hit> {
        let length = from.distance(to);
        let ground = self.first_closed_cell(from, to, |c| !self.ground.walkable(c));
        let mut share = ground.unwrap_or(f32::INFINITY);
        // Nothing beyond the first closed cell can be met first, and so nothing outside the world.
        let mut limit = share.min(1.0);
        self.index.along(from, to, &mut limit, |v, limit| {
            let volume = &self.volumes[v as usize];
            if volume.matters_to(height_m)
                && let Some(t) = volume.footprint.hit(from, to)
            {
                share = share.min(t);
                *limit = limit.min(t);
            }
        });
        (share <= 1.0).then(|| Hit { distance_m: share * length, point: from.lerp(to, share) })
    }

    /// Whether eyes at `eye_m` above the ground see from one point to another: no opaque ground and no volume that
    /// blocks the line at that height.
    pub fn sees(&self, from: Vec2, to: Vec2, eye_m: f32) -> bool {
        if self.first_closed_cell(from, to, |c| self.ground.opaque(c)).is_some() {
            return false;
        }
        let mut seen = true;
        self.index.along(from, to, &mut 1.0, |v, limit| {
            let volume = &self.volumes[v as usize];
            if seen && volume.base_m <= eye_m && volume.top_m >= eye_m && volume.footprint.hit(from, to).is_some() {
                (seen, *limit) = (false, 0.0);
            }
        });
        seen
    }

    /// Visits the cells a segment passes (Amanatides & Woo 1987) and returns at which share of it a closed one begins.
    fn first_closed_cell(&self, from: Vec2, to: Vec2, closed: impl Fn(Cell) -> bool) -> Option<f32> {
        let res = self.ground.resolution_m();
        let (a, d) = (from / res, (to - from) / res);
        let (mut cell, last) = (Cell::of(from, res), Cell::of(to, res));
        let step = |v: f32| if v > 0.0 { 1 } else { -1 };
        let edge = |p: f32, v: f32, c: i32| {
            if v == 0.0 { f32::INFINITY } else { ((if v > 0.0 { c as f32 + 1.0 } else { c as f32 }) - p) / v }
        };
        let (mut tx, mut ty) = (edge(a.x, d.x, cell.x), edge(a.y, d.y, cell.y));
        let (dx, dy) = (1.0 / d.x.abs(), 1.0 / d.y.abs());
        let mut t = 0.0;
        loop {
            if closed(cell) {
                return Some(t);
            }
            if cell == last || tx.min(ty) > 1.0 {
                return None;
            }
            if tx < ty {
                (t, cell.x, tx) = (tx, cell.x + step(d.x), tx + dx);
            } else {
                (t, cell.y, ty) = (ty, cell.y + step(d.y), ty + dy);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Volume, drawn};
    use crate::geom::strategies::between;
    use crate::geom::{Obb, Vec2};
    use proptest::prelude::*;

    #[test]
    fn a_body_as_wide_as_the_corridor_fits_and_a_wider_one_does_not() {
        let w = drawn(&["###", "...", "###"], 1.0, vec![]);
        assert!(w.is_free(Vec2::new(1.5, 1.5), 0.5, 1.0));
        assert!(!w.is_free(Vec2::new(1.5, 1.5), 0.6, 1.0));
        assert!(!w.is_free(Vec2::new(0.2, 1.5), 0.5, 1.0), "the border is closed");
    }

    #[test]
    fn low_boxes_are_stepped_over_and_high_ones_walked_under() {
        let at = |base_m, top_m| Volume {
            footprint: Obb::new(Vec2::new(2.5, 1.5), Vec2::splat(0.5), 0.3),
            base_m,
            top_m,
            object: 0,
        };
        let rows = ["......", "......", "......"];
        let (from, to) = (Vec2::new(0.5, 1.5), Vec2::new(5.5, 1.5));
        for (base, top, met) in [(0.0, 0.4, false), (0.0, 2.0, true), (1.5, 3.0, false), (0.5, 3.0, true)] {
            let w = drawn(&rows, 1.0, vec![at(base, top)]);
            assert_eq!(w.probe(from, to, 1.0).is_some(), met, "base {base} top {top}");
        }
    }

    #[test]
    fn a_line_meets_the_first_wall_cell() {
        let w = drawn(&["......", "...#..", "......"], 1.0, vec![]);
        let hit = w.probe(Vec2::new(0.5, 1.5), Vec2::new(5.5, 1.5), 1.0).expect("wall");
        assert!((hit.distance_m - 2.5).abs() < 1e-5);
        assert!(!w.sees(Vec2::new(0.5, 1.5), Vec2::new(5.5, 1.5), 0.8));
        assert!(w.sees(Vec2::new(0.5, 0.5), Vec2::new(5.5, 0.5), 0.8));
    }

    proptest! {
        #[test]
        fn lines_and_bodies_meet_what_a_look_at_everything_says_they_meet(
            boxes in prop::collection::vec((between(0.0, 24.0), between(0.0, 8.0), between(0.1, 3.0), between(0.1, 3.0), between(0.0, 6.3), between(0.0, 2.0)), 0..20),
            a in (between(0.0, 24.0), between(0.0, 8.0)), b in (between(-2.0, 26.0), between(-2.0, 10.0)), radius in between(0.0, 1.5),
        ) {
            let rows = ["........................"; 8];
            let volumes: Vec<Volume> = boxes.iter().map(|(x, y, w, d, turn, base_m)| Volume {
                footprint: Obb::new(Vec2::new(*x, *y), Vec2::new(*w, *d), *turn), base_m: *base_m, top_m: base_m + 1.0, object: 0,
            }).collect();
            let w = drawn(&rows, 1.0, volumes);
            let (from, to) = (Vec2::new(a.0, a.1), Vec2::new(b.0, b.1));
            let nearest = |solid: &dyn Fn(&Volume) -> bool| {
                w.volumes.iter().filter(|v| solid(v)).filter_map(|v| v.footprint.hit(from, to)).fold(f32::INFINITY, f32::min)
            };
            let border = w.first_closed_cell(from, to, |c| !w.ground.walkable(c)).unwrap_or(f32::INFINITY);
            let met = nearest(&|v| v.matters_to(1.0)).min(border);
            let got = w.probe(from, to, 1.0).map_or(f32::INFINITY, |hit| hit.distance_m / from.distance(to));
            prop_assert!(got == met || (got - met).abs() < 1e-4, "{} is {}", got, met);
            let hidden = border <= 1.0 || nearest(&|v| v.base_m <= 0.9 && v.top_m >= 0.9) <= 1.0;
            prop_assert_eq!(w.sees(from, to, 0.9), !hidden);
            let touched = w.volumes.iter().any(|v| v.matters_to(1.0) && v.meets(from, radius));
            prop_assert_eq!(w.volumes_free(from, radius, 1.0), !touched);
        }
    }

    #[test]
    fn nonsense_coordinates_do_not_panic() {
        let w = drawn(&["...", "...", "..."], 1.0, vec![]);
        for bad in [f32::NAN, f32::INFINITY, f32::MIN, f32::MAX] {
            let (here, there) = (Vec2::splat(1.5), Vec2::new(bad, 1.0));
            for (from, to) in [(here, there), (there, here), (there, there)] {
                let _ = (w.probe(from, to, 1.0), w.sees(from, to, 1.0));
            }
            assert!(!w.is_free(there, 0.5, 1.0));
        }
    }
}
