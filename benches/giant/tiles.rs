//! A world of 13 000 × 13 000 cells made of real maps: put side by side, and joined by gates where their borders are closed.

use bestiary::Cell;
use bestiary::testing::grid::Regions;
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::world::format;
use std::io::Write;
use std::path::Path;

/// Cells a side.
pub(crate) const SIDE: usize = 13_000;
/// Sides of the small tiles; large ones take 2 × 2 of their places.
const UNIT: usize = 512;
const LARGE: &[&str] =
    &["cities/Berlin_1_1024", "cities/Paris_1_1024", "sc1/Cauldron", "sc1/TheFrozenSea", "dao/ost100d"];
const SMALL: &[&str] = &[
    "bg512/AR0011SR",
    "bg512/AR0042SR",
    "bg512/AR0044SR",
    "bg512/AR0411SR",
    "bg512/AR0603SR",
    "bg512/AR0700SR",
    "cities/NewYork_0_512",
    "mazes/maze512-32-0",
    "mazes/maze512-16-0",
    "mazes/maze512-8-0",
    "mazes/maze512-4-0",
    "random/random512-10-0",
    "random/random512-20-0",
    "random/random512-35-0",
    "rooms/8room_000",
    "rooms/16room_000",
    "rooms/32room_000",
    "rooms/64room_000",
    "wc3maps512/dustwallowkeys",
    "wc3maps512/icecrown",
];
/// Gates between two places that touch, each this many cells wide.
const GATES: usize = 3;
const GATE_WIDTH: usize = 3;

/// The world as letters, and for each place and side how deep a gate must go to meet what hangs together inside.
struct Canvas {
    letters: Vec<u8>,
    units: usize,
    /// By place (row by row) and side (west, east, north, south), for each cell along the side.
    depths: Vec<[Vec<usize>; 4]>,
    /// For each place, the first place of its map.
    maps: Vec<usize>,
}

/// Writes the world.
pub(crate) fn generate(maps: &Path, file: &Path) -> std::io::Result<()> {
    let units = SIDE.div_ceil(UNIT);
    let places = units * units;
    let (letters, depths) = (vec![b'@'; SIDE * SIDE], vec![Default::default(); places]);
    let mut canvas = Canvas { letters, units, depths, maps: (0..places).collect() };
    let mut rand = Rand::new(7, Purpose::Spawning, 0);
    for block_y in (0..units).step_by(2) {
        for block_x in (0..units).step_by(2) {
            if rand.index(2) == 0 {
                canvas.lay(maps, LARGE[rand.index(LARGE.len())], (block_x, block_y), 2);
                continue;
            }
            for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                canvas.lay(maps, SMALL[rand.index(SMALL.len())], (block_x + x, block_y + y), 1);
            }
        }
    }
    canvas.carve_gates();
    let mut out = std::io::BufWriter::new(std::fs::File::create(file)?);
    write!(out, "type octile\nheight {SIDE}\nwidth {SIDE}\nmap\n")?;
    for row in canvas.letters.chunks(SIDE) {
        out.write_all(row)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

impl Canvas {
    /// Puts a map that takes `span` × `span` places, cut off at the world's border.
    fn lay(&mut self, maps: &Path, name: &str, (unit_x, unit_y): (usize, usize), span: usize) {
        let (x, y) = (unit_x * UNIT, unit_y * UNIT);
        if x >= SIDE || y >= SIDE {
            return;
        }
        let text = std::fs::read_to_string(maps.join(format!("{name}.map"))).expect("a map of the set");
        let rows: Vec<&[u8]> = text.lines().skip(4).map(|row| row.trim_end().as_bytes()).collect();
        let (width, height) = ((SIDE - x).min(span * UNIT), (SIDE - y).min(span * UNIT));
        for (dy, row) in rows.iter().take(height).enumerate() {
            let begin = (y + dy) * SIDE + x;
            self.letters[begin..begin + width].copy_from_slice(&row[..width]);
        }
        let cut: Vec<String> =
            rows.iter().take(height).map(|row| String::from_utf8_lossy(&row[..width]).into_owned()).collect();
        let cut = format!("type octile\nheight {height}\nwidth {width}\nmap\n{}\n", cut.join("\n"));
        let world = format::parse("tile.map", cut.as_bytes()).expect("a map").world;
        let regions = Regions::build(&world, 0.0, 1.0, bestiary::MoveClass::WALK);
        let main = |x: usize, y: usize| regions.of_cell(Cell::new(x as i32, y as i32)) == regions.largest();
        for place_y in 0..span {
            for place_x in 0..span {
                let (px, py) = (place_x * UNIT, place_y * UNIT);
                let (end_x, end_y) = ((px + UNIT).min(width), (py + UNIT).min(height));
                if px >= end_x || py >= end_y {
                    continue;
                }
                let place = (unit_y + place_y) * self.units + unit_x + place_x;
                self.maps[place] = unit_y * self.units + unit_x;
                let depth = |found: Option<usize>| found.unwrap_or(usize::MAX);
                self.depths[place] = [
                    (py..end_y).map(|y| depth((0..width).position(|x| main(x, y)))).collect(),
                    (py..end_y).map(|y| depth((0..width).rev().position(|x| main(x, y)))).collect(),
                    (px..end_x).map(|x| depth((0..height).position(|y| main(x, y)))).collect(),
                    (px..end_x).map(|x| depth((0..height).rev().position(|y| main(x, y)))).collect(),
                ];
            }
        }
    }

    /// Opens gates between all places that touch: in each part of the border where they need to be least deep.
    fn carve_gates(&mut self) {
        for unit in 0..self.units * self.units {
            let (x, y) = (unit % self.units, unit / self.units);
            if x + 1 < self.units {
                self.join(unit, unit + 1, 1, (x + 1) * UNIT, y * UNIT);
            }
            if y + 1 < self.units {
                self.join(unit, unit + self.units, 3, (y + 1) * UNIT, x * UNIT);
            }
        }
    }

    /// `side` is the first place's side (1 east, 3 south), `border` where the second begins, `from` where both begin along it.
    fn join(&mut self, first: usize, second: usize, side: usize, border: usize, from: usize) {
        if self.maps[first] == self.maps[second] {
            return;
        }
        let (before, after) = (self.depths[first][side].clone(), self.depths[second][side - 1].clone());
        let length = before.len().min(after.len());
        let part = length / GATES;
        for gate in 0..GATES.min(part) {
            let open = |i: usize| before[i].saturating_add(after[i]);
            let Some(best) = (gate * part + 1..(gate + 1) * part - 1).min_by_key(|i| open(*i)) else { continue };
            if open(best) == usize::MAX {
                continue;
            }
            for along in best - GATE_WIDTH / 2..=best + GATE_WIDTH / 2 {
                for across in border - before[best]..border + after[best] {
                    let (x, y) = if side == 1 { (across, from + along) } else { (from + along, across) };
                    self.letters[y * SIDE + x] = b'.';
                }
            }
        }
    }
}
