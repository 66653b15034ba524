//! What is prepared for a size of body, repaired after each of many doors, beside a fresh build and a fresh search.

use bestiary::testing::grid::{Field, RegionSet};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{Buckets, Estimate, FieldSearch, Hierarchy, Jumps, Levels, Shape, Status};
use bestiary::testing::world::format;
use bestiary::{Cell, MoveClass, Obb, Object, Vec2, Volume, World};
use std::path::Path;
use std::time::Instant;

/// Doors a map, and how often each opens and closes.
const DOORS: usize = 200;
const TURNS: usize = 2;
/// Radius and height of the body, metres.
const BODY: (f32, f32) = (0.4, 1.7);
/// The widest gap that has a door, in cells, and how deep its box is, metres.
const GAP: i32 = 8;
const DEEP_M: f32 = 0.3;

pub(crate) fn head() {
    println!(
        "\n{:24} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "repair, µs", "doors", "median", "p99", "most", "grid", "levels", "hpa", "build", "jps"
    );
}

pub(crate) fn measure(name: &str, map: &Path) {
    let plain = format::load(map).expect("a map").world;
    let mut rand = Rand::new(7, Purpose::Spawning, 0);
    let mut world = with_doors(&plain, &mut rand);
    let before = Instant::now();
    let mut regions = RegionSet::default();
    prepare(&mut regions, &world);
    let mut levels = Levels::new(grid(&regions), Shape::default(), |_| {});
    let build = before.elapsed().as_secs_f64();
    let mut hierarchy = Hierarchy::new(grid(&regions));
    let (mut all, mut parts) = (Vec::new(), [0.0; 3]);
    for _ in 0..TURNS {
        for door in 0..world.doors.len() {
            let open = !world.doors[door].open;
            let Some(change) = world.set_door(door, open) else { continue };
            let before = Instant::now();
            let repaired = regions.repair(&world, &[change.area]);
            let grids = before.elapsed().as_secs_f64();
            for part in &repaired {
                levels.repair_all(grid(&regions), &part.cells);
            }
            let both = before.elapsed().as_secs_f64();
            for part in &repaired {
                hierarchy.repair_all(grid(&regions), &part.cells);
            }
            all.push(both);
            let seconds = [grids, both - grids, before.elapsed().as_secs_f64() - both];
            parts.iter_mut().zip(seconds).for_each(|(sum, part)| *sum += part);
        }
    }
    let mut fresh = RegionSet::default();
    prepare(&mut fresh, &world);
    let (repaired, built) = (grid(&regions), grid(&fresh));
    let cells =
        || (0..repaired.height() as i32).flat_map(|y| (0..repaired.width() as i32).map(move |x| Cell::new(x, y)));
    assert!(cells().all(|cell| repaired.open(cell) == built.open(cell)), "{name}: repaired as built");
    assert!(levels == Levels::new(built, Shape::default(), |_| {}), "{name}: levels are those of a fresh build");
    assert!(hierarchy == Hierarchy::new(built), "{name}: the hierarchy is that of a fresh build");
    if all.is_empty() {
        return println!("{name:24} no gaps for doors");
    }
    all.sort_unstable_by(f64::total_cmp);
    let of = |share: f64| all[((all.len() - 1) as f64 * share) as usize] * 1e6;
    let [grids, levels, hpa] = parts.map(|sum| sum * 1e6 / all.len() as f64);
    println!(
        "{name:24} {:6} {:9.0} {:9.0} {:9.0} {grids:9.0} {levels:9.0} {hpa:9.0} {:9.0} {:9.0}",
        world.doors.len(),
        of(0.5),
        of(0.99),
        of(1.0),
        build * 1e6,
        search_us(repaired, &mut rand)
    );
}

fn prepare(regions: &mut RegionSet, world: &World) {
    regions.prepare(world, BODY.0, BODY.1, MoveClass::WALK);
    regions.prepare_field(world, BODY.0, BODY.1, MoveClass::WALK);
}

fn grid(regions: &RegionSet) -> &Field {
    regions.field(BODY.0, BODY.1, MoveClass::WALK).expect("prepared")
}

/// The world with doors, closed, in gaps anywhere.
fn with_doors(plain: &World, rand: &mut Rand) -> World {
    let ground = (*plain.ground).clone();
    let open = |x: i32, y: i32| ground.walkable(Cell::new(x, y));
    let reach = |at: Cell, dx: i32, dy: i32| (1..=GAP).find(|i| !open(at.x + i * dx, at.y + i * dy)).map(|i| i - 1);
    let mut leaves: Vec<Obb> = Vec::new();
    for _ in 0..DOORS * 2_000 {
        let at = Cell::new(rand.index(ground.width()) as i32, rand.index(ground.height()) as i32);
        for (dx, dy) in [(1, 0), (0, 1)] {
            let (Some(back), Some(forth)) = (reach(at, -dx, -dy), reach(at, dx, dy)) else { continue };
            if !open(at.x, at.y) || back + forth >= GAP || leaves.len() == DOORS {
                continue;
            }
            let along = Vec2::new(dx as f32, dy as f32);
            let centre = at.centre(1.0) + along * ((forth - back) as f32 / 2.0);
            let half = along * ((back + forth + 1) as f32 / 2.0) + along.perp().abs() * (DEEP_M / 2.0);
            let leaf = Obb::new(centre, half, 0.0);
            if leaves.iter().all(|other| other.centre.distance(centre) > 2.0) {
                leaves.push(leaf);
            }
        }
    }
    let volume = |(i, leaf): (u32, &Obb)| Volume { footprint: *leaf, base_m: 0.0, top_m: 2.5, object: i };
    let volumes: Vec<Volume> = (0..).zip(&leaves).map(volume).collect();
    let object = |i: u32| Object { name: format!("door {i}"), kind: "door".into(), volumes: i..i + 1 };
    let objects = (0..volumes.len() as u32).map(object).collect();
    let mut world = World::new(plain.name.clone(), ground, objects, volumes);
    for i in 0..leaves.len() {
        world.add_door(&format!("door {i}"), i as u32, Vec::new(), None);
    }
    world
}

/// The mean time of a fresh jump point search between cells anywhere that are connected.
fn search_us(field: &Field, rand: &mut Rand) -> f64 {
    const SEARCHES: usize = 50;
    let mut search = FieldSearch::<Buckets>::default();
    let (mut seconds, mut found) = (0.0, 0);
    let mut any = || field.cell(rand.index(field.nodes()) as u32);
    for _ in 0..SEARCHES * 1_000 {
        let (from, to) = (any(), any());
        if found == SEARCHES || !field.open(from) || !field.open(to) {
            continue;
        }
        let before = Instant::now();
        search.begin(&Jumps { field }, from, to, Estimate::default());
        if search.run(&Jumps { field }, u32::MAX) == Status::Found {
            seconds += before.elapsed().as_secs_f64();
            found += 1;
        }
    }
    seconds * 1e6 / f64::from(found.max(1) as u32)
}
