//! What depends on doors, brought up to date: always what a fresh build says.

use bestiary::MoveClass;
use bestiary::testing::grid::{Field, RegionSet, Regions};
use bestiary::testing::search::{Levels, Shape};
use bestiary::testing::sim::bare_world;
use bestiary::testing::world::{Object, Volume};
use bestiary::{Cell, Obb, Vec2, World};
use proptest::prelude::*;

/// (x, y, width, depth, turn) of a box.
type Leaf = (f32, f32, f32, f32, f32);

/// Some closed ground, walls that stay, and doors.
fn world(side: usize, seed: u64, walls: &[Leaf], doors: &[Leaf]) -> World {
    let closed =
        |x: usize, y: usize| (x as u64 * 31 + y as u64 * 17 + seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60 == 0;
    let mut world = bare_world(side, side, closed);
    let volumes = walls.iter().chain(doors).map(|(x, y, w, d, turn)| Volume {
        footprint: Obb::new(Vec2::new(*x, *y), Vec2::new(*w, *d) / 2.0, *turn),
        base_m: 0.0,
        top_m: 2.0,
        object: 0,
    });
    let volumes: Vec<Volume> = volumes.collect();
    let all = Object { name: "all".into(), kind: "wall".into(), volumes: 0..volumes.len() as u32 };
    world = World::new("drawn", (*world.ground).clone(), vec![all], volumes);
    for i in 0..doors.len() {
        world.add_door(&format!("door {i}"), (walls.len() + i) as u32, vec![], None);
    }
    world
}

const SIZES: [(f32, f32); 4] = [(0.3, 1.0), (0.5, 1.8), (0.9, 1.0), (1.85, 3.0)];

fn leaf(side: f32) -> impl Strategy<Value = Leaf> {
    let turn = prop_oneof![Just(0.0_f32), Just(std::f32::consts::FRAC_PI_2), -2.0..2.0_f32];
    (0.0..side, 0.0..side, 0.1..6.0_f32, 0.1..2.0_f32, turn)
}

fn same_fields(a: &Field, b: &Field, side: i32) -> Result<(), TestCaseError> {
    let cells = || (0..side).flat_map(|y| (0..side).map(move |x| Cell::new(x, y)));
    for cell in cells() {
        prop_assert_eq!(a.open(cell), b.open(cell), "{:?}", cell);
    }
    prop_assert!(!a.is_stale());
    let open: Vec<Cell> = cells().filter(|c| a.open(*c)).collect();
    for (i, from) in open.iter().enumerate().step_by(7) {
        let to = open[(i * 31 + 11) % open.len()];
        prop_assert_eq!(a.may_join(*from, to), b.may_join(*from, to), "{:?} {:?}", from, to);
    }
    Ok(())
}

fn same_regions(a: &Regions, b: &Regions, side: i32) -> Result<(), TestCaseError> {
    for cell in (0..side).flat_map(|y| (0..side).map(move |x| Cell::new(x, y))) {
        prop_assert_eq!(a.of_cell(cell), b.of_cell(cell), "{:?}", cell);
    }
    prop_assert_eq!(a.largest(), b.largest());
    prop_assert_eq!(a.anchors(), b.anchors());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn repaired_is_as_fresh(
        (side, walls, doors, turns, seed) in (20..90_usize).prop_flat_map(|side| {
            let leaves = |most| prop::collection::vec(leaf(side as f32), 1..most);
            let turns = prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..12);
            (Just(side), leaves(8), leaves(6), turns, any::<u64>())
        })
    ) {
        let mut world = world(side, seed, &walls, &doors);
        let prepared = |world: &World| {
            let mut regions = RegionSet::default();
            for (radius_m, height_m) in SIZES {
                regions.prepare(world, radius_m, height_m, MoveClass::WALK);
                regions.prepare_field(world, radius_m, height_m, MoveClass::WALK);
            }
            regions
        };
        let mut regions = prepared(&world);
        let (size, shape) = (SIZES[1], Shape::default());
        let mut levels = regions.field(size.0, size.1, MoveClass::WALK).map(|f| Levels::new(f, shape, |_| {})).unwrap();
        for (door, open) in turns {
            let Some(change) = world.set_door(door.index(doors.len()), open) else { continue };
            let repaired = regions.repair(&world, change.area);
            let class = regions.field_class(size.0, size.1, MoveClass::WALK).unwrap();
            let field = regions.field(size.0, size.1, MoveClass::WALK).unwrap();
            for cell in repaired.iter().filter(|r| r.class == class).flat_map(|r| &r.cells) {
                levels.repair(field, *cell);
            }
            let fresh_levels = Levels::new(field, shape, |_| {});
            prop_assert!(levels == fresh_levels);
            let fresh = prepared(&world);
            for (radius_m, height_m) in SIZES {
                let of = |set: &RegionSet| (set.field(radius_m, height_m, MoveClass::WALK).cloned(), set.get(radius_m, height_m, MoveClass::WALK).cloned());
                let ((field, regions), (fresh_field, fresh_regions)) = (of(&regions), of(&fresh));
                same_fields(&field.unwrap(), &fresh_field.unwrap(), side as i32)?;
                same_regions(&regions.unwrap(), &fresh_regions.unwrap(), side as i32)?;
            }
        }
    }
}

#[test]
fn sizes_that_shared_a_grid_part_where_a_door_lets_one_of_them_pass() {
    // Without the door both sizes share the grid. The leaf leaves two tenths of a metre to the centres beside it.
    let mut world = world(64, 7, &[(50.0, 50.0, 4.0, 0.2, 0.0)], &[(10.0, 32.5, 0.56, 1.0, 0.0)]);
    world.set_door(0, true);
    let mut regions = RegionSet::default();
    for (radius_m, height_m) in [(0.2, 1.0), (0.25, 1.0)] {
        regions.prepare(&world, radius_m, height_m, MoveClass::WALK);
        regions.prepare_field(&world, radius_m, height_m, MoveClass::WALK);
    }
    let change = world.set_door(0, false).unwrap();
    let repaired = regions.repair(&world, change.area);
    let turned: Vec<usize> = repaired.iter().map(|r| r.cells.len()).collect();
    assert_eq!(turned, [0, 2], "{repaired:?}");
    for (radius_m, height_m) in [(0.2, 1.0), (0.25, 1.0)] {
        let (field, fresh) = (
            regions.field(radius_m, height_m, MoveClass::WALK).unwrap(),
            Field::of_world(&world, radius_m, height_m, MoveClass::WALK).unwrap(),
        );
        assert!((0..64).all(|y| (0..64).all(|x| field.open(Cell::new(x, y)) == fresh.open(Cell::new(x, y)))));
    }
}
