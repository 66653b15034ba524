//! The velocities that bodies take: as near to the wanted ones as the others and the walls allow.
//!
//! Two kinds of constraints. Hard ones hold for this step: no body takes more of the gap to another than its part, so none
//! ever overlap however the soft ones end; walls are hard too. Soft ones are those of reciprocal avoidance.
//!
//! A body may keep what it decided for a few steps: then it looks in these only at those that it could touch, and changes its
//! velocity where it would take more than its part.

use super::nearest::{Looks, Near, Nearest};
use super::orca::Pairs;
use super::packed::{Entry, Packed};
use super::sides::keep_right;
use super::solve::{HalfPlane, Solver};
use super::walls::Mover;
use super::{Cone, Scene, Walls};
use crate::body::{Body, spread};
use crate::geom::{Obb, Vec2};
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;
use std::cmp::Ordering;

/// The share of an overlap that a pair removes in one step.
const PUSH: f32 = 0.8;
/// So much of a body may be in a wall, metres: rounding must not stop it between two that it just fits.
const GRAZE_M: f32 = 5e-4;
/// How much farther than in the last step a body looks first for as many as it avoids, metres.
const MARGIN_M: f32 = 0.1;
/// So many bodies at least are one thread's at a time.
const CHUNK: usize = 64;
/// So many parts a thread gets, so that none waits long for the others.
const PARTS: usize = 64;

/// Finds the velocities of all bodies. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Avoidance {
    packed: Packed,
    workers: Vec<Worker>,
    /// By place among the packed bodies.
    found: Vec<Found>,
    /// By slot: what those decided, too, that keep to it.
    velocities: Vec<Vec2>,
    /// By slot: how far away the farthest of the bodies to avoid was in the last step, metres.
    farthest_m: Vec<f32>,
}

/// What was found for one body.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    velocity: Vec2,
    farthest_m: f32,
    /// Another overlaps it, and it can move.
    is_pushed: bool,
}

/// What one thread uses.
#[derive(Clone, Debug, Default)]
struct Worker {
    near: Nearest,
    walls: Vec<Obb>,
    planes: Vec<HalfPlane>,
    pairs: Pairs,
    solver: Solver,
}

impl Avoidance {
    /// The velocities of all bodies by slot, metres a second; those of others than the index has mean nothing. The same on any number
    /// of threads: each is found from the scene, and from what was found last for the same body where that is kept.
    pub fn velocities<W: Walls + Sync>(&mut self, scene: &Scene<W>, pool: Option<&ThreadPool>) -> &[Vec2] {
        self.velocities_beside(scene, pool, || {})
    }

    /// The same; `beside` is done at the same time where there are several threads, by one of them.
    pub fn velocities_beside<W: Walls + Sync>(
        &mut self,
        scene: &Scene<W>,
        pool: Option<&ThreadPool>,
        beside: impl FnOnce() + Send,
    ) -> &[Vec2] {
        let Self { packed, workers, found, velocities, farthest_m } = self;
        farthest_m.resize(scene.bodies.len(), 0.0);
        velocities.resize(scene.bodies.len(), Vec2::ZERO);
        let threads = pool.map_or(1, ThreadPool::current_num_threads);
        packed.fill(scene, farthest_m, pool.filter(|_| threads > 1));
        let bodies = packed.entries().len();
        found.clear();
        found.resize(bodies, Found::default());
        let chunk = if threads > 1 { bodies.div_ceil(threads * PARTS).max(CHUNK) } else { bodies.max(1) };
        workers.resize_with(bodies.div_ceil(chunk).max(workers.len()), Worker::default);
        let shares = Shares { pool: pool.filter(|_| threads > 1), chunk };
        // First which of them keep their places: the others may take the whole gap to it.
        shares.each(workers, found, |worker, at, found| found.is_pushed = worker.is_pushed(scene, packed, at));
        packed.let_go(|at| found[at].is_pushed, shares.pool);
        let mut find = || {
            shares.each(workers, found, |worker, at, found| {
                let entry = &packed.entries()[at];
                if entry.stays() {
                    return;
                }
                if entry.is_kept() {
                    let slot = entry.slot as usize;
                    (found.velocity, found.farthest_m) =
                        (worker.kept(scene, packed, at, velocities[slot]), farthest_m[slot]);
                } else {
                    found.velocity = worker.velocity(scene, packed, at);
                    found.farthest_m = worker.near.farthest_m().unwrap_or(f32::INFINITY);
                }
            });
        };
        match shares.pool {
            None => {
                beside();
                find();
            }
            Some(pool) => _ = pool.install(|| rayon::join(beside, find)),
        }
        let slots = scene.near.slots();
        spread::scatter(shares.pool, slots, velocities, |at| found[at].velocity);
        spread::scatter(shares.pool, slots, farthest_m, |at| found[at].farthest_m);
        velocities
    }

    /// What [`Avoidance::velocities`] returned last.
    pub fn latest(&self) -> &[Vec2] {
        &self.velocities
    }
}

/// How bodies are shared out among threads.
struct Shares<'a> {
    /// `None`: all of them are this thread's.
    pool: Option<&'a ThreadPool>,
    /// So many are one worker's.
    chunk: usize,
}

impl Shares<'_> {
    /// Does something for each body by its place among the packed ones.
    fn each(&self, workers: &mut [Worker], found: &mut [Found], find: impl Fn(&mut Worker, usize, &mut Found) + Sync) {
        let Self { pool, chunk } = *self;
        let work = |(part, (worker, found)): (usize, (&mut Worker, &mut [Found]))| {
            for (i, found) in found.iter_mut().enumerate() {
                find(worker, part * chunk + i, found);
            }
        };
        match pool {
            None => workers.iter_mut().zip(found.chunks_mut(chunk)).enumerate().for_each(work),
            Some(pool) => {
                pool.install(|| {
                    let all = workers.par_iter_mut().zip(found.par_chunks_mut(chunk));
                    all.enumerate().with_max_len(1).for_each(work);
                });
            }
        }
    }
}

impl Worker {
    /// Whether the body at a place of the list would keep its place, but another overlaps it and it can move.
    fn is_pushed<W: Walls>(&mut self, scene: &Scene<W>, packed: &Packed, at: usize) -> bool {
        let me = &packed.entries()[at];
        if !me.stays() || !me.position.is_finite() || scene.bodies.speed[me.slot as usize] <= 0.0 {
            return false;
        }
        packed.look(scene.near, at, Looks { reach_m: 0.0, most: 0, touch_m: 0.0 }, 0.0, &mut self.near);
        !self.near.contacts().is_empty()
    }

    /// The velocity of the body at a place of the list, which does not keep its place, metres a second.
    fn velocity<W: Walls>(&mut self, scene: &Scene<W>, packed: &Packed, at: usize) -> Vec2 {
        let me = &packed.entries()[at];
        if !me.position.is_finite() {
            return Vec2::ZERO;
        }
        let own = packed.own(at);
        let enough_m = own.farthest_m + MARGIN_M * f32::from(own.decision.steps());
        let (reach_m, most) = if me.avoids() { (scene.params.neighbour_m, scene.params.neighbours) } else { (0.0, 0) };
        // Each of two that could touch takes half of the gap at most: what cannot take so much is no contact.
        let looks = |top: f32| Looks { reach_m, most, touch_m: 2.0 * top * scene.step_s };
        let (top, overlaps) = self.look_for_contacts(scene, packed, at, (looks, enough_m), me.top_m_s);
        self.planes.clear();
        self.add_walls(scene, (&own.body(me), own.wanted), top, own.decision.seconds(scene.step_s));
        self.add_contacts(scene, packed, me);
        self.planes.extend(own.cone.iter().flat_map(Cone::planes));
        let hard = self.planes.len();
        if overlaps {
            self.add_pushes(scene, packed, me);
        }
        self.add_pairs(scene, packed, (me, own.to));
        let velocity = if me.avoids() && me.rank == 0 {
            keep_right(own.wanted, me, self.near.nearest(), packed, scene.params)
        } else {
            own.wanted
        };
        self.solver.solve(&self.planes, hard, top, velocity.clamp_length_max(me.top_m_s))
    }

    /// What is left of the velocity that the body at a place of the list took before, which does not keep its place, metres a second:
    /// no more of the gaps to others than its part.
    fn kept<W: Walls>(&mut self, scene: &Scene<W>, packed: &Packed, at: usize, before: Vec2) -> Vec2 {
        let me = &packed.entries()[at];
        if !me.position.is_finite() {
            return Vec2::ZERO;
        }
        let looks = |top: f32| Looks { reach_m: 0.0, most: 0, touch_m: 2.0 * top * scene.step_s };
        let (top, overlaps) = self.look_for_contacts(scene, packed, at, (looks, 0.0), before.length());
        self.planes.clear();
        self.add_contacts(scene, packed, me);
        if !overlaps && self.planes.iter().all(|plane| plane.holds(before)) {
            return before;
        }
        // It is led past them, and there may be walls.
        self.planes.clear();
        self.add_walls(scene, (&scene.bodies.body(me.slot as usize), before), top, scene.step_s);
        self.add_contacts(scene, packed, me);
        let hard = self.planes.len();
        if overlaps {
            self.add_pushes(scene, packed, me);
        }
        self.solver.solve(&self.planes, hard, top, before)
    }

    /// Looks round the body at a place of the list that goes at most at `top` metres a second, and farther where others overlap it.
    /// Returns what it may go at then, and whether any overlaps it.
    fn look_for_contacts<W: Walls>(
        &mut self,
        scene: &Scene<W>,
        packed: &Packed,
        at: usize,
        (looks, enough_m): (impl Fn(f32) -> Looks, f32),
        top: f32,
    ) -> (f32, bool) {
        let mut top = top;
        packed.look(scene.near, at, looks(top), enough_m, &mut self.near);
        let overlap = self.near.contacts().iter().map(|c| -c.gap_m).fold(0.0, f32::max);
        if overlap > 0.0 {
            // Bodies that overlap part, faster than they want to go if need be.
            let speed_m_s = scene.bodies.speed[packed.entries()[at].slot as usize];
            top = top.max((overlap * PUSH / scene.step_s).min(speed_m_s));
            packed.look(scene.near, at, looks(top), enough_m, &mut self.near);
        }
        if let Some(gap_m) = self.near.bound_contacts() {
            top = top.min(0.5 * gap_m / scene.step_s);
        }
        (top, overlap > 0.0)
    }

    /// The walls, the nearest first: what remains of the wanted velocity decides on which side of the next one it passes, so
    /// that the seams of a wall of several boxes do not count.
    fn add_walls<W: Walls>(&mut self, scene: &Scene<W>, (me, wanted): (&Body, Vec2), top: f32, for_s: f32) {
        let Self { walls, planes, solver, .. } = self;
        let horizon_s = scene.params.wall_horizon_s.max(for_s);
        walls.clear();
        scene.walls.near(me, top * horizon_s, walls);
        if walls.is_empty() {
            return;
        }
        let place = |w: &Obb| (w.distance(me.position), w.centre.x, w.centre.y);
        walls.sort_unstable_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
        let mover = Mover { here: me.position, radius: me.radius_m - GRAZE_M, horizon_s };
        let wanted = wanted.clamp_length_max(top);
        let mut left = wanted;
        for wall in walls {
            let Some(plane) = mover.clear_of(wall, left) else { continue };
            planes.push(plane);
            if left.dot(plane.normal) > plane.limit {
                left = solver.solve(planes, planes.len(), top, wanted);
            }
        }
    }

    /// The bodies that could be touched in this step: each takes its part of the gap, so the distance of two along the line
    /// between them never falls below what they need. To one that keeps its place it may take the whole gap.
    fn add_contacts<W: Walls>(&mut self, scene: &Scene<W>, packed: &Packed, me: &Entry) {
        for &Near { place, gap_m } in self.near.contacts() {
            let other = &packed.entries()[place as usize];
            let part = if other.stays() { 1.0 } else { 0.5 };
            self.planes.push(HalfPlane { normal: me.towards(other), limit: gap_m.max(0.0) * part / scene.step_s });
        }
    }

    /// The bodies that overlap this one: each of a pair removes half of what there is to remove.
    fn add_pushes<W: Walls>(&mut self, scene: &Scene<W>, packed: &Packed, me: &Entry) {
        for &Near { place, gap_m } in self.near.contacts().iter().filter(|c| c.gap_m < 0.0) {
            let normal = me.towards(&packed.entries()[place as usize]);
            self.planes.push(HalfPlane { normal, limit: gap_m * 0.5 * PUSH / scene.step_s });
        }
    }

    /// What reciprocal avoidance asks for.
    fn add_pairs<W: Walls>(&mut self, scene: &Scene<W>, packed: &Packed, (me, to): (&Entry, Vec2)) {
        let Self { near, pairs, planes, .. } = self;
        for &Near { place, gap_m } in near.nearest() {
            let other = &packed.entries()[place as usize];
            let is_goal = other.position.distance_squared(to) <= other.radius * other.radius;
            let leaves_all = me.goes_before(other) && other.yields > 0.0;
            if gap_m < 0.0 || leaves_all || is_goal {
                continue;
            }
            let yields = if other.goes_before(me) { 0.0 } else { other.yields };
            let (to_other, closing) = (other.position - me.position, me.velocity - other.velocity);
            let horizon_s = scene.params.pair_horizon_s(me.top_m_s + other.top_m_s);
            pairs.push(to_other, closing, me.radius + other.radius, horizon_s, yields);
            if pairs.are_full() {
                pairs.flush(me.velocity, me.yields, planes);
            }
        }
        pairs.flush(me.velocity, me.yields, planes);
    }
}

impl Entry {
    /// Whether it has the right of way over another.
    fn goes_before(&self, other: &Self) -> bool {
        self.rank > 0 && (other.rank == 0 || self.rank < other.rank)
    }

    /// The direction to another body. Two in exactly the same place part along x by slot, so that no draw is needed.
    fn towards(&self, other: &Self) -> Vec2 {
        let aside = if self.slot < other.slot { Vec2::X } else { Vec2::NEG_X };
        (other.position - self.position).try_normalize().unwrap_or(aside)
    }
}
