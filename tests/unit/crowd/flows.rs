//! The flow fields of a world: when they are built again, how they follow changes, and what the world hash holds of them.

use super::density::bodies;
use crate::drawn;
use bestiary::testing::body::Bodies;
use bestiary::testing::crowd::{FlowGround, FlowKey, FlowParams, Flows};
use bestiary::testing::grid::{CellRect, RegionSet, Repaired};
use bestiary::{Aabb, Cell, Edit, MoveClass, Obb, Storey, Vec2, World};
use proptest::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

const PARAMS: FlowParams = FlowParams { creatures: 2, fields: 4, crowd: 1.0, refresh_steps: 40 };
const GOAL: Cell = Cell { x: 20, y: 10 };
/// Radius and height, metres, of the bodies that go there, and their class.
const SIZES: [(f32, f32, (u32, u32, MoveClass)); 2] =
    [(0.3, 1.0, (30, 10, MoveClass::WALK)), (0.3, 1.8, (30, 18, MoveClass::WALK))];

/// A world with grids for bodies of both sizes, which are the same at first.
fn begun() -> (World, RegionSet) {
    let world = drawn::world(&vec![".".repeat(66); 34], 1.0, Vec::new());
    let mut regions = RegionSet::default();
    for (radius_m, height_m, (.., moves)) in SIZES {
        regions.prepare(&world, radius_m, height_m, moves);
        regions.prepare_field(&world, radius_m, height_m, moves);
    }
    (world, regions)
}

/// A crowd in a square of 2 m round a place.
fn crowd_at(at: Vec2) -> Bodies {
    bodies(&[(at, Vec2::ZERO); 12])
}

/// The class that represents both sizes while the world has no volumes.
const BOTH: FlowKey = FlowKey { size: (0, 0, MoveClass::WALK), storey: Storey::GROUND, goal: GOAL };
/// The smaller one, once the world changed.
const SMALLER: FlowKey = FlowKey { size: SIZES[0].2, ..BOTH };

/// A step in which enough creatures ask for a field; on how many cells was worked.
fn ask(flows: &mut Flows, regions: &RegionSet, bodies: &Bodies, (key, step): (FlowKey, u64)) -> u32 {
    let on = FlowGround { regions, bodies, cell_m: &|_| 1.0, gates: None, step };
    flows.advance(&on, &PARAMS, &[(key, 0), (key, 1)], u32::MAX)
}

fn hash(flows: &Flows) -> u64 {
    let mut h = DefaultHasher::new();
    flows.hash(&mut h);
    h.finish()
}

#[test]
fn a_crowd_that_has_gone_is_looked_at_once() {
    let (_, regions) = begun();
    let (crowd, none) = (crowd_at(Vec2::new(40.0, 10.0)), bodies(&[]));
    let mut flows = Flows::default();
    assert!(ask(&mut flows, &regions, &crowd, (BOTH, 1)) > 0, "a field is built");
    // It goes: the field is built again, once.
    assert!(ask(&mut flows, &regions, &none, (BOTH, 100)) > 0);
    for step in [150, 200, 250, 300] {
        assert_eq!(ask(&mut flows, &regions, &none, (BOTH, step)), 0, "in step {step}");
    }
    // It comes back.
    assert!(ask(&mut flows, &regions, &crowd, (BOTH, 350)) > 0);
    assert_eq!(ask(&mut flows, &regions, &crowd, (BOTH, 400)), 0);
}

#[test]
fn the_hash_holds_the_crowd_as_it_was_looked_at() {
    let (_, regions) = begun();
    let [one, same, other] = [40.0, 40.0, 30.0].map(|x| {
        let mut flows = Flows::default();
        let worked = ask(&mut flows, &regions, &crowd_at(Vec2::new(x, 10.0)), (BOTH, 1));
        (worked, hash(&flows))
    });
    assert_eq!(one, same);
    assert_eq!(one.0, other.0, "as many cells, and the same field but for its costs");
    assert_ne!(one.1, other.1);
}

/// A change of the world: boxes that only the taller bodies meet, boxes that all meet, and walls.
fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let cell = || (0i32..66, 0i32..34).prop_map(|(x, y)| Cell::new(x, y));
    let name = (0usize..4).prop_map(|n| format!("box {n}"));
    let place = (name.clone(), cell(), 1u8..6, any::<bool>()).prop_map(|(name, at, size, high)| Edit::Place {
        name,
        footprint: Obb::new(at.centre(1.0), Vec2::splat(f32::from(size)) / 2.0, 0.0),
        base_m: if high { 1.4 } else { 0.0 },
        top_m: 2.0,
    });
    let ground = (cell(), cell(), any::<bool>()).prop_map(|(a, b, open)| Edit::Ground {
        corners: [a, Cell::new(a.x + (b.x - a.x).clamp(-3, 3), b.y)],
        kind: if open { "grass" } else { "wall" }.into(),
    });
    let edit = prop_oneof![3 => place, 1 => name.prop_map(|name| Edit::Remove { name }), 3 => ground];
    prop::collection::vec(edit, 1..5)
}

fn make(world: &mut World, regions: &mut RegionSet, edits: &[Edit]) -> Vec<Repaired> {
    let mut areas: Vec<Aabb> = Vec::new();
    for edit in edits {
        if let Ok(planned) = world.plan(edit) {
            areas.extend(world.make(planned).iter().map(|change| change.area));
        }
    }
    regions.repair(world, &areas)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Against fields that are built over the world as it is then. Of two sizes of body that share a grid at first, one loses it.
    #[test]
    fn fields_follow_changes_of_the_world(steps in prop::collection::vec((edits(), prop_oneof![Just(0u32), 1u32..400, Just(u32::MAX)]), 1..12)) {
        let (mut world, mut regions) = begun();
        let none = bodies(&[]);
        let mut flows = Flows::default();
        ask(&mut flows, &regions, &none, (BOTH, 1));
        let mut is_open = true;
        for (step, (edits, most)) in steps.iter().enumerate() {
            let repaired = make(&mut world, &mut regions, edits);
            flows.changed(Storey::GROUND, &regions, &repaired);
            is_open &= regions.field(SIZES[0].0, SIZES[0].1, MoveClass::WALK).expect("prepared").open(GOAL);
            let on = FlowGround { regions: &regions, bodies: &none, cell_m: &|_| 1.0, gates: None, step: step as u64 + 2 };
            prop_assert!(flows.advance(&on, &PARAMS, &[], *most) <= *most);
        }
        let step = steps.len() as u64 + 2;
        let on = FlowGround { regions: &regions, bodies: &none, cell_m: &|_| 1.0, gates: None, step };
        flows.advance(&on, &PARAMS, &[], u32::MAX);
        let mut fresh = Flows::default();
        ask(&mut fresh, &regions, &none, (SMALLER, step));
        // Where the goal was closed for a while, the field is gone.
        prop_assert_eq!(flows.ready(&SMALLER).is_some(), is_open);
        if let (Some(followed), Some(fresh)) = (flows.ready(&SMALLER), fresh.ready(&SMALLER)) {
            for cell in CellRect::of_world(&world.ground).each() {
                prop_assert_eq!(followed.0.cost_from(cell), fresh.0.cost_from(cell), "{:?}", cell);
            }
        }
    }
}
