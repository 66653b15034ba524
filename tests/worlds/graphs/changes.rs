//! Graphs after changes of the world: each is then what it would be if it were made of the changed world.

use super::plain::{SIDE, worlds};
use super::{GROUND, check_legal, kinds, path, size};
use bestiary::testing::graph::{Graph, GraphError, GraphKind, Mover, Repair};
use bestiary::testing::grid::CostLayer;
use bestiary::testing::search::{MeshSearch, Status};
use bestiary::{Aabb, Cell, Edit, MoveClass, Obb, Vec2, World};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The edges of all nodes, by the places of their ends.
fn edges(graph: &dyn Graph, mover: &Mover) -> Vec<(Vec2, Vec2, f32)> {
    let mut all = Vec::new();
    for node in 0..graph.nodes() as u32 {
        graph.edges(mover, node, &mut |to, cost| all.push((graph.place(node).at, graph.place(to).at, cost)));
    }
    all
}

/// How much two lengths of the same path may differ, as a share and in metres.
const SAME: f32 = 1e-4;

/// How long the exact path on a mesh is. It is legal, and so is the one that the round body pulls tight, which is no longer.
fn exact(graph: &dyn Graph, mover: &Mover, ends: [Vec2; 2]) -> Option<f32> {
    let (mesh, mut search, mut path) = (graph.as_mesh().expect("a mesh"), MeshSearch::default(), Vec::new());
    let mut status = search.begin(mesh, mover, ends);
    while status == Status::Running {
        status = search.run(mesh, 7);
    }
    let walked = (status == Status::Found).then(|| search.path(&mut path).expect("it was found"));
    walked.iter().for_each(|_| check_legal(mover, &path, "on the mesh"));
    let pulled = search.solve(mesh, mover, ends, &mut path);
    pulled.iter().for_each(|_| check_legal(mover, &path, "on the mesh, pulled"));
    assert_eq!(walked.is_some(), pulled.is_some());
    assert!(pulled <= walked.map(|walked| walked * (1.0 + SAME)), "{pulled:?} m, {walked:?} m before it was pulled");
    walked
}

/// How long the border of a mesh is, metres: sides with no polygon beyond them.
fn border_m(graph: &dyn Graph, mover: &Mover) -> f32 {
    let bits = |at: Vec2| (at.x.to_bits(), at.y.to_bits());
    let (mut sides, mut lengths) = (BTreeSet::new(), 0.0);
    graph.draw(mover, &mut |a, b| _ = sides.insert((bits(a), bits(b))));
    graph.draw(mover, &mut |a, b| lengths += if sides.contains(&(bits(b), bits(a))) { 0.0 } else { a.distance(b) });
    lengths
}

/// No number of a mesh that is not in use has an edge, edges lead to nodes only, and no line of the drawing has an end that is no number.
fn check_numbers(graph: &dyn Graph, mover: &Mover) {
    let edges_of = |node| {
        let mut to = Vec::new();
        graph.edges(mover, node, &mut |other, _| to.push(other));
        to
    };
    for node in 0..graph.nodes() as u32 {
        assert!(graph.place(node).at.is_finite());
        for to in edges_of(node) {
            assert!(edges_of(to).contains(&node), "{node} leads to {to}, and not back");
        }
    }
    graph.draw(mover, &mut |a, b| assert!(a.is_finite() && b.is_finite()));
}

/// Changes that boxes come, go, and become others, and that ground becomes mud or wall.
fn edits(most: usize) -> impl Strategy<Value = Vec<Edit>> {
    let side = SIDE as i32;
    let place =
        (0..3_u32, 0..side * 8, 0..side * 8, 1..20_i32, 1..20_i32, 0..8_i32).prop_map(|(name, x, y, w, d, turn)| {
            let at = Vec2::new(x as f32, y as f32) / 8.0;
            let half = Vec2::new(w as f32, d as f32) / 8.0;
            Edit::Place { name: name.to_string(), footprint: Obb::new(at, half, turn as f32), base_m: 0.0, top_m: 2.0 }
        });
    let remove = (0..3_u32).prop_map(|name| Edit::Remove { name: name.to_string() });
    let kind = prop_oneof![Just("grass"), Just("mud"), Just("wall")];
    let ground = (0..side, 0..side, 0..3_i32, kind).prop_map(move |(x, y, more, kind)| {
        let last = Cell::new((x + more).min(side - 1), (y + more).min(side - 1));
        Edit::Ground { corners: [Cell::new(x, y), last], kind: kind.into() }
    });
    proptest::collection::vec(prop_oneof![3 => place, 1 => remove, 1 => ground], 1..most)
}

/// Makes the changes that can be made; returns where.
fn make(world: &mut World, edits: &[Edit]) -> Vec<Aabb> {
    let mut areas = Vec::new();
    for edit in edits {
        let Ok(planned) = world.plan(edit) else { continue };
        areas.extend(world.areas_of(&planned).0);
        world.make(planned);
    }
    areas
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_graph_that_was_brought_up_to_date_is_as_a_fresh_one_is((world, radius_m) in worlds(), edits in edits(4)) {
        let mut after = world.clone();
        let areas = make(&mut after, &edits);
        let [costs, new_costs] = [&world, &after].map(|world| CostLayer::of_world(world, MoveClass::WALK));
        let before = Mover::new(&world, size(radius_m), costs.as_ref());
        let mover = Mover::new(&after, size(radius_m), new_costs.as_ref());
        let ends = [GROUND(Vec2::splat(3.0)), GROUND(Vec2::new(9.0, 6.0))];
        for kind in kinds() {
            let mut graph = kind.make(&before, ends).expect("a small world");
            let repair = graph.change(&mover, &areas);
            if costs.is_some() != new_costs.is_some() && kind == GraphKind::Mesh {
                prop_assert_eq!(repair, Err(GraphError::OtherCosts));
                continue;
            }
            repair.expect("it can be brought up to date");
            let fresh = kind.make(&mover, ends).expect("a small world");
            let [kept, mut new] = [&graph, &fresh].map(|graph| edges(&**graph, &mover));
            match kind {
                // It may be cut in other polygons; the tests below compare its paths.
                GraphKind::Mesh => {}
                // New corners may take the numbers of old ones, and edges that hardly touch a corner may be there or not.
                GraphKind::Visibility | GraphKind::VisibilityFull => {
                    new.retain(|edge| !kept.contains(edge));
                    prop_assert!(new.is_empty(), "{kind:?} after {edits:?} lacks {new:?}");
                    kept.iter().for_each(|(from, to, _)| assert!(mover.goes(*from, *to), "{from} to {to}"));
                }
                _ => prop_assert!(kept == new, "{kind:?} after {edits:?}"),
            }
        }
    }
}

/// What comes to a world: an edit, or a door that turns.
#[derive(Clone, Debug)]
enum Event {
    Edit(Edit),
    Door(usize),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let edit = edits(2).prop_map(|edits| Event::Edit(edits[0].clone()));
    proptest::collection::vec(prop_oneof![2 => edit, 1 => (0..4_usize).prop_map(Event::Door)], 12)
}

/// Makes what comes; returns where.
fn take(world: &mut World, event: &Event) -> Vec<Aabb> {
    match event {
        Event::Edit(edit) => make(world, std::slice::from_ref(edit)),
        Event::Door(door) => {
            let open = world.doors.get(*door).is_some_and(|door| !door.open);
            world.set_door(*door, open).into_iter().map(|change| change.area).collect()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Doors turn, boxes are placed and removed, and ground becomes another, some at once and many in turn: after each change the mesh
    /// has the paths of a fresh one.
    #[test]
    fn a_mesh_that_is_cut_again_near_each_change_has_the_paths_of_a_fresh_one(
        (mut world, radius_m) in worlds(),
        events in events(),
        at_once in 1..4_usize,
        ends in proptest::collection::vec((0.0_f32..14.0, 0.0_f32..14.0), 10),
    ) {
        (0..world.volumes.len().min(4) as u32).for_each(|i| world.add_door(&format!("door {i}"), i, Vec::new(), None));
        let ends: Vec<Vec2> = ends.into_iter().map(Vec2::from).collect();
        let made = |world: &World| {
            GraphKind::Mesh.make(&Mover::new(world, size(radius_m), None), [GROUND(Vec2::ZERO); 2]).expect("a mesh")
        };
        let mut kept = made(&world);
        for some in events.chunks(at_once) {
            let areas: Vec<Aabb> = some.iter().flat_map(|event| take(&mut world, event)).collect();
            let mover = Mover::new(&world, size(radius_m), None);
            let covered: f32 = areas.iter().map(|area| area.size().element_product()).sum();
            let repair = kept.change(&mover, &areas).expect("it is cut");
            prop_assert_eq!(matches!(repair, Repair::Local(_)), covered < 49.0, "{:?} {}", repair, covered);
            check_numbers(&*kept, &mover);
            let fresh = made(&world);
            for pair in ends.windows(2) {
                let ends = [pair[0], pair[1]];
                let [a, b] = [&kept, &fresh].map(|graph| exact(&**graph, &mover, ends));
                prop_assert_eq!(a.is_some(), b.is_some(), "{:?} after {:?}: {:?}, not {:?}", ends, some, a, b);
                let (x, y) = (a.unwrap_or_default(), b.unwrap_or_default());
                prop_assert!((x - y).abs() <= SAME * y.max(1.0), "{:?} after {:?}: {}, not {}", ends, some, x, y);
                let over = path(&mut *kept, mover, ends[0], ends[1]);
                prop_assert_eq!(over.is_some(), a.is_some());
                over.iter().for_each(|(_, path)| check_legal(&mover, path, "over the middles"));
            }
        }
    }
}

/// By which share the costs of paths may differ on two meshes of the same ground, and by how many metres of plain ground: points on sides
/// lie elsewhere.
const SAME_COST: (f32, f32) = (0.03, 0.1);

/// Lines with less than this between their ends along an axis, metres, may run along a border of costs.
const ALONG_M: f32 = 0.01;

/// How much the length of borders may differ, metres: the rounding of points.
const BORDER_M: f32 = 0.01;

/// Each edge of a mesh over ground with costs can be walked, and costs what the ground below it does; along a border of costs it is what the
/// ground on either side does.
fn check_edges(graph: &dyn Graph, mover: &Mover) {
    for node in (0..graph.nodes() as u32).step_by(7) {
        let from = graph.place(node).at;
        graph.edges(mover, node, &mut |to, cost| {
            let to = graph.place(to).at;
            assert!(mover.goes(from, to), "{from} to {to}");
            let expected = mover.cost(from, to);
            let is_close = |a: f32, b: f32| (a - b).abs() <= 1e-3 * b.max(1.0);
            let is_along = (to - from).abs().min_element() < ALONG_M;
            let least = from.distance(to) * mover.least_cost();
            let is_right = if is_along { cost >= least * 0.999 } else { is_close(cost, expected) };
            assert!(is_right, "{from} to {to}: {cost}, not {expected}");
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// The same over ground that does not cost the same everywhere.
    #[test]
    fn a_mesh_over_costs_that_is_cut_again_near_each_change_has_the_paths_of_a_fresh_one(
        (mut world, radius_m) in worlds(),
        mud in (0..SIDE as i32 - 4, 0..SIDE as i32 - 4),
        events in events(),
        ends in proptest::collection::vec((0.0_f32..14.0, 0.0_f32..14.0), 6),
    ) {
        (0..world.volumes.len().min(4) as u32).for_each(|i| world.add_door(&format!("door {i}"), i, Vec::new(), None));
        let corners = [Cell::new(mud.0, mud.1), Cell::new(mud.0 + 4, mud.1 + 3)];
        make(&mut world, &[Edit::Ground { corners, kind: "mud".into() }]);
        let costs = |world: &World| CostLayer::of_world(world, MoveClass::WALK);
        let made = |mover: &Mover| GraphKind::Mesh.make(mover, [GROUND(Vec2::ZERO); 2]).expect("a mesh");
        let layer = costs(&world);
        let mut kept = made(&Mover::new(&world, size(radius_m), layer.as_ref()));
        for event in &events {
            let areas = take(&mut world, event);
            let covered: f32 = areas.iter().map(|area| area.size().element_product()).sum();
            let layer = costs(&world);
            let mover = Mover::new(&world, size(radius_m), layer.as_ref());
            if layer.is_none() {
                prop_assert_eq!(kept.change(&mover, &areas), Err(GraphError::OtherCosts));
                break;
            }
            let repair = kept.change(&mover, &areas).expect("it is cut");
            // After many changes there may be no numbers left for more vertices: then all of it is made again.
            let is_local = matches!(repair, Repair::Local(_));
            prop_assert!(!is_local || covered < 49.0, "{repair:?} {covered}");
            check_numbers(&*kept, &mover);
            check_edges(&*kept, &mover);
            let mut fresh = made(&mover);
            let [is, should] = [&kept, &fresh].map(|graph| border_m(&**graph, &mover));
            prop_assert!((is - should).abs() < BORDER_M, "a border of {is} m after {event:?}, not {should}");
            for pair in ends.windows(2) {
                let [a, b] = [&mut kept, &mut fresh].map(|graph| path(&mut **graph, mover, pair[0].into(), pair[1].into()));
                prop_assert_eq!(a.is_some(), b.is_some(), "{:?} after {:?}", pair, event);
                let (Some((_, a)), Some((_, b))) = (a, b) else { continue };
                check_legal(&mover, &a, "over costs");
                let [x, y] = [a, b].map(|path| path.windows(2).map(|leg| mover.cost(leg[0], leg[1])).sum::<f32>());
                prop_assert!((x - y).abs() <= SAME_COST.0 * x.min(y) + SAME_COST.1, "{pair:?} after {event:?}: {x}, not {y}");
            }
        }
    }
}

#[test]
fn only_what_is_near_a_change_is_looked_at_again() {
    let mut world = super::plain::world(vec![0; SIDE * SIDE], Vec::new());
    let before = world.clone();
    let footprint = Obb::new(Vec2::splat(7.0), Vec2::splat(0.25), 0.0);
    let areas = make(&mut world, &[Edit::Place { name: "post".into(), footprint, base_m: 0.0, top_m: 2.0 }]);
    let (was, is) = (Mover::new(&before, size(0.3), None), Mover::new(&world, size(0.3), None));
    let ends = [GROUND(Vec2::splat(1.0)), GROUND(Vec2::splat(9.0))];
    let repair = |kind: GraphKind| kind.make(&was, ends).expect("small").change(&is, &areas).expect("it fits");
    assert!(matches!(repair(GraphKind::Hex), Repair::Local(nodes) if nodes < 60), "{:?}", repair(GraphKind::Hex));
    assert!(matches!(repair(GraphKind::Mesh), Repair::Local(polygons) if polygons < 20));
    let mut mud = before.clone();
    make(&mut mud, &[Edit::Ground { corners: [Cell::new(1, 10), Cell::new(3, 12)], kind: "mud".into() }]);
    let mut later = mud.clone();
    let areas = make(&mut later, &[Edit::Ground { corners: [Cell::new(10, 2), Cell::new(10, 2)], kind: "mud".into() }]);
    let [layer, new_layer] = [&mud, &later].map(|world| CostLayer::of_world(world, MoveClass::WALK));
    let mut graph = GraphKind::Mesh.make(&Mover::new(&mud, size(0.3), layer.as_ref()), ends).expect("small");
    let all = graph.nodes();
    let repair_of_costs = graph.change(&Mover::new(&later, size(0.3), new_layer.as_ref()), &areas);
    assert!(
        matches!(repair_of_costs, Ok(Repair::Local(points)) if (points as usize) < all),
        "{repair_of_costs:?} of {all}"
    );
    assert_eq!(repair(GraphKind::Turned), Repair::Unneeded);
    assert!(matches!(repair(GraphKind::Visibility), Repair::Local(corners) if corners <= 8));
}

#[test]
fn a_world_of_another_size_is_refused_with_a_message() {
    let of_rows = |rows: usize| super::plain::world(vec![0; SIDE * rows], Vec::new());
    let (world, other) = (of_rows(10), of_rows(11));
    let mover = Mover::new(&world, size(0.5), None);
    let ends = [GROUND(Vec2::splat(1.0)), GROUND(Vec2::splat(9.0))];
    for kind in [GraphKind::Grid, GraphKind::Grid4, GraphKind::Hex, GraphKind::Quadtree, GraphKind::FramedQuadtree] {
        let mut graph = kind.make(&mover, ends).expect("a small world");
        let refusal = graph.change(&Mover::new(&other, size(0.5), None), &[]).expect_err("another world");
        assert!(matches!(refusal, GraphError::OtherWorld { .. }));
        assert!(refusal.to_string().contains("[14, 10] m"), "{refusal}");
    }
}
