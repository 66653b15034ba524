//! The forms of paths: what scripts get of them, and what becomes of those that are left, closed or longer than known.

use crate::scene::{ME, Scene, meadow, scene};
use bestiary::testing::geom::Vec2;
use bestiary::testing::nav::{Code, Gait, Guide};
use bestiary::testing::path::{PathForm, PathStyle};

const ROUND: PathForm = PathForm { style: PathStyle::Round, comfort_m: 0.3, easy_m: 0.7, turn_radius_m: 0.0 };

/// A wall with a gap below, start and goal on its two sides.
fn round_a_wall(form: PathForm) -> Scene {
    let mut s = scene(
        &[
            ".....#......",
            ".....#......",
            ".a...#...g..",
            ".....#......",
            ".....#......",
            "............",
            "............",
        ],
        &[],
    );
    s.params.planner = bestiary::Planner::Static;
    s.form = form;
    s.prepare();
    s.go();
    assert!(s.settle().contains(&Code::SearchOk));
    s
}

/// Where the body steers that goes to a waypoint.
fn guide(s: &mut Scene, to: Vec2) -> Option<Guide> {
    let gait = Gait {
        here: s.bodies.position[ME],
        heading: 0.0,
        speed_m_s: 3.0,
        top_m_s: 5.0,
        turn_rate: 6.0,
        turn_radius_m: 0.0,
        acceleration: 12.0,
        step_s: 0.05,
    };
    s.with(|finder, _, _| finder.guide(to, &gait))
}

/// Follows its guides until it is at the end; how far it came.
fn follow(s: &mut Scene) -> (u32, Vec<Code>) {
    let (mut codes, mut steps) = (Vec::new(), 0);
    let (mut code, mut to) = s.waypoint();
    codes.push(code);
    while s.bodies.position[ME].distance(s.goal) > 0.2 {
        let here = s.bodies.position[ME];
        let guided = guide(s, to);
        let towards = guided.map_or(to, |g| g.to);
        let speed = guided.map_or(5.0, |g| g.most_m_s);
        s.bodies.position[ME] = here + (towards - here).clamp_length_max(speed * 0.05);
        if code != Code::LastWaypoint && (guided.is_some_and(|g| g.passed) || here.distance(to) < 0.3) {
            (code, to) = s.waypoint();
            codes.push(code);
        }
        steps += 1;
        assert!(steps < 400, "at {here}, to {to}");
    }
    (steps, codes)
}

#[test]
fn scripts_get_a_waypoint_for_each_turn_and_the_end() {
    for form in [PathForm::default(), PathForm { style: PathStyle::Straight, ..ROUND }, ROUND] {
        let (_, codes) = follow(&mut round_a_wall(form));
        assert!((2..=4).contains(&codes.len()), "{form:?}: {codes:?}");
        let (last, more) = codes.split_last().expect("some");
        assert_eq!(*last, Code::LastWaypoint, "{form:?}");
        assert!(more.iter().all(|code| *code == Code::MoreWaypoints), "{form:?}: {codes:?}");
    }
}

#[test]
fn a_path_from_cell_to_cell_has_a_waypoint_at_each_bend() {
    let mut grid = round_a_wall(PathForm { style: PathStyle::Grid, ..PathForm::default() });
    let all = grid.walk();
    assert!(all.len() >= 3, "{all:?}");
    let (end, cells) = all.split_last().expect("some");
    assert!(cells.iter().all(|at| at.fract() == Vec2::splat(0.5)), "the middles of cells: {all:?}");
    assert_eq!(*end, grid.goal);
}

#[test]
fn a_goal_in_sight_is_gone_to_from_cell_to_cell_too() {
    let mut s = meadow(20, 12, (2.5, 2.5), (15.5, 6.5), &[]);
    (s.params.planner, s.form.style) = (bestiary::Planner::Static, PathStyle::Grid);
    s.prepare();
    s.go();
    s.settle();
    assert!(s.walk().len() > 1);
}

#[test]
fn a_round_path_keeps_off_the_corner_that_a_straight_one_touches() {
    let nearest = |form: PathForm| {
        let mut s = round_a_wall(form);
        let (mut code, mut to) = s.waypoint();
        let mut least = f32::INFINITY;
        for _ in 0..200 {
            let here = s.bodies.position[ME];
            least = least.min(here.distance(here.clamp(Vec2::new(5.0, 0.0), Vec2::new(6.0, 5.0))));
            let guided = guide(&mut s, to);
            let towards = guided.map_or(to, |g| g.to);
            s.bodies.position[ME] = here + (towards - here).clamp_length_max(0.15);
            if code != Code::LastWaypoint && (guided.is_some_and(|g| g.passed) || here.distance(to) < 0.2) {
                (code, to) = s.waypoint();
            }
        }
        least
    };
    let (straight, round) = (nearest(PathForm::default()), nearest(ROUND));
    assert!(round > straight + 0.1, "{straight} and {round}");
}

#[test]
fn a_body_that_steers_elsewhere_is_not_led() {
    let mut s = round_a_wall(ROUND);
    let (_, to) = s.waypoint();
    assert!(guide(&mut s, to).is_some());
    assert_eq!(guide(&mut s, to + Vec2::X), None);
}

#[test]
fn one_that_has_passed_its_waypoint_and_steers_to_it_still_goes_straight() {
    let mut s = round_a_wall(ROUND);
    let (code, to) = s.waypoint();
    assert_eq!(code, Code::MoreWaypoints);
    let mut passed = false;
    for _ in 0..200 {
        let Some(guided) = guide(&mut s, to) else { break };
        passed |= guided.passed;
        let here = s.bodies.position[ME];
        s.bodies.position[ME] = here + (guided.to - here).clamp_length_max(0.15);
    }
    assert!(passed);
    assert_eq!(guide(&mut s, to), None, "its script was called since");
}

#[test]
fn a_body_brakes_before_a_bend_and_at_the_end() {
    let mut s = round_a_wall(PathForm { easy_m: 0.0, comfort_m: 0.0, ..ROUND });
    let (_, to) = s.waypoint();
    let first = guide(&mut s, to).expect("led").most_m_s;
    let mut slowest = first;
    for _ in 0..60 {
        let Some(guided) = guide(&mut s, to) else { break };
        slowest = slowest.min(guided.most_m_s);
        let here = s.bodies.position[ME];
        s.bodies.position[ME] = here + (guided.to - here).clamp_length_max(0.1);
    }
    // An arc of the body's radius, 0.4 m, at 6 rad/s: 2.4 m/s.
    assert!((2.0..3.2).contains(&slowest), "{first}, then {slowest}");
}

#[test]
fn one_that_was_pushed_round_a_corner_joins_its_line_again_without_a_search() {
    let mut s = round_a_wall(ROUND);
    let (_, to) = s.waypoint();
    let searches = s.finder.searches();
    (0..4).for_each(|_| _ = s.tick());
    guide(&mut s, to);
    // It is pushed into the corner between the wall and the goal's side, out of sight of where it was on its line.
    s.bodies.position[ME] = Vec2::new(6.6, 1.5);
    assert_eq!(s.tick(), Code::SearchOk);
    let (code, join) = s.waypoint();
    assert_eq!((code, s.finder.searches()), (Code::MoreWaypoints, searches));
    assert!(s.bodies.position[ME].distance(join) <= 5.0);
}
