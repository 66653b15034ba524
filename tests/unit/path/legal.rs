//! Pulled and round paths against exact distances: they touch nothing, are no longer than they may be, and turn sharply only where no arc fits.

use super::exact::{HEIGHT_M, MOVES, clearance};
use super::scene::Scene;
use bestiary::testing::geom::{Cell, Obb, Vec2};
use bestiary::testing::grid::Field;
use bestiary::testing::path::{BodySight, CurveParams, Curved, Curver, Sees, Touches, length_m};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::world::format::{load, load_scenario};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

/// Sight tests take a body for so much narrower, metres.
const SLACK_M: f64 = 1.5e-3;
/// What rounding adds to a step.
const STEP_SHARE: f32 = 1.05;
/// The smallest arc takes so much of each piece beside it, metres, and less than half of them.
const SMALLEST_M: f32 = 0.05;
const SMALLEST_SHARE: f32 = 0.49;

fn params(seed: u64) -> CurveParams {
    let rand = &mut Rand::new(seed, Purpose::Spawning, 2);
    let mut between = |low: f32, high: f32| low + (high - low) * rand.index(1001) as f32 / 1e3;
    let (comfort_m, turn_radius_m) = (between(-1.0, 1.5).max(0.0), between(-1.5, 1.5).max(0.0));
    let (longer_share, step_rad) = (between(0.0, 0.1), between(0.1, 0.6));
    CurveParams { comfort_m, turn_radius_m, longer_share, step_rad, ..CurveParams::default() }
}

/// The smallest arc inside a turn, as places on its circle: apart from how the program writes arcs.
fn smallest_arc(three: &[Vec2]) -> Vec<Vec2> {
    let [before, at, after] = [0, 1, 2].map(|i| three[i]);
    let takes = SMALLEST_M.min(SMALLEST_SHARE * before.distance(at).min(at.distance(after)));
    let (first, last) = (at + (before - at).normalize() * takes, at + (after - at).normalize() * takes);
    // A curve of the second degree lies between the arc and its chord.
    (0..=16).map(|i| i as f32 / 16.0).map(|u| first.lerp(at, u).lerp(at.lerp(last, u), u)).collect()
}

/// What holds for each path from cell to cell: what became of it, or what does not hold.
fn check(scene: &Scene, ends: (Cell, Cell), params: &CurveParams) -> Result<Option<Curved>, String> {
    let Some([found, pulled]) = scene.paths(ends.0, ends.1) else { return Ok(None) };
    let (world, radius_m) = (&scene.world, f64::from(scene.radius_m));
    let mut round = Vec::new();
    let became = Curver::default().curve(&pulled, &scene.sight(), params, &mut round);
    for (path, what) in [(&pulled, "pulled"), (&round, "round")] {
        let apart = clearance(world, path, radius_m + 0.1);
        if apart < radius_m - SLACK_M {
            return Err(format!("{what}: {apart} m from something, for a body of {radius_m} m: {path:?}"));
        }
    }
    let [raw, straight, curved] = [&found, &pulled, &round].map(|path| length_m(path));
    if straight > raw * 1.000_01 {
        return Err(format!("{straight} m pulled from {raw} m"));
    }
    // Turns are at most half a circle, so that wide arcs are longer by no more than this.
    let arcs = params.turn_radius_m * pulled.len() as f32 * 4.0;
    let longer = if params.comfort_m > 0.0 { params.longer_share } else { 0.0 };
    if curved > straight * (1.000_1 + longer) + arcs + 1e-3 {
        return Err(format!("{curved} m made round from {straight} m: {round:?} of {pulled:?}"));
    }
    if (round.first(), round.last()) != (pulled.first(), pulled.last()) {
        return Err("other ends".into());
    }
    for three in round.windows(3) {
        let turn = (three[1] - three[0]).angle_to(three[2] - three[1]).abs();
        if turn > params.step_rad * STEP_SHARE && clearance(world, &smallest_arc(three), radius_m + 0.1) >= radius_m {
            return Err(format!(
                "{became:?} turns by {turn} rad at {}, where an arc is clear: {round:?} of {pulled:?}",
                three[1]
            ));
        }
    }
    Ok(Some(became))
}

fn on_a_random_world(seed: u64) -> Result<Option<Curved>, String> {
    let scene = Scene::new(seed);
    match scene.ends(seed) {
        Some(ends) => check(&scene, ends, &params(seed)).map_err(|fault| format!("seed {seed}: {fault}")),
        None => Ok(None),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn pulled_and_round_paths_touch_nothing_and_turn_sharply_only_where_no_arc_fits(seed in any::<u64>()) {
        on_a_random_world(seed).map_err(TestCaseError::fail)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// The grid makes tests faster and changes none; what is touched is what makes a line not clear.
    #[test]
    fn lines_are_clear_with_and_without_a_grid_where_nothing_is_touched(seed in any::<u64>()) {
        let (scene, rand) = (Scene::new(seed), &mut Rand::new(seed, Purpose::Spawning, 3));
        let (world, size) = (&scene.world, scene.world.size());
        let other = Field::of_world(world, scene.radius_m / 2.0, HEIGHT_M, MOVES).unwrap();
        for _ in 0..5 {
            let mut place = || Vec2::new(rand.unit() as f32 * 1.2 - 0.1, rand.unit() as f32 * 1.2 - 0.1) * size;
            let (from, to) = (place(), place());
            let sight = |field| BodySight { field, costs: None, ..scene.sight() };
            let clear = [None, Some(&scene.field), Some(&other)].map(|field| sight(field).clear(from, to));
            prop_assert_eq!([clear[0]; 3], clear);
            let mut touched = Vec::new();
            sight(Some(&other)).each_touched(from, to, |shape| {
                touched.push(*shape);
                false
            });
            prop_assert_eq!(touched.is_empty(), clear[0]);
            // The first and the last of each row are among them.
            let mut ends: Vec<Obb> = Vec::new();
            sight(None).each_touched(from, to, |shape| {
                ends.push(*shape);
                true
            });
            prop_assert!(ends.iter().all(|shape| touched.contains(shape)) && ends.is_empty() == clear[0]);
            // Along a line nothing is missed, and what is reported is near.
            let apart = clearance(world, &[from, to], f64::from(scene.radius_m) + 0.2);
            prop_assert!((apart >= f64::from(scene.radius_m)) <= clear[0] && clear[0] <= (apart >= f64::from(scene.radius_m) - SLACK_M));
            for shape in &touched {
                let nearest = (0..=600).map(|i| shape.distance(from.lerp(to, i as f32 / 600.0))).fold(f32::MAX, f32::min);
                prop_assert!(nearest < scene.radius_m + 0.2, "{shape:?} is {nearest} m away");
            }
            // What is near a place is found for any distance, with some that is farther.
            let (reach, mut near) = (rand.unit() as f32 * 3.0, f32::MAX);
            let other = sight(Some(&other));
            other.each_near(from, reach, |shape, cell| {
                if cell.is_none_or(|cell| other.is_closed(cell)) {
                    near = near.min(shape.distance(from));
                }
            });
            let wanted = clearance(world, &[from; 2], f64::from(reach));
            // Outside nothing is nearer than what is closed there.
            prop_assert!(f64::from(near.min(reach)) <= wanted.max(0.0) + SLACK_M, "{near} m and not {wanted} m");
        }
    }
}

fn moving_ai(name: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = std::env::var_os("MOVINGAI").map_or_else(|| own.join("../shared/movingai"), PathBuf::from);
    [root.join(name), own.join("maps").join(name)].into_iter().find(|path| path.exists())
}

/// So many queries of a map, for bodies of some sizes; how many paths there were.
fn on_a_map(path: &Path, queries: usize) -> usize {
    let Ok(scenario) = load_scenario(&path.with_extension("map.scen")) else { return 0 };
    let mut seen = 0;
    for (i, radius_m) in [0.2, 0.5, 0.9].into_iter().enumerate() {
        let scene = Scene::of(load(path).unwrap().world, radius_m);
        for query in scenario.queries.iter().skip(i).step_by(scenario.queries.len() / queries + 1) {
            let params = CurveParams { comfort_m: 0.4, turn_radius_m: 0.3 * i as f32, ..CurveParams::default() };
            let became = check(&scene, (query.start, query.goal), &params);
            seen +=
                usize::from(became.unwrap_or_else(|fault| panic!("{} {query:?}: {fault}", path.display())).is_some());
        }
    }
    seen
}

#[test]
fn paths_on_maps_of_games_touch_nothing_either() {
    let names = ["bg512/AR0411SR.map", "dao/arena2.map", "rooms/8room_000.map", "random/random512-35-0.map"];
    let seen: usize = names.iter().filter_map(|name| moving_ai(name)).map(|path| on_a_map(&path, 12)).sum();
    assert!(seen > 0, "the project has maps of its own");
}

/// The same on many more: `WORLDS=200000 cargo test --release --test unit soak -- --ignored`; on all maps of the folder `MOVINGAI`.
#[test]
#[ignore = "minutes"]
fn soak() {
    let worlds = std::env::var("WORLDS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let (mut faults, mut seen) = (Vec::new(), [0; 3]);
    for seed in 0..worlds {
        match on_a_random_world(seed) {
            Ok(Some(became)) => seen[became as usize] += 1,
            Ok(None) => (),
            Err(fault) => faults.push(fault),
        }
    }
    println!("{seen:?} paths tight, filleted and straight on {worlds} worlds; {} faults", faults.len());
    for fault in faults.iter().take(10) {
        println!("{fault}");
    }
    assert!(faults.is_empty());
    let folder = moving_ai("bg512").unwrap();
    for set in std::fs::read_dir(folder.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()) {
        for map in std::fs::read_dir(set).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if map.extension().is_some_and(|kind| kind == "map") {
                println!("{}: {} paths", map.display(), on_a_map(&map, 60));
            }
        }
    }
}
