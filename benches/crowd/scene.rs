//! Bodies without a world, as avoidance gets them.

use bestiary::Vec2;
use bestiary::testing::agent::NeighbourIndex;
use bestiary::testing::body::{Bodies, Body};
use bestiary::testing::crowd::{Avoidance, CrowdParams, Scene, Walls, Wanted};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::{MoveClass, Obb, Storey};

pub(crate) const RADIUS_M: f32 = 0.25;
/// Two that meet have 2 s from when they are neighbours.
pub(crate) const SPEED_M_S: f32 = 1.25;
pub(crate) const STEP_S: f32 = 0.05;
/// Neighbours within 5 m, 10 at most, 2 s.
pub(crate) fn params() -> CrowdParams {
    CrowdParams { neighbour_m: 5.0, neighbours: 10, horizon_s: 2.0, ..CrowdParams::default() }
}

/// An open field.
pub(crate) struct NoWalls;

impl Walls for NoWalls {
    fn near(&self, _: &Body, _: f32, _: &mut Vec<Obb>) {}

    fn clear(&self, _: usize, _: Vec2) -> bool {
        true
    }
}

/// A body in a place, metres, that walks.
pub(crate) fn add(bodies: &mut Bodies, at: Vec2, velocity: Vec2) {
    bodies.position.push(at);
    bodies.velocity.push(velocity);
    bodies.storey.push(Storey::GROUND);
    bodies.heading.push(0.0);
    bodies.radius.push(RADIUS_M);
    bodies.height.push(1.8);
    bodies.speed.push(SPEED_M_S);
    bodies.moves.push(MoveClass::WALK);
    bodies.alive.push(true);
    bodies.generation.push(0);
}

/// Bodies, where they go, and what avoidance keeps.
pub(crate) struct Crowd {
    pub bodies: Bodies,
    pub near: NeighbourIndex,
    pub wanted: Vec<Wanted>,
    goals: Vec<Vec2>,
    size: Vec2,
    pub params: CrowdParams,
    avoidance: Avoidance,
    found: Vec<Vec2>,
    rand: Rand,
}

impl Crowd {
    fn new(count: usize, apart_m: f32) -> Self {
        let mut rand = Rand::new(7, Purpose::Experiment, 0);
        let across = (count as f32).sqrt().ceil() as usize;
        let size = Vec2::splat(across as f32 * apart_m);
        let mut bodies = Bodies::default();
        // Anywhere within a square of their own, so that none overlap.
        let free = apart_m - 2.0 * RADIUS_M;
        for i in 0..count {
            let corner = Vec2::new((i % across) as f32, (i / across) as f32) * apart_m;
            let within = Vec2::new(rand.unit() as f32, rand.unit() as f32) * free;
            add(&mut bodies, corner + Vec2::splat(RADIUS_M) + within, Vec2::ZERO);
        }
        // Slots say nothing of where a body is.
        for i in (1..count).rev() {
            bodies.position.swap(i, rand.index(i + 1));
        }
        let mut new = Self {
            goals: bodies.position.clone(),
            wanted: vec![Wanted::default(); count],
            found: vec![Vec2::ZERO; count],
            near: NeighbourIndex::default(),
            avoidance: Avoidance::default(),
            bodies,
            size,
            params: params(),
            rand,
        };
        new.near.rebuild(size, &new.bodies, None);
        new
    }

    /// One body in each square of `apart_m` metres, each at rest.
    pub(crate) fn asleep(count: usize, apart_m: f32) -> Self {
        Self::new(count, apart_m)
    }

    /// The same, each on its way.
    pub(crate) fn walking(count: usize, apart_m: f32) -> Self {
        let mut new = Self::new(count, apart_m);
        for slot in 0..count {
            new.draw_goal(slot);
            new.bodies.velocity[slot] = new.wanted[slot].velocity;
        }
        new
    }

    fn draw_goal(&mut self, slot: usize) {
        let Self { rand, size, bodies, .. } = self;
        let place = Vec2::new(rand.unit() as f32, rand.unit() as f32) * *size;
        self.goals[slot] = place;
        let velocity = (place - bodies.position[slot]).normalize_or_zero() * SPEED_M_S;
        self.wanted[slot] = Wanted { velocity, top_m_s: SPEED_M_S, yields: 1.0, to: place, ..Wanted::default() };
    }

    /// Indexes the bodies and finds their velocities.
    pub(crate) fn find(&mut self) {
        self.near.rebuild(self.size, &self.bodies, None);
        let Self { bodies, near, wanted, params, avoidance, found, .. } = self;
        let scene = Scene { bodies, near, wanted, walls: &NoWalls, params, step_s: STEP_S };
        found.copy_from_slice(avoidance.velocities(&scene, None));
    }

    /// What was found last, by slot, metres a second.
    pub(crate) fn found(&self) -> &[Vec2] {
        &self.found
    }

    /// Moves the bodies by what was found.
    pub(crate) fn advance(&mut self) {
        for slot in 0..self.bodies.len() {
            let velocity = self.found[slot];
            self.bodies.velocity[slot] = velocity;
            self.bodies.position[slot] += velocity * STEP_S;
            if self.wanted[slot].yields == 0.0 {
                continue;
            }
            let left = self.goals[slot] - self.bodies.position[slot];
            if left.length() < 1.0 {
                self.draw_goal(slot);
            } else {
                self.wanted[slot].velocity = left.normalize() * SPEED_M_S;
            }
        }
    }

    /// The greatest depth by which two bodies overlap, metres.
    pub(crate) fn overlap(&mut self) -> f32 {
        self.near.rebuild(self.size, &self.bodies, None);
        let b = &self.bodies;
        let mut deepest = 0.0_f32;
        for (slot, here) in b.position.iter().enumerate() {
            self.near.each(Storey::GROUND, bestiary::Aabb::around(*here, 2.0 * RADIUS_M), |other| {
                if other != slot {
                    deepest = deepest.max(2.0 * RADIUS_M - b.position[other].distance(*here));
                }
            });
        }
        deepest
    }

    pub(crate) fn mean_speed(&self) -> f32 {
        self.found.iter().map(|v| v.length()).sum::<f32>() / self.found.len() as f32
    }
}

/// Lonely walkers, each with ten bodies round it that walk without a thought for it; far from all others. Returns the walkers'
/// slots too.
pub(crate) fn groups(count: usize) -> (Crowd, Vec<usize>) {
    let mut crowd = Crowd::new(0, 1.0);
    let mut walkers = Vec::new();
    let rand = &mut Rand::new(11, Purpose::Experiment, 0);
    let mut any = |most: f32| Vec2::new(rand.unit() as f32 - 0.5, rand.unit() as f32 - 0.5) * 2.0 * most;
    let across = (count as f32).sqrt().ceil();
    crowd.size = Vec2::splat(across * 20.0);
    // They go where they want, as far as they can.
    crowd.params.keep_right = 0.0;
    for i in 0..count {
        let centre = Vec2::new(i as f32 % across + 0.5, (i as f32 / across).floor() + 0.5) * 20.0;
        walkers.push(crowd.bodies.len());
        add(&mut crowd.bodies, centre, any(0.85));
        let to = centre + any(9.0);
        crowd.wanted.push(Wanted { velocity: any(0.85), top_m_s: SPEED_M_S, yields: 1.0, to, ..Wanted::default() });
        for _ in 0..10 {
            // Farther away than can be touched in a step.
            let place = centre + any(3.0);
            let away = place.distance(centre).max(0.01);
            let place = centre + (place - centre) / away * away.max(2.0 * RADIUS_M + 0.2);
            let velocity = any(0.85);
            add(&mut crowd.bodies, place, velocity);
            crowd.wanted.push(Wanted { velocity, top_m_s: SPEED_M_S, ..Wanted::default() });
        }
    }
    crowd.found.resize(crowd.bodies.len(), Vec2::ZERO);
    crowd.goals.resize(crowd.bodies.len(), Vec2::ZERO);
    crowd.find();
    (crowd, walkers)
}
