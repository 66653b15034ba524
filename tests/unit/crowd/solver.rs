//! The solver against oracles written here: all corners of the half-planes in two dimensions, nested searches in three.

use crate::random::between;
use bestiary::Vec2;
use bestiary::testing::crowd::{HalfPlane, Solver};
use proptest::prelude::*;

/// Two coordinates, more precise than what is tested.
type Point = (f64, f64);

fn dot(a: Point, b: Point) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

fn exact(v: Vec2) -> Point {
    (f64::from(v.x), f64::from(v.y))
}

/// How far a velocity lies outside a half-plane.
fn excess(plane: &HalfPlane, v: Point) -> f64 {
    dot(exact(plane.normal), v) - f64::from(plane.limit)
}

fn worst(planes: &[HalfPlane], v: Point) -> f64 {
    planes.iter().map(|p| excess(p, v)).fold(f64::NEG_INFINITY, f64::max)
}

/// The point on a border that is nearest to another.
fn foot(plane: &HalfPlane, v: Point) -> Point {
    let (n, out) = (exact(plane.normal), excess(plane, v));
    (v.0 - n.0 * out, v.1 - n.1 * out)
}

/// Where a border meets the circle of the greatest speed.
fn on_circle(plane: &HalfPlane, top: f64) -> Vec<Point> {
    let (at, n) = (foot(plane, (0.0, 0.0)), exact(plane.normal));
    let left = top * top - dot(at, at);
    let along = |t: f64| (at.0 - n.1 * t, at.1 + n.0 * t);
    if left < 0.0 { vec![] } else { vec![along(left.sqrt()), along(-left.sqrt())] }
}

fn crossing(a: &HalfPlane, b: &HalfPlane) -> Option<Point> {
    let (m, n) = (exact(a.normal), exact(b.normal));
    let det = m.0 * n.1 - m.1 * n.0;
    let (p, q) = (f64::from(a.limit), f64::from(b.limit));
    (det.abs() > 1e-9).then(|| ((p * n.1 - q * m.1) / det, (q * m.0 - p * n.0) / det))
}

/// The distance from the wanted velocity to the nearest one within all half-planes: it lies at the wanted one, at the foot on
/// a border, where two borders meet, or on the circle.
fn least_distance(planes: &[HalfPlane], top: f64, wanted: Point) -> Option<f64> {
    let speed = dot(wanted, wanted).sqrt();
    let slower = if speed > top { (wanted.0 * top / speed, wanted.1 * top / speed) } else { wanted };
    let mut points = vec![slower];
    for (i, plane) in planes.iter().enumerate() {
        points.push(foot(plane, wanted));
        points.extend(on_circle(plane, top));
        points.extend(planes[..i].iter().filter_map(|other| crossing(plane, other)));
    }
    let distance = |p: &Point| (p.0 - wanted.0).hypot(p.1 - wanted.1);
    let allowed = points.iter().filter(|p| dot(**p, **p).sqrt() <= top + 1e-6 && worst(planes, **p) <= 1e-6);
    allowed.map(distance).min_by(f64::total_cmp)
}

/// Where a convex function of one number is least.
fn least(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (low, high);
    for _ in 0..70 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) <= f(b) { high = b } else { low = a }
    }
    f((low + high) / 2.0)
}

/// The least greatest excess over the soft half-planes, within the hard ones and the circle. Breaking one of these costs far
/// more than it can gain.
fn least_excess(hard: &[HalfPlane], soft: &[HalfPlane], top: f64) -> f64 {
    let cost = |v: Point| {
        let broken = worst(hard, v).max(dot(v, v).sqrt() - top).max(0.0);
        worst(soft, v) + 1e4 * broken
    };
    least(-top, top, |x| least(-top, top, |y| cost((x, y))))
}

fn plane(angle: f32, limit: f32) -> HalfPlane {
    HalfPlane { normal: Vec2::from_angle(angle), limit }
}

fn planes(limits: (f32, f32), count: impl Into<prop::collection::SizeRange>) -> BoxedStrategy<Vec<HalfPlane>> {
    // Some lie along the axes, so that parallel ones meet.
    let angle = prop_oneof![3 => between(-3.2, 3.2), 1 => (0..4).prop_map(|quarter| quarter as f32 * std::f32::consts::FRAC_PI_2)];
    prop::collection::vec((angle, between(limits.0, limits.1)).prop_map(|(angle, limit)| plane(angle, limit)), count)
        .boxed()
}

fn velocity(most: f32) -> impl Strategy<Value = Vec2> {
    (between(-most, most), between(-most, most)).prop_map(Vec2::from)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// Half-planes that contain the standstill can never contradict each other: the solution is the nearest velocity.
    #[test]
    fn the_nearest_velocity_is_found(
        planes in prop_oneof![planes((0.0, 1.5), 0..12), planes((0.0, 1.5), 62..67)],
        top in between(0.1, 2.0),
        wanted in velocity(2.5),
    ) {
        let found = Solver::default().solve(&planes, planes.len(), top, wanted);
        let best = least_distance(&planes, f64::from(top), exact(wanted)).expect("the standstill is allowed");
        prop_assert!(found.length() <= top + 1e-4, "{found} is faster than {top}");
        prop_assert!(worst(&planes, exact(found)) <= 1e-4, "{found} is outside by {}", worst(&planes, exact(found)));
        prop_assert!(f64::from(found.distance(wanted)) <= best + 1e-3, "{found} is not the nearest: {best}");
    }

    /// The same where they leave velocities, but not the standstill.
    #[test]
    fn it_is_found_where_bodies_have_to_move(
        planes in planes((-0.6, 1.0), 1..8),
        top in between(0.5, 2.0),
        wanted in velocity(2.5),
    ) {
        // Near the limit of what is possible rounding decides.
        let shrunk: Vec<HalfPlane> = planes.iter().map(|p| HalfPlane { limit: p.limit - 1e-3, ..*p }).collect();
        let Some(_) = least_distance(&shrunk, f64::from(top) - 1e-3, exact(wanted)) else { return Ok(()) };
        let best = least_distance(&planes, f64::from(top), exact(wanted)).expect("there is more space than in the smaller ones");
        let found = Solver::default().solve(&planes, planes.len(), top, wanted);
        prop_assert!(found.length() <= top + 1e-4 && worst(&planes, exact(found)) <= 1e-4, "{found} is outside");
        prop_assert!(f64::from(found.distance(wanted)) <= best + 2e-3, "{found} is not the nearest: {best}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Where the soft half-planes contradict each other the worst of them is broken as little as possible, and no hard one.
    #[test]
    fn the_greatest_excess_is_least(
        hard in planes((0.0, 1.0), 0..6),
        soft in prop_oneof![planes((-1.5, 0.3), 1..12), planes((-1.0, 0.5), 62..66)],
        top in between(0.3, 2.0),
        wanted in velocity(2.5),
    ) {
        let all = [hard.clone(), soft.clone()].concat();
        let found = exact(Solver::default().solve(&all, hard.len(), top, wanted));
        let best = least_excess(&hard, &soft, f64::from(top)).max(0.0);
        prop_assert!(dot(found, found).sqrt() <= f64::from(top) + 1e-4, "{found:?} is faster than {top}");
        prop_assert!(worst(&hard, found) <= 1e-4, "{found:?} is outside a hard one by {}", worst(&hard, found));
        prop_assert!(worst(&soft, found) <= best + 2e-3, "{} is worse than {best}", worst(&soft, found));
    }
}

#[test]
fn nothing_in_between_leaves_the_wanted_velocity() {
    let wanted = Vec2::new(0.3, -0.4);
    assert_eq!(Solver::default().solve(&[], 0, 1.0, wanted), wanted);
    assert_eq!(Solver::default().solve(&[], 0, 0.25, wanted), wanted * 0.5, "no faster than it may go");
    assert_eq!(Solver::default().solve(&[plane(0.0, 5.0)], 1, 1.0, wanted), wanted, "a border out of reach");
}

#[test]
fn hard_half_planes_that_contradict_each_other_leave_the_standstill() {
    let (left, right) = (plane(0.0, -0.5), plane(std::f32::consts::PI, -0.5));
    assert_eq!(Solver::default().solve(&[left, right], 2, 1.0, Vec2::X), Vec2::ZERO);
    // Soft ones: each is broken alike.
    let found = Solver::default().solve(&[left, right], 0, 1.0, Vec2::X);
    assert!(found.x.abs() < 1e-4, "{found}");
}

#[test]
fn a_body_that_may_not_move_does_not() {
    for wanted in [Vec2::ZERO, Vec2::X] {
        assert_eq!(Solver::default().solve(&[plane(0.5, 0.0), plane(2.0, -1.0)], 1, 0.0, wanted), Vec2::ZERO);
    }
}
