//! Questions about a world: what is here, is it free, what does a line meet.

use super::{MoveClass, Movement, Volume, World};
use crate::diag::{Diagnostic, did_you_mean};
use crate::geom::{Aabb, Cell, Vec2};
use std::collections::{BTreeMap, BTreeSet};

/// What a line met first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Metres from the line's beginning.
    pub distance_m: f32,
    pub point: Vec2,
}

impl World {
    /// The boxes of its doors, as indices into `volumes`, and whether each is open.
    pub(crate) fn door_boxes(&self) -> impl Iterator<Item = (u32, bool)> + '_ {
        self.doors.iter().map(|door| (door.volume, door.open))
    }

    /// What is wrong with the movement classes that its legend and its areas name, given those there are.
    pub fn strange_movements(&self, known: &[Movement]) -> Vec<Diagnostic> {
        let kinds = self.ground.kinds().iter().map(|k| (&k.traversability.costs, &k.traversability.named_at));
        let grounds = || self.storeys().map(|storey| &self.on(storey).ground);
        let areas = grounds().flat_map(|ground| ground.terrain().area_costs.iter().map(|t| (&t.costs, &t.named_at)));
        let place =
            |name: &String, named_at: &BTreeMap<String, (u32, u32)>| named_at.get(name).copied().unwrap_or_default();
        let named = kinds.chain(areas).flat_map(|(costs, at)| costs.keys().map(move |name| (name, place(name, at))));
        let strange = named.filter(|(name, _)| known.iter().all(|m| m.name != **name));
        let fault = |(name, (line, column)): (&String, (u32, u32))| {
            let message = format!("no movement class '{}'", name.escape_debug());
            let hint = did_you_mean(name, known.iter().map(|m| m.name.as_str()));
            Diagnostic { hint, ..Diagnostic::error(&self.file, message).at(line, column) }
        };
        strange.map(fault).collect()
    }

    /// What is wrong with the abilities that its portals ask for, given those that bodies have.
    pub fn strange_abilities(&self, known: &BTreeSet<&str>) -> Vec<Diagnostic> {
        let movements = self.ground.movements().iter().map(|m| m.name.as_str());
        let known: BTreeSet<&str> = movements.chain(known.iter().copied()).collect();
        let all = self.portals().all().iter().filter_map(|portal| Some((portal, portal.named_at?)));
        let strange = all.flat_map(|(portal, at)| portal.only.iter().map(move |word| (word, at)));
        let strange = strange.filter(|(word, _)| !known.contains(word.as_str()));
        let fault = |(word, (line, column)): (&String, (u32, u32))| {
            let message =
                format!("no movement class and no ability of a behaviour is called '{}'", word.escape_debug());
            let hint = did_you_mean(word, known.iter().copied());
            Diagnostic { hint, ..Diagnostic::error(&self.file, message).at(line, column) }
        };
        strange.map(fault).collect()
    }

    /// Calls `found` with every volume whose bounds overlap `area`, each once. The order is the same for the same world
    /// and area, but not that of the world's list.
    #[inline]
    pub fn volumes_in(&self, area: Aabb, mut found: impl FnMut(&Volume)) {
        if self.volumes.is_empty() {
            return;
        }
        let mut each = |v: u32| {
            found(&self.volumes[v as usize]);
            true
        };
        self.index.each_while(area, &mut each);
        if let Some(placed) = &self.placed {
            placed.index.each_while(area, each);
        }
    }

    /// The most volumes whose bounds can overlap `area`, without looking at any.
    pub(crate) fn most_volumes_in(&self, area: Aabb) -> u32 {
        self.index.most_in(area)
    }

    /// Whether any volume whose bounds overlap `area` passes the test; stops at the first that does.
    #[inline]
    pub fn any_volume_in(&self, area: Aabb, mut test: impl FnMut(&Volume) -> bool) -> bool {
        if self.volumes.is_empty() {
            return false;
        }
        let mut any = false;
        self.index.each_while(area, |v| {
            any = test(&self.volumes[v as usize]);
            !any
        });
        if let Some(placed) = self.placed.as_ref().filter(|_| !any) {
            placed.index.each_while(area, |v| {
                any = test(&self.volumes[v as usize]);
                !any
            });
        }
        any
    }

    /// Calls `found` with every volume that a segment may meet, as [`VolumeIndex::along`](super::index::VolumeIndex::along): the
    /// map's own, then those that came since.
    pub(super) fn volumes_along(&self, from: Vec2, to: Vec2, mut limit: f32, mut found: impl FnMut(&Volume, &mut f32)) {
        let mut each = |v: u32, limit: &mut f32| found(&self.volumes[v as usize], limit);
        self.index.along(from, to, &mut limit, &mut each);
        if let Some(placed) = &self.placed {
            placed.index.along(from, to, &mut limit, each);
        }
    }

    /// Whether a round body may stand at `at` without touching closed ground, the border or a volume that matters.
    pub fn is_free(&self, at: Vec2, radius_m: f32, height_m: f32, moves: MoveClass) -> bool {
        self.ground_free(at, radius_m, moves) && self.volumes_free(at, radius_m, height_m, moves)
    }

    /// The ground's part of [`World::is_free`].
    pub fn ground_free(&self, at: Vec2, radius_m: f32, moves: MoveClass) -> bool {
        let res = self.ground.resolution_m();
        let own = Cell::of(at, res);
        let (lo, hi) = (Cell::of(at - Vec2::splat(radius_m), res), Cell::of(at + Vec2::splat(radius_m), res));
        // One bit, before the ground itself is read.
        if at.is_finite() && self.ground.are_open(moves, own, (lo, hi)) {
            return true;
        }
        if !at.is_finite() || !self.ground.open(moves, own) {
            return false;
        }
        for y in lo.y..=hi.y {
            for x in lo.x..=hi.x {
                if !self.ground.open(moves, Cell::new(x, y)) {
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
    pub fn volumes_free(&self, at: Vec2, radius_m: f32, height_m: f32, moves: MoveClass) -> bool {
        !self.any_volume_in(Aabb::around(at, radius_m), |v| v.matters_to(height_m, moves) && v.meets(at, radius_m))
    }

    /// The first thing that blocks a thin line for a body `height_m` tall: closed ground, border or volume.
    pub fn probe(&self, from: Vec2, to: Vec2, height_m: f32, moves: MoveClass) -> Option<Hit> {
        let length = from.distance(to);
        let ground = self.first_closed_cell(from, to, |c| !self.ground.open(moves, c));
        let mut share = ground.unwrap_or(f32::INFINITY);
        // Nothing beyond the first closed cell can be met first, and so nothing outside the world.
        self.volumes_along(from, to, share.min(1.0), |volume, limit| {
            if volume.matters_to(height_m, moves)
                && let Some(t) = volume.footprint.hit(from, to)
            {
                share = share.min(t);
                *limit = limit.min(t);
            }
        });
        (share <= 1.0).then(|| Hit { distance_m: share * length, point: from.lerp(to, share) })
    }

    /// Visits the cells a segment passes (Amanatides & Woo 1987) and returns at which share of it a closed one begins.
    pub fn first_closed_cell(&self, from: Vec2, to: Vec2, closed: impl Fn(Cell) -> bool) -> Option<f32> {
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
