//! What heights cost: `cargo bench --bench ground`.
//!
//! The source read the height of the terrain under each volume whenever it drew a window, a third of its whole running time
//! (Dahlberg & Viktorsson 2002, ch. 4.4). Here volumes say how high they are above the ground, and what heights and water are to
//! bodies is worked out when the map is loaded. Windows are drawn over the same places of `maps/shore.toml` with its terrain and
//! without: that both draw the same volumes is asserted. Beside it: what reading one height under each of these volumes would take.

use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{CellRect, Clearance, PlotCounts, Window};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::{Aabb, Ground, MoveClass, Start, World};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Cells of a window's side.
const SIDE: u32 = 96;
const WINDOWS: usize = 400;
/// The best of so many rounds counts.
const ROUNDS: usize = 5;

fn main() {
    let start = Start { map: "shore".into(), ..Start::default() };
    let (setup, _) = start.load().expect("the map loads");
    let world = &*setup.world;
    let ground = &world.ground;
    let (width, height, cell_m) = (ground.width(), ground.height(), ground.resolution_m());
    let flat = Ground::new(width, height, cell_m, ground.kinds().to_vec(), ground.cells().collect());
    let began = Instant::now();
    ground.prepare_class(MoveClass::WALK, None);
    let prepared = began.elapsed();
    let mut plain = world.clone();
    plain.ground = flat.into();
    let places = places(world);

    let (with, drawn) = best(|| draw(world, &places));
    let (without, drawn_on_the_plain) = best(|| draw(&plain, &places));
    assert_eq!(drawn, drawn_on_the_plain, "the same volumes");
    let (reading, volumes) = best(|| read_heights(world, &places));
    assert!(volumes >= drawn.plotted, "a height under each volume");

    let micros = |t: Duration| t.as_secs_f64() * 1e6 / WINDOWS as f64;
    let share = |part: Duration, whole: Duration| 100.0 * part.as_secs_f64() / whole.as_secs_f64();
    println!("{WINDOWS} windows of {SIDE} × {SIDE} cells on the shore, {} volumes drawn", drawn.plotted);
    println!("with heights and water     {:8.1} µs a window", micros(with));
    println!("without                    {:8.1} µs a window", micros(without));
    println!(
        "reading a height under each volume would take {:.2} µs, {:.1} % of it",
        micros(reading),
        share(reading, with)
    );
    println!("once, when the world begins: {:.0} ms for {} cells", prepared.as_secs_f64() * 1e3, width * height);
}

/// Windows all over the land.
fn places(world: &World) -> Vec<CellRect> {
    let mut rand = Rand::new(1, Purpose::Spawning, 0);
    let (width, height) = (world.ground.width(), world.ground.height());
    let mut corner = |cells: usize| rand.index(cells - SIDE as usize) as i32;
    let rect = |x, y| CellRect { origin: Cell::new(x, y), width: SIDE, height: SIDE };
    (0..WINDOWS).map(|_| rect(corner(width), corner(height))).collect()
}

fn draw(world: &World, places: &[CellRect]) -> PlotCounts {
    let body = Clearance { radius_m: 0.4, height_m: 1.2, buffer_m: 1.0, moves: MoveClass::WALK };
    let (mut window, mut sum) = (Window::default(), PlotCounts::default());
    for place in places {
        sum += window.build(world, *place, body);
    }
    sum
}

/// Reads the height under each volume of the windows; how many there were.
fn read_heights(world: &World, places: &[CellRect]) -> u64 {
    let (terrain, mut volumes) = (world.ground.terrain(), 0);
    for place in places {
        let area: Aabb = place.bounds(world.ground.resolution_m()).grown(2.0);
        world.volumes_in(area, |volume| {
            volumes += 1;
            black_box(terrain.elevation_m(volume.footprint.centre));
        });
    }
    volumes
}

/// The least time of several rounds, and the result, which is the same each time.
fn best<T: PartialEq + std::fmt::Debug>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut timed = || {
        let began = Instant::now();
        let result = work();
        (began.elapsed(), result)
    };
    let (mut least, first) = timed();
    for _ in 1..ROUNDS {
        let (time, result) = timed();
        assert_eq!(result, first);
        least = least.min(time);
    }
    (least, first)
}
