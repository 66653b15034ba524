//! What depends on doors, boxes and ground, brought up to date: always what a fresh build says.

use bestiary::MoveClass;
use bestiary::testing::geom::Aabb;
use bestiary::testing::grid::{Batch, CostLayer, Field, RegionSet, Regions};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{Levels, Shape};
use bestiary::testing::sim::bare_world;
use bestiary::testing::world::{Change, GroundKind, Object, Volume};
use bestiary::{Cell, Edit, Ground, Obb, Vec2, World};
use proptest::prelude::*;
use std::collections::BTreeMap;

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
    let one = |i: u32| Object { name: format!("wall {i}"), kind: "wall".into(), volumes: i..i + 1 };
    let objects = (0..volumes.len() as u32).map(one).collect();
    let mut kinds = world.ground.kinds().to_vec();
    kinds.push(GroundKind { name: "mud".into(), letter: 'm', cost: 24, ..kinds[0].clone() });
    let ground = Ground::new(side, side, 1.0, kinds, world.ground.cells().collect());
    world = World::new("drawn", ground, objects, volumes);
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

fn cells_of(side: i32) -> impl Iterator<Item = Cell> {
    (0..side).flat_map(move |y| (0..side).map(move |x| Cell::new(x, y)))
}

fn same_fields(a: &Field, b: &Field, side: i32) -> Result<(), TestCaseError> {
    for cell in cells_of(side) {
        prop_assert_eq!(a.open(cell), b.open(cell), "{:?}", cell);
    }
    let open: Vec<Cell> = cells_of(side).filter(|c| a.open(*c)).collect();
    for (i, from) in open.iter().enumerate().step_by(7) {
        let to = open[(i * 31 + 11) % open.len()];
        // After changes it may say too often that there is a path, never too seldom.
        prop_assert!(a.may_join(*from, to) || !b.may_join(*from, to), "{:?} {:?}", from, to);
    }
    Ok(())
}

/// The same cells are in one component, whatever its number; the largest has as many cells, and the same places are in them.
fn same_regions(a: &Regions, b: &Regions, side: i32) -> Result<(), TestCaseError> {
    let (mut forth, mut back) = (BTreeMap::new(), BTreeMap::new());
    for cell in cells_of(side) {
        let (one, other) = (a.of_cell(cell), b.of_cell(cell));
        prop_assert_eq!(*forth.entry(one).or_insert(other), other, "{:?}", cell);
        prop_assert_eq!(*back.entry(other).or_insert(one), one, "{:?}", cell);
    }
    let cells = |regions: &Regions| {
        let largest = regions.largest();
        cells_of(side).filter(|cell| largest.is_some() && regions.of_cell(*cell) == largest).count()
    };
    prop_assert_eq!(cells(a), cells(b));
    prop_assert_eq!(a.largest().is_none(), b.largest().is_none());
    let mut rand = Rand::new(side as u64, Purpose::Spawning, 0);
    let pick = a.pick(&mut rand);
    prop_assert_eq!(pick.and_then(|cell| a.of_cell(cell)), a.largest());
    prop_assert_eq!(a.anchors(), b.anchors());
    Ok(())
}

/// What is prepared for a world, as far as it is compared.
fn prepared(world: &World) -> RegionSet {
    let mut regions = RegionSet::default();
    for (radius_m, height_m) in SIZES {
        regions.prepare(world, radius_m, height_m, MoveClass::WALK);
        regions.prepare_field(world, radius_m, height_m, MoveClass::WALK);
    }
    regions
}

/// Brings everything up to date after the changes of a step, all together; it is then what a fresh build is.
fn repair_and_compare(
    world: &World,
    changes: &[Change],
    regions: &mut RegionSet,
    levels: &mut Levels,
) -> Result<(), TestCaseError> {
    let (size, side) = (SIZES[1], world.ground.width() as i32);
    let mut batch = Batch::new(regions, world);
    changes.iter().filter(|change| change.opened || change.closed).for_each(|change| batch.add(world, change.area));
    let repaired = regions.repair(world, batch.areas());
    let costs: Vec<Aabb> = changes.iter().filter(|change| change.costs).map(|change| change.area).collect();
    regions.repair_costs(world, &costs);
    let class = regions.field_class(size.0, size.1, MoveClass::WALK).unwrap();
    let field = regions.field(size.0, size.1, MoveClass::WALK).unwrap();
    for part in repaired.iter().filter(|r| r.class == class) {
        levels.repair_all(field, &part.cells);
    }
    let fresh_levels = Levels::new(field, Shape::default(), |_| {});
    prop_assert!(*levels == fresh_levels);
    let fresh = prepared(world);
    for (radius_m, height_m) in SIZES {
        let of = |set: &RegionSet| {
            (
                set.field(radius_m, height_m, MoveClass::WALK).cloned(),
                set.get(radius_m, height_m, MoveClass::WALK).cloned(),
            )
        };
        let ((field, of_repaired), (fresh_field, of_fresh)) = (of(regions), of(&fresh));
        same_fields(&field.unwrap(), &fresh_field.unwrap(), side)?;
        same_regions(&of_repaired.unwrap(), &of_fresh.unwrap(), side)?;
    }
    let (costs, fresh) = (regions.costs(MoveClass::WALK), fresh.costs(MoveClass::WALK));
    prop_assert!(costs.is_some() || fresh.is_none());
    for cell in cells_of(side).filter(|cell| world.ground.walkable(*cell)) {
        let of = |layer: Option<&CostLayer>| layer.map(|layer| layer.at(cell));
        prop_assert!(fresh.is_none() || of(costs) == of(fresh), "{:?}", cell);
        prop_assert!(of(costs).is_none_or(|cost| cost == u64::from(world.ground.passage(MoveClass::WALK, cell).cost)));
    }
    Ok(())
}

/// A change of any kind: which, and numbers that say where and how.
type Drawn = (u8, prop::sample::Index, Leaf, [f32; 2]);

fn drawn(side: f32) -> impl Strategy<Value = Drawn> {
    (0..8_u8, any::<prop::sample::Index>(), leaf(side), [0.0..side, 0.0..side])
}

/// Makes a change; what changed in the world.
fn make(world: &mut World, (which, index, (x, y, w, d, turn), to): Drawn) -> Vec<Change> {
    let (name, at) = (format!("box {}", index.index(4)), Vec2::from(to));
    let edit = match which {
        0 | 1 => {
            let door = index.index(world.doors.len());
            let open = !world.doors[door].open;
            return world.set_door(door, open).into_iter().collect();
        }
        2 | 3 => Edit::Place {
            name,
            footprint: Obb::new(Vec2::new(x, y), Vec2::new(w, d) / 2.0, turn),
            base_m: 0.0,
            top_m: 2.0,
        },
        4 => Edit::Move { name, to: at },
        // One of the map's own, and one that was placed.
        5 => Edit::Move { name: format!("wall {}", index.index(8)), to: at },
        6 => Edit::Remove { name },
        _ => {
            let (low, kind) = (Cell::of(at, 1.0), ["grass", "wall", "mud"][index.index(3)]);
            let high = Cell::new(low.x + (w as i32).min(3), low.y + (d as i32).min(3));
            Edit::Ground { corners: [high, low], kind: kind.into() }
        }
    };
    let Ok(planned) = world.plan(&edit) else { return Vec::new() };
    world.make(planned)
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
        let mut regions = prepared(&world);
        let size = SIZES[1];
        let mut levels = Levels::new(regions.field(size.0, size.1, MoveClass::WALK).unwrap(), Shape::default(), |_| {});
        for (door, open) in turns {
            let Some(change) = world.set_door(door.index(doors.len()), open) else { continue };
            repair_and_compare(&world, &[change], &mut regions, &mut levels)?;
        }
    }

    #[test]
    fn boxes_and_ground_that_change_leave_what_a_fresh_build_says(
        (side, walls, doors, steps, seed) in (20..90_usize).prop_flat_map(|side| {
            let leaves = |most| prop::collection::vec(leaf(side as f32), 1..most);
            let steps = prop::collection::vec(prop::collection::vec(drawn(side as f32), 1..10), 1..6);
            (Just(side), leaves(8), leaves(4), steps, any::<u64>())
        })
    ) {
        let mut world = world(side, seed, &walls, &doors);
        let mut regions = prepared(&world);
        let size = SIZES[1];
        let mut levels = Levels::new(regions.field(size.0, size.1, MoveClass::WALK).unwrap(), Shape::default(), |_| {});
        for step in steps {
            let made: Vec<Change> = step.into_iter().flat_map(|drawn| make(&mut world, drawn)).collect();
            repair_and_compare(&world, &made, &mut regions, &mut levels)?;
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
    let repaired = regions.repair(&world, &[change.area]);
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

/// The number of each open cell's component, by a flood written plainly.
fn flooded(world: &World, side: i32) -> BTreeMap<Cell, usize> {
    let mut found = BTreeMap::new();
    for first in cells_of(side).filter(|cell| world.ground.walkable(*cell)) {
        let number = found.len();
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            if world.ground.walkable(cell) && !found.contains_key(&cell) {
                found.insert(cell, number);
                open.extend([(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy)));
            }
        }
    }
    found
}

/// Closes cells of a corridor as wide as a cell, all at once, and returns the components of some others.
fn components_of_a_corridor<const N: usize>(cuts: &[i32], others: [i32; N]) -> [Option<u32>; N] {
    // Large, so that it is not prepared as a whole again.
    let mut world = bare_world(64, 80, |x, _| x != 4);
    let mut regions = RegionSet::default();
    regions.prepare(&world, 0.3, 1.0, MoveClass::WALK);
    let mut areas = Vec::new();
    for y in cuts {
        let edit = Edit::Ground { corners: [Cell::new(4, *y); 2], kind: "wall".into() };
        let planned = world.plan(&edit).expect("it can be made");
        areas.extend(world.make(planned).into_iter().map(|change| change.area));
    }
    regions.repair(&world, &areas);
    let of = regions.get(0.3, 1.0, MoveClass::WALK).expect("prepared");
    others.map(|y| of.of_cell(Cell::new(4, y)))
}

/// Two cells far from each other close at once: each of the three parts is a component of its own, whichever is followed to its end first.
#[test]
fn two_changes_far_apart_part_what_lies_between_them() {
    for cuts in [[5, 70], [70, 5], [30, 50], [50, 30], [60, 70]] {
        let middle = cuts[0].min(cuts[1]) + 1;
        let [top, middle, bottom] = components_of_a_corridor(&cuts, [0, middle, 79]);
        assert!(top.is_some() && middle.is_some() && bottom.is_some());
        assert!(top != middle && middle != bottom && top != bottom, "{cuts:?}: {top:?} {middle:?} {bottom:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn components_follow_hundreds_of_cells_that_open_and_close(side in 4..72_usize, walls in 1..10_usize, seed in any::<u64>()) {
        let mut rand = Rand::new(seed, Purpose::Spawning, 0);
        let draw: Vec<bool> = (0..side * side).map(|_| rand.index(10) < walls).collect();
        let mut world = bare_world(side, side, |x, y| draw[y * side + x]);
        let mut regions = RegionSet::default();
        regions.prepare(&world, 0.3, 1.0, MoveClass::WALK);
        let mut areas = Vec::new();
        for change in 0..200 {
            let at = |rand: &mut Rand| Cell::new(rand.index(side) as i32, rand.index(side) as i32);
            let low = at(&mut rand);
            let high = Cell::new((low.x + rand.index(3) as i32).min(side as i32 - 1), (low.y + rand.index(2) as i32).min(side as i32 - 1));
            let kind = if rand.index(10) < walls { "wall" } else { "grass" };
            let edit = Edit::Ground { corners: [low, high], kind: kind.into() };
            let planned = world.plan(&edit).unwrap();
            areas.extend(world.make(planned).into_iter().map(|change| change.area));
            // Sometimes one by one, sometimes together, as they are or those near each other as one.
            if rand.index(4) == 0 || change % 8 == 0 {
                let mut batch = Batch::new(&regions, &world);
                areas.iter().for_each(|area| batch.add(&world, *area));
                regions.repair(&world, if rand.index(2) == 0 { batch.areas() } else { &areas });
                areas.clear();
            }
            if change % 8 != 0 {
                continue;
            }
            let (of, fresh) = (regions.get(0.3, 1.0, MoveClass::WALK).unwrap(), flooded(&world, side as i32));
            let (mut forth, mut back) = (BTreeMap::new(), BTreeMap::new());
            let mut sizes = BTreeMap::<usize, usize>::new();
            for cell in cells_of(side as i32) {
                let (one, other) = (of.of_cell(cell), fresh.get(&cell).copied());
                prop_assert_eq!(*forth.entry(one).or_insert(other), other, "change {}: {:?}", change, cell);
                prop_assert_eq!(*back.entry(other).or_insert(one), one, "change {}: {:?}", change, cell);
                other.into_iter().for_each(|number| *sizes.entry(number).or_default() += 1);
            }
            let largest = of.largest().map(|label| cells_of(side as i32).filter(|c| of.of_cell(*c) == Some(label)).count());
            prop_assert_eq!(largest, sizes.values().copied().max());
        }
    }
}
