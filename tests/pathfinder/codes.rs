//! Targets, codes and waypoints.

use crate::scene::{ME, Scene, meadow, scene};
use bestiary::Vec2;
use bestiary::testing::nav::Code::{
    LastWaypoint, MoreWaypoints, NoNewPath, NoTarget, SearchOk, Searching, TargetFailed,
};
use bestiary::testing::nav::Worker;

#[test]
fn a_path_round_a_wall_from_the_first_tick_to_the_last_waypoint() {
    let mut s = scene(
        &[
            "..........",
            "....#.....",
            "....#.....",
            ".a..#..g..",
            "....#.....",
            "....#.....",
            "..........",
            "..........",
        ],
        &[],
    );
    assert_eq!((s.tick(), s.waypoint().0), (NoTarget, NoTarget), "before a target is set");
    s.go();
    assert_eq!(s.tick(), Searching, "row 5: no search data: queued");
    assert_eq!(s.waypoint(), (TargetFailed, s.bodies.position[ME]), "row 22: no path yet: its own position");
    assert_eq!(s.slice(), Some(SearchOk), "row 17");
    assert_eq!((s.tick(), s.tick(), s.tick()), (SearchOk, NoNewPath, NoNewPath), "said once; row 4");
    let goal = s.goal;
    let legs = s.walk();
    assert_eq!(legs.last(), Some(&goal), "row 23");
    assert!((2..=3).contains(&legs.len()), "a few corners, not every cell: {legs:?}");
    assert_eq!(s.waypoint(), (LastWaypoint, goal), "repeated when asked again");
}

#[test]
fn row_2_and_22_switched_off_it_returns_at_once_and_switched_on_it_recovers() {
    let mut s = meadow(30, 30, (3.5, 3.5), (20.5, 20.5), &[]);
    s.go();
    s.settle();
    s.on = false;
    assert_eq!((s.tick(), s.tick()), (SearchOk, SearchOk));
    assert_eq!(s.waypoint(), (TargetFailed, s.goal), "feelers alone steer there");
    assert!(!s.finder.wants_slice());
    s.on = true;
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.waypoint(), (LastWaypoint, s.goal));
}

#[test]
fn switching_off_in_the_middle_of_a_search_drops_it() {
    let mut s = meadow(30, 30, (3.5, 3.5), (20.5, 20.5), &[]);
    s.params.slice_expansions = 3;
    s.go();
    assert_eq!((s.tick(), s.slice()), (Searching, None));
    s.on = false;
    assert_eq!((s.slice(), s.tick()), (None, SearchOk));
    assert!(!s.finder.wants_slice());
    s.on = true;
    assert_eq!(s.settle(), [Searching, SearchOk]);
}

#[test]
fn setting_the_same_target_again_changes_nothing() {
    let mut s = meadow(60, 20, (5.5, 10.5), (25.5, 10.5), &[]);
    for chasing in [false, true] {
        let set = |s: &mut Scene| if chasing { s.chase() } else { s.go() };
        set(&mut s);
        s.settle();
        let before = s.digest();
        s.goal.x += 0.005;
        set(&mut s);
        assert_eq!(s.digest(), before);
        assert_eq!(s.tick(), NoNewPath);
        s.goal.y += 3.0;
        s.go();
        assert_eq!(s.tick(), Searching, "another one is a new target");
        s.goal.y -= 3.0;
    }
}

#[test]
fn arrival_is_reported_once_a_target() {
    let arrived = |s: &mut Scene| s.with(|f, ctx, _| f.check_arrival(ctx));
    let mut s = meadow(60, 20, (5.5, 10.5), (25.5, 10.5), &[]);
    s.go();
    assert!(!arrived(&mut s));
    s.bodies.position[ME] = Vec2::new(24.5, 10.5);
    assert_eq!((arrived(&mut s), arrived(&mut s)), (true, false));
    s.go();
    assert!(!arrived(&mut s), "it is there already");
    s.bodies.position[ME] = Vec2::new(15.5, 10.5);
    s.go();
    s.bodies.position[ME] = Vec2::new(24.5, 10.5);
    assert!(arrived(&mut s), "sent away and sent again");
    // The other's radius counts too: 0.75 + 0.4 + 0.4.
    s.bodies.position[ME] = Vec2::new(5.5, 10.5);
    s.chase();
    s.bodies.position[ME] = Vec2::new(24.0, 10.5);
    assert!(arrived(&mut s));
}

#[test]
fn waypoints_already_passed_are_skipped() {
    let mut s = scene(&["..........", "....#.....", ".a..#..g..", "....#.....", "....#.....", "....#....."], &[]);
    s.go();
    s.settle();
    // The agent went on along an earlier path while the search ran.
    s.bodies.position[ME] = Vec2::new(6.5, 0.5);
    assert_eq!(s.waypoint(), (LastWaypoint, s.goal));
}

#[test]
fn an_agent_that_went_round_a_corner_while_the_search_ran_is_led_back_to_where_the_path_begins() {
    let mut s = scene(&["..........", ".g........", "######....", ".......a..", "..........", ".........."], &[]);
    s.bodies.position[ME] = Vec2::new(7.5, 2.5);
    s.go();
    s.settle();
    s.bodies.position[ME] = Vec2::new(5.5, 4.5);
    assert_eq!(s.waypoint(), (MoreWaypoints, Vec2::new(7.5, 2.5)));
    s.bodies.position[ME] = Vec2::new(7.5, 2.5);
    let goal = s.goal;
    assert_eq!(s.walk().last(), Some(&goal));
}

#[test]
fn the_same_orders_give_the_same_digest_and_a_slice_changes_it() {
    let run = || {
        let mut s = meadow(60, 60, (5.5, 10.5), (45.5, 50.5), &[(20.0, 5.0, 24.0, 40.0)]);
        s.params.slice_expansions = 20;
        s.chase();
        s.tick();
        let mut digests = vec![s.digest()];
        for _ in 0..4 {
            assert_eq!(s.slice(), None);
            digests.push(s.digest());
        }
        digests
    };
    let digests = run();
    assert_eq!(digests, run());
    assert!(digests.windows(2).all(|d| d[0] != d[1]));
}

#[test]
fn a_pathfinder_can_move_between_threads_and_workers() {
    fn send<T: Send + 'static>(_: &T) {}
    let mut s = meadow(60, 60, (5.5, 10.5), (45.5, 50.5), &[]);
    send(&s.finder);
    s.params.slice_expansions = 10;
    s.go();
    s.tick();
    while s.slice().is_none() {
        s.worker = Worker::default();
    }
    assert_eq!(s.tick(), SearchOk);
}
