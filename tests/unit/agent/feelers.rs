//! How feelers steer a body.

use bestiary::Vec2;
use bestiary::testing::agent::{MotionParams, Probe, respond, share_to_disc};

fn probes(left: f32, ahead: f32, right: f32) -> [Probe; 3] {
    [left, ahead, right].map(|clear| Probe { from: Vec2::ZERO, to: Vec2::X, clear })
}

#[test]
fn clear_probes_leave_the_heading_to_the_goal() {
    let h = respond(0.3, Vec2::ZERO, Vec2::new(1.0, 1.0), &probes(1.0, 1.0, 1.0), &MotionParams::default());
    assert!((h - std::f32::consts::FRAC_PI_4).abs() < 1e-6);
}

#[test]
fn a_touch_turns_the_body_to_the_other_side() {
    let p = MotionParams::default();
    let goal = Vec2::new(10.0, 0.0);
    assert!(respond(0.0, Vec2::ZERO, goal, &probes(0.4, 1.0, 1.0), &p) > 0.0, "left touched: right is +");
    assert!(respond(0.0, Vec2::ZERO, goal, &probes(1.0, 1.0, 0.4), &p) < 0.0);
    assert!(respond(0.0, Vec2::ZERO, goal, &probes(0.2, 0.3, 0.9), &p) > 0.2);
    let corridor = respond(0.0, Vec2::ZERO, goal, &probes(0.5, 1.0, 0.5), &p);
    assert!(corridor.abs() < 1e-6, "two equal walls and nothing ahead: straight on");
}

#[test]
fn a_goal_at_the_back_is_turned_to_even_with_something_ahead() {
    let p = MotionParams::default();
    let h = respond(0.5, Vec2::ZERO, Vec2::new(-4.0, 0.0), &probes(1.0, 0.4, 0.2), &p);
    assert!((h.abs() - std::f32::consts::PI).abs() < 1e-6, "{h}");
}

#[test]
fn a_disc_ahead_shortens_the_probe_and_one_at_the_back_does_not() {
    let share = share_to_disc(Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(3.0, 0.0), 1.0);
    assert!((share - 0.5).abs() < 1e-6);
    assert_eq!(share_to_disc(Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(-3.0, 0.0), 1.0), 1.0);
    assert_eq!(share_to_disc(Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(3.0, 2.0), 1.0), 1.0);
}
