//! Any orders in any world: what always holds.

use crate::scene::{ME, OTHER, Scene, scene};
use bestiary::Vec2;
use bestiary::testing::nav::Code;
use bestiary::testing::nav::Code::{
    LastWaypoint, MapFailed, MoreWaypoints, NoTarget, SearchOk, Searching, TargetFailed,
};
use proptest::prelude::*;

/// One thing done to a scene.
#[derive(Clone, Debug)]
enum Order {
    Go(f32, f32),
    Chase,
    Move(usize, f32, f32),
    Tick,
    Slices(u8),
    Waypoint,
    Switch(bool),
    Die(bool),
}

fn orders() -> impl Strategy<Value = Vec<Order>> {
    let place = || (-5.0f32..45.0, -5.0f32..35.0);
    let one = prop_oneof![
        1 => place().prop_map(|(x, y)| Order::Go(x, y)),
        1 => Just(Order::Chase),
        2 => (0usize..2, place()).prop_map(|(which, (x, y))| Order::Move(which, x, y)),
        8 => Just(Order::Tick),
        6 => (1u8..9).prop_map(Order::Slices),
        5 => Just(Order::Waypoint),
        1 => any::<bool>().prop_map(Order::Switch),
        1 => any::<bool>().prop_map(Order::Die),
    ];
    prop::collection::vec(one, 1..80)
}

/// Carries an order out; the code it returned.
fn obey(s: &mut Scene, order: &Order) -> Option<Code> {
    match *order {
        Order::Go(x, y) => {
            s.goal = Vec2::new(x, y);
            s.go();
        }
        Order::Chase => s.chase(),
        Order::Move(which, x, y) => s.bodies.position[if which == 0 { ME } else { OTHER }] = Vec2::new(x, y),
        Order::Tick => return Some(s.tick()),
        Order::Slices(n) => _ = (0..n).find_map(|_| s.slice()),
        Order::Waypoint => return Some(s.waypoint().0),
        Order::Switch(on) => s.on = on,
        Order::Die(dead) => s.bodies.alive[OTHER] = !dead,
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn codes_fit_the_state_and_repeat_exactly(
        cells in prop::collection::vec(prop::bool::weighted(0.15), 40 * 30),
        boxes in prop::collection::vec((0.0f32..38.0, 0.0f32..28.0, 0.3f32..6.0, 0.3f32..6.0), 0..6),
        orders in orders(),
        slice in 5u32..400,
        far in 8.0f32..60.0,
    ) {
        let rows: Vec<String> =
            cells.chunks(40).map(|r| r.iter().map(|c| if *c { '#' } else { '.' }).collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let boxes: Vec<_> = boxes.iter().map(|(x, y, w, h)| (*x, *y, x + w, y + h)).collect();
        let begin = || {
            let mut s = scene(&rows, &boxes);
            s.bodies.position = vec![Vec2::new(3.5, 3.5), Vec2::new(30.5, 20.5)];
            s.params.slice_expansions = slice;
            s.params.max_goal_distance_m = far;
            s.params.margin_nodes = 6;
            s
        };
        let (mut s, mut twin) = (begin(), begin());
        for order in &orders {
            let code = obey(&mut s, order);
            prop_assert_eq!(code, obey(&mut twin, order));
            prop_assert_eq!(s.digest(), twin.digest());
            let (view, tick) = (s.finder.view(&s.params), matches!(order, Order::Tick));
            match code {
                Some(Searching) => prop_assert!(s.finder.wants_slice()),
                Some(MapFailed) => prop_assert!(view.reason.is_some() && view.waypoints.is_empty()),
                Some(NoTarget) => prop_assert!(!s.finder.wants_slice() && view.waypoints.is_empty()),
                Some(SearchOk) if s.on => prop_assert!(!view.waypoints.is_empty()),
                Some(TargetFailed) if s.on => prop_assert!(view.waypoints.is_empty()),
                Some(MoreWaypoints) => prop_assert!(!tick && !view.waypoints.is_empty()),
                Some(LastWaypoint) => {
                    if let bestiary::testing::nav::Goal::Point(goal, _) = view.goal {
                        prop_assert_eq!(view.waypoints.last(), Some(&goal), "a part is never called the whole");
                    }
                }
                _ => {}
            }
        }
    }
}
