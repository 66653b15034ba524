//! Doors that open and close under a path.

use super::scene::{ME, Scene, scene};
use bestiary::testing::nav::{Code, Review};
use bestiary::{Obb, Planner, Vec2};

/// A wall with two passages; boxes 0 and 1 are their doors.
const ROWS: [&str; 13] = [
    "..............................",
    "..............................",
    "..a............#...........g..",
    "...............#..............",
    "...............#..............",
    "...............#..............",
    "...............#..............",
    "...............#..............",
    "...............#..............",
    "...............#..............",
    "...............#..............",
    "...............#..............",
    "...............#..............",
];

const UPPER: (f32, f32, f32, f32) = (15.2, 0.0, 15.8, 2.0);

fn doors(planner: Planner) -> Scene {
    let mut rows = ROWS.map(str::to_owned);
    // The lower passage, farther away than the upper one.
    for row in &mut rows[11..] {
        row.replace_range(15..16, ".");
    }
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut s = scene(&rows, &[UPPER, (15.2, 11.0, 15.8, 13.0)]);
    s.params.planner = planner;
    s.world.add_door("upper", 0, vec![], None);
    s.world.add_door("lower", 1, vec![], None);
    s.world.set_door(0, true);
    s.world.set_door(1, true);
    s.prepare();
    s
}

/// Turns a door and brings everything up to date; what became of the path.
fn turn(s: &mut Scene, door: usize, open: bool) -> Review {
    let Some(change) = s.world.set_door(door, open) else { panic!("door {door} is so already") };
    let repaired = s.regions.repair(&s.world, change.area);
    s.service.repair(bestiary::Storey::GROUND, &s.regions, &mut s.levels, &repaired);
    s.with(|finder, ctx, _| finder.review(ctx, &[change]))
}

/// Metres of the path from where the agent is.
fn planned_m(s: &mut Scene) -> f32 {
    let (finder, here) = (s.finder.clone(), s.bodies.position[ME]);
    let path = s.walk();
    (s.finder, s.bodies.position[ME]) = (finder, here);
    let from = std::iter::once(here).chain(path.iter().copied());
    from.zip(&path).map(|(from, to)| from.distance(*to)).sum()
}

/// Searches until the path is in force.
fn find(s: &mut Scene) {
    assert_eq!(s.settle().last(), Some(&Code::SearchOk), "{:?}", s.finder.reason);
}

#[test]
fn a_path_goes_round_a_door_that_closes_and_back_through_one_that_opens() {
    for planner in [Planner::Static, Planner::Window] {
        let mut s = doors(planner);
        s.go();
        find(&mut s);
        let short = planned_m(&mut s);
        assert_eq!(turn(&mut s, 0, false), Review::Redone, "{planner:?}");
        find(&mut s);
        let long = planned_m(&mut s);
        assert!(long > short + 2.0, "{planner:?}: {short} {long}");
        assert_eq!(turn(&mut s, 0, true), Review::Redone, "{planner:?}");
        find(&mut s);
        assert!(planned_m(&mut s) < short + 0.1, "{planner:?}");
        // The path does not lead through this one, and through it nothing is to be gained.
        assert_eq!(turn(&mut s, 1, false), Review::Kept, "{planner:?}");
        assert_eq!(turn(&mut s, 1, true), Review::Kept, "{planner:?}");
    }
}

#[test]
fn a_goal_that_was_given_up_is_looked_for_again_when_a_door_opens() {
    for planner in [Planner::Static, Planner::Window] {
        let mut s = doors(planner);
        s.go();
        turn(&mut s, 0, false);
        turn(&mut s, 1, false);
        assert_eq!(s.settle().last(), Some(&Code::MapFailed), "{planner:?}");
        assert_eq!(turn(&mut s, 1, true), Review::Redone, "{planner:?}");
        find(&mut s);
        assert!(planned_m(&mut s) > 28.0, "{planner:?}");
    }
}

#[test]
fn a_door_that_opens_between_the_failure_and_the_last_try_is_not_missed() {
    for planner in [Planner::Static, Planner::Window] {
        let mut s = doors(planner);
        s.go();
        turn(&mut s, 0, false);
        turn(&mut s, 1, false);
        assert_eq!((s.tick(), s.search()), (Code::Searching, Code::SearchFailed), "{planner:?}");
        assert_eq!(s.tick(), Code::SearchFailed, "{planner:?}");
        assert_eq!(turn(&mut s, 1, true), Review::Idle, "{planner:?}");
        find(&mut s);
        assert!(planned_m(&mut s) > 28.0, "{planner:?}");
    }
}

#[test]
fn a_door_that_closes_on_what_was_walked_already_changes_nothing() {
    let mut s = doors(Planner::Static);
    s.go();
    find(&mut s);
    s.walk();
    s.bodies.position[ME] = Vec2::new(18.5, 2.5);
    assert_eq!(turn(&mut s, 0, false), Review::Kept);
    assert_eq!(s.tick(), Code::NoNewPath);
}

#[test]
fn where_a_later_waypoint_is_in_sight_the_path_goes_on_there() {
    let mut s = doors(Planner::Static);
    s.go();
    find(&mut s);
    // It was moved to the other side of the wall before it got a waypoint.
    s.bodies.position[ME] = Vec2::new(18.5, 2.5);
    assert_eq!(turn(&mut s, 0, false), Review::Repaired(Code::SearchOk));
    assert_eq!(s.tick(), Code::SearchOk);
    assert_eq!(s.waypoint(), (Code::LastWaypoint, s.goal));
}

/// A search that takes several steps is under way.
fn searching(planner: Planner) -> Scene {
    let mut s = doors(planner);
    s.params.slice_expansions = 1;
    s.go();
    s.tick();
    assert_eq!(s.slice(), None);
    s
}

/// Goes to the goal; no waypoint leads through the upper door.
fn walk_past_the_upper_door(s: &mut Scene) {
    let upper = Obb::new(Vec2::new(15.5, 1.0), Vec2::new(0.3, 1.0), 0.0);
    let path = s.walk();
    assert!(path.windows(2).all(|leg| upper.hit(leg[0], leg[1]).is_none()), "{path:?}");
}

#[test]
fn a_search_under_way_goes_on_and_its_path_ends_before_what_has_closed() {
    for planner in [Planner::Static, Planner::Window] {
        let mut s = searching(planner);
        assert_eq!(turn(&mut s, 0, false), Review::Kept, "{planner:?}: the search goes on");
        let before = s.with(|f, ctx, _| f.view(ctx.params).searches);
        while s.slice().is_none() {}
        // In a window its first piece leads through the door: nothing is left of it.
        let again = u32::from(planner == Planner::Window);
        assert_eq!(s.with(|f, ctx, _| f.view(ctx.params).searches), before + again, "{planner:?}");
        s.settle();
        let (code, first) = s.waypoint();
        assert_ne!(code, Code::LastWaypoint, "{planner:?}: {first}");
        assert!(first.x < 15.0, "{planner:?}: {first}");
        // Its script knows of it, then it is searched again.
        while s.tick() != Code::SearchOk {
            s.slice();
        }
        walk_past_the_upper_door(&mut s);
    }
}

/// Corridors that lead up and down, one after the other, and a crate in the last.
fn comb(planner: Planner) -> Scene {
    let letter = |x: usize, y: usize| match (x, y) {
        (1, 6) => 'a',
        (25, 6) => 'g',
        _ if x % 4 != 2 || y == (x / 4 % 2) * 12 => '.',
        _ => '#',
    };
    let rows: Vec<String> = (0..13).map(|y| (0..32).map(|x| letter(x, y)).collect()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut s = scene(&rows, &[(28.1, 4.1, 28.9, 4.9)]);
    s.params.planner = planner;
    s.params.slice_expansions = 1;
    s.world.add_door("crate", 0, vec![], None);
    s.prepare();
    s
}

#[test]
fn a_search_ends_however_often_the_world_changes_under_it() {
    for planner in [Planner::Static, Planner::Window] {
        let mut s = comb(planner);
        s.go();
        s.tick();
        let mut steps = 0;
        while s.slice().is_none() {
            turn(&mut s, 0, steps % 2 == 0);
            steps += 1;
            assert!(steps < 1_000, "{planner:?}: it never ends");
        }
        assert!(steps > 5, "{planner:?}: {steps}");
        assert_eq!(s.with(|f, ctx, _| f.view(ctx.params).searches), 1, "{planner:?}");
        assert_eq!(s.tick(), Code::SearchOk, "{planner:?}");
        assert_eq!(s.walk().last(), Some(&s.goal), "{planner:?}");
    }
}

#[test]
fn a_path_that_leads_nowhere_any_more_is_given_up_even_by_an_agent_that_walks() {
    let mut s = doors(Planner::Static);
    s.go();
    find(&mut s);
    s.waypoint();
    turn(&mut s, 0, false);
    turn(&mut s, 1, false);
    for _ in 0..4 {
        s.bodies.position[ME].x += 1.2;
        s.slice();
        s.tick();
    }
    assert_eq!(s.tick(), Code::MapFailed);
}
