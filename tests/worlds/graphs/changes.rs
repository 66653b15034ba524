//! Graphs after changes of the world: each is then what it would be if it were made of the changed world.

use super::plain::{SIDE, worlds};
use super::{GROUND, kinds, size};
use bestiary::testing::graph::{Graph, GraphError, GraphKind, Mover, Repair};
use bestiary::testing::grid::CostLayer;
use bestiary::{Aabb, Cell, Edit, MoveClass, Obb, Vec2, World};
use proptest::prelude::*;

/// The edges of all nodes, by the places of their ends.
fn edges(graph: &dyn Graph, mover: &Mover) -> Vec<(Vec2, Vec2, f32)> {
    let mut all = Vec::new();
    for node in 0..graph.nodes() as u32 {
        graph.edges(mover, node, &mut |to, cost| all.push((graph.place(node).at, graph.place(to).at, cost)));
    }
    all
}

/// Changes that boxes come, go, and become others, and that ground becomes mud or wall.
fn edits() -> impl Strategy<Value = Vec<Edit>> {
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
    proptest::collection::vec(prop_oneof![3 => place, 1 => remove, 1 => ground], 1..4)
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
    fn a_graph_that_was_brought_up_to_date_is_as_a_fresh_one_is((world, radius_m) in worlds(), edits in edits()) {
        let mut after = world.clone();
        let areas = make(&mut after, &edits);
        let [costs, new_costs] = [&world, &after].map(|world| CostLayer::of_world(world, MoveClass::WALK));
        let before = Mover::new(&world, size(radius_m), costs.as_ref());
        let mover = Mover::new(&after, size(radius_m), new_costs.as_ref());
        let ends = [GROUND(Vec2::splat(3.0)), GROUND(Vec2::new(9.0, 6.0))];
        for kind in kinds() {
            let mut graph = kind.make(&before, ends).expect("a small world");
            graph.change(&mover, &areas).expect("it can be brought up to date");
            let fresh = kind.make(&mover, ends).expect("a small world");
            prop_assert!(edges(&*graph, &mover) == edges(&*fresh, &mover), "{kind:?} after {edits:?}");
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
    assert_eq!(repair(GraphKind::Turned), Repair::Unneeded);
    assert_eq!(repair(GraphKind::Visibility), Repair::Whole);
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
