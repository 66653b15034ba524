//! Connections of two poses by arcs: they leave and arrive as they should, and are as long as they say.

use crate::random::between;
use bestiary::testing::geom::Vec2;
use bestiary::testing::path::{Connection, Pose, Turning, length_m};
use proptest::prelude::*;
use std::f32::consts::PI;

const STEP_RAD: f32 = 0.1;

fn pose() -> impl Strategy<Value = Pose> {
    let at = (between(-8.0, 8.0), between(-8.0, 8.0));
    (at, between(-PI, PI)).prop_map(|((x, y), turn)| Pose { at: Vec2::new(x, y), direction: Vec2::from_angle(turn) })
}

proptest! {
    #[test]
    fn connections_leave_and_arrive_in_the_directions_of_their_poses(from in pose(), to in pose(), radius in between(0.3, 4.0)) {
        let all: Vec<Connection> = Connection::all(from, to, radius).collect();
        prop_assert!(all.len() >= 2, "those that turn to one side twice are always there");
        for connection in all {
            let mut points = Vec::new();
            connection.write(STEP_RAD, &mut points);
            prop_assert_eq!((points[0], points[points.len() - 1]), (from.at, to.at));
            prop_assert!(connection.length_m >= from.at.distance(to.at) - 1e-3);
            let pieces: Vec<Vec2> = points.windows(2).map(|p| p[1] - p[0]).filter(|p| p.length() > 0.02).collect();
            let off = |piece: &Vec2, direction: Vec2| piece.angle_to(direction).abs();
            prop_assert!(off(&pieces[0], from.direction) < STEP_RAD + 0.05, "{connection:?}");
            prop_assert!(off(&pieces[pieces.len() - 1], to.direction) < STEP_RAD + 0.05, "{connection:?}");
            prop_assert!((length_m(&points) - connection.length_m).abs() < 0.01 * connection.length_m + 0.02);
            // No place of it turns more than its arcs do.
            let turns = Turning::of(&points);
            prop_assert!(turns.sum_rad <= (connection.length_m / radius) * 1.01 + 0.05, "{turns:?}");
        }
    }
}

#[test]
fn what_lies_ahead_is_gone_to_straight() {
    let at = |x: f32| Pose { at: Vec2::new(x, 0.0), direction: Vec2::X };
    let shortest = Connection::all(at(0.0), at(5.0), 1.0).map(|c| c.length_m).fold(f32::INFINITY, f32::min);
    assert!((shortest - 5.0).abs() < 1e-3, "{shortest}");
}

#[test]
fn a_body_turns_round_by_half_a_circle_of_its_width() {
    // From (0, 0) to the right, and back to the left on a line 2 m below: half a circle of radius 1.
    let (from, to) =
        (Pose { at: Vec2::ZERO, direction: Vec2::X }, Pose { at: Vec2::new(0.0, 2.0), direction: -Vec2::X });
    let shortest = Connection::all(from, to, 1.0).map(|c| c.length_m).fold(f32::INFINITY, f32::min);
    assert!((shortest - PI).abs() < 1e-3, "{shortest}");
}
