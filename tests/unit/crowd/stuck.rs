//! Bodies that are under way and get nowhere.

use super::density::bodies;
use bestiary::testing::agent::NeighbourIndex;
use bestiary::testing::body::{Bodies, Body};
use bestiary::testing::crowd::{HeldBy, RightOfWay, Stuck, StuckDetector, Walls, Wanted};
use bestiary::{Obb, Vec2};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Walls below and above a corridor round y = 10.
struct Corridor {
    half_m: f32,
    radius_m: f32,
}

impl Walls for Corridor {
    fn near(&self, _: &Body, _: f32, _: &mut Vec<Obb>) {}

    fn clear(&self, _: usize, to: Vec2) -> bool {
        (to.y - 10.0).abs() + self.radius_m <= self.half_m
    }
}

const EAST: Vec2 = Vec2::new(40.0, 10.0);

fn goes(to: Vec2) -> Wanted {
    Wanted { velocity: Vec2::X * to.x.signum(), top_m_s: 2.0, yields: 1.0, to, goes: true, ..Wanted::default() }
}

/// What is reported of bodies that stay where they are for so many steps of 0.05 s.
fn reported(places: &[Vec2], wanted: &[Wanted], corridor: &Corridor, steps: u32) -> Vec<(u32, Stuck)> {
    let all: Vec<(Vec2, Vec2)> = places.iter().map(|at| (*at, Vec2::ZERO)).collect();
    let (bodies, mut near) = (bodies(&all), NeighbourIndex::default());
    near.rebuild(Vec2::splat(64.0), &bodies, None);
    let mut detector = StuckDetector::default();
    let mut found = Vec::new();
    for step in 1..=steps {
        found.extend(detector.look(&bodies, &near, corridor, wanted, (0.05, None)).iter().map(|stuck| (step, *stuck)));
    }
    found
}

#[test]
fn a_body_that_gets_nowhere_is_reported_every_eight_seconds_with_what_holds_it_up() {
    let places = [Vec2::new(10.0, 10.0), Vec2::new(10.5, 10.0)];
    let wanted = [goes(EAST), Wanted::default()];
    let narrow = reported(&places, &wanted, &Corridor { half_m: 0.4, radius_m: 0.25 }, 481);
    let steps: Vec<u32> = narrow.iter().map(|(step, _)| *step).collect();
    assert_eq!(steps, [161, 321, 481]);
    let (_, Stuck { slot, by, at, .. }) = narrow[0];
    assert_eq!((slot, by, at), (0, HeldBy::Doorway, places[1]));
    let wide = reported(&places, &wanted, &Corridor { half_m: 5.0, radius_m: 0.25 }, 161);
    assert_eq!(wide[0].1.by, HeldBy::Bodies);
    let alone = reported(&places[..1], &[goes(Vec2::new(10.0, 40.0))], &Corridor { half_m: 0.4, radius_m: 0.25 }, 161);
    assert_eq!(alone[0].1.by, HeldBy::Walls);
}

#[test]
fn what_rests_is_not_stuck() {
    let wanted = [Wanted::default(), Wanted { goes: false, ..goes(EAST) }];
    assert!(
        reported(&[Vec2::splat(10.0), Vec2::splat(12.0)], &wanted, &Corridor { half_m: 5.0, radius_m: 0.25 }, 400)
            .is_empty()
    );
}

/// Two bodies that want to go through each other, until both have a claim.
fn settled(second: Wanted) -> [Wanted; 2] {
    let all = [(Vec2::new(10.0, 10.0), Vec2::ZERO), (Vec2::new(10.5, 10.0), Vec2::ZERO)];
    let (bodies, mut near) = (bodies(&all), NeighbourIndex::default());
    near.rebuild(Vec2::splat(64.0), &bodies, None);
    let (mut right, mut wanted) = (RightOfWay::default(), [Wanted::default(); 2]);
    for _ in 0..24 {
        wanted = [goes(EAST), second];
        let (corridor, time) = (Corridor { half_m: 0.4, radius_m: 0.25 }, (0.05, None));
        right.note(&bodies, &corridor, &mut wanted, time);
        right.settle(&bodies, &near, &corridor, &wanted, time, 1);
    }
    right.give(&bodies, &mut wanted, (0.05, None));
    wanted
}

#[test]
fn of_two_head_on_in_a_narrow_passage_the_second_goes_back() {
    let [first, second] = settled(goes(-EAST));
    assert_eq!((first.rank, second.rank), (1, 2));
    assert!(first.velocity.x > 0.0 && second.velocity.x > 0.0, "{} {}", first.velocity, second.velocity);
}

/// What is settled changes nothing that bodies want until it is given; it is taken back before they decide again, and holds for as
/// many steps as it was settled for.
#[test]
fn ranks_stay_until_the_right_of_way_is_settled_again() {
    let bodies = bodies(&[(Vec2::new(10.0, 10.0), Vec2::ZERO), (Vec2::new(10.5, 10.0), Vec2::ZERO)]);
    let (corridor, time, mut near) =
        (Corridor { half_m: 0.4, radius_m: 0.25 }, (0.05, None), NeighbourIndex::default());
    near.rebuild(Vec2::splat(64.0), &bodies, None);
    let own = [goes(EAST), goes(-EAST)];
    let (mut right, mut wanted) = (RightOfWay::default(), own);
    for _ in 0..24 {
        right.note(&bodies, &corridor, &mut wanted, time);
        right.settle(&bodies, &near, &corridor, &wanted, time, 2);
        assert_eq!(wanted, own);
    }
    for _ in 0..2 {
        right.give(&bodies, &mut wanted, (0.05, None));
        assert_eq!(wanted.map(|wanted| wanted.rank), [1, 2]);
        // It inherits: what it wants itself is the opposite.
        assert!(wanted[1].velocity.x > 0.0, "{}", wanted[1].velocity);
        right.take_back(&mut wanted, None);
        assert_eq!(wanted, own);
    }
    right.forget();
    right.give(&bodies, &mut wanted, (0.05, None));
    assert_eq!(wanted, own);
}

/// What was settled is of one life: the next one in the same slot has no rank.
#[test]
fn a_newcomer_inherits_no_rank() {
    let all = [(Vec2::new(10.0, 10.0), Vec2::ZERO), (Vec2::new(10.5, 10.0), Vec2::ZERO)];
    let (mut bodies, mut near) = (bodies(&all), NeighbourIndex::default());
    let (corridor, time) = (Corridor { half_m: 0.4, radius_m: 0.25 }, (0.05, None));
    near.rebuild(Vec2::splat(64.0), &bodies, None);
    let (mut right, mut wanted) = (RightOfWay::default(), [goes(EAST), goes(-EAST)]);
    for _ in 0..24 {
        right.note(&bodies, &corridor, &mut wanted, time);
        right.settle(&bodies, &near, &corridor, &wanted, time, 2);
    }
    bodies.generation[1] += 1;
    right.give(&bodies, &mut wanted, (0.05, None));
    assert_eq!(wanted.map(|wanted| wanted.rank), [1, 0]);
}

/// Of three in a narrow passage the second is asked to go back, and asks the third. Once it has died, nothing asks the third.
#[test]
fn what_has_died_asks_nothing_of_others() {
    let all = [10.0, 11.4, 12.6].map(|x| (Vec2::new(x, 10.0), Vec2::ZERO));
    let (mut bodies, mut near) = (bodies(&all), NeighbourIndex::default());
    let (corridor, time) = (Corridor { half_m: 0.4, radius_m: 0.25 }, (0.05, None));
    near.rebuild(Vec2::splat(64.0), &bodies, None);
    let rests = Wanted { steps_aside: true, ..Wanted::default() };
    let (mut right, mut wanted) = (RightOfWay::default(), [goes(EAST), goes(-EAST), rests]);
    let mut ranks = |bodies: &Bodies| {
        right.note(bodies, &corridor, &mut wanted, time);
        right.settle(bodies, &near, &corridor, &wanted, time, 1);
        right.give(bodies, &mut wanted, (0.05, None));
        let ranks = wanted.map(|wanted| wanted.rank);
        right.take_back(&mut wanted, None);
        ranks
    };
    let alive = (0..24).map(|_| ranks(&bodies)).last();
    assert_eq!(alive, Some([1, 2, 3]));

    // It died since bodies were indexed.
    bodies.alive[1] = false;

    assert_eq!(ranks(&bodies), [1, 0, 0]);
}

#[test]
fn what_rests_makes_space_only_if_it_may() {
    assert!(settled(Wanted { steps_aside: true, ..Wanted::default() })[1].velocity.x > 0.0);
    assert_eq!(settled(Wanted::default())[1], Wanted::default());
}

/// Of two bodies that rest at the same place one came there first, the other was beside it: they are not stuck in the same step.
#[test]
fn the_hash_holds_where_a_stay_began() {
    let corridor = Corridor { half_m: 5.0, radius_m: 0.25 };
    let detector = |places: [Vec2; 2]| {
        let mut detector = StuckDetector::default();
        for at in places {
            let (bodies, near) = (bodies(&[(at, Vec2::ZERO)]), NeighbourIndex::default());
            detector.look(&bodies, &near, &corridor, &[Wanted::default()], (0.05, None));
        }
        let mut h = DefaultHasher::new();
        detector.hash(&mut h);
        h.finish()
    };
    let (here, beside) = (Vec2::splat(10.0), Vec2::new(10.4, 10.0));
    assert_eq!(detector([here, here]), detector([here, here]));
    assert_ne!(detector([here, here]), detector([beside, here]));
}
