//! Round paths on worlds that are easy to see through.

use super::scene::Scene;
use crate::drawn;
use bestiary::testing::geom::{Cell, Obb, Vec2};
use bestiary::testing::path::{CurveParams, Curved, Curver, Turning, length_m};
use bestiary::testing::world::World;

/// A wall of one row with open ground on both sides.
fn wall() -> World {
    let rows: Vec<String> = (0..30)
        .map(|y| if y == 15 { ".".repeat(10) + &"#".repeat(20) + &".".repeat(10) } else { ".".repeat(40) })
        .collect();
    drawn::world(&rows, 1.0, vec![])
}

fn round_the_wall(params: &CurveParams) -> Vec<Vec2> {
    let world = wall();
    let scene = Scene::of(world, 0.4);
    let [_, pulled] = scene.paths(Cell::new(20, 5), Cell::new(20, 25)).unwrap();
    let mut round = Vec::new();
    assert_eq!(Curver::default().curve(&pulled, &scene.sight(), params, &mut round), Curved::Tight);
    round
}

/// How near a path comes to the wall.
fn clearance(path: &[Vec2]) -> f32 {
    let wall = Obb::new(Vec2::new(20.0, 15.5), Vec2::new(10.0, 0.5), 0.0);
    let all = path.windows(2).flat_map(|pair| (0..=400).map(|i| pair[0].lerp(pair[1], i as f32 / 400.0)));
    all.map(|at| wall.distance(at)).fold(f32::MAX, f32::min)
}

#[test]
fn a_tight_path_goes_round_the_end_of_a_wall_at_the_body_s_radius() {
    let path = round_the_wall(&CurveParams::default());
    let turning = Turning::of(&path);
    assert!((clearance(&path) - 0.4).abs() < 2e-3, "{}", clearance(&path));
    assert!(turning.sharpest_rad <= CurveParams::default().step_rad + 1e-3);
    // The shortest path of a disc: straight to the circle round the corner, a share of that circle, along the end of the wall, and the same again.
    let (across, up) = (9.5_f32, 9.5);
    let (reach, radius) = (across.hypot(up), 0.4);
    let straight = (reach * reach - radius * radius).sqrt();
    let shortest = 2.0
        * (straight + radius * (std::f32::consts::FRAC_PI_2 - f32::atan2(up, across) + (radius / reach).asin()))
        + 1.0;
    assert!((length_m(&path) - shortest).abs() < 0.01, "{} m, the shortest has {shortest} m", length_m(&path));
}

#[test]
fn a_comfortable_path_keeps_off_the_wall_as_far_as_it_may_become_longer() {
    // Before: a path that hugs the end of a wall; action: comfort, with more and more length allowed; after: it keeps farther off, up to that.
    let shortest = length_m(&round_the_wall(&CurveParams::default()));
    let mut before = 0.4;
    for longer_share in [0.02, 0.05, 0.5] {
        let path = round_the_wall(&CurveParams { comfort_m: 0.6, longer_share, ..CurveParams::default() });
        assert!(length_m(&path) <= shortest * (1.0 + longer_share) + 1e-3);
        assert!(clearance(&path) >= before - 2e-3, "{} after {before}", clearance(&path));
        before = clearance(&path);
    }
    assert!((before - 1.0).abs() < 0.01, "{before}");
}

#[test]
fn a_body_that_turns_in_wide_arcs_gets_them_where_there_is_space() {
    let path = round_the_wall(&CurveParams { turn_radius_m: 2.0, ..CurveParams::default() });
    // Each point turns by at most a step, and the points of an arc are that far apart at least.
    let sharp = path.windows(3).map(|p| {
        let turn = (p[1] - p[0]).angle_to(p[2] - p[1]).abs();
        (p[0].distance(p[1]).min(p[1].distance(p[2]))) / turn.max(1e-6)
    });
    assert!(sharp.fold(f32::MAX, f32::min) > 0.9, "{path:?}");
}

#[test]
fn paths_of_no_place_and_of_one_stay_as_they_are() {
    let scene = Scene::of(wall(), 0.4);
    let mut out = vec![Vec2::ONE];
    for path in [&[][..], &[Vec2::new(3.5, 3.5)], &[Vec2::new(3.5, 3.5); 3]] {
        Curver::default().curve(path, &scene.sight(), &CurveParams::default(), &mut out);
        assert_eq!(out, path.iter().take(1).copied().collect::<Vec<_>>());
    }
}
