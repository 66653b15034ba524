//! Paths on the navigation mesh against a visibility graph.

use super::plane::{HEIGHT_M, Visibility, dip, scenes, volume};
use crate::drawn;
use bestiary::MoveClass;
use bestiary::testing::geom::{Obb, Vec2};
use bestiary::testing::graph::NavMesh;
use bestiary::testing::search::Polyanya;
use bestiary::testing::world::World;
use proptest::prelude::*;

pub(super) fn mesh(world: &World, radius_m: f32) -> NavMesh {
    NavMesh::of_world(world, radius_m, HEIGHT_M, MoveClass::WALK).expect("a small world is cut")
}

/// The path and its length.
pub(super) fn solve(mesh: &NavMesh, from: Vec2, to: Vec2) -> Option<(f64, Vec<Vec2>)> {
    let mut out = Vec::new();
    let length = Polyanya::default().solve(mesh, (from, 0), (to, 0), &mut out)?;
    Some((length, out.into_iter().map(|(p, _)| p).collect()))
}

#[test]
fn a_path_round_a_wall_turns_at_its_corners() {
    let w = drawn::world(&[".......", "...#...", "...#...", "...#..."], 1.0, vec![]);
    let (length, path) = solve(&mesh(&w, 0.4), Vec2::new(1.5, 3.0), Vec2::new(5.5, 3.0)).expect("there is a path");
    assert_eq!(path.len(), 5, "two points for each round corner, and the goal: {path:?}");
    let points: Vec<Vec2> = [Vec2::new(1.5, 3.0)].into_iter().chain(path).collect();
    let sum: f32 = points.windows(2).map(|p| p[0].distance(p[1])).sum();
    assert!((f64::from(sum) - length).abs() < 1e-4);
}

#[test]
fn there_is_no_path_to_what_is_closed_or_outside() {
    let w = drawn::world(&["...#...", "...#...", "...#..."], 1.0, vec![]);
    let mesh = mesh(&w, 0.25);
    let from = Vec2::new(1.0, 1.0);
    assert_eq!(solve(&mesh, from, Vec2::new(5.0, 1.0)), None, "the other side");
    assert_eq!(solve(&mesh, from, Vec2::new(3.5, 1.0)), None, "closed");
    for bad in [f32::NAN, f32::INFINITY, -1.0, 1e30] {
        assert_eq!(solve(&mesh, from, Vec2::new(bad, 1.0)), None);
        assert_eq!(solve(&mesh, Vec2::new(1.0, bad), from), None);
    }
    assert_eq!(solve(&mesh, from, from), Some((0.0, vec![from])));
}

/// A world, its mesh and its visibility graph.
fn check(scene: &super::plane::Scene) -> Result<(), TestCaseError> {
    let world = scene.world();
    let (mesh, plain) = (mesh(&world, scene.radius_m), Visibility::of(&world, scene.radius_m));
    let (mut search, mut out) = (Polyanya::default(), Vec::new());
    for (i, from) in scene.points.iter().enumerate() {
        let to = scene.points[(i + 1) % scene.points.len()];
        if plain.is_doubtful(*from) || plain.is_doubtful(to) {
            continue;
        }
        let wanted = plain.shortest(*from, to);
        let length = search.solve(&mesh, (*from, 0), (to, 0), &mut out);
        prop_assert_eq!(length.is_some(), wanted.is_some(), "from {} to {}: {:?}, not {:?}", from, to, length, wanted);
        let (Some(length), Some(wanted)) = (length, wanted) else { continue };
        prop_assert!(
            (length - wanted).abs() < 1e-3 * wanted.max(1.0),
            "from {} to {}: {}, not {}",
            from,
            to,
            length,
            wanted
        );
        let points: Vec<Vec2> = std::iter::once(*from).chain(out.iter().map(|p| p.0)).collect();
        for pair in points.windows(2) {
            let dip = dip(&world, scene.radius_m, pair[0], pair[1]);
            prop_assert!(dip < 1.1e-3, "dips {} from {} to {}", dip, pair[0], pair[1]);
        }
    }
    Ok(())
}

#[test]
fn a_path_passes_a_point_that_hardly_sticks_out_of_a_wall() {
    // The wall across the world is taken away. Where the part that was cut again ends, the face of the turned box has a point that sticks
    // out by 2e-8 radians.
    let turned =
        Obb { centre: Vec2::new(4.927, 2.42), half: Vec2::new(0.6345, 1.3235), axis: Vec2::new(0.16701004, 0.9859552) };
    let wall = Obb { centre: Vec2::new(3.5, 2.0), half: Vec2::new(0.5, 2.0), axis: Vec2::X };
    let world = |boxes: &[Obb]| {
        drawn::world(&["..........."; 4], 1.0, boxes.iter().map(|footprint| volume(*footprint)).collect())
    };
    let (before, after) = (world(&[wall, turned]), world(&[turned]));
    let mut kept = mesh(&before, 0.25);
    kept.rebuild(&after, (0.25, HEIGHT_M, MoveClass::WALK), 0, wall.bounds()).expect("it is cut");

    let along_the_face = (Vec2::new(6.4814434, 3.0532866), Vec2::new(3.6678305, 3.5298824));
    let (length, _) = solve(&kept, along_the_face.0, along_the_face.1).expect("there is a path");
    assert!((length - 2.85369).abs() < 1e-4, "{length}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 240, ..ProptestConfig::default() })]

    /// Thousands of queries: as long as the shortest taut path, walked without touching anything, and found exactly when there is
    /// one.
    #[test]
    fn paths_are_the_shortest_taut_ones(scene in scenes(16)) {
        check(&scene)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    /// The same on meshes of thousands of polygons, where a change is not followed through the whole mesh: passages and dead ends.
    #[test]
    fn a_large_mesh_that_is_rebuilt_has_the_paths_of_a_new_one(
        closed in prop::collection::vec(prop::bool::weighted(0.35), 64 * 120),
        changes in prop::collection::vec((0_i32..64, 0_i32..120, 1_i32..9, 1_i32..3), 40),
        ends in prop::collection::vec((0_u16..64, 0_u16..120), 40),
    ) {
        let radius_m = 0.3;
        let box_of = |(x, y, w, h): (i32, i32, i32, i32)| {
            let half = Vec2::new(w as f32, h as f32) / 2.0;
            Obb { centre: Vec2::new(x as f32, y as f32) + half, half, axis: Vec2::X }
        };
        let rows: Vec<String> =
            closed.chunks(64).map(|row| row.iter().map(|c| if *c { '#' } else { '.' }).collect()).collect();
        let mut there = vec![false; changes.len()];
        let world = |there: &[bool]| {
            let left = changes.iter().zip(there).filter(|(_, there)| **there);
            drawn::world(&rows, 1.0, left.map(|(change, _)| volume(box_of(*change))).collect())
        };
        let mut kept = mesh(&world(&there), radius_m);
        prop_assert!(kept.polygons() > 2_500, "{}", kept.polygons());
        for step in 0..2 * changes.len() {
            let changed = step * 7 % changes.len();
            there[changed] = !there[changed];
            let now = world(&there);
            let area = box_of(changes[changed]).bounds();
            kept.rebuild(&now, (radius_m, HEIGHT_M, MoveClass::WALK), 0, area).expect("it is cut");
            if step % 8 != 0 {
                continue;
            }
            let fresh = mesh(&now, radius_m);
            for pair in ends.windows(2) {
                let [from, to] = [pair[0], pair[1]].map(|(x, y)| Vec2::new(f32::from(x) + 0.5, f32::from(y) + 0.5));
                let [a, b] = [&kept, &fresh].map(|mesh| solve(mesh, from, to).map(|path| path.0));
                prop_assert_eq!(a.is_some(), b.is_some(), "step {}, from {} to {}: {:?}, not {:?}", step, from, to, a, b);
                let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
                prop_assert!((a - b).abs() < 1e-4 * b.max(1.0), "step {}, from {} to {}: {}, not {}", step, from, to, a, b);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Boxes come and go one after the other; after each the mesh has the paths of one that is made of the world as it is.
    #[test]
    fn a_mesh_that_is_rebuilt_near_changes_is_as_good_as_a_new_one(
        scene in scenes(8),
        order in prop::collection::vec(0..9_usize, 12),
    ) {
        let body = (scene.radius_m, HEIGHT_M, MoveClass::WALK);
        let mut there = vec![true; scene.boxes.len()];
        let world = |there: &[bool]| {
            let left = scene.boxes.iter().zip(there).filter(|(_, there)| **there).map(|(b, _)| *b);
            super::plane::Scene { boxes: left.collect(), ..scene.clone() }.world()
        };
        let mut kept = mesh(&world(&there), scene.radius_m);
        for changed in order.into_iter().filter(|i| *i < scene.boxes.len()) {
            there[changed] = !there[changed];
            let now = world(&there);
            kept.rebuild(&now, body, 0, scene.boxes[changed].0.bounds()).expect("it is cut");
            let (fresh, plain) = (mesh(&now, scene.radius_m), Visibility::blind(&now, scene.radius_m));
            for pair in scene.points.windows(2).filter(|pair| !pair.iter().any(|p| plain.is_doubtful(*p))) {
                let [a, b] = [&kept, &fresh].map(|mesh| solve(mesh, pair[0], pair[1]).map(|path| path.0));
                prop_assert_eq!(a.is_some(), b.is_some(), "from {} to {}: {:?}, not {:?}", pair[0], pair[1], a, b);
                let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
                prop_assert!((a - b).abs() < 1e-4 * b.max(1.0), "from {} to {}: {}, not {}", pair[0], pair[1], a, b);
            }
        }
    }
}
