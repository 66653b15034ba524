//! When a new search begins, where it leads, and which map it uses.

use crate::scene::{ME, OTHER, long_wall, meadow};
use bestiary::Vec2;
use bestiary::testing::nav::Code::{
    LastWaypoint, MoreWaypoints, NoNewPath, NoTarget, SearchOk, Searching, TargetFailed,
};

#[test]
fn row_3_a_target_that_strays_starts_a_new_search_and_one_that_does_as_expected_does_not() {
    let mut s = meadow(60, 60, (10.5, 30.5), (30.5, 30.5), &[]);
    s.bodies.velocity[OTHER] = Vec2::new(4.0, 0.0);
    s.chase();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    // 20 m at 5 m/s would take 4 s; it looks ahead 2 s at most: 8 m on.
    assert_eq!(s.waypoint(), (LastWaypoint, Vec2::new(38.5, 30.5)), "led to where it will be");
    s.bodies.position[OTHER] += Vec2::new(6.0, 1.0);
    assert_eq!(s.tick(), NoNewPath, "still on its course");
    s.bodies.position[OTHER] += Vec2::new(0.0, 3.0);
    assert_eq!(s.tick(), Searching, "off it by more than the tolerance");
    s.bodies.position[OTHER] = Vec2::new(40.5, 50.5);
    assert_eq!(s.tick(), Searching, "a running search that no longer fits restarts");
    assert_eq!(s.search(), SearchOk);
    s.with(|f, ctx, _| assert_eq!(f.view(ctx.params).searches, 2));
}

#[test]
fn row_3_the_timer_towards_a_moving_target_is_linear_in_the_distance() {
    for (distance, seconds) in [(0.0, 0.25), (20.0, 1.2), (100.0, 5.0)] {
        let mut s = meadow(150, 10, (5.5, 5.5), (5.5 + distance, 5.5), &[]);
        s.chase();
        s.settle();
        let queued = s.step - 1;
        while s.tick() == NoNewPath {
            s.step += 1;
        }
        let waited = (s.step - queued) as f32 * 0.05;
        assert!((waited - seconds).abs() < 0.051, "{distance} m: {waited} s");
    }
}

#[test]
fn row_3_an_agent_near_its_windows_edge_plans_again() {
    let mut s = meadow(200, 200, (100.5, 100.5), (110.5, 100.5), &[]);
    s.go();
    s.settle();
    assert_eq!(s.window(), (80, 80, 51, 41), "row 7: start, goal and 20 nodes to all sides");
    s.bodies.position[ME] = Vec2::new(84.5, 100.5);
    assert_eq!(s.tick(), NoNewPath);
    s.bodies.position[ME] = Vec2::new(82.5, 100.5);
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.window(), (62, 80, 69, 41));
}

#[test]
fn fixed_goals_are_refreshed_every_50_ticks_until_arrival() {
    let mut s = meadow(40, 10, (3.5, 5.5), (30.5, 5.5), &[]);
    s.go();
    s.settle();
    let quiet = (0..200).take_while(|_| s.tick() == NoNewPath).count();
    assert_eq!(quiet, 49, "the fiftieth tick after SEARCH_OK's");
    s.search();
    s.bodies.position[ME] = s.goal;
    assert!(s.with(|f, ctx, _| f.check_arrival(ctx)));
    assert_eq!(s.tick(), SearchOk);
    assert!((0..200).all(|_| s.tick() == NoNewPath), "nothing left to plan");
}

#[test]
fn row_6_far_goals_are_replaced_by_temporary_ones_and_never_called_reached() {
    // The temporary goal would lie at 104.5, inside a box.
    let mut s = meadow(260, 20, (4.5, 10.5), (250.5, 10.5), &[(102.0, 8.0, 108.0, 13.0)]);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    let (code, first) = s.waypoint();
    assert_eq!(code, MoreWaypoints, "the end of a partial path is not the last waypoint");
    assert!((0..5).all(|_| s.waypoint().0 == MoreWaypoints), "however often it is asked");
    assert!((95.0..=101.6).contains(&first.x) || first.x >= 108.4, "{first}");
    let mut laps = 0;
    let last = loop {
        s.settle();
        let (code, to) = s.waypoint();
        s.bodies.position[ME] = to;
        if code == LastWaypoint {
            break to;
        }
        laps += 1;
        assert!(laps < 20);
    };
    assert_eq!(last, s.goal);
    assert!(laps >= 2);
}

#[test]
fn a_new_search_begins_before_the_end_of_a_partial_path() {
    let mut s = meadow(260, 20, (4.5, 10.5), (250.5, 10.5), &[]);
    s.go();
    s.settle();
    s.waypoint();
    assert_eq!(s.tick(), NoNewPath, "its last waypoint was handed out");
    s.waypoint();
    assert_eq!(s.tick(), Searching, "and was asked for again: there is no more of it");
    s.search();
    assert_eq!(s.tick(), SearchOk);
    s.waypoint();
    s.bodies.position[ME].x = 70.0;
    assert_eq!(s.tick(), NoNewPath);
    s.bodies.position[ME].x = 90.0;
    assert_eq!(s.tick(), Searching, "near the temporary goal");
    assert_eq!(s.waypoint().0, MoreWaypoints, "the earlier path stays valid meanwhile");
}

#[test]
fn row_9_maps_are_reused_while_start_and_goal_lie_inside() {
    let mut s = meadow(200, 200, (60.5, 100.5), (90.5, 100.5), &[(70.0, 95.0, 72.0, 106.0)]);
    s.bodies.velocity[OTHER] = Vec2::new(3.0, 0.0);
    s.chase();
    let mut codes = Vec::new();
    for step in 0..600 {
        // The prey runs in a wide circle, the hunter after it.
        let turn = step as f32 * 0.05 * 0.15;
        s.bodies.velocity[OTHER] = Vec2::new(turn.cos(), turn.sin()) * 3.0;
        let travel = s.bodies.velocity[OTHER] * 0.05;
        s.bodies.position[OTHER] += travel;
        if step % 6 == 0 {
            codes.push(s.tick());
        }
        s.slice();
        if let (MoreWaypoints | LastWaypoint, to) = s.waypoint() {
            let here = s.bodies.position[ME];
            s.bodies.position[ME] = here + (to - here).clamp_length_max(3.5 * 0.05);
        }
    }
    let c = s.worker.counts;
    assert!(c.moving.searches >= 10, "{c:?}");
    assert!(c.moving.reused * 10 >= c.moving.searches * 4, "{c:?}");
    assert_eq!(c.moving.maps, c.moving.searches - c.moving.reused);
    let mean = c.moving.nodes / c.moving.maps;
    assert!((1_700..=6_000).contains(&mean), "{mean} nodes a window");
    assert!(c.volumes.plotted >= 1);
    assert!(codes.iter().all(|c| matches!(c, Searching | SearchOk | NoNewPath)), "{codes:?}");
}

#[test]
fn a_reused_map_whose_edge_is_met_is_drawn_again_before_anything_fails() {
    // First along the wall, then to its other side: the path round it leaves the old window.
    let mut s = long_wall(120, 34);
    s.goal = Vec2::new(195.5, 12.5);
    s.go();
    s.settle();
    s.bodies.position[ME] = Vec2::new(198.5, 25.5);
    s.goal = Vec2::new(203.5, 25.5);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    let c = s.worker.counts;
    assert_eq!((c.fixed.searches, c.fixed.reused, c.fixed.maps), (2, 0, 2));
}

#[test]
fn prediction_stops_at_walls() {
    let mut s = meadow(60, 20, (5.5, 10.5), (25.5, 10.5), &[(30.0, 0.0, 31.0, 19.0)]);
    s.bodies.velocity[OTHER] = Vec2::new(5.0, 0.0);
    s.chase();
    assert_eq!(s.settle().last(), Some(&SearchOk));
    let (_, to) = s.waypoint();
    assert!((28.0..=29.6).contains(&to.x), "{to}");
}

#[test]
fn a_target_that_dies_is_no_target() {
    let mut s = meadow(60, 20, (5.5, 10.5), (25.5, 10.5), &[]);
    s.chase();
    assert_eq!(s.tick(), Searching);
    assert_eq!(s.waypoint(), (TargetFailed, s.bodies.position[OTHER]), "row 22: towards where it is");
    s.search();
    s.bodies.alive[OTHER] = false;
    assert_eq!((s.tick(), s.waypoint()), (NoTarget, (NoTarget, s.bodies.position[ME])));
    s.bodies.alive[OTHER] = true;
    assert_eq!(s.tick(), NoTarget, "the goal was cleared");
}
