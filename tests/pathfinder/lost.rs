//! A moving target that gets out of sight: what is known of it is the same with either planner.

use crate::scene::{ME, OTHER, Scene, meadow};
use bestiary::testing::nav::Code::{LastWaypoint, MapFailed, NoNewPath, SearchOk, Searching, TargetFailed};
use bestiary::testing::nav::Reason;
use bestiary::{Planner, Vec2};

const PLANNERS: [Planner; 2] = [Planner::Window, Planner::Static];

/// A chase along x at 3 m/s, with a path to where the target will be.
fn chase(planner: Planner, boxes: &[(f32, f32, f32, f32)]) -> Scene {
    let mut s = meadow(60, 20, (5.5, 10.5), (20.5, 10.5), boxes);
    s.params.planner = planner;
    s.prepare();
    s.bodies.velocity[OTHER] = Vec2::new(3.0, 0.0);
    s.chase();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    s
}

/// A second at 3 m/s ahead of where it was last seen.
const LOOKED_FOR: Vec2 = Vec2::new(23.5, 10.5);

#[test]
fn the_path_leads_to_where_it_would_be_a_moment_later_and_ends_there() {
    for planner in PLANNERS {
        let mut s = chase(planner, &[]);
        s.hide();
        s.bodies.position[OTHER] = Vec2::new(50.5, 3.5); // of which nothing is known
        assert_eq!(s.settle(), [Searching, SearchOk], "a search to where it is looked for");
        assert_eq!(s.walk().last(), Some(&LOOKED_FOR));
        let arrived = s.with(|f, ctx, _| f.check_arrival(ctx));
        assert!(!arrived, "the target is not there");
        assert_eq!((s.tick(), s.finder.reason), (MapFailed, Some(Reason::LostSight)));
        assert_eq!(s.tick(), MapFailed, "until a target is set");
    }
}

#[test]
fn one_that_is_seen_again_on_the_way_is_followed_again() {
    for planner in PLANNERS {
        let mut s = chase(planner, &[]);
        s.hide();
        assert_eq!(s.settle(), [Searching, SearchOk]);
        s.bodies.position[ME] = Vec2::new(15.5, 10.5);
        (s.remembered, s.bodies.velocity[OTHER]) = (None, Vec2::ZERO);
        s.bodies.position[OTHER] = Vec2::new(20.5, 16.5);
        assert_eq!(s.settle(), [Searching, SearchOk]);
        assert_eq!(s.walk().last(), Some(&Vec2::new(20.5, 16.5)));
        assert!(s.with(|f, ctx, _| f.check_arrival(ctx)));
    }
}

#[test]
fn one_that_is_seen_after_all_is_followed_when_it_is_set_again() {
    for planner in PLANNERS {
        let mut s = chase(planner, &[]);
        s.hide();
        s.bodies.position[ME] = LOOKED_FOR;
        assert_eq!(s.tick(), MapFailed);
        s.chase();
        assert_eq!(s.tick(), MapFailed, "it is not in sight yet");
        s.remembered = None;
        s.bodies.position[OTHER] = Vec2::new(30.5, 10.5);
        s.chase();
        assert_eq!(s.settle(), [Searching, SearchOk]);
    }
}

#[test]
fn it_is_not_looked_for_beyond_a_wall() {
    for planner in PLANNERS {
        let mut s = chase(planner, &[(22.0, 0.0, 22.5, 19.0)]);
        s.hide();
        assert_eq!(s.settle(), [Searching, SearchOk]);
        let (_, to) = s.waypoint();
        assert!((20.5..=21.6).contains(&to.x), "{to}");
    }
}

#[test]
fn a_last_waypoint_that_is_asked_for_again_counts_as_there() {
    for planner in PLANNERS {
        let mut s = chase(planner, &[]);
        s.params.arrive_m = 0.05;
        s.hide();
        s.settle();
        assert_eq!(s.waypoint(), (LastWaypoint, LOOKED_FOR));
        s.bodies.position[ME] = LOOKED_FOR - Vec2::new(1.5, 0.0);
        assert_eq!(s.tick(), NoNewPath, "not there yet");
        s.waypoint();
        assert_eq!((s.tick(), s.finder.reason), (MapFailed, Some(Reason::LostSight)));
    }
}

#[test]
fn a_path_to_the_last_seen_place_is_not_renewed_for_nothing() {
    for planner in PLANNERS {
        let mut s = chase(planner, &[]);
        s.hide();
        s.settle();
        for _ in 0..40 {
            s.step += 6;
            assert_eq!(s.tick(), NoNewPath);
        }
    }
}

#[test]
fn with_pathfinding_switched_off_it_steers_there_and_ends_there() {
    for planner in PLANNERS {
        let mut s = chase(planner, &[]);
        s.hide();
        s.on = false;
        assert_eq!((s.tick(), s.waypoint()), (SearchOk, (TargetFailed, LOOKED_FOR)));
        s.bodies.position[ME] = LOOKED_FOR;
        assert_eq!((s.tick(), s.finder.reason), (MapFailed, Some(Reason::LostSight)));
    }
}
