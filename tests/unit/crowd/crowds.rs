//! Whole crowds without a world: what is found for each body, and that none ever overlap.

use crate::random::between;
use bestiary::testing::agent::NeighbourIndex;
use bestiary::testing::body::{Bodies, Body};
use bestiary::testing::crowd::{Avoidance, CrowdParams, HalfPlane, Pair, Scene, Solver, Walls, Wanted};
use bestiary::{Aabb, MoveClass, Obb, Storey, Vec2};
use proptest::prelude::*;

const STEP_S: f32 = 0.05;

/// Boxes that every body sees.
pub(super) struct Boxes(Vec<Obb>);

impl Walls for Boxes {
    fn near(&self, _: &Body, _: f32, walls: &mut Vec<Obb>) {
        walls.extend(&self.0);
    }

    fn clear(&self, _: usize, _: Vec2) -> bool {
        true
    }
}

/// One body, and what it does.
#[derive(Clone, Debug)]
pub(super) struct Walker {
    at: Vec2,
    radius: f32,
    pub(super) speed: f32,
    yields: f32,
    /// Of three: it rests, it goes straight on without avoiding any, it avoids.
    kind: u8,
    /// It goes there.
    pub(super) to: Vec2,
}

pub(super) struct Crowd {
    pub(super) bodies: Bodies,
    pub(super) walkers: Vec<Walker>,
    near: NeighbourIndex,
    pub(super) wanted: Vec<Wanted>,
    params: CrowdParams,
    walls: Boxes,
}

const SIZE: Vec2 = Vec2::splat(24.0);

impl Crowd {
    /// Those that would overlap one before them are left out.
    pub(super) fn new(walkers: Vec<Walker>, params: CrowdParams) -> Self {
        let mut new = Self::anywhere(Vec::new(), params);
        for walker in walkers {
            if new.walkers.iter().all(|w| w.at.distance(walker.at) > w.radius + walker.radius) {
                new.add(walker);
            }
        }
        new.look();
        new
    }

    fn anywhere(walkers: Vec<Walker>, params: CrowdParams) -> Self {
        let (bodies, near, wanted, walls) = (Bodies::default(), NeighbourIndex::default(), vec![], Boxes(vec![]));
        let mut new = Self { bodies, walkers: vec![], near, wanted, params, walls };
        walkers.into_iter().for_each(|walker| new.add(walker));
        new.look();
        new
    }

    fn add(&mut self, walker: Walker) {
        let b = &mut self.bodies;
        b.position.push(walker.at);
        b.storey.push(Storey::GROUND);
        b.velocity.push(Vec2::ZERO);
        b.heading.push(0.0);
        b.radius.push(walker.radius);
        b.height.push(1.0);
        b.speed.push(walker.speed);
        b.moves.push(MoveClass::WALK);
        b.alive.push(true);
        b.generation.push(0);
        self.walkers.push(walker);
    }

    fn look(&mut self) {
        self.near.rebuild(SIZE, &self.bodies, None);
        self.wanted.clear();
        self.wanted.extend(self.walkers.iter().zip(&self.bodies.position).map(|(w, at)| {
            let velocity = (w.to - at).clamp_length_max(w.speed);
            match w.kind {
                0 => Wanted { to: *at, ..Wanted::default() },
                1 => Wanted { velocity, top_m_s: velocity.length(), to: w.to, ..Wanted::default() },
                _ => Wanted { velocity, top_m_s: w.speed, yields: w.yields, to: w.to, ..Wanted::default() },
            }
        }));
    }

    pub(super) fn scene(&self) -> Scene<'_, Boxes> {
        let Self { bodies, near, wanted, walls, params, .. } = self;
        Scene { bodies, near, wanted, walls, params, step_s: STEP_S }
    }

    pub(super) fn advance(&mut self, velocities: &[Vec2]) {
        for (slot, velocity) in velocities.iter().enumerate() {
            self.bodies.position[slot] += velocity * STEP_S;
            self.bodies.velocity[slot] = *velocity;
        }
        self.look();
    }

    /// The greatest overlap of two, as a share of the smaller radius.
    pub(super) fn overlap(&self) -> f32 {
        let b = &self.bodies;
        let mut most = 0.0_f32;
        for i in 0..b.len() {
            for j in 0..i {
                let depth = b.radius[i] + b.radius[j] - b.position[i].distance(b.position[j]);
                most = most.max(depth / b.radius[i].min(b.radius[j]));
            }
        }
        most
    }
}

pub(super) fn walkers(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<Walker>> {
    let place = || (between(2.0, 22.0), between(2.0, 22.0)).prop_map(Vec2::from);
    // Half of them meet in the middle.
    let to = prop_oneof![place(), Just(SIZE * 0.5)];
    let walker = (
        place(),
        between(0.1, 1.0),
        prop_oneof![4 => between(0.0, 3.0), 1 => between(10.0, 30.0)],
        between(0.0, 2.0),
        0..5_u8,
        to,
    );
    let walker =
        walker.prop_map(|(at, radius, speed, yields, kind, to)| Walker { at, radius, speed, yields, kind, to });
    prop::collection::vec(walker, count)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Bodies of any size, speed and responsibility, some at rest, some that avoid none: they never overlap. No step depends
    /// on those before it, nor on the number of threads.
    #[test]
    fn bodies_never_overlap(walkers in prop_oneof![walkers(2..40), walkers(62..67)]) {
        let mut crowd = Crowd::new(walkers, CrowdParams::default());
        let mut avoidance = Avoidance::default();
        for _ in 0..150 {
            let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
            let afresh = Avoidance::default().velocities(&crowd.scene(), None).to_vec();
            prop_assert_eq!(&velocities, &afresh, "what is kept from step to step changes nothing");
            for (slot, v) in velocities.iter().enumerate() {
                prop_assert!(v.length() <= crowd.walkers[slot].speed + 1e-3, "faster than it can: {v}");
            }
            crowd.advance(&velocities);
            prop_assert!(crowd.overlap() <= 0.01, "{} of a radius", crowd.overlap());
        }
    }

    /// Bodies that overlap part, and none that do not overlap come to do so meanwhile.
    #[test]
    fn bodies_that_overlap_part(walkers in walkers(2..20)) {
        let mut crowd = Crowd::anywhere(walkers, CrowdParams::default());
        let mut avoidance = Avoidance::default();
        let apart = |crowd: &Crowd| {
            let b = &crowd.bodies;
            let apart = |i: usize, j: usize| b.position[i].distance(b.position[j]) >= b.radius[i] + b.radius[j];
            (0..b.len()).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|(i, j)| apart(*i, *j)).collect::<Vec<_>>()
        };
        for _ in 0..100 {
            let before = apart(&crowd);
            let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
            crowd.advance(&velocities);
            let b = &crowd.bodies;
            for (i, j) in before {
                let depth = b.radius[i] + b.radius[j] - b.position[i].distance(b.position[j]);
                prop_assert!(depth <= 0.01 * b.radius[i].min(b.radius[j]), "{i} and {j} were apart, and are {depth} m too near");
            }
        }
    }

    /// What is found is the solution for the nearest bodies, found by comparing each with each.
    #[test]
    fn each_gets_the_solution_for_its_nearest(
        walkers in prop_oneof![walkers(2..30), walkers(62..67)],
        neighbours in prop_oneof![0..12_usize, 62..=64_usize],
        neighbour_m in between(0.0, 8.0),
    ) {
        let params = CrowdParams { neighbours, neighbour_m, keep_right: 0.0, ..CrowdParams::default() };
        let mut crowd = Crowd::new(walkers, params);
        let mut avoidance = Avoidance::default();
        for _ in 0..4 {
            let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
            for (slot, found) in velocities.iter().enumerate() {
                let planes = half_planes(&crowd, slot);
                let top = crowd.wanted[slot].top_m_s;
                let best = Solver::default().solve(&planes, planes.len(), top, crowd.wanted[slot].velocity);
                let possible = planes.iter().all(|p| best.dot(p.normal) <= p.limit + 1e-5);
                prop_assert!(!possible || found.distance(best) < 2e-3, "{slot} takes {found}, not {best}");
            }
            crowd.advance(&velocities);
        }
    }
}

/// The constraints of a body in a crowd in which none overlap.
fn half_planes(crowd: &Crowd, slot: usize) -> Vec<HalfPlane> {
    let (b, me) = (&crowd.bodies, crowd.wanted[slot]);
    let gap = |other: usize| b.position[other].distance(b.position[slot]) - b.radius[other] - b.radius[slot];
    let rests = |w: &Wanted| w.velocity == Vec2::ZERO && w.yields == 0.0;
    let mut others: Vec<usize> = (0..b.len()).filter(|other| *other != slot).collect();
    others.sort_by(|x, y| gap(*x).total_cmp(&gap(*y)));
    let contact = |other: &usize| {
        let part = if rests(&me) {
            0.0
        } else if rests(&crowd.wanted[*other]) {
            1.0
        } else {
            0.5
        };
        let normal = (b.position[*other] - b.position[slot]).normalize();
        HalfPlane { normal, limit: gap(*other).max(0.0) * part / STEP_S }
    };
    let mut planes: Vec<HalfPlane> =
        others.iter().filter(|other| gap(**other) < 2.0 * me.top_m_s * STEP_S).map(contact).collect();
    if me.yields == 0.0 {
        return planes;
    }
    let near = others.iter().filter(|other| gap(**other) < crowd.params.neighbour_m).take(crowd.params.neighbours);
    for other in near {
        let yields = crowd.wanted[*other].yields;
        let sum = me.yields + yields;
        if sum > 0.0 && gap(*other) >= 0.0 && b.position[*other].distance(me.to) > b.radius[*other] {
            let pair = Pair {
                to_other: b.position[*other] - b.position[slot],
                closing: b.velocity[slot] - b.velocity[*other],
                velocity: b.velocity[slot],
                touch_m: b.radius[slot] + b.radius[*other],
                share: me.yields / sum,
            };
            let speeds_m_s = me.top_m_s + crowd.wanted[*other].top_m_s;
            planes.push(pair.safe(crowd.params.pair_horizon_s(speeds_m_s)));
        }
    }
    planes
}

pub(super) fn walker(at: (f32, f32), to: (f32, f32)) -> Walker {
    Walker { at: at.into(), to: to.into(), radius: 0.35, speed: 1.5, yields: 1.0, kind: 2 }
}

/// The same scene on any number of threads.
#[test]
fn threads_change_nothing() {
    let walkers = (0..400).map(|i| walker(((i % 20) as f32 + 2.0, (i / 20) as f32 + 2.0), (12.0, 12.0))).collect();
    let mut crowd = Crowd::new(walkers, CrowdParams::default());
    let pools = [2, 8].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads"));
    let (mut alone, mut shared) = (Avoidance::default(), [Avoidance::default(), Avoidance::default()]);
    for _ in 0..40 {
        let velocities = alone.velocities(&crowd.scene(), None).to_vec();
        for (pool, avoidance) in pools.iter().zip(&mut shared) {
            assert_eq!(velocities, avoidance.velocities(&crowd.scene(), Some(pool)));
        }
        crowd.advance(&velocities);
    }
}

/// Two that meet in the open pass each other, both to the same side, with hardly any time lost.
#[test]
fn two_that_meet_pass_each_other() {
    let mut crowd = Crowd::new(
        vec![walker((4.0, 12.0), (20.0, 12.05)), walker((20.0, 12.05), (4.0, 12.0))],
        CrowdParams::default(),
    );
    let mut avoidance = Avoidance::default();
    for _ in 0..240 {
        let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
        crowd.advance(&velocities);
    }
    for (at, walker) in crowd.bodies.position.iter().zip(&crowd.walkers) {
        assert!(at.distance(walker.to) < 0.5, "{at} is not at {}", walker.to);
    }
}

/// A body at rest stays where it is; the other goes round it.
#[test]
fn a_body_at_rest_is_passed() {
    let stone = Walker { kind: 0, ..walker((12.0, 12.02), (12.0, 12.02)) };
    let mut crowd = Crowd::new(vec![stone, walker((6.0, 12.0), (18.0, 12.0))], CrowdParams::default());
    let mut avoidance = Avoidance::default();
    for _ in 0..200 {
        let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
        crowd.advance(&velocities);
    }
    assert_eq!(crowd.bodies.position[0], Vec2::new(12.0, 12.02));
    assert!(crowd.bodies.position[1].distance(Vec2::new(18.0, 12.0)) < 0.3, "{}", crowd.bodies.position[1]);
}

/// Bodies in exactly one place part without a draw.
#[test]
fn bodies_in_one_place_part() {
    let here = (12.0, 12.0);
    let rests = |_| Walker { kind: 0, ..walker(here, here) };
    let mut crowd = Crowd::anywhere((0..5).map(rests).collect(), CrowdParams::default());
    let mut avoidance = Avoidance::default();
    assert!(crowd.overlap() > 1.9, "all of it");
    for _ in 0..200 {
        let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
        crowd.advance(&velocities);
    }
    assert!(crowd.overlap() < 0.05, "{}", crowd.overlap());
}

/// Of hundreds in one place each looks at a bounded number.
#[test]
fn a_heap_of_bodies_costs_no_more_than_looking_at_it() {
    let here = (12.0, 12.0);
    let mut crowd = Crowd::anywhere((0..600).map(|_| walker(here, here)).collect(), CrowdParams::default());
    let mut avoidance = Avoidance::default();
    for _ in 0..20 {
        let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
        assert!(velocities.iter().all(|v| v.is_finite()));
        crowd.advance(&velocities);
    }
    let area = Aabb::around(Vec2::from(here), 1.0);
    assert!(crowd.bodies.position.iter().any(|at| !area.contains(*at)), "they part");
}

/// A body at rest that another pushes moves: one that comes straight at it leaves it half of the gap, fast as it is.
#[test]
fn a_body_that_is_pushed_is_not_run_into() {
    let rests = |at, radius, speed| Walker { radius, speed, kind: 0, ..walker(at, at) };
    // The small one cannot move and pushes the wide one down, towards one that comes up and avoids none.
    let small = rests((12.0, 12.0), 0.15, 0.0);
    let wide = rests((12.0, 12.75), 0.85, 0.4);
    let fast = Walker { radius: 0.1, speed: 17.0, kind: 1, ..walker((12.0, 16.0), (12.0, 0.0)) };
    let mut crowd = Crowd::anywhere(vec![small, wide, fast], CrowdParams::default());
    let mut avoidance = Avoidance::default();
    let before = crowd.bodies.position[1];
    for _ in 0..6 {
        let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
        crowd.advance(&velocities);
        let b = &crowd.bodies;
        let deep = b.radius[1] + b.radius[2] - b.position[1].distance(b.position[2]);
        assert!(deep < 1e-4, "{deep} m deep");
    }
    assert!(crowd.bodies.position[1].y > before.y + 0.02, "it is pushed");
}
