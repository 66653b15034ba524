//! Worlds that are too large for the static planner to search whole: the same codes, paths refined as they are walked.

use crate::scene::{ME, Scene, kinds, scene};
use bestiary::Planner;
use bestiary::Vec2;
use bestiary::testing::nav::Code::{
    LastWaypoint, MapFailed, MoreWaypoints, NoNewPath, SearchFailed, SearchOk, Searching,
};
use bestiary::testing::nav::Reason;
use bestiary::{Cell, Edit, Ground, GroundKind, MoveClass, PLAIN_COST, Storey, World};

/// Makes every world a large one.
fn far(mut s: Scene) -> Scene {
    s.params.planner = Planner::Static;
    s.params.most_shared_cells = 0;
    s.prepare();
    s
}

/// Corridors to and fro, joined at alternating ends; start and goal at the two ends of all.
fn serpentine(corridors: usize) -> Scene {
    let rows: Vec<String> = (0..2 * corridors - 1)
        .map(|y| match (y % 4, y) {
            (_, 0) => format!("a{}", ".".repeat(79)),
            (_, y) if y == 2 * corridors - 2 => format!("g{}", ".".repeat(79)),
            (1, _) => format!("{}.", "#".repeat(79)),
            (3, _) => format!(".{}", "#".repeat(79)),
            _ => ".".repeat(80),
        })
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    scene(&rows, &[])
}

/// Walks the path of an agent that gets its slice in every step; its length, metres.
fn walk(s: &mut Scene) -> f32 {
    let mut length = 0.0;
    for _ in 0..1_000 {
        let (code, to) = s.waypoint();
        let here = s.bodies.position[ME];
        for i in 0..=20 {
            let at = here.lerp(to, i as f32 / 20.0);
            assert!(s.world.is_free(at, 0.38, 1.0, MoveClass::WALK), "{here} → {to} touches a wall at {at}");
        }
        length += here.distance(to);
        s.bodies.position[ME] = to;
        match code {
            LastWaypoint => return length,
            _ => assert_eq!(code, MoreWaypoints),
        }
        s.slice();
        assert_eq!(s.tick(), NoNewPath);
    }
    panic!("the path never ends")
}

#[test]
fn a_long_path_begins_at_once_and_is_refined_as_it_is_walked() {
    let mut s = far(serpentine(20));
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    let known = s.finder.view(&s.params).waypoints;
    assert!(known.len() > 2 && !known.contains(&s.goal), "only its beginning is known: {known:?}");
    let length = walk(&mut s);
    assert_eq!(s.bodies.position[ME], s.goal);
    assert!((1_600.0..1_700.0).contains(&length), "20 corridors of 80 m, no detours: {length}");
    assert_eq!((s.worker.counts.fixed.searches, s.finder.view(&s.params).searches), (1, 1), "it was searched once");
    assert!(s.finder.view(&s.params).waypoints.len() < 20, "what was walked is forgotten");
}

#[test]
fn an_agent_faster_than_the_planner_never_gets_a_last_waypoint_too_early() {
    let mut s = far(serpentine(20));
    s.go();
    s.settle();
    let known = s.finder.view(&s.params).waypoints.len();
    for _ in 0..2 * known {
        let (code, to) = s.waypoint();
        assert_eq!(code, MoreWaypoints);
        s.bodies.position[ME] = to;
    }
    let (end, before) = (s.bodies.position[ME], s.digest());
    assert_eq!(s.slice(), None, "the next piece is no search");
    assert_ne!(s.digest(), before, "the hash knows of the next piece");
    let (code, to) = s.waypoint();
    assert!(code == MoreWaypoints && to != end, "now it goes on");
    s.bodies.position[ME] = to;
    walk(&mut s);
    assert_eq!(s.bodies.position[ME], s.goal);
}

#[test]
fn a_goal_in_another_region_fails_at_once() {
    let mut s = far(scene(&["....#...", ".a..#.g.", "....#..."], &[]));
    s.go();
    assert_eq!(s.settle(), [Searching, SearchFailed, MapFailed]);
    assert_eq!(s.finder.reason, Some(Reason::DifferentRegion));
    assert_eq!(s.waypoint(), (MapFailed, s.bodies.position[ME]));
}

#[test]
fn a_new_target_on_the_path_leaves_nothing_of_the_old_one() {
    let mut s = far(serpentine(20));
    s.go();
    s.settle();
    walk_a_little(&mut s);
    s.goal = Vec2::new(0.5, 0.5);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    walk(&mut s);
    assert_eq!(s.bodies.position[ME], Vec2::new(0.5, 0.5));
}

fn walk_a_little(s: &mut Scene) {
    for _ in 0..6 {
        s.bodies.position[ME] = s.waypoint().1;
        s.slice();
    }
}

#[test]
fn a_body_pushed_off_its_path_plans_again_from_where_it_is() {
    let mut s = far(serpentine(20));
    s.go();
    s.settle();
    walk_a_little(&mut s);
    s.bodies.position[ME] = Vec2::new(40.5, 30.5); // many corridors on
    let said: Vec<_> = (0..4).map(|_| s.tick()).collect();
    assert_eq!(said.last(), Some(&Searching), "{said:?}");
    assert_eq!((s.search(), s.tick()), (SearchOk, SearchOk));
    walk(&mut s);
    assert_eq!((s.bodies.position[ME], s.finder.view(&s.params).searches), (s.goal, 2));
}

#[test]
fn without_levels_for_its_size_the_map_is_too_large() {
    let mut s = far(serpentine(4));
    s.levels = Default::default();
    s.go();
    assert_eq!(s.settle().last(), Some(&MapFailed));
    assert_eq!(s.finder.reason, Some(Reason::MapTooLarge));
}

/// Ground of mud, four times as expensive as the road that leads round over the north.
fn muddy() -> Scene {
    let mut s = scene(&[".".repeat(70).as_str(); 60], &[]);
    let kind = |letter, cost| GroundKind { letter, name: format!("{letter}"), cost, ..kinds().swap_remove(0) };
    let is_road = |x: usize, y: usize| y == 9 && (9..61).contains(&x) || (x == 9 || x == 60) && (9..40).contains(&y);
    let cells = (0..70 * 60).map(|i| u8::from(is_road(i % 70, i / 70))).collect();
    let ground = Ground::new(70, 60, 1.0, vec![kind('m', 4 * PLAIN_COST), kind('r', PLAIN_COST)], cells);
    s.world = World::new("muddy", ground, Vec::new(), Vec::new());
    s.bodies.position[ME] = Vec2::new(9.5, 39.5);
    s.goal = Vec2::new(60.5, 39.5);
    far(s)
}

#[test]
fn creatures_of_large_worlds_take_the_road_as_long_as_it_is_one() {
    let mut s = muddy();
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    let by_road = walk(&mut s);
    assert!((100.0..113.0).contains(&by_road), "51 m across and twice 30 m: {by_road}");
    // The road turns to mud.
    let edit = Edit::Ground { corners: [Cell::new(9, 9), Cell::new(60, 9)], kind: "m".into() };
    let planned = s.world.plan(&edit).expect("an edit that fits");
    for change in s.world.make(planned) {
        let changed = s.regions.repair_costs(&s.world, change.area);
        assert_eq!(changed, [MoveClass::WALK]);
        s.service.repair_costs((Storey::GROUND, &s.world), &s.regions, &mut s.levels, (&changed, &[change.area]));
    }
    let mut fresh = muddy();
    fresh.world = s.world.clone();
    (fresh.regions, fresh.levels) = Default::default();
    fresh.prepare();
    assert!(s.levels == fresh.levels, "repaired as prepared");
    s.bodies.position[ME] = Vec2::new(9.5, 39.5);
    s.go();
    s.settle();
    let straight = walk(&mut s);
    assert!(straight < 52.0, "across the mud: {straight}");
}
