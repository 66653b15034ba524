//! Many bodies with one goal: a search for each against one flow field, in one run: `cargo bench --bench flow`.
//!
//! On maps of the folder that `MOVINGAI` names (default: `../shared/movingai`) or, without it, the project's own. 2 000 and 10 000 bodies
//! are at places from which the goal can be reached, drawn at random (seeded). Each searches by jump points, as the static planner does; then a field
//! is built, and each reads its path off it. Every path must cost the same: that is asserted. Best of three.
//!
//! Then gaps on the paths of bodies close and open again, one after the other (the first narrow place on a path, or a cell of it): the field
//! is brought up to date near each, against a fresh build. At the end both must hold the same costs.

use bestiary::Cell;
use bestiary::testing::crowd::FlowField;
use bestiary::testing::grid::{BitGrid, Field};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{
    Buckets, Estimate, FieldSearch, Jumps, Landscape, Status, check_path, in_cells, unpack,
};
use std::path::{Path, PathBuf};
use std::time::Instant;

const MAPS: [&str; 5] =
    ["bg512/AR0411SR", "bg512/AR0700SR", "rooms/32room_000", "mazes/maze512-8-0", "random/random512-10-0"];
const BODIES: [usize; 2] = [2_000, 10_000];
const DOORS: usize = 20;

fn main() {
    println!(
        "{:24} {:>7} {:>11} {:>10} {:>9} {:>9} {:>9} {:>10} {:>8}",
        "map", "bodies", "searches ms", "field ms", "reads ms", "searches", "break-even", "door µs", "fresh"
    );
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/movingai");
    let root = std::env::var_os("MOVINGAI").map_or(shared, PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps");
    for name in MAPS {
        let of = |root: &Path| root.join(format!("{name}.map"));
        match [of(&root), of(&own)].into_iter().find(|map| map.is_file()) {
            Some(map) => measure(name, &map),
            None => println!("{name:24} skipped: there is no such map in {}", root.display()),
        }
    }
}

fn field_of(map: &Path) -> Field {
    let text = std::fs::read_to_string(map).expect("a map");
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let mut grid = BitGrid::new(rows[0].len() as u32, rows.len() as u32);
    for (y, row) in (0..).zip(rows) {
        for (x, _) in (0..).zip(row).filter(|(_, kind)| !matches!(kind, b'.' | b'G' | b'S')) {
            grid.close(x, y);
        }
    }
    Field::new(&grid).expect("a size that can be searched")
}

/// The least time of three, in seconds.
fn best(mut work: impl FnMut()) -> f64 {
    let once = |work: &mut dyn FnMut()| {
        let before = Instant::now();
        work();
        before.elapsed().as_secs_f64()
    };
    (0..3).map(|_| once(&mut work)).fold(f64::INFINITY, f64::min)
}

fn build(flow: &mut FlowField, field: &Field, goal: Cell) {
    flow.begin(Landscape::from(field), goal);
    flow.work(Landscape::from(field), u32::MAX);
}

fn measure(name: &str, map: &Path) {
    let mut field = field_of(map);
    let mut rand = Rand::new(1, Purpose::Spawning, 0);
    let any = |rand: &mut Rand, field: &Field| field.cell(rand.index(field.nodes()) as u32);
    let mut flow = FlowField::default();
    // A goal that most of the map can reach.
    let goal = loop {
        let goal = any(&mut rand, &field);
        build(&mut flow, &field, goal);
        let open = (0..field.nodes() as u32).map(|node| field.cell(node)).filter(|cell| field.open(*cell));
        let (reached, all) =
            open.fold((0, 0), |(reached, all), cell| (reached + usize::from(flow.cost_from(cell).is_some()), all + 1));
        if reached * 2 > all {
            break goal;
        }
    };
    for bodies in BODIES {
        let mut starts = Vec::new();
        while starts.len() < bodies {
            starts.extend(Some(any(&mut rand, &field)).filter(|cell| flow.cost_from(*cell).is_some()));
        }
        let (mut search, mut turns) = (FieldSearch::<Buckets>::default(), Vec::new());
        let searches = best(|| {
            for start in &starts {
                search.begin(&Jumps { field: &field }, *start, goal, Estimate::default());
                assert_eq!(search.run(&Jumps { field: &field }, u32::MAX), Status::Found);
                search.waypoints(&mut turns);
                assert_eq!(search.cost, flow.cost_from(*start));
            }
        });
        let built = best(|| build(&mut flow, &field, goal));
        let reads = best(|| starts.iter().for_each(|start| flow.read(*start, &mut turns)));
        let mut path = Vec::new();
        for start in starts.iter().step_by(97) {
            flow.read(*start, &mut turns);
            unpack(&turns, &mut path);
            let length = check_path(&field, &path, *start, goal).expect("a legal path");
            let cost = flow.cost_from(*start).map_or(f64::NAN, in_cells);
            assert!((length - cost).abs() < 1e-6, "{length} {cost}");
        }
        let ratio = searches / (built + reads);
        let even = built / ((searches - reads) / bodies as f64);
        print!(
            "{name:24} {bodies:>7} {:>11.1} {:>10.2} {:>9.2} {ratio:>8.1}x {even:>10.0}",
            searches * 1e3,
            built * 1e3,
            reads * 1e3
        );
        if bodies == BODIES[0] {
            let door = doors(&mut field, &mut flow, goal, &starts);
            print!(" {:>10.0} {:>7.1}x", door * 1e6, built / door);
        }
        println!();
    }
}

/// Closes and opens gaps on the paths of some bodies; the mean time to bring the field up to date after one of these changes, seconds.
fn doors(field: &mut Field, flow: &mut FlowField, goal: Cell, starts: &[Cell]) -> f64 {
    let (mut turns, mut path, mut seconds) = (Vec::new(), Vec::new(), 0.0);
    for start in &starts[..DOORS] {
        flow.read(*start, &mut turns);
        unpack(&turns, &mut path);
        let closed = |field: &Field, cell: Cell, (x, y): (i32, i32)| !field.open(Cell::new(cell.x + x, cell.y + y));
        let is_gap = |cell: &&Cell| {
            [((1, 0), (-1, 0)), ((0, 1), (0, -1))]
                .iter()
                .any(|(a, b)| closed(field, **cell, *a) && closed(field, **cell, *b))
        };
        let inner = &path[path.len() / 4..path.len() - path.len() / 4];
        let Some(door) = inner.iter().find(is_gap).or(inner.first()).copied() else { continue };
        for open in [false, true] {
            field.set(door, open);
            let before = Instant::now();
            flow.changed(Landscape::from(&*field), &[door]);
            flow.work(Landscape::from(&*field), u32::MAX);
            seconds += before.elapsed().as_secs_f64();
            if !open {
                same_as_fresh(field, flow, goal);
            }
        }
    }
    same_as_fresh(field, flow, goal);
    seconds / (2 * DOORS) as f64
}

fn same_as_fresh(field: &Field, flow: &FlowField, goal: Cell) {
    let mut fresh = FlowField::default();
    build(&mut fresh, field, goal);
    let all = (0..field.nodes() as u32).map(|node| field.cell(node));
    assert!(all.into_iter().all(|cell| flow.cost_from(cell) == fresh.cost_from(cell)));
}
