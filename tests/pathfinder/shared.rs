//! The static planner: the same codes with the same meaning, on one shared grid, exact reasons at once.

use crate::scene::{ME, OTHER, Scene, kinds, meadow, scene};
use bestiary::Planner;
use bestiary::Vec2;
use bestiary::testing::nav::Code::{MapFailed, NoNewPath, OutOfTime, SearchFailed, SearchOk, Searching, TargetFailed};
use bestiary::testing::nav::Reason;
use bestiary::{Ground, GroundKind, MoveClass, PLAIN_COST, World};

fn shared(mut s: Scene) -> Scene {
    s.params.planner = Planner::Static;
    s.prepare();
    s
}

const POCKET: [&str; 7] = [
    "..............",
    ".....#####....",
    ".........#....",
    "..a......#..g.",
    ".........#....",
    ".....#####....",
    "..............",
];

#[test]
fn a_path_leads_round_the_pocket_and_no_leg_touches_a_wall() {
    let mut s = shared(scene(&POCKET, &[]));
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.tick(), NoNewPath);
    let mut here = s.bodies.position[ME];
    let legs = s.walk();
    assert_eq!(legs.last(), Some(&s.goal));
    for to in legs {
        for i in 0..=20 {
            let at = here.lerp(to, i as f32 / 20.0);
            assert!(s.world.is_free(at, 0.38, 1.0, MoveClass::WALK), "{here} → {to} touches a wall at {at}");
        }
        here = to;
    }
}

#[test]
fn far_goals_are_searched_whole_and_no_window_is_drawn() {
    let mut s = shared(meadow(400, 20, (2.5, 10.5), (397.5, 10.5), &[(200.0, -1.0, 201.0, 15.0)]));
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.walk().last(), Some(&s.goal), "nothing temporary about it");
    assert_eq!(
        (s.finder.view(&s.params).window, s.worker.counts.fixed.maps, s.worker.counts.fixed.searches),
        (None, 0, 1)
    );
}

#[test]
fn what_cannot_be_reached_is_given_up_after_one_search_with_the_exact_reason() {
    let pen = ["..........", "...###....", ".a.#g#....", "...###....", ".........."];
    let wall = ["..........", "....#.....", ".a..g.....", "....#....."];
    let cases = [(&pen[..], None, Reason::DifferentRegion), (&wall[..], Some(4), Reason::GoalBlocked)];
    for (rows, closed, reason) in cases {
        let rows: Vec<String> =
            rows.iter().map(|r| if closed.is_some() { r.replace('g', "#") } else { (*r).into() }).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut s = scene(&rows, &[]);
        s.goal = Vec2::new(4.5, 2.5);
        let mut s = shared(s);
        s.go();
        assert_eq!(s.settle(), [Searching, SearchFailed, MapFailed]);
        assert_eq!(s.finder.reason, Some(reason));
        assert_eq!(s.waypoint(), (MapFailed, s.bodies.position[ME]));
    }
}

#[test]
fn a_body_in_a_wall_has_a_blocked_start() {
    let mut s = shared(meadow(20, 10, (5.5, 5.5), (15.5, 5.5), &[(5.0, 5.0, 6.0, 6.0)]));
    s.go();
    assert_eq!(s.settle(), [Searching, SearchFailed, MapFailed]);
    assert_eq!(s.finder.reason, Some(Reason::StartBlocked));
}

#[test]
fn a_body_in_contact_with_a_wall_steps_out_of_it() {
    // At 0.39 m from the box its own cell is closed for it, yet it touches nothing.
    let mut s = shared(meadow(20, 10, (4.61, 5.5), (15.5, 5.5), &[(5.0, 3.0, 6.0, 8.0)]));
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
}

#[test]
fn searches_are_sliced_and_their_budget_ends_them() {
    let rows: Vec<String> =
        (0..40).map(|y| (0..40).map(|x| if (x * 7 + y * 13) % 5 == 0 { '#' } else { '.' }).collect()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut s = scene(&rows, &[]);
    s.bodies.position[ME] = Vec2::new(1.5, 2.5);
    s.goal = Vec2::new(37.5, 38.5);
    let mut s = shared(s);
    s.params.slice_expansions = 1;
    s.go();
    assert_eq!(s.tick(), Searching);
    assert_eq!(s.slice(), None);
    assert_eq!((s.tick(), s.waypoint().0), (Searching, TargetFailed));
    s.params.budget_expansions = 1;
    assert_eq!(s.search(), OutOfTime);
    assert_eq!(s.tick(), OutOfTime);
    assert_eq!(s.finder.reason, Some(Reason::Budget));
}

#[test]
fn a_moving_target_is_followed_and_searched_again_when_it_strays() {
    let mut s = shared(scene(&[".....................", "..a...............t..", "....................."], &[]));
    s.chase();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    s.bodies.position[OTHER] = Vec2::new(10.5, 0.5);
    assert_eq!(s.settle(), [Searching, SearchOk], "it left the tolerance radius");
    assert_eq!(s.worker.counts.moving.searches, 2);
}

#[test]
fn a_body_pushed_to_where_it_cannot_go_straight_on_plans_again() {
    let mut s = shared(scene(&POCKET, &[]));
    s.go();
    s.settle();
    let (_, first) = s.waypoint();
    s.bodies.position[ME] = Vec2::new(11.5, 3.5); // beyond the wall, beside its goal
    assert!(first.x < 10.0, "{first} lies on the other side");
    assert_eq!([s.tick(), s.tick()], [NoNewPath, Searching], "not in the first ticks of a path");
    assert_eq!((s.search(), s.tick()), (SearchOk, SearchOk));
    assert_eq!(s.waypoint(), (bestiary::testing::nav::Code::LastWaypoint, s.goal));
}

#[test]
fn a_body_pushed_back_round_a_corner_takes_up_its_path_again_without_a_search() {
    let mut s = shared(scene(&POCKET, &[]));
    s.go();
    s.settle();
    let legs: Vec<Vec2> = s.finder.view(&s.params).waypoints;
    s.waypoint();
    s.bodies.position[ME] = legs[0];
    assert_eq!(s.waypoint().1, legs[1]);
    assert_eq!(s.tick(), NoNewPath);
    let back = Vec2::new(2.5, 3.5); // deep in the pocket, where the first leg began
    s.bodies.position[ME] = back;
    assert_eq!(s.tick(), SearchOk, "said once");
    assert_eq!(s.waypoint().1, legs[0]);
    assert_eq!((s.tick(), s.worker.counts.fixed.searches), (NoNewPath, 1));
}

#[test]
fn a_goal_in_plain_sight_needs_no_search() {
    let mut s = shared(meadow(40, 40, (3.3, 3.3), (37.2, 21.9), &[]));
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.walk(), [s.goal]);
    assert_eq!((s.worker.counts.fixed.searches, s.worker.counts.in_sight, s.worker.counts.expanded), (1, 1, 0));
}

#[test]
fn a_goal_in_plain_sight_needs_no_search_though_there_is_a_road_elsewhere() {
    // Mud, and a road that costs a quarter; the goal is so many metres away, the road 60.
    let searches = |metres: f32| {
        let kind = |letter, cost| GroundKind { letter, name: format!("{letter}"), cost, ..kinds().swap_remove(0) };
        let cells = (0..140 * 140).map(|i| u8::from(i / 140 == 120)).collect();
        let mut s = meadow(140, 140, (40.5, 60.5), (40.5 + metres, 60.5), &[]);
        let ground = Ground::new(140, 140, 1.0, vec![kind('m', 4 * PLAIN_COST), kind('r', PLAIN_COST)], cells);
        s.world = World::new("muddy", ground, Vec::new(), Vec::new());
        let mut s = shared(s);
        s.go();
        assert_eq!(s.settle(), [Searching, SearchOk]);
        assert_eq!(s.walk(), [s.goal], "straight");
        let counts = &s.worker.counts;
        (counts.fixed.searches, counts.in_sight, counts.expanded > 0)
    };
    assert_eq!(searches(20.0), (1, 1, false), "a path four times as long comes 40 m near the road");
    assert_eq!(searches(50.0), (1, 0, true), "the road might be worth it");
}

#[test]
fn without_a_grid_for_its_size_the_map_is_too_large() {
    let mut s = scene(&POCKET, &[]);
    s.params.planner = Planner::Static;
    s.go();
    assert_eq!(s.settle().last(), Some(&MapFailed));
    assert_eq!(s.finder.reason, Some(Reason::MapTooLarge));
}
