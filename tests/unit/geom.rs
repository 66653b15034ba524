//! Tests of geom.rs.

use bestiary::testing::geom::{Cell, Obb, Vec2, heading_of, wrap_angle};
use std::f32::consts::PI;

#[test]
fn a_cell_and_its_centre_agree() {
    let c = Cell::new(3, 7);
    assert_eq!(c.centre(2.0), Vec2::new(7.0, 15.0));
    assert_eq!(Cell::of(c.centre(2.0), 2.0), c);
    assert_eq!(Cell::of(Vec2::new(-0.1, 0.0), 1.0), Cell::new(-1, 0));
}

#[test]
fn heading_grows_clockwise_because_y_points_down() {
    assert!((heading_of(Vec2::new(0.0, 1.0)) - PI / 2.0).abs() < 1e-6);
    assert!((wrap_angle(3.0 * PI) - PI).abs() < 1e-5);
}

#[test]
fn a_turned_box_knows_inside_outside_and_where_a_line_meets_it() {
    let b = Obb::new(Vec2::new(10.0, 10.0), Vec2::new(4.0, 1.0), PI / 2.0);
    assert!(b.contains(Vec2::new(10.0, 13.0)));
    assert!(!b.contains(Vec2::new(13.0, 10.0)));
    assert!((b.distance(Vec2::new(13.0, 10.0)) - 2.0).abs() < 1e-5);
    let t = b.hit(Vec2::new(0.0, 10.0), Vec2::new(20.0, 10.0)).expect("crosses");
    assert!((t - 0.45).abs() < 1e-5);
    assert_eq!(b.hit(Vec2::new(0.0, 0.0), Vec2::new(20.0, 0.0)), None);
    let e = b.bounds();
    assert!((e.min - Vec2::new(9.0, 6.0)).length() < 1e-4 && (e.max - Vec2::new(11.0, 14.0)).length() < 1e-4);
}
