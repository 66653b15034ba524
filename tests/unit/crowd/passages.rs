//! Bodies among walls: they pass what they fit through, and lose no time along a wall or round a corner.

use crate::random::between;
use bestiary::testing::agent::NeighbourIndex;
use bestiary::testing::body::{Bodies, Body};
use bestiary::testing::crowd::{Avoidance, CrowdParams, Scene, Walls, Wanted};
use bestiary::{MoveClass, Obb, Storey, Vec2};
use proptest::prelude::*;

const STEP_S: f32 = 0.05;
const SIZE: Vec2 = Vec2::splat(200.0);

/// Boxes that every body sees, turned as a whole.
struct Boxes {
    walls: Vec<Obb>,
    angle: f32,
}

impl Walls for Boxes {
    fn near(&self, _: &Body, _: f32, walls: &mut Vec<Obb>) {
        walls.extend(&self.walls);
    }

    fn clear(&self, _: usize, _: Vec2) -> bool {
        true
    }
}

impl Boxes {
    /// Boxes given by two of their corners, turned round the middle of the world.
    fn new(angle: f32, corners: &[(Vec2, Vec2)]) -> Self {
        let mut new = Self { walls: Vec::new(), angle };
        let place = |(a, b): &(Vec2, Vec2)| Obb::new(new.turned((*a + *b) / 2.0), (*b - *a).abs() / 2.0, angle);
        new.walls = corners.iter().map(place).collect();
        new
    }

    fn turned(&self, p: Vec2) -> Vec2 {
        SIZE / 2.0 + Vec2::from_angle(self.angle).rotate(p)
    }
}

/// One body on its path.
struct Walk {
    /// Seconds until it was within `reached` metres of its last point; `None` if it did not get there.
    time_s: Option<f32>,
    /// How deep it came into a wall, metres.
    depth: f32,
}

/// Sends a body from the first point to each of the others in turn. It takes the next one when it is this near, metres.
fn walk(boxes: &Boxes, radius: f32, speed: f32, points: &[Vec2], reached: f32) -> Walk {
    let points: Vec<Vec2> = points.iter().map(|p| boxes.turned(*p)).collect();
    let mut b = Bodies {
        position: vec![points[0]],
        storey: vec![Storey::GROUND],
        velocity: vec![Vec2::ZERO],
        heading: vec![0.0],
        radius: vec![radius],
        height: vec![1.0],
        speed: vec![speed],
        moves: vec![MoveClass::WALK],
        alive: vec![true],
        generation: vec![0],
    };
    let (mut near, mut avoidance, params) = (NeighbourIndex::default(), Avoidance::default(), CrowdParams::default());
    let length: f32 = points.windows(2).map(|w| w[0].distance(w[1])).sum();
    let mut done = Walk { time_s: None, depth: f32::NEG_INFINITY };
    let mut next = 1;
    for step in 0..(3.0 * length / speed / STEP_S) as u32 + 40 {
        if b.position[0].distance(points[next]) <= reached {
            next += 1;
            if next == points.len() {
                done.time_s = Some(step as f32 * STEP_S);
                break;
            }
        }
        let to = points[next];
        let left = to - b.position[0];
        let velocity = left.normalize_or_zero() * speed.min(left.length() / STEP_S);
        let wanted = [Wanted { velocity, top_m_s: speed, yields: 1.0, to, ..Wanted::default() }];
        near.rebuild(SIZE, &b, None);
        let scene = Scene { bodies: &b, near: &near, wanted: &wanted, walls: boxes, params: &params, step_s: STEP_S };
        let velocity = avoidance.velocities(&scene, None)[0];
        b.velocity[0] = velocity;
        b.position[0] += velocity * STEP_S;
        let gap = boxes.walls.iter().map(|w| w.distance(b.position[0])).fold(f32::INFINITY, f32::min) - radius;
        done.depth = done.depth.max(-gap);
    }
    done
}

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn speeds() -> impl Strategy<Value = f32> {
    prop_oneof![between(0.5, 3.0), between(3.0, 30.0)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// A corridor a centimetre wider than the body, at any angle, entered from outside.
    #[test]
    fn a_body_passes_a_corridor_that_it_just_fits(radius in between(0.25, 2.0), speed in speeds(), angle in between(-3.2, 3.2)) {
        let half = radius + 0.005;
        let boxes = Boxes::new(angle, &[(at(-10.0, half), at(10.0, half + 3.0)), (at(-10.0, -half - 3.0), at(10.0, -half))]);
        let walk = walk(&boxes, radius, speed, &[at(-20.0, 0.0), at(20.0, 0.0)], 0.3);
        prop_assert!(walk.depth < 2e-3, "{} m deep in a wall", walk.depth);
        let time_s = walk.time_s.expect("it arrives");
        prop_assert!(time_s <= 40.0 / speed * 1.02 + 0.1, "{time_s} s for 40 m at {speed} m/s");
    }

    /// A doorway in a thin wall, entered at a slant: the straight line to the other side passes it by half the radius.
    #[test]
    fn a_body_passes_a_doorway(radius in between(0.25, 2.0), speed in speeds(), angle in between(-3.2, 3.2), aside in between(-1.0, 1.0)) {
        let half = radius * 1.3;
        let boxes = Boxes::new(angle, &[(at(-0.2, half), at(0.2, 12.0)), (at(-0.2, -12.0), at(0.2, -half))]);
        let walk = walk(&boxes, radius, speed, &[at(-12.0, aside * radius), at(0.0, 0.0), at(12.0, 0.0)], 0.8 * radius);
        prop_assert!(walk.depth < 2e-3, "{} m deep in a wall", walk.depth);
        let time_s = walk.time_s.expect("it arrives");
        prop_assert!(time_s <= 24.0 / speed * 1.1 + 0.2, "{time_s} s for 24 m at {speed} m/s");
    }

    /// Along a wall of many boxes, towards a place a little inside it: as fast as the wall lets it.
    #[test]
    fn seams_of_a_wall_take_no_time(radius in between(0.25, 1.0), speed in speeds(), angle in between(-3.2, 3.2), into in between(0.0, 0.2)) {
        let cells: Vec<(Vec2, Vec2)> = (-30..30).map(|i| (at(i as f32, 0.0), at(i as f32 + 1.0, 1.0))).collect();
        let boxes = Boxes::new(angle, &cells);
        let rim = -radius - 0.01;
        // The target lies beyond the end of the wall as seen from here, a little inside.
        let walk = walk(&boxes, radius, speed, &[at(-20.0, rim), at(20.0, rim + into)], into + 0.3);
        prop_assert!(walk.depth < 2e-3, "{} m deep in a wall", walk.depth);
        let time_s = walk.time_s.expect("it arrives");
        prop_assert!(time_s <= 40.0 / speed * 1.02 + 0.1, "{time_s} s for 40 m at {speed} m/s");
    }

    /// Round a corner at which the path turns, where the body's rim passes it by a hair.
    #[test]
    fn corners_take_no_time(radius in between(0.25, 2.0), speed in speeds(), angle in between(-3.2, 3.2)) {
        let boxes = Boxes::new(angle, &[(at(-10.0, -10.0), at(0.0, 0.0))]);
        let clear = radius + 0.02;
        let path = [at(-12.0, clear), at(clear, clear), at(clear, -12.0)];
        let walk = walk(&boxes, radius, speed, &path, 0.3);
        prop_assert!(walk.depth < 2e-3, "{} m deep in a wall", walk.depth);
        let (time_s, length) = (walk.time_s.expect("it arrives"), 24.0 + 2.0 * clear);
        prop_assert!(time_s <= length / speed * 1.1 + 0.2, "{time_s} s for {length} m at {speed} m/s");
    }

    /// The end of a wall, a twentieth of the radius across the straight line: it is passed with a slight turn.
    #[test]
    fn the_end_of_a_wall_is_passed(radius in between(0.25, 2.0), speed in speeds(), angle in between(-3.2, 3.2)) {
        let boxes = Boxes::new(angle, &[(at(-0.1, -10.0), at(0.1, -0.95 * radius))]);
        let walk = walk(&boxes, radius, speed, &[at(-12.0, 0.0), at(12.0, 0.0)], 0.3);
        prop_assert!(walk.depth < 2e-3, "{} m deep in a wall", walk.depth);
        let time_s = walk.time_s.expect("it arrives");
        prop_assert!(time_s <= 24.0 / speed * 1.05 + 0.2, "{time_s} s for 24 m at {speed} m/s");
    }
}
