//! Towers: storeys one above the other, with stairs from each to the next on alternating sides.

use crate::rival::Rival;
use crate::{Place, compare};
use bestiary::Vec2;
use bestiary::testing::graph::{NavMesh, Plane, Portal};
use bestiary::testing::search::Polyanya;
use glam::DVec2;
use std::time::Instant;

/// Metres of a side of a storey.
const SIDE: f64 = 40.0;
/// The first and last height of the door to the stairs, and of the door from them to the next storey, metres.
const DOOR: [f64; 2] = [10.0, 11.75];
const ARRIVAL: [f64; 2] = [12.25, 14.0];
/// Storeys that a route leads up, at most.
const ROUTE: u32 = 24;

/// How far each storey of a tower that leans is beyond the one below it, metres.
const LEAN: f64 = 1.0 / 512.0;

/// The border of a storey with the stairs up: they lead out on one side, round a rail, and back to the wall of the next storey.
fn storey(number: u32, lean: f64) -> Vec<Vec<DVec2>> {
    let (here, next) = (f64::from(number) * lean, f64::from(number + 1) * lean);
    let arrival = ARRIVAL.map(|y| y + next - here);
    let outer = [
        (0.0, 0.0),
        (SIDE, 0.0),
        (SIDE, DOOR[0]),
        (SIDE + 4.0, DOOR[0]),
        (SIDE + 4.0, arrival[1]),
        (SIDE, arrival[1]),
        (SIDE, arrival[0]),
        (SIDE + 3.0, arrival[0]),
        (SIDE + 3.0, DOOR[1]),
        (SIDE - 1.0, DOOR[1]),
        (SIDE - 1.0, SIDE),
        (0.0, SIDE),
    ];
    let mut rings = vec![outer.map(|(x, y)| DVec2::new(x, y)).to_vec()];
    for i in 0..16_u32 {
        let spread = f64::from((i * 7 + number * 5) % 11) * 0.25;
        let low = DVec2::new(2.5 + f64::from(i % 4) * 9.0 + spread, 2.5 + f64::from(i / 4) * 9.0 + spread / 2.0);
        let high = low + DVec2::new(3.0 + spread, 5.0 - spread);
        rings.push(vec![low, DVec2::new(low.x, high.y), high, DVec2::new(high.x, low.y)]);
    }
    rings.iter_mut().flatten().for_each(|p| p.y += here);
    if number % 2 == 1 {
        for ring in &mut rings {
            ring.iter_mut().for_each(|p| p.x = SIDE - p.x);
            ring.reverse();
        }
    }
    rings
}

fn portals(storeys: u32, lean: f64) -> Vec<Portal> {
    let at = |k: u32, y: f64| DVec2::new(if k.is_multiple_of(2) { SIDE } else { 0.0 }, y + f64::from(k + 1) * lean);
    let ends = |k: u32| ARRIVAL.map(|y| at(k, y));
    (0..storeys - 1).map(|k| Portal { storeys: [k, k + 1], ends: ends(k) }).collect()
}

fn tower(storeys: u32, lean: f64) -> NavMesh {
    let planes: Vec<Plane> = (0..storeys).map(|number| Plane::of_rings_by(&storey(number, lean), 64.0)).collect();
    NavMesh::of_planes(&planes, &portals(storeys, lean)).expect("storeys and portals fit")
}

/// Routes between the same places of the lower storeys: up and down 0 to [`ROUTE`] storeys.
fn routes() -> Vec<(Place, Place)> {
    let mut seed = 12_345_u32;
    let mut draw = |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % n
    };
    (0..600)
        .map(|_| {
            let mut place = |storey| (Vec2::new(1.0 + draw(37) as f32, 0.5 + draw(39) as f32), storey);
            let (a, b) = (place(0), place(0));
            let low = draw(200 - ROUTE);
            ((a.0, low + draw(ROUTE)), (b.0, low + draw(ROUTE)))
        })
        .collect()
}

/// Ours beside the crate on a tower. The crate takes corners with the same x and y on two storeys for one: it finds the shortest paths in a
/// tower that leans a little, and few in one that does not.
fn against_the_crate(name: &str, lean: f64) {
    let mesh = tower(200, lean);
    let joints: Vec<_> = portals(200, lean)
        .iter()
        .map(|portal| ((portal.storeys[0], portal.storeys[1]), portal.ends.map(|end| end.as_vec2())))
        .collect();
    let times = compare(&mesh, &Rival::of_storeys(&mesh, 200, &joints), &found(&mesh));
    println!("{name:28} {:8}  {times}", mesh.polygons());
}

/// The routes whose ends are open.
fn found(mesh: &NavMesh) -> Vec<(Place, Place)> {
    let is_found = |(from, to): &(Place, Place)| Polyanya::default().solve(mesh, *from, *to, &mut Vec::new()).is_some();
    routes().into_iter().filter(is_found).collect()
}

pub(crate) fn run() {
    against_the_crate("leaning tower of 200 storeys", LEAN);
    against_the_crate("tower of 200 storeys", 0.0);
    let (low, high) = (tower(200, 0.0), tower(1_000, 0.0));
    let (mut search, mut out) = (Polyanya::default(), Vec::new());
    let routes = found(&low);
    let mut seconds = [f64::INFINITY; 2];
    for _ in 0..7 {
        for (mesh, least) in [&low, &high].into_iter().zip(&mut seconds) {
            let began = Instant::now();
            let sum: f64 = routes.iter().filter_map(|(from, to)| search.solve(mesh, *from, *to, &mut out)).sum();
            assert!(sum > 0.0);
            *least = least.min(began.elapsed().as_secs_f64());
        }
    }
    for (from, to) in &routes {
        let a = search.solve(&low, *from, *to, &mut out);
        assert_eq!(a, search.solve(&high, *from, *to, &mut out), "{from:?} to {to:?}");
    }
    let us = seconds.map(|s| s * 1e6 / routes.len() as f64);
    println!(
        "tower of 1 000 storeys: {:.2} µs a route, of 200: {:.2} µs, ratio {:.3} (goal: at most 1.2)",
        us[1],
        us[0],
        us[1] / us[0]
    );
}
