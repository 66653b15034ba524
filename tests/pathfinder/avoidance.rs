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

#[test]
fn where_there_is_no_other_path_it_leads_through() {
    let wall = "#".repeat(60);
    let corridor = format!("a{}g", ".".repeat(58));
    for planner in BOTH {
        let mut s = threatened(scene(&[&wall, &corridor, &wall], &[]), planner, &[(30.0, 1.5)]);
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
