//! Searches that find nothing: retries, reasons, giving up.

use crate::scene::{ME, Scene, long_wall, meadow, scene};
use bestiary::MoveClass;
use bestiary::Vec2;
use bestiary::testing::nav::Code::{MapFailed, OutOfTime, SearchFailed, SearchOk, Searching, TargetFailed};
use bestiary::testing::nav::Reason;

/// A wall from side to side of a small world, with a gap in the middle.
fn gap(from: f32, to: f32) -> Scene {
    meadow(10, 24, (4.5, 4.5), (4.5, 18.5), &[(-9.0, 10.8, from, 11.2), (to, 10.8, 19.0, 11.2)])
}

#[test]
fn rows_10_to_14_buffers_shrink_in_order_until_a_gap_opens() {
    let failed = |n: usize| [Searching, SearchFailed].repeat(n);
    for (from, to, tries, buffer) in [(3.0, 6.0, 0, 1.0), (3.4, 5.6, 1, 0.5), (4.0, 5.0, 2, 0.0), (3.6, 4.8, 3, -0.5)] {
        let mut s = gap(from, to);
        s.go();
        let said = s.settle();
        assert_eq!(said, [failed(tries), vec![Searching, SearchOk]].concat(), "gap {from}..{to}");
        assert_eq!(s.buffer(), buffer);
        assert_eq!(s.finder.reason, None);
        let (mut at, mut crossings) = (s.bodies.position[ME], Vec::new());
        for next in s.walk() {
            if (at.y < 11.0) != (next.y < 11.0) {
                crossings.push(at.lerp(next, (11.0 - at.y) / (next.y - at.y)).x);
            }
            at = next;
        }
        assert!(matches!(crossings[..], [x] if (from..=to).contains(&x)), "{from}..{to}: {crossings:?}");
    }
}

#[test]
fn row_8_a_closed_wall_is_given_up_after_four_failed_searches() {
    let mut s = gap(4.5, 4.5);
    s.go();
    let mut said = Vec::new();
    for buffer in [1.0, 0.5, 0.0, -0.5] {
        said.extend([s.tick(), s.search()]);
        assert_eq!((s.buffer(), s.finder.reason), (buffer, Some(Reason::WalledIn)), "row 20");
        assert_eq!(s.tick(), SearchFailed, "said once");
        assert_eq!(s.waypoint(), (TargetFailed, s.bodies.position[ME]));
    }
    assert_eq!(said, [Searching, SearchFailed].repeat(4));
    assert_eq!((s.tick(), s.tick()), (MapFailed, MapFailed), "stays");
    assert_eq!(s.waypoint(), (MapFailed, s.bodies.position[ME]));
    assert_eq!(s.finder.reason, Some(Reason::WalledIn));
    // Setting the same target is a new order here.
    s.go();
    assert_eq!(s.tick(), Searching);
}

#[test]
fn regions_show_that_nothing_joins_start_and_goal() {
    let rows = ["..........", "...###....", ".g.#a#....", "...###....", ".........."];
    let mut s = scene(&rows, &[]);
    s.regions.prepare(&s.world, 0.4, 1.0, MoveClass::WALK);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchFailed, MapFailed], "one search, not four");
    assert_eq!(s.finder.reason, Some(Reason::DifferentRegion));
    let counts = s.worker.counts;
    assert_eq!((counts.fixed.searches, counts.fixed.maps, counts.expanded, counts.cached_failures), (1, 0, 0, 1));
    // Without the regions it takes four, each on a map of its own.
    let mut s = scene(&rows, &[]);
    s.go();
    assert_eq!(s.settle().last(), Some(&MapFailed));
    assert_eq!((s.finder.reason, s.worker.counts.fixed.searches), (Some(Reason::WalledIn), 4));
}

#[test]
fn of_a_far_goal_only_the_temporary_ones_are_given_up() {
    // Nothing joins the pen and what lies on the line to the goal: each try looks for another place on the line.
    let rows: Vec<String> =
        (0..5)
            .map(|y| {
                (0..300)
                    .map(|x| {
                        if (1..=3).contains(&y) && (x == 3 || x == 1) || (y == 1 || y == 3) && x == 2 {
                            '#'
                        } else {
                            '.'
                        }
                    })
                    .collect()
            })
            .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut s = scene(&rows, &[]);
    s.bodies.position[ME] = Vec2::new(2.5, 2.5);
    s.goal = Vec2::new(250.5, 2.5);
    s.regions.prepare(&s.world, 0.4, 1.0, MoveClass::WALK);
    s.go();
    assert_eq!(s.settle(), [[Searching, SearchFailed].repeat(4), vec![MapFailed]].concat());
    assert_eq!((s.finder.reason, s.worker.counts.expanded), (Some(Reason::DifferentRegion), 0));
}

#[test]
fn the_last_try_has_the_last_buffer_whatever_the_others_were_spent_on() {
    // A fence from side to side with a gap of 1.2 m, too long for the first window.
    let mut s = meadow(160, 24, (80.5, 4.5), (80.5, 18.5), &[(-9.0, 10.8, 79.9, 11.2), (81.1, 10.8, 169.0, 11.2)]);
    s.regions.prepare(&s.world, 0.4, 1.0, MoveClass::WALK);
    s.go();
    let said = s.settle();
    assert_eq!(said, [[Searching, SearchFailed].repeat(3), vec![Searching, SearchOk]].concat());
    assert_eq!(s.buffer(), -0.5);
    assert_eq!(s.walk().last(), Some(&s.goal));
}

#[test]
fn row_18_at_the_windows_edge_the_margin_doubles_and_the_buffer_stays() {
    let mut s = long_wall(120, 60);
    s.go();
    for height in [26, 46] {
        assert_eq!((s.tick(), s.search()), (Searching, SearchFailed));
        assert_eq!((s.finder.reason, s.buffer()), (Some(Reason::MapEdge), 1.0));
        assert_eq!(s.window().3, height, "the world's border cuts the upper half");
        assert_eq!(s.tick(), SearchFailed);
    }
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.window().3, 86);
}

#[test]
fn row_8_too_many_tries_and_maps_too_large() {
    let mut s = long_wall(420, 410);
    s.go();
    let said = s.settle();
    assert_eq!(said, [[Searching, SearchFailed].repeat(4), vec![MapFailed]].concat());
    assert_eq!(s.finder.reason, Some(Reason::TooManyTries));
    let mut s = long_wall(420, 410);
    s.params.max_window_nodes = 80;
    s.go();
    assert_eq!(s.settle(), [Searching, SearchFailed, MapFailed]);
    assert_eq!(s.finder.reason, Some(Reason::MapTooLarge));
}

#[test]
fn the_count_of_tries_restarts_elsewhere_but_the_settings_stay() {
    let mut s = gap(4.5, 4.5);
    s.go();
    for _ in 0..3 {
        s.tick();
        s.search();
        s.tick();
    }
    s.bodies.position[ME].x += 2.0;
    s.tick();
    s.search();
    assert_eq!((s.tick(), s.buffer()), (SearchFailed, -0.5));
    assert_eq!(s.settle(), [[Searching, SearchFailed].repeat(3), vec![MapFailed]].concat(), "four from here");
}

#[test]
fn a_goal_beyond_a_narrow_door_is_found_by_a_smaller_buffer_not_by_a_larger_map() {
    // A house in a wide field: its door (2.2 m) is closed to a buffer of 1 m, and the search from outside runs to the
    // edge.
    let house = [
        (90.0, 90.0, 94.4, 90.4),
        (96.6, 90.0, 101.0, 90.4),
        (90.0, 90.0, 90.4, 101.0),
        (100.6, 90.0, 101.0, 101.0),
        (90.0, 100.6, 101.0, 101.0),
    ];
    let mut s = meadow(200, 200, (95.5, 60.5), (95.5, 95.5), &house);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchFailed, Searching, SearchOk]);
    assert_eq!((s.buffer(), s.window().2), (0.5, 41));
}

#[test]
fn start_and_goal_in_closed_ground_are_the_reasons() {
    let rows = ["......", ".##...", ".##.g.", "......"];
    let mut s = scene(&rows, &[]);
    s.bodies.position[ME] = Vec2::new(2.0, 2.0);
    s.go();
    s.tick();
    assert_eq!((s.search(), s.finder.reason), (SearchFailed, Some(Reason::StartBlocked)));
    assert_eq!(s.settle().last(), Some(&MapFailed));
    assert_eq!(s.finder.reason, Some(Reason::StartBlocked));
    s.bodies.position[ME] = Vec2::new(4.5, 2.5);
    s.goal = Vec2::new(2.0, 2.0);
    s.go();
    s.tick();
    assert_eq!((s.search(), s.finder.reason), (SearchFailed, Some(Reason::GoalBlocked)));
    let expanded = s.worker.counts.expanded;
    assert_eq!(s.settle().last(), Some(&MapFailed));
    assert_eq!(s.worker.counts.expanded, expanded, "nothing is searched for");
    s.goal = Vec2::new(-50.0, 1e30);
    s.go();
    assert_eq!(s.settle(), [MapFailed], "outside the world there is nothing to try");
    assert_eq!(s.finder.reason, Some(Reason::GoalBlocked));
}

#[test]
fn an_agent_in_contact_with_a_wall_steps_out_of_the_buffer_first() {
    let mut s = meadow(30, 30, (10.5, 15.5), (20.5, 5.5), &[(11.0, 10.0, 12.0, 20.0)]);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.buffer(), 1.0, "no smaller buffer is needed");
    assert_eq!(s.walk().last().copied(), Some(Vec2::new(20.5, 5.5)));
    // Inside the box there is no stepping out.
    let mut s = meadow(30, 30, (13.5, 15.5), (20.5, 5.5), &[(11.0, 10.0, 16.0, 20.0)]);
    s.go();
    s.tick();
    assert_eq!((s.search(), s.finder.reason), (SearchFailed, Some(Reason::StartBlocked)));
}

#[test]
fn rows_15_and_20_slices_are_searching_and_the_whole_budget_is_out_of_time() {
    let trap: Vec<String> = (0..40)
        .map(|y| {
            (0..60)
                .map(|x| {
                    if (x == 30 && (5..35).contains(&y)) || (x > 10 && x < 30 && (y == 5 || y == 34)) {
                        '#'
                    } else {
                        '.'
                    }
                })
                .collect()
        })
        .collect();
    let rows: Vec<&str> = trap.iter().map(String::as_str).collect();
    let begin = |slice, budget| {
        let mut s = scene(&rows, &[]);
        s.bodies.position[ME] = Vec2::new(25.5, 20.5);
        s.goal = Vec2::new(40.5, 20.5);
        (s.params.slice_expansions, s.params.budget_expansions) = (slice, budget);
        s.params.margin_nodes = 60; // the whole world: no edges
        s.go();
        s
    };
    let mut whole = begin(60_000, 60_000);
    assert_eq!(whole.settle(), [Searching, SearchOk]);
    let mut sliced = begin(50, 60_000);
    assert_eq!(sliced.tick(), Searching);
    let mut slices = 1;
    while sliced.slice().is_none() {
        slices += 1;
        assert_eq!(sliced.tick(), Searching, "spending a slice is no failure");
    }
    assert!(slices > 10);
    assert_eq!(sliced.tick(), SearchOk);
    assert_eq!(sliced.walk(), whole.walk(), "slices change nothing");
    let mut poor = begin(50, 120);
    assert_eq!(poor.tick(), Searching);
    assert_eq!((poor.search(), poor.finder.reason), (OutOfTime, Some(Reason::Budget)));
    assert_eq!((poor.tick(), poor.finder.view(&poor.params).expanded), (OutOfTime, 120));
    assert_eq!(poor.settle().last(), Some(&MapFailed), "counts as a failed try");
    assert_eq!(poor.finder.reason, Some(Reason::TooManyTries));
}

#[test]
fn the_buffer_shown_before_the_first_search_is_the_configured_one() {
    let mut s = gap(3.0, 6.0);
    s.params.buffers_m[0] = 0.75;
    assert_eq!(s.buffer(), 0.75);
}
