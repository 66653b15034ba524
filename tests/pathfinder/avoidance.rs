//! Paths that lead round influence: with both planners, near the agent, and no farther.

use crate::scene::{ME, Scene, meadow, scene};
use bestiary::testing::influence::{Avoided, Influence, LayerId};
use bestiary::testing::nav::Code::{NoNewPath, SearchOk, Searching};
use bestiary::{LayerSpec, MoveClass, Planner, Vec2};
use proptest::prelude::*;

const BOTH: [Planner; 2] = [Planner::Window, Planner::Static];
const THREAT: LayerId = LayerId(0);

/// With a layer of threat that the agent avoids, and 12 m of it round each of some points.
fn threatened(mut s: Scene, planner: Planner, wolves: &[(f32, f32)]) -> Scene {
    s.params.planner = planner;
    let spec = LayerSpec { half_life_s: 10.0, reach_m: 12.0, ..LayerSpec::named("threat") };
    s.influence = Influence::new([spec], s.world.size(), 0.05);
    s.influence.advance(0);
    wolves.iter().for_each(|(x, y)| s.influence.get_mut(THREAT).unwrap().add(Vec2::new(*x, *y), 1.0));
    s.avoided = vec![Avoided { layer: THREAT, weight: 8 * 8 }];
    s.prepare();
    s
}

/// How near the path in force, from where the agent is, comes to a point, metres.
fn nearest_to(s: &mut Scene, (x, y): (f32, f32)) -> f32 {
    let points = s.finder.view(&s.params).waypoints;
    let mut here = s.bodies.position[ME];
    let mut nearest = f32::INFINITY;
    for to in points {
        (0..=40).for_each(|i| nearest = nearest.min(here.lerp(to, i as f32 / 40.0).distance(Vec2::new(x, y))));
        here = to;
    }
    nearest
}

#[test]
fn a_path_leads_round_what_the_agent_avoids() {
    for planner in BOTH {
        let wolf = (30.5, 30.5);
        let mut s = threatened(meadow(62, 62, (10.5, 30.5), (52.5, 30.5), &[]), planner, &[wolf]);
        s.avoided.clear();
        s.go();
        assert_eq!(s.settle(), [Searching, SearchOk]);
        assert!(nearest_to(&mut s, wolf) < 1.0, "{planner:?}: without avoiding it goes straight");

        let mut s = threatened(meadow(62, 62, (10.5, 30.5), (52.5, 30.5), &[]), planner, &[wolf]);
        s.go();
        assert_eq!(s.settle(), [Searching, SearchOk]);
        let near = nearest_to(&mut s, wolf);
        assert!(near > 7.0, "{planner:?}: it comes as near as {near} m");
        let legs = s.walk();
        assert_eq!(legs.last(), Some(&s.goal), "{planner:?}");
    }
}

/// The plan itself is the same search over the same cells as without influence: only what is near is searched besides.
#[test]
fn the_plan_is_searched_for_as_without_influence() {
    let wall = [(30.0, 4.0, 31.0, 58.0)];
    for planner in BOTH {
        let searched = |wolves: &[(f32, f32)]| {
            let mut s = threatened(meadow(62, 62, (10.5, 30.5), (52.5, 30.5), &wall), planner, wolves);
            s.go();
            s.settle();
            let counts = s.worker.counts;
            (counts.expanded - counts.near.expanded, counts.both().searches, counts.near.searches)
        };
        let (plan, searches, near) = searched(&[(30.5, 2.5)]);
        assert_eq!((plan, searches), (searched(&[]).0, searched(&[]).1), "{planner:?}");
        assert_eq!((near, searched(&[]).2), (1, 0), "{planner:?}");
    }
}

/// How much influence the path in force leads through, from where the agent is: a sum over metres.
fn crossed(s: &Scene) -> f32 {
    let mut here = s.bodies.position[ME];
    let mut sum = 0.0;
    for to in s.finder.view(&s.params).waypoints {
        let metres = here.distance(to).ceil().max(1.0);
        let at = |i: u32| s.influence.get(THREAT).unwrap().at(here.lerp(to, (i as f32 + 0.5) / metres));
        sum += (0..metres as u32).map(at).sum::<f32>() * here.distance(to) / metres;
        here = to;
    }
    sum
}

#[test]
fn paths_lead_through_less_than_half_of_the_influence_that_plans_lead_through() {
    for planner in BOTH {
        let sums = [false, true].map(|avoids| {
            let paths = (0..40_u16).map(|i| {
                let wolf = |n: u16| (14.0 + f32::from(i * 13 % 34), 8.0 + f32::from((i + n) * 29 % 46));
                let boxes = [(20.0, 10.0 + f32::from(i), 21.0, 16.0 + f32::from(i)), (36.0, 20.0, 44.0, 22.0)];
                let plain = meadow(62, 62, (6.5, 30.5), (56.5, 30.5), &boxes);
                let mut s = threatened(plain, planner, &[wolf(0), wolf(7)]);
                if !avoids {
                    s.avoided.clear();
                }
                s.go();
                s.settle();
                crossed(&s)
            });
            paths.sum::<f32>()
        });
        assert!(sums[1] * 2.0 < sums[0], "{planner:?}: {sums:?}");
    }
}

/// A corridor of 60 m, and a wolf in it.
fn corridor_with(planner: Planner, wolf: (f32, f32)) -> Scene {
    let wall = "#".repeat(60);
    let corridor = format!("a{}g", ".".repeat(58));
    threatened(scene(&[&wall, &corridor, &wall], &[]), planner, &[wolf])
}

#[test]
fn where_there_is_no_other_path_it_leads_through() {
    for planner in BOTH {
        let mut s = corridor_with(planner, (30.0, 1.5));
        s.go();
        s.settle();
        assert_eq!(s.walk().last(), Some(&s.goal), "{planner:?}");
    }
}

#[test]
fn influence_far_away_changes_nothing_until_the_agent_comes_near() {
    for planner in BOTH {
        let wolf = (78.5, 20.5);
        let mut s = threatened(meadow(100, 41, (4.5, 20.5), (96.5, 20.5), &[]), planner, &[wolf]);
        s.go();
        s.settle();
        assert!(nearest_to(&mut s, wolf) < 1.0, "{planner:?}: 74 m away it is no reason to go round");
        s.bodies.position[ME] = Vec2::new(48.5, 20.5);
        s.step += 40;
        assert_eq!(s.tick(), NoNewPath, "{planner:?}: it looks at its path");
        assert_eq!(s.slice(), Some(SearchOk), "{planner:?}: and searches in the searches' phase");
        assert_eq!(s.tick(), SearchOk, "{planner:?}");
        assert!(nearest_to(&mut s, wolf) > 7.0, "{planner:?}: {}", nearest_to(&mut s, wolf));
    }
}

#[test]
fn a_path_along_the_edge_of_the_world_is_weighed_too() {
    for planner in BOTH {
        let wolf = (30.5, 2.5);
        let mut s = threatened(meadow(62, 62, (10.5, 0.45), (52.5, 0.45), &[]), planner, &[wolf]);
        s.go();
        assert_eq!(s.settle(), [Searching, SearchOk]);
        let near = nearest_to(&mut s, wolf);
        assert!(near > 7.0, "{planner:?}: it comes as near as {near} m");
        assert_eq!(s.walk().last(), Some(&s.goal), "{planner:?}");
    }
}

#[test]
fn a_path_without_a_better_one_is_searched_once_and_again_when_there_is_more_influence_on_it() {
    for planner in BOTH {
        let mut s = corridor_with(planner, (20.0, 1.5));
        s.go();
        s.settle();
        assert_eq!(s.worker.counts.near.searches, 1, "{planner:?}");
        for _ in 0..5 {
            s.step += 40;
            assert_eq!((s.tick(), s.slice()), (NoNewPath, None), "{planner:?}");
        }
        assert_eq!(s.worker.counts.near.searches, 1, "{planner:?}: nothing has changed");
        s.influence.get_mut(THREAT).unwrap().add(Vec2::new(20.0, 1.5), 5.0);
        s.step += 40;
        assert_eq!((s.tick(), s.slice()), (NoNewPath, None), "{planner:?}");
        assert_eq!(s.worker.counts.near.searches, 2, "{planner:?}: there is more of it");
    }
}

#[test]
fn a_plan_that_was_left_is_made_again_when_what_it_led_through_has_faded() {
    for planner in BOTH {
        let wolf = (30.5, 30.5);
        let mut s = threatened(meadow(62, 62, (10.5, 30.5), (52.5, 30.5), &[]), planner, &[wolf]);
        s.go();
        s.settle();
        assert!(nearest_to(&mut s, wolf) > 7.0);
        s.step += 1_000;
        s.influence.advance(s.step);
        assert_eq!(s.settle(), [Searching, SearchOk], "{planner:?}");
        assert!(nearest_to(&mut s, wolf) < 1.0, "{planner:?}");
    }
}

#[test]
fn a_path_is_not_looked_for_again_while_nothing_changes() {
    for planner in BOTH {
        let mut s = threatened(meadow(62, 62, (10.5, 30.5), (52.5, 30.5), &[]), planner, &[(30.5, 30.5)]);
        s.go();
        s.settle();
        let before = s.worker.counts.expanded;
        for _ in 0..4 {
            s.step += 5;
            assert_eq!(s.tick(), NoNewPath, "{planner:?}");
        }
        assert_eq!(s.worker.counts.expanded, before, "{planner:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever lies about: the path leads to the goal, no leg touches anything, and it is the same a second time.
    #[test]
    fn avoiding_never_breaks_a_path(
        walls in prop::collection::vec((4_u8..60, 4_u8..60, 1_u8..12, 1_u8..3, any::<bool>()), 0..8),
        wolves in prop::collection::vec((0_u8..64, 0_u8..64), 0..5),
        window in any::<bool>(),
    ) {
        let planner = BOTH[usize::from(!window)];
        let walls: Vec<_> = walls.iter().map(|(x, y, long, thick, upright)| {
            let (x, y, long, thick) = (f32::from(*x), f32::from(*y), f32::from(*long), f32::from(*thick));
            if *upright { (x, y, x + thick, y + long) } else { (x, y, x + long, y + thick) }
        }).collect();
        let wolves: Vec<_> = wolves.iter().map(|(x, y)| (f32::from(*x), f32::from(*y))).collect();
        let run = || {
            let mut s = threatened(meadow(64, 65, (1.5, 1.5), (62.5, 63.5), &walls), planner, &wolves);
            s.go();
            s.settle();
            let start = s.bodies.position[ME];
            (s.walk(), start, s)
        };
        let (legs, start, s) = run();
        prop_assert_eq!(&run().0, &legs);
        let plain = {
            let mut s = threatened(meadow(64, 65, (1.5, 1.5), (62.5, 63.5), &walls), planner, &[]);
            s.go();
            s.settle();
            s.walk()
        };
        prop_assert_eq!(legs.last(), plain.last());
        let mut here = start;
        for to in legs {
            for i in 0..=20 {
                let at = here.lerp(to, i as f32 / 20.0);
                prop_assert!(s.world.is_free(at, 0.38, 1.0, MoveClass::WALK), "{} → {} touches a wall", here, to);
            }
            here = to;
        }
    }
}
