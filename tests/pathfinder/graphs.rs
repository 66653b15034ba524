//! Pathfinders that plan over graphs: the same codes as on the grid, legal paths, and changes of the world.

use crate::scene::{ME, Scene, scene};
use bestiary::testing::graph::GraphKind;
use bestiary::testing::grid::RegionSet;
use bestiary::testing::nav::Code::{MapFailed, SearchFailed, SearchOk, Searching};
use bestiary::testing::nav::{Code, Goal, Reason};
use bestiary::{Aabb, Marker, MoveClass, Planner, Storey, Vec2, World};
use clap::ValueEnum;
use proptest::prelude::*;

/// The same scene for a planner: over a graph, or over the cells of the shared grid.
fn planning(mut s: Scene, graph: Option<GraphKind>) -> Scene {
    (s.params.planner, s.params.graph) = (Planner::Static, graph);
    s.prepare();
    s
}

/// The kinds that need nothing but a world.
fn kinds() -> impl Iterator<Item = GraphKind> {
    GraphKind::value_variants().iter().copied().filter(|kind| *kind != GraphKind::Markers)
}

/// The agent walks to its goal and touches nothing, but for what it touches where it is.
fn check_walk(s: &mut Scene, here: &str) -> Vec<Vec2> {
    let (mut at, radius_m) = (s.bodies.position[ME], s.bodies.radius[ME]);
    let legs = s.walk();
    let is_free = |s: &Scene, at| s.world.is_free(at, radius_m * 0.95, 1.0, MoveClass::WALK);
    let first = if is_free(s, at) { 0 } else { 40 };
    for (to, first) in legs.iter().zip([first].into_iter().chain(std::iter::repeat(0))) {
        for i in first..=40 {
            let place = at.lerp(*to, i as f32 / 40.0);
            assert!(is_free(s, place), "{here}: {at} → {to} touches something at {place}");
        }
        at = *to;
    }
    legs
}

/// A pocket with two cells left on each side.
const POCKET: [&str; 11] = [
    "................",
    "................",
    "................",
    ".....#####......",
    ".........#......",
    "..a......#...g..",
    ".........#......",
    ".....#####......",
    "................",
    "................",
    "................",
];

#[test]
fn a_path_over_each_graph_leads_round_the_pocket() {
    for kind in kinds() {
        let mut s = planning(scene(&POCKET, &[]), Some(kind));
        s.go();
        assert_eq!(s.settle(), [Searching, SearchOk], "{kind:?}");
        let legs = check_walk(&mut s, kind.name());
        assert_eq!(legs.last(), Some(&s.goal), "{kind:?}");
        // No path is shorter than from the agent over two corners of the pocket.
        assert!((3..12).contains(&legs.len()), "{kind:?}: {legs:?}");
    }
}

#[test]
fn what_cannot_be_reached_has_the_reason_that_it_has_on_the_grid() {
    let pen = ["..........", "...###....", ".a.#g#....", "...###....", ".........."];
    for kind in kinds().map(Some).chain([None]) {
        let mut s = planning(scene(&pen, &[]), kind);
        s.go();
        assert_eq!(
            (s.settle(), s.finder.reason),
            (vec![Searching, SearchFailed, MapFailed], Some(Reason::DifferentRegion))
        );
        s.goal = Vec2::new(4.5, 1.5);
        s.go();
        assert_eq!(
            (s.settle(), s.finder.reason),
            (vec![Searching, SearchFailed, MapFailed], Some(Reason::GoalBlocked))
        );
    }
}

/// Halls with markers: (4.5, 1.5) in one, (4.5, 5.5) in the other, joined by those at the door.
fn halls() -> Scene {
    let mut s = scene(
        &["...........", ".a.........", "...........", "######..###", "...........", ".g.........", "..........."],
        &[],
    );
    let marker = |x: f32, y: f32| Marker { name: format!("{x} {y}"), at: Vec2::new(x, y), to: None };
    s.world.markers = vec![marker(4.5, 1.5), marker(7.0, 1.5), marker(7.0, 5.5), marker(4.5, 5.5)];
    s
}

#[test]
fn a_path_over_markers_leads_from_one_to_the_next() {
    let mut s = planning(halls(), Some(GraphKind::Markers));
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    let walked = check_walk(&mut s, "markers");
    assert_eq!(walked, [Vec2::new(7.0, 1.5), Vec2::new(7.0, 5.5), s.goal]);
}

#[test]
fn a_goal_that_sees_no_marker_is_off_the_graph() {
    let mut s = halls();
    s.world.markers.truncate(2);
    let mut s = planning(s, Some(GraphKind::Markers));
    s.go();
    assert_eq!((s.settle(), s.finder.reason), (vec![Searching, SearchFailed, MapFailed], Some(Reason::OffGraph)));
    // In sight a goal needs none.
    s.goal = Vec2::new(9.5, 0.5);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
}

#[test]
fn without_markers_there_is_no_such_graph_and_that_is_said_once() {
    let mut s = planning(scene(&POCKET, &[]), Some(GraphKind::Markers));
    s.prepare();
    let said = s.service.take_graph_faults();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("no [[marker]]"), "{said:?}");
    s.go();
    assert_eq!((s.settle(), s.finder.reason), (vec![Searching, SearchFailed, MapFailed], Some(Reason::NoGraph)));
}

#[test]
fn a_search_of_many_slices_ends_as_one_of_a_single_slice_does() {
    for kind in kinds() {
        let path = |slice| {
            let mut s = scene(&POCKET, &[]);
            s.params.slice_expansions = slice;
            let mut s = planning(s, Some(kind));
            s.go();
            assert_eq!(s.settle(), [Searching, SearchOk], "{kind:?}");
            (s.finder.view(&s.params).waypoints, s.step)
        };
        let (whole, sliced) = (path(100_000), path(1));
        assert_eq!(whole.0, sliced.0, "{kind:?}");
        let is_long = !matches!(kind, GraphKind::Visibility | GraphKind::VisibilityFull | GraphKind::Mesh);
        assert!(!is_long || sliced.1 > whole.1 + 3, "{kind:?}: {} and {} steps", whole.1, sliced.1);
    }
}

/// A wall with two doors, of which the south one is a box that can be taken away.
fn doors() -> Scene {
    let rows: Vec<String> = (0..20)
        .map(|y| {
            (0..30).map(|x| if x == 15 && !(1..4).contains(&y) && !(15..18).contains(&y) { '#' } else { '.' }).collect()
        })
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut s = scene(&rows, &[(15.0, 15.0, 16.0, 18.0)]);
    (s.bodies.position[ME], s.goal) = (Vec2::new(10.5, 12.5), Vec2::new(20.5, 12.5));
    s
}

/// Takes the box away, or puts it back, and brings everything up to date.
fn set_door(s: &mut Scene, open: bool) {
    let area = Aabb { min: Vec2::new(15.0, 15.0), max: Vec2::new(16.0, 18.0) };
    let closed = doors().world;
    s.world = if open { World::new("open", (*closed.ground).clone(), vec![], vec![]) } else { closed };
    let repaired = s.regions.repair(&s.world, &[area]);
    s.service.repair(Storey::GROUND, &s.regions, &mut s.levels, &repaired);
    s.service.change_graphs((Storey::GROUND, &s.world), &s.regions, &[area]);
}

#[test]
fn paths_over_each_graph_follow_a_door() {
    let length = |s: &mut Scene, here: &str| {
        let from = s.bodies.position[ME];
        s.finder = Default::default();
        s.go();
        assert_eq!(s.settle(), [Searching, SearchOk], "{here}");
        let all: Vec<Vec2> = [from].into_iter().chain(check_walk(s, here)).collect();
        s.bodies.position[ME] = from;
        all.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>()
    };
    for kind in kinds() {
        let mut s = planning(doors(), Some(kind));
        let closed = length(&mut s, kind.name());
        set_door(&mut s, true);
        let open = length(&mut s, kind.name());
        set_door(&mut s, false);
        let again = length(&mut s, kind.name());
        assert!(closed > 20.0 && open < 14.0, "{kind:?}: {closed} and {open} m");
        assert_eq!(closed, again, "{kind:?}");
    }
}

#[test]
fn a_search_whose_graph_changes_restarts_with_larger_slices_and_ends() {
    for kind in kinds().filter(|kind| *kind != GraphKind::Turned) {
        let mut s = doors();
        s.params.slice_expansions = 1;
        let mut s = planning(s, Some(kind));
        s.go();
        assert_eq!(s.tick(), Searching);
        // The world changes in each step.
        let ended = (0..40).find_map(|step| {
            set_door(&mut s, step % 2 == 0);
            s.slice()
        });
        assert_eq!(ended, Some(SearchOk), "{kind:?}");
        assert_eq!(s.worker.counts.fixed.searches, 1, "{kind:?}: it counts once");
    }
}

/// Rows of cells, boxes, the radius of a body, and two places.
type Drawn = (Vec<String>, Vec<(f32, f32, f32, f32)>, f32, [(f32, f32); 2]);

/// Random closed cells and boxes.
fn worlds() -> impl Strategy<Value = Drawn> {
    let row = proptest::collection::vec(prop_oneof![6 => Just('.'), 1 => Just('#')], 18);
    let rows = proptest::collection::vec(row.prop_map(|row| row.into_iter().collect()), 14);
    let boxes = proptest::collection::vec((0.0..17.0_f32, 0.0..13.0_f32, 0.1..4.0_f32, 0.1..4.0_f32), 0..4);
    let boxes = boxes.prop_map(|all| all.into_iter().map(|(x, y, w, h)| (x, y, x + w, y + h)).collect());
    let place = || (0.0..18.0_f32, 0.0..14.0_f32);
    let radius = prop_oneof![Just(0.2_f32), Just(0.4), Just(0.5), Just(0.7)];
    (rows, boxes, radius, [place(), place()])
}

/// How a search ends.
fn end(s: &mut Scene) -> (Code, Option<Reason>) {
    s.go();
    let said = s.settle();
    (*said.last().expect("it says something"), s.finder.reason)
}

proptest! {
    /// Over a graph a search fails for the reason for which it fails on the grid, and finds a path where one on the grid is half a cell
    /// wider than the body.
    #[test]
    fn codes_are_those_of_the_grid_where_half_a_cell_is_left((rows, boxes, radius_m, [from, to]) in worlds()) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let made = |graph| {
            let mut s = scene(&rows, &boxes);
            s.bodies.radius = vec![radius_m; 2];
            (s.bodies.position[ME], s.goal) = (from.into(), to.into());
            planning(s, graph)
        };
        let mut on_grid = made(None);
        let expected = end(&mut on_grid);
        let mut wide = RegionSet::default();
        wide.prepare(&on_grid.world, radius_m + 0.5, 1.0, MoveClass::WALK);
        let region = |at: (f32, f32)| wide.get(radius_m + 0.5, 1.0, MoveClass::WALK)?.of_point(at.into());
        let free = |at: (f32, f32)| on_grid.world.is_free(at.into(), radius_m + 0.5, 1.0, MoveClass::WALK);
        let is_wide = free(from) && free(to) && region(from).is_some() && region(from) == region(to);
        for kind in kinds() {
            let mut s = made(Some(kind));
            let found = end(&mut s);
            prop_assert!(found == expected || found == (MapFailed, Some(Reason::OffGraph)), "{kind:?}: {found:?}, not {expected:?}");
            prop_assert!(!is_wide || found.0 == SearchOk, "{kind:?}: {found:?}");
            if found.0 == SearchOk {
                check_walk(&mut s, kind.name());
            }
        }
    }
}

#[test]
fn a_moving_target_is_followed_over_a_graph() {
    for kind in kinds() {
        let mut s = scene(&POCKET, &[]);
        s.bodies.position[crate::scene::OTHER] = s.goal;
        let mut s = planning(s, Some(kind));
        s.chase();
        assert_eq!(s.settle(), [Searching, SearchOk], "{kind:?}");
        assert!(matches!(s.finder.goal, Goal::Agent(_)));
        assert_eq!(check_walk(&mut s, kind.name()).last(), Some(&s.goal), "{kind:?}");
    }
}
