//! The isle: roads are used, deep water is for those that swim, slopes slow.

use bestiary::testing::diag::NoClock;
use bestiary::{
    Cell, Ground, GroundKind, Look, MoveClass, PLAIN_COST, Sim, Start, Terrain, Tiles, Traversability, Vec2, World,
};

fn isle(seed: u64) -> Sim {
    let start = Start { map: "isle".into(), seed, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

/// Water in which none can wade, metres.
const DEEP_M: f32 = 0.6;

#[test]
fn roads_are_used_and_only_those_that_swim_are_ever_in_deep_water() {
    let mut sim = isle(5);
    let mut swum_m = 0.0_f32;
    for step in 0..2400 {
        sim.step(&[], &NoClock);
        let (world, b) = (sim.world(), &sim.agents().bodies);
        for slot in b.living() {
            let cell = Cell::of(b.position[slot], world.ground.resolution_m());
            let depth = world.ground.terrain().depth_m(cell.centre(world.ground.resolution_m()));
            let swims = b.moves[slot] == MoveClass::SWIM;
            assert!(depth <= DEEP_M || swims, "step {step}: {} walks in {depth} m of water", b.id(slot));
            if depth > DEEP_M {
                swum_m += b.velocity[slot].length() * 0.05;
            }
        }
    }
    let uses = sim.ground_use();
    let of = |kind: &str| uses.iter().find(|u| u.kind == kind).unwrap_or_else(|| panic!("no {kind}: {uses:#?}"));
    let (road, mud) = (of("road"), of("mud"));
    assert!(road.metres > 500.0 && road.walked > 5.0 * road.area, "the road: {road:?}");
    assert!(mud.walked < mud.area, "round the mud: {mud:?}");
    let (area, walked) = uses.iter().fold((0.0, 0.0), |(a, w), u| (a + u.area, w + u.walked));
    assert!((area - 1.0_f64).abs() < 1e-9 && (walked - 1.0_f64).abs() < 1e-9, "shares of a whole: {uses:#?}");
    assert!(swum_m > 50.0, "otters swim: {swum_m} m");
}

#[test]
fn the_forest_hides() {
    let sim = isle(1);
    let world = sim.world();
    // From the road beside the wood to its middle, and as far over the meadow.
    let (road, wood, meadow) = (Vec2::new(90.5, 74.5), Vec2::new(104.0, 68.0), Vec2::new(77.0, 81.0));
    assert!(!world.sees(road, wood, 1.5).0 && !world.sees(wood, road, 1.5).0);
    assert!(world.sees(road, meadow, 1.5).0);
}

/// Metres that a wandering creature's body covers straight east in five seconds, from rest.
fn covered(world: World) -> f32 {
    let dir = tempfile::tempdir().expect("scratch folder");
    let home = dir.path().join("runners");
    std::fs::create_dir_all(home.join("npc")).expect("made");
    std::fs::write(home.join("mod.toml"), "name = \"runners\"\nversion = \"1\"\napi = 2\ndepends = [\"base\"]\n")
        .unwrap();
    let runner = "return behaviour { name = \"runner\", body = { speed = 4 }, start = \"go\", states = { go = {\n\
                  tick = function(npc) npc:charge(npc.x + 50, npc.y) end } } }";
    std::fs::write(home.join("npc/runner.lua"), runner).expect("written");
    let start = Start { mods: vec![home], population: vec!["runner=1".parse().expect("is one")], ..Start::default() };
    let mut setup = start.load().expect("loads").0;
    setup.world = std::sync::Arc::new(world);
    let mut sim = Sim::new(setup).expect("starts");
    let place = bestiary::Command::Place { id: sim.agents().bodies.id(0), at: Vec2::new(20.0, 20.0), storey: None };
    sim.step(&[place], &NoClock);
    for _ in 0..20 {
        sim.step(&[], &NoClock);
    }
    let from = sim.agents().bodies.position[0];
    for _ in 0..100 {
        sim.step(&[], &NoClock);
    }
    sim.agents().bodies.position[0].distance(from)
}

#[test]
fn slopes_water_vegetation_and_slow_ground_slow_by_what_they_say() {
    let ground = |traversability: Traversability| {
        let name = "grass".into();
        let grass = GroundKind {
            name,
            letter: '.',
            walkable: true,
            opaque: false,
            cost: PLAIN_COST,
            traversability,
            look: Look::Grass,
        };
        Ground::new(80, 40, 1.0, vec![grass], vec![0; 80 * 40])
    };
    let under = |heights: &dyn Fn(usize) -> f32, water_level_m, vegetation: f32| {
        let vegetation = Some(Tiles::new(10, [vegetation; 50]));
        let heights = Some(Tiles::new(10, (0..50).map(|i| heights(i % 10))));
        covered(World::new(
            "w",
            ground(Traversability::default()).with_terrain(Terrain {
                heights,
                water_level_m,
                vegetation,
                ..Terrain::default()
            }),
            vec![],
            vec![],
        ))
    };
    let flat = covered(World::new("w", ground(Traversability::default()), vec![], vec![]));
    let share =
        |metres: f32, wanted: f32| assert!((metres / flat - wanted).abs() < 0.03, "{} not {wanted}", metres / flat);
    share(under(&|_| 0.0, None, 0.0), 1.0);
    // 2 m up on 8 m, then 6 m.
    share(under(&|x| x as f32 * 2.0, None, 0.0), 1.0 / 2.0);
    share(under(&|x| x as f32 * 6.0, None, 0.0), 1.0 / 4.0);
    share(under(&|_| 0.0, Some(0.3), 0.0), 2.0 / 3.0);
    share(under(&|_| 0.0, None, 1.0), 0.4);
    share(
        covered(World::new("w", ground(Traversability { pace: 16, ..Traversability::default() }), vec![], vec![])),
        0.25,
    );
}
