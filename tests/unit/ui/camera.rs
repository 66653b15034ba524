//! The camera: screen and world, zoom, following.

use bestiary::Vec2;
use bestiary::testing::ui::{Camera, M_PER_COLUMN};
use ratatui::layout::Rect;

const AREA: Rect = Rect { x: 1, y: 2, width: 80, height: 20 };
const SIZE: Vec2 = Vec2::new(400.0, 300.0);

#[test]
fn screen_and_world_agree_at_every_zoom() {
    let mut c = Camera { centre: Vec2::new(123.4, 77.7), zoom: 0 };
    for _ in M_PER_COLUMN {
        let v = c.view(AREA);
        for (x, y) in [(1, 2), (40, 12), (80, 21)] {
            assert_eq!(v.to_cell(v.to_world(x, y)), Some((x - 1, y - 2)), "at {} m", v.m);
        }
        assert_eq!(v.to_cell(v.bounds().min - Vec2::splat(0.01)), None);
        c.zoom(1);
    }
    c.zoom(1);
    assert_eq!(c.m_per_column(), 32.0, "zoom ends somewhere");
}

#[test]
fn a_row_covers_twice_the_metres_of_a_column() {
    let v = Camera { centre: Vec2::new(100.0, 100.0), zoom: 2 }.view(AREA);
    assert_eq!(v.to_world(11, 5) - v.to_world(10, 5), Vec2::new(0.5, 0.0));
    assert_eq!(v.to_world(10, 6) - v.to_world(10, 5), Vec2::new(0.0, 1.0));
}

#[test]
fn zooming_at_the_pointer_keeps_what_is_under_it() {
    let mut c = Camera { centre: Vec2::new(200.0, 150.0), zoom: 4 };
    let before = c.view(AREA).to_world(60, 7);
    c.zoom_at(-2, (60, 7), AREA, SIZE);
    let drift = c.view(AREA).to_world(60, 7) - before;
    assert!(drift.x.abs() <= 1.0 && drift.y.abs() <= 2.0, "{drift}");
}

#[test]
fn following_rests_while_the_creature_roams_in_the_middle() {
    let mut c = Camera { centre: Vec2::new(200.0, 150.0), zoom: 2 };
    c.follow(Vec2::new(205.0, 152.0), AREA, SIZE);
    assert_eq!(c.centre, Vec2::new(200.0, 150.0));
    c.follow(Vec2::new(215.0, 150.0), AREA, SIZE);
    assert_eq!(c.centre, Vec2::new(205.0, 150.0));
    c.look_at(Vec2::splat(f32::NAN), SIZE);
    c.pan(-10_000, 10_000, SIZE);
    assert_eq!(c.centre, Vec2::new(0.0, 300.0), "never leaves the world");
}

#[test]
fn a_settled_camera_wastes_nothing_on_the_outside() {
    let mut c = Camera { centre: Vec2::ZERO, zoom: 3 };
    c.settle(AREA, SIZE);
    assert_eq!((c.centre, c.view(AREA).bounds().min), (Vec2::new(40.0, 20.0), Vec2::ZERO));
    c.settle(AREA, Vec2::new(30.0, 300.0));
    assert_eq!(c.centre, Vec2::new(15.0, 20.0), "what is smaller than the view is in the middle");
}

#[test]
fn the_first_look_shows_all_when_it_fits() {
    let c = Camera::first_look(Vec2::new(40.0, 20.0), None, AREA);
    assert_eq!((c.m_per_column(), c.centre), (0.5, Vec2::new(20.0, 10.0)));
    let big = Camera::first_look(Vec2::splat(900.0), Some(Vec2::splat(30.0)), AREA);
    assert_eq!((big.m_per_column(), big.centre), (1.0, Vec2::splat(30.0)));
}
