//! Quick paths: an agent moves off while its search goes on, and what that costs it.

use crate::scene::{ME, Scene, scene};
use bestiary::testing::nav::Code::{LastWaypoint, MoreWaypoints, SearchOk, Searching, TargetFailed};
use bestiary::testing::nav::{Round, run_slice};
use bestiary::{MoveClass, Planner, Vec2};
use proptest::prelude::*;

/// A quick path is eight steps long; an agent that took a wrong one walks it twice, its diagonals included.
const TWICE_A_QUICK_PATH_M: f32 = 2.0 * 8.0 * std::f32::consts::SQRT_2;
/// Steps between two ticks of an agent, and how far it gets in a step, metres.
const PERIOD: u32 = 6;
const STRIDE_M: f32 = 0.25;

/// A walk to the goal.
#[derive(Debug, Default)]
struct Walk {
    /// In which step it first moved.
    moved: Option<u32>,
    /// In which step its search ended.
    found: Option<u32>,
    walked_m: f32,
    arrived: bool,
}

/// A maze of corridors one cell wide (depth first, so that there is one path), with some walls taken out.
fn maze(side: usize, seed: u64) -> Vec<String> {
    let width = side * 2 + 1;
    let (mut rows, mut state) = (vec![vec![b'#'; width]; width], seed | 1);
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut stack = vec![(1_usize, 1_usize)];
    rows[1][1] = b'.';
    while let Some((x, y)) = stack.last().copied() {
        let to = [(x + 2, y), (x.wrapping_sub(2), y), (x, y + 2), (x, y.wrapping_sub(2))];
        let free: Vec<_> = to.into_iter().filter(|(x, y)| *x < width && *y < width && rows[*y][*x] == b'#').collect();
        if free.is_empty() {
            stack.pop();
            continue;
        }
        let next = free[draw(free.len())];
        rows[(y + next.1) / 2][(x + next.0) / 2] = b'.';
        rows[next.1][next.0] = b'.';
        stack.push(next);
    }
    for _ in 0..side {
        let (x, y) = (1 + draw(width - 2), 1 + draw(width - 2));
        rows[y][x] = b'.';
    }
    rows[1][1] = b'a';
    rows[width - 2][width - 2] = b'g';
    rows.into_iter().map(|row| String::from_utf8(row).expect("letters")).collect()
}

fn in_maze(side: usize, seed: u64, planner: Planner) -> Scene {
    let rows = maze(side, seed);
    let mut s = scene(&rows.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    s.params.planner = planner;
    s.params.max_goal_distance_m = 400.0;
    s.prepare();
    s
}

/// One step's searches, with a quick path where one is due.
fn search_step(s: &mut Scene, quick: bool) -> bool {
    s.step += 1;
    s.with(|f, ctx, search| {
        let end = run_slice(f, ctx, search);
        if end.is_none() && quick && f.wants_quick_path() {
            assert_eq!(f.advance(ctx, Round::Quick, search), None, "a quick path ends no search");
        }
        end.is_some()
    })
}

/// Walks to the goal as tactics do, straight from waypoint to waypoint.
fn walk(s: &mut Scene, quick: bool) -> Walk {
    let (mut walk, mut towards, mut is_last, mut due) = (Walk::default(), None, false, true);
    s.go();
    for step in 0..20_000 {
        let here = s.bodies.position[ME];
        let reached = towards.is_some_and(|to: Vec2| to.distance(here) < 0.01);
        if reached && is_last {
            return Walk { arrived: true, ..walk };
        }
        if due || reached || step % PERIOD == 0 {
            let code = s.tick();
            if code == SearchOk && walk.found.is_none() {
                walk.found = Some(step);
            }
            if code == SearchOk || towards.is_none() || reached {
                let (kind, to) = s.waypoint();
                assert!(
                    walk.found.is_some() || kind != LastWaypoint,
                    "a partial path is never reported as a whole one"
                );
                assert!(matches!(kind, MoreWaypoints | LastWaypoint | TargetFailed), "{kind:?}");
                (towards, is_last) = (Some(to).filter(|_| kind != TargetFailed), kind == LastWaypoint);
            }
        }
        due = search_step(s, quick) || step == 0;
        if let Some(to) = towards {
            let next = here + (to - here).clamp_length_max(STRIDE_M);
            assert!(s.world.is_free(next, 0.38, 1.0, MoveClass::WALK), "{next} is in a wall: {walk:?}");
            walk.walked_m += next.distance(here);
            if next != here && walk.moved.is_none() {
                walk.moved = Some(step);
            }
            s.bodies.position[ME] = next;
        }
    }
    walk
}

#[test]
fn an_agent_without_a_path_moves_off_while_it_is_searched_for() {
    for planner in [Planner::Window, Planner::Static] {
        let mut s = in_maze(20, 7, planner);
        s.params.slice_expansions = 10;
        s.go();
        assert_eq!(s.tick(), Searching);
        assert_eq!(s.waypoint().0, TargetFailed, "{planner:?}: nothing yet");
        search_step(&mut s, true);
        assert_eq!(s.tick(), Searching);
        let (code, to) = s.waypoint();
        assert_eq!(code, MoreWaypoints, "{planner:?}");
        assert!(to.distance(s.bodies.position[ME]) > 0.5);
        for _ in 0..20 {
            let (code, to) = s.waypoint();
            assert_eq!(code, MoreWaypoints, "{planner:?}: its end is not the last waypoint");
            s.bodies.position[ME] = to;
        }
        assert!(to.distance(Vec2::splat(1.5)) <= TWICE_A_QUICK_PATH_M / 2.0);
    }
}

#[test]
fn no_quick_path_leads_out_of_a_closed_box() {
    let mut s = scene(&["######....", "#a...#....", "#....#...g", "######...."], &[]);
    s.params.slice_expansions = 1;
    s.go();
    s.tick();
    search_step(&mut s, true);
    assert_eq!(s.waypoint().0, TargetFailed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn it_arrives_and_walks_little_further_than_a_patient_one(
        side in prop_oneof![4usize..24, Just(31), Just(32)],
        seed in any::<u64>(),
        slice in 8u32..60,
        is_static in any::<bool>(),
    ) {
        let planner = if is_static { Planner::Static } else { Planner::Window };
        let run = |quick| {
            let mut s = in_maze(side, seed, planner);
            s.params.slice_expansions = slice;
            // A path that is renewed by so slow a search, with a weight, may lead to and fro.
            s.params.refresh_ticks = 100_000;
            walk(&mut s, quick)
        };
        let (hasty, patient) = (run(true), run(false));
        prop_assert!(hasty.arrived && patient.arrived, "{hasty:?} {patient:?}");
        prop_assert!(hasty.moved <= Some(2), "it moves off at once: {hasty:?}");
        prop_assert!(patient.moved >= patient.found, "{patient:?}");
        let most = patient.walked_m + TWICE_A_QUICK_PATH_M;
        prop_assert!(hasty.walked_m <= most, "{} m instead of {} m", hasty.walked_m, patient.walked_m);
    }
}
