//! Searching allocates nothing once everything has its size; opening a map allocates in proportion to it.

#![allow(unsafe_code)] // an allocator that counts

use bestiary::MoveClass;
use bestiary::testing::body::Bodies;
use bestiary::testing::diag::NoClock;
use bestiary::testing::graph::GraphKind;
use bestiary::testing::grid::RegionSet;
use bestiary::testing::influence::Influence;
use bestiary::testing::nav::{
    Code, Goal, NavContext, Pathfinder, Preparation, PreparedLevels, SearchContext, Service, Worker,
};
use bestiary::testing::path::PathForm;
use bestiary::{Ground, GroundKind, Look, Marker, Object, PLAIN_COST, Traversability, Volume, World};
use bestiary::{LevelsSource, NavParams, Planner};
use bestiary::{Obb, Vec2};
use clap::ValueEnum;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

/// Opening a map allocates so often for each object of it at most.
const MOST_AN_OBJECT: u64 = 150;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn once_everything_has_its_size_no_planner_allocates() {
    for planner in [Planner::Window, Planner::Static] {
        rounds(planner, None);
    }
}

/// But for turned windows, which are made for each search.
#[test]
fn once_everything_has_its_size_no_search_over_a_graph_allocates() {
    for kind in GraphKind::value_variants().iter().copied().filter(|kind| *kind != GraphKind::Turned) {
        rounds(Planner::Static, Some(kind));
    }
}

/// How often opening a map of Tiled allocates that has so many objects.
fn allocations_of_opening(objects: usize) -> u64 {
    let one = |i: usize| {
        let (x, y) = (i % 97, i / 97);
        format!("<object id=\"{i}\" name=\"box {i}\" type=\"wall\" x=\"{x}\" y=\"{y}\" width=\"8\" height=\"4\"/>")
    };
    let map = format!(
        "<map orientation=\"orthogonal\" width=\"100\" height=\"100\" tilewidth=\"16\" tileheight=\"16\"><objectgroup>{}</objectgroup></map>",
        (1..=objects).map(one).collect::<String>()
    );
    let before = COUNT.with(Cell::get);
    let world = bestiary::testing::world::format::parse("boxes.tmx", map.as_bytes()).unwrap().world;
    assert_eq!(world.volumes.len(), objects);
    COUNT.with(Cell::get) - before
}

#[test]
fn opening_a_map_of_tiled_takes_work_in_proportion_to_its_objects() {
    // Before: a map of 1000 objects; action: four times as many; after: about four times the work, and not much for each.
    let [few, many] = [1_000, 4_000].map(allocations_of_opening);
    assert!(many < few * 9 / 2, "{few} and {many}");
    assert!(many < 4_000 * MOST_AN_OBJECT, "{} an object", many / 4_000);
}

/// Open ground with eight turned walls.
fn field() -> World {
    let kind = GroundKind {
        name: "grass".into(),
        letter: '.',
        walkable: true,
        opaque: false,
        cost: PLAIN_COST,
        traversability: Traversability::default(),
        look: Look::Grass,
    };
    let wall = |x: f32| Volume {
        footprint: Obb::new(Vec2::new(x, 30.0), Vec2::new(0.5, 20.0), 0.2),
        base_m: 0.0,
        top_m: 2.0,
        object: 0,
    };
    let volumes: Vec<Volume> = (0..8).map(|i| wall(20.0 + 10.0 * i as f32)).collect();
    let object = Object { name: "walls".into(), kind: "wall".into(), volumes: 0..8 };
    World::new("field", Ground::new(120, 60, 1.0, vec![kind], vec![0; 7200]), vec![object], volumes)
}

fn rounds(planner: Planner, graph: Option<GraphKind>) {
    let mut world = field();
    let marker = |x: f32, y: f32| Marker { name: "".into(), at: Vec2::new(x, y), to: None };
    world.markers = vec![marker(3.0, 3.0), marker(60.0, 3.0), marker(116.0, 3.0)];
    let world = world;
    let mut bodies = Bodies {
        position: vec![Vec2::new(5.5, 30.5)],
        storey: vec![bestiary::Storey::GROUND],
        velocity: vec![Vec2::ZERO],
        heading: vec![0.0],
        radius: vec![0.5],
        height: vec![1.0],
        speed: vec![5.0],
        moves: vec![MoveClass::WALK],
        alive: vec![true],
        generation: vec![0],
    };
    let mut regions = RegionSet::default();
    let (mut service, mut prepared) = (Service::default(), PreparedLevels::default());
    let params = NavParams { planner, graph, slice_expansions: 100, ..NavParams::default() };
    let levels = &LevelsSource::default();
    // Results are kept for each size of body, and all these heights meet the same walls: each round searches the same again.
    let heights = [1.0, 1.1, 1.2, 1.3, 1.4];
    for height_m in heights {
        let size = Preparation {
            world: &world,
            storey: bestiary::Storey::GROUND,
            params: &params,
            radius_m: 0.5,
            height_m,
            moves: MoveClass::WALK,
            threads: 1,
            levels,
            graph: params.graph,
            estimates: false,
        };
        service.prepare(&mut regions, &mut prepared, &size);
    }
    let (mut finder, mut worker) = (Pathfinder::default(), Worker::default());
    let ends = [Vec2::new(114.5, 30.5), Vec2::new(5.5, 30.5), Vec2::new(60.5, 55.5), Vec2::new(20.0, 30.0)];
    let mut round = |height: f32| {
        bodies.height[0] = height;
        let (before, mut codes) = (COUNT.with(Cell::get), [0; 2]);
        for (i, to) in ends.into_iter().enumerate() {
            bodies.position[0] = ends[(i + 1) % 2];
            let ctx = NavContext {
                storeys: None,
                slot: 0,
                me: bodies.body(0),
                target: None,
                world: &world,
                regions: &regions,
                levels: &prepared,
                influence: &Influence::default(),
                gates: None,
                graph: params.graph,
                avoided: &[],
                blocked: None,
                params: &params,
                focus: None,
                asks: false,
                keeps_lane: false,
                heading: 0.0,
                form: PathForm::default(),
                step: 0,
                step_s: 0.05,
                pathfinding_on: true,
            };
            finder.set_goal(&ctx, Goal::Point(to, bestiary::Storey::GROUND));
            for _ in 0..40 {
                let code = finder.tick(&ctx);
                match code {
                    Code::SearchOk => codes[0] += 1,
                    Code::SearchFailed => codes[1] += 1,
                    _ => {}
                }
                let mut search = SearchContext { service: &service, worker: &mut worker, clock: &NoClock };
                while finder.wants_slice()
                    && bestiary::testing::nav::run_slice(&mut finder, &ctx, &mut search).is_none()
                {}
                service.collect(&mut worker);
                // It stays where it is: with waypoints that it cannot go straight to, it would search again.
                if code == Code::SearchOk {
                    finder.next_waypoint(&ctx);
                }
            }
        }
        (COUNT.with(Cell::get) - before, codes)
    };
    let [first, rest @ .., last] = heights;
    let first = round(first);
    assert!(first.1[0] >= 2 && first.1[1] >= 1, "both kinds of end: {graph:?} {first:?}");
    for height in rest {
        round(height);
    }
    assert_eq!(round(last).0, 0, "{planner:?}, {graph:?}");
    assert_eq!(worker.counts.shared, 0, "{planner:?}: no result was used twice");
}
