//! The velocity that one body takes: as near to the wanted one as the others and the walls allow.
//!
//! Two kinds of constraints. Hard ones hold for this step: no body takes more of the gap to another than its part, so none
//! ever overlap however the soft ones end; walls are hard too. Soft ones are those of reciprocal avoidance.

use super::orca::Pair;
use super::solve::{HalfPlane, Solver};
use super::{CrowdParams, Walls};
use crate::body::{Bodies, NeighbourIndex};
use crate::geom::{Aabb, Vec2};

/// How the body in a slot wants to move in this step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Metres a second.
    pub velocity: Vec2,
    /// The most it may go at, metres a second.
    pub top_m_s: f32,
    /// Its weight when the two of a pair share what avoiding takes: 0 leaves all of it to the other, 1 is usual.
    pub yields: f32,
    /// It goes to the bodies that are here, and does not avoid them. Metres.
    pub to: Vec2,
    /// At rest, it makes space for one that cannot pass.
    pub steps_aside: bool,
    /// Its rank where bodies hold each other up, 1 the first; 0: none.
    pub rank: u32,
}

/// What all bodies see when they avoid each other.
#[derive(Clone, Copy)]
pub struct Scene<'a, W> {
    /// As they were when the step began.
    pub bodies: &'a Bodies,
    /// Over the same bodies.
    pub near: &'a NeighbourIndex,
    /// By slot.
    pub wanted: &'a [Wanted],
    /// What does not move.
    pub walls: &'a W,
    /// Distances and horizons.
    pub params: &'a CrowdParams,
    /// Length of a step, seconds.
    pub step_s: f32,
}

/// The share of an overlap that a pair removes in one step.
const PUSH: f32 = 0.8;

/// A body nearby.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    slot: u32,
    /// Between the rims, metres; negative where they overlap.
    gap_m: f32,
}

/// Finds the velocities of bodies one by one. Keeps its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Avoidance {
    /// The nearest first.
    nearest: Vec<Neighbour>,
    /// Those that could be touched in this step.
    contacts: Vec<Neighbour>,
    walls: Vec<Vec2>,
    planes: Vec<HalfPlane>,
    solver: Solver,
}

impl Avoidance {
    /// The velocity of the body in a slot, metres a second. `avoids` says whether it avoids what it would meet later on too.
    pub fn velocity<W: Walls>(&mut self, scene: &Scene<W>, slot: usize, avoids: bool) -> Vec2 {
        let wanted = scene.wanted[slot];
        self.gather(scene, slot, avoids);
        self.planes.clear();
        self.add_walls(scene, slot);
        self.add_contacts(scene, slot);
        let hard = self.planes.len();
        let mut top = wanted.top_m_s;
        let apart = self.planes.iter().map(|p| -p.limit).fold(0.0, f32::max);
        if apart > 0.0 {
            // Bodies that overlap part, faster than they walk if need be. Where that is not possible they stay.
            top = top.max(apart);
            if !self.solver.is_possible(&self.planes, top) {
                self.planes.iter_mut().for_each(|p| p.limit = p.limit.max(0.0));
            }
        }
        if avoids {
            self.add_pairs(scene, slot);
        }
        self.solver.solve(&self.planes, hard, top, wanted.velocity.clamp_length_max(wanted.top_m_s))
    }

    /// Collects the bodies nearby.
    fn gather<W: Walls>(&mut self, scene: &Scene<W>, slot: usize, avoids: bool) {
        let Scene { bodies, near, params, .. } = scene;
        let (here, radius) = (bodies.position[slot], bodies.radius[slot]);
        let (reach, most) = if avoids { (params.neighbour_m, params.neighbours) } else { (0.0, 0) };
        let touch = 2.0 * bodies.speed[slot].max(scene.wanted[slot].top_m_s) * scene.step_s;
        self.nearest.clear();
        self.contacts.clear();
        let (nearest, contacts) = (&mut self.nearest, &mut self.contacts);
        near.each(bodies.storey[slot], Aabb::around(here, radius + reach.max(touch) + near.widest_m()), |other| {
            if other == slot || !bodies.meet_in_height(slot, other) {
                return;
            }
            let gap_m = bodies.position[other].distance(here) - radius - bodies.radius[other];
            let found = Neighbour { slot: other as u32, gap_m };
            if gap_m < touch.max(2.0 * scene.wanted[other].top_m_s * scene.step_s) {
                contacts.push(found);
            }
            if gap_m < reach && (nearest.len() < most || nearest.last().is_some_and(|last| gap_m < last.gap_m)) {
                let at = nearest.partition_point(|n| n.gap_m <= gap_m);
                nearest.insert(at, found);
                nearest.truncate(most);
            }
        });
    }

    /// The walls: the body takes no more than the gap.
    fn add_walls<W: Walls>(&mut self, scene: &Scene<W>, slot: usize) {
        let (here, radius) = (scene.bodies.position[slot], scene.bodies.radius[slot]);
        let horizon = scene.params.wall_horizon_s.max(scene.step_s);
        self.walls.clear();
        scene.walls.near(slot, scene.wanted[slot].top_m_s * horizon, &mut self.walls);
        for point in &self.walls {
            if let Some(normal) = (*point - here).try_normalize() {
                let gap = point.distance(here) - radius;
                self.planes.push(HalfPlane { normal, limit: (gap / horizon).max(0.0) });
            }
        }
    }

    /// The bodies that could be touched in this step: each takes its part of the gap. So the distance of two along the line
    /// between them never falls below what they need, and two that overlap part.
    fn add_contacts<W: Walls>(&mut self, scene: &Scene<W>, slot: usize) {
        let here = scene.bodies.position[slot];
        for &Neighbour { slot: other, gap_m } in &self.contacts {
            let other = other as usize;
            // Two in exactly the same place part along x by slot, so that no draw is needed.
            let aside = if slot < other { Vec2::X } else { Vec2::NEG_X };
            let normal = (scene.bodies.position[other] - here).try_normalize().unwrap_or(aside);
            let stays = scene.wanted[other].stays();
            let part = if stays { 1.0 } else { 0.5 };
            let limit = gap_m * part / scene.step_s * if gap_m < 0.0 { PUSH } else { 1.0 };
            self.planes.push(HalfPlane { normal, limit });
        }
    }

    /// What reciprocal avoidance asks for.
    fn add_pairs<W: Walls>(&mut self, scene: &Scene<W>, slot: usize) {
        let (bodies, wanted) = (scene.bodies, scene.wanted[slot]);
        for &Neighbour { slot: other, .. } in &self.nearest {
            let other = other as usize;
            let theirs = scene.wanted[other];
            let first = wanted.goes_before(&theirs);
            let sum = if theirs.goes_before(&wanted) { wanted.yields } else { wanted.yields + theirs.yields };
            if sum <= 0.0
                || first && theirs.yields > 0.0
                || bodies.position[other].distance(wanted.to) <= bodies.radius[other]
            {
                continue;
            }
            let pair = Pair {
                to_other: bodies.position[other] - bodies.position[slot],
                closing: bodies.velocity[slot] - bodies.velocity[other],
                velocity: bodies.velocity[slot],
                touch_m: bodies.radius[slot] + bodies.radius[other],
                share: wanted.yields / sum,
            };
            self.planes.push(pair.safe(scene.params.horizon_s, scene.step_s));
        }
    }
}

impl Wanted {
    /// Whether it has the right of way over another.
    fn goes_before(&self, other: &Self) -> bool {
        self.rank > 0 && (other.rank == 0 || self.rank < other.rank)
    }

    /// Whether the body keeps its place whatever comes.
    fn stays(&self) -> bool {
        self.velocity == Vec2::ZERO && self.yields == 0.0
    }
}
