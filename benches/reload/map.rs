//! From a save of a map of Tiled to the world that has it, with 500 creatures alive: a script rewrites one tile layer in place.

use super::{says_map, wait};
use bestiary::{Frame, MoveClass, Options, Runtime, Start};
use std::time::Instant;

/// Columns and rows of the maps.
const SIDES: [usize; 2] = [200, 512];
const CREATURES: usize = 500;
const SAVES: u32 = 20;
/// From a save to the world that has it.
const BAR_MS: f64 = 200.0;
/// A body may seem to dip into a wall by so much, metres.
const SKIN_M: f32 = 0.02;

/// A map so many tiles wide and high, with its layer of houses in version `n`: blocks of 3 x 3 tiles, on about a tenth of the map, elsewhere each time.
fn map(side: usize, n: u32) -> String {
    let hash = |x: usize, y: usize| {
        (x as u32).wrapping_mul(73_856_093) ^ (y as u32).wrapping_mul(19_349_663) ^ n.wrapping_mul(83_492_791)
    };
    let is_house = |x: usize, y: usize| hash(x / 3, y / 3).wrapping_mul(2_654_435_761) >> 24 < 26;
    let rows =
        (0..side).map(|y| (0..side).map(move |x| if is_house(x, y) { "2" } else { "0" }).collect::<Vec<_>>().join(","));
    let houses = rows.collect::<Vec<_>>().join(",\n");
    let floor = vec!["1"; side * side].join(",");
    let spawn = |i: usize, name: &str, count: usize| {
        format!(
            "<object id=\"{i}\" name=\"{name}\" class=\"spawn\" x=\"16\" y=\"16\" width=\"{0}\" height=\"{0}\"><properties><property name=\"count\" type=\"int\" value=\"{count}\"/></properties></object>",
            (side - 2) * 16
        )
    };
    format!(
        "<?xml version=\"1.0\"?>
<map version=\"1.10\" orientation=\"orthogonal\" width=\"{side}\" height=\"{side}\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\">
<tileset firstgid=\"1\" name=\"town\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"2\" columns=\"2\"><tile id=\"1\"><properties><property name=\"walkable\" type=\"bool\" value=\"false\"/></properties></tile></tileset>
<layer id=\"1\" name=\"floor\" width=\"{side}\" height=\"{side}\"><data encoding=\"csv\">{floor}</data></layer>
<layer id=\"2\" name=\"houses\" width=\"{side}\" height=\"{side}\"><data encoding=\"csv\">{houses}</data></layer>
<objectgroup id=\"3\" name=\"life\">{}{}</objectgroup>
</map>
",
        spawn(1, "deer", CREATURES / 2),
        spawn(2, "merchant", CREATURES - CREATURES / 2)
    )
}

/// How many creatures live; none is inside a wall.
fn checked(frame: &Frame) -> usize {
    let snapshot = &frame.snapshot;
    for agent in snapshot.agents.iter() {
        let is_free = snapshot.world.is_free(agent.position, agent.radius - SKIN_M, 1.0, MoveClass::WALK);
        assert!(is_free, "{} is inside a wall", agent.position);
    }
    snapshot.agents.len()
}

pub(crate) fn run() {
    SIDES.into_iter().for_each(saves);
}

/// Saves a map of a size again and again.
fn saves(side: usize) {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("town.tmx");
    std::fs::write(&file, map(side, 1)).expect("writes");
    let options = Options { watch: true, paused: false };
    let name = file.to_str().expect("a name").to_owned();
    let world: Runtime = Start { map: name, seed: 7, options, ..Start::default() }.start().expect("starts");
    wait(&world, "a second of life", |f| (f.snapshot.step > 20).then_some(()));
    let mut times: Vec<f64> = (2..SAVES + 2)
        .map(|n| {
            let text = map(side, n);
            let began = Instant::now();
            std::fs::write(&file, text).expect("writes");
            let alive = wait(&world, "the map", |f| says_map(f, n).then(|| checked(f)));
            let ms = began.elapsed().as_secs_f64() * 1e3;
            assert_eq!(alive, CREATURES);
            let step = world.latest().map_or(0, |f| f.snapshot.step);
            wait(&world, "a second", |f| (f.snapshot.step >= step + 20).then_some(()));
            ms
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "town.tmx, {side} x {side} tiles: {SAVES} saves of one layer with {CREATURES} creatures, save to world: median {:.0} ms, worst {:.0} ms (bar: {BAR_MS} ms); none inside a wall",
        times[times.len() / 2],
        times[times.len() - 1],
    );
}
