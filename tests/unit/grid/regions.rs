//! Regions against a plain flood.

use crate::drawn;
use crate::random::{between, row_lengths};
use bestiary::MoveClass;
use bestiary::testing::geom::{Aabb, Cell, Obb, Vec2};
use bestiary::testing::grid::{Field, RegionSet, Regions};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::world::{Volume, World};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Labels as letters, closed cells as blanks.
fn picture(r: &Regions, width: i32, height: i32) -> Vec<String> {
    let letter = |c| r.of_cell(c).map_or(' ', |l| char::from(b'a' + l as u8 - 1));
    (0..height).map(|y| (0..width).map(|x| letter(Cell::new(x, y))).collect()).collect()
}

#[test]
fn components_are_numbered_in_reading_order_and_diagonals_do_not_join() {
    let w = drawn::world(&["..#..", ".#..#", "#..#.", "..##."], 1.0, vec![]);
    let r = Regions::build(&w, 0.3, 1.0, MoveClass::WALK);
    assert_eq!(picture(&r, 5, 4), ["aa bb", "a bb ", " bb c", "bb  c"]);
    let sizes: Vec<(u32, usize)> =
        components(&r, 5, 4).into_iter().map(|(label, cells)| (label, cells.len())).collect();
    assert_eq!((r.largest(), sizes), (Some(2), vec![(1, 3), (2, 8), (3, 2)]));
    assert!(r.joined(Vec2::new(3.5, 0.5), Vec2::new(0.5, 3.5)));
    assert!(!r.joined(Vec2::new(0.5, 0.5), Vec2::new(3.5, 0.5)));
}

#[test]
fn a_point_beside_a_wall_belongs_to_the_nearest_cell_that_fits() {
    let w = drawn::world(&["....", ".##.", "...."], 1.0, vec![]);
    let r = Regions::build(&w, 0.5, 1.0, MoveClass::WALK);
    assert_eq!(r.of_point(Vec2::new(1.5, 1.2)), Some(1));
    assert_eq!(r.of_point(Vec2::new(f32::MAX, f32::NAN)), None);
}

#[test]
fn bodies_of_one_size_class_share_regions_in_any_order() {
    let w = drawn::world(&["....", "....", "...."], 1.0, vec![]);
    let labels = |first: f32, second: f32| {
        let mut set = RegionSet::default();
        set.prepare(&w, first, 1.0, MoveClass::WALK);
        set.prepare(&w, second, 1.0, MoveClass::WALK);
        set.get(second, 1.0, MoveClass::WALK).map(|r| components(r, 4, 3).into_values().map(|cells| cells.len()).max())
    };
    assert_eq!(labels(0.51, 0.6), labels(0.6, 0.51));
    assert_eq!(labels(0.3, 0.3), Some(Some(12)));
}

proptest! {
    #[test]
    fn cells_are_open_where_a_body_fits_and_neighbours_are_open_where_it_can_go(
        rows in prop::collection::vec("[.]{5}[.#]{1}[.]{3}[.#]{4}", 3..12),
        boxes in prop::collection::vec((between(-1.0, 14.0), between(-1.0, 13.0), between(0.05, 2.0), between(0.05, 3.0), between(0.0, 6.3)), 0..6),
        radius in prop::sample::select(vec![0.0_f32, 0.25, 0.3, 0.5, 0.7, 1.0, 1.5, 2.6]),
        resolution in prop::sample::select(vec![0.3_f32, 0.5, 1.0, 2.0]),
    ) {
        let volumes = boxes.iter().map(|(x, y, w, d, turn)| Volume {
            footprint: Obb::new(Vec2::new(*x, *y) * resolution, Vec2::new(*w, *d), *turn), base_m: 0.0, top_m: 2.0, object: 0,
        }).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let world = drawn::world(&rows, resolution, volumes);
        let r = Regions::build(&world, radius, 1.0, MoveClass::WALK);
        let (width, height) = (rows[0].len(), rows.len());
        let plain = world.volumes.is_empty() && radius < 0.49 * resolution;
        let all = || (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| Cell::new(x, y)));
        for c in all() {
            let (open, centre, place) = (r.of_cell(c).is_some(), c.centre(resolution), r.anchors().place(c));
            prop_assert!(!open || world.is_free(place, radius - 1e-4, 1.0, MoveClass::WALK), "{:?}: {}", c, place);
            prop_assert!(!open || Cell::of(place, resolution) == c);
            prop_assert!(!plain || open == world.is_free(centre, radius, 1.0, MoveClass::WALK), "{:?}", c);
            prop_assert!(!open || place == centre || !world.is_free(centre, radius, 1.0, MoveClass::WALK), "the centre, where it is free");
        }
        let narrower = Fine::flood(&world, |spacing| radius - 0.75 * spacing);
        for c in all() {
            for n in [Cell::new(c.x + 1, c.y), Cell::new(c.x, c.y + 1)] {
                if r.of_cell(c).is_some() && r.of_cell(n).is_some() {
                    prop_assert_eq!(r.of_cell(c), r.of_cell(n), "open neighbours are connected");
                    let [a, b] = [c, n].map(|c| narrower.of(r.anchors().place(c)));
                    prop_assert!(radius == 0.0 || a > 0 && a == b, "nothing joins {:?} and {:?}", c, n);
                }
            }
        }
        for (label, cells) in components(&r, rows[0].len(), rows.len()) {
            prop_assert_eq!(flood(&r, label, cells[0]), cells.len(), "one component is connected");
        }
        // Where much wider bodies can go from one centre to another, the grid joins them.
        if radius >= 0.5 * resolution {
            let wider = Fine::flood(&world, |spacing| radius + (radius / 8.0).max(0.1) / 2.0 + spacing);
            let mut seen = BTreeMap::new();
            for c in all().filter(|c| wider.of(c.centre(resolution)) > 0) {
                prop_assert!(r.of_cell(c).is_some(), "{:?} is closed", c);
                let label = seen.entry(wider.of(c.centre(resolution))).or_insert((c, r.of_cell(c)));
                prop_assert_eq!(label.1, r.of_cell(c), "{:?} and {:?} are joined", c, label.0);
            }
        }
    }

    /// Rows longer than a word: cells, components and sizes as a flood over single cells finds them.
    #[test]
    fn regions_of_wide_worlds_are_those_of_a_flood(
        width in row_lengths(), height in 2usize..7, closed in 0usize..60, seed in any::<u64>(),
        radius in prop::sample::select(vec![0.3_f32, 0.7, 1.2]),
    ) {
        let mut rand = Rand::new(seed, Purpose::Spawning, 0);
        let rows: Vec<String> = (0..height)
            .map(|_| (0..width).map(|_| if rand.index(100) < closed { '#' } else { '.' }).collect())
            .collect();
        let world = drawn::world(&rows, 1.0, vec![]);
        let r = Regions::build(&world, radius, 1.0, MoveClass::WALK);
        let field = Field::of_world(&world, radius, 1.0, MoveClass::WALK).unwrap();
        let cells = || (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| Cell::new(x, y)));
        for c in cells() {
            let free = world.is_free(c.centre(1.0), radius, 1.0, MoveClass::WALK);
            prop_assert_eq!(r.of_cell(c).is_some(), field.open(c), "{:?}", c);
            prop_assert!(field.open(c) == free || !free && radius > 0.5, "{:?}", c);
        }
        for (label, cells) in components(&r, width as usize, height) {
            prop_assert_eq!(flood(&r, label, cells[0]), cells.len(), "one component is connected");
        }
        for c in cells().filter(|c| field.open(*c)) {
            for n in [Cell::new(c.x + 1, c.y), Cell::new(c.x, c.y + 1)].into_iter().filter(|n| field.open(*n)) {
                prop_assert_eq!(r.of_cell(c), r.of_cell(n), "open neighbours are connected");
            }
            for other in cells().step_by(17) {
                let joined = r.of_cell(c) == r.of_cell(other) && r.of_cell(other).is_some();
                prop_assert_eq!(field.may_join(c, other), joined, "{:?} {:?}", c, other);
            }
        }
    }

    #[test]
    fn picking_stays_inside_and_reaches_every_cell(
        rows in prop::collection::vec("[.#]{9}", 2..8), seed in any::<u64>(),
        area in (between(0.0, 8.0), between(0.0, 8.0), between(0.0, 8.0), between(0.0, 8.0)),
    ) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let r = Regions::build(&drawn::world(&rows, 1.0, vec![]), 0.4, 1.0, MoveClass::WALK);
        let area = Aabb::new(Vec2::new(area.0, area.1), Vec2::new(area.2, area.3));
        let mut rand = Rand::new(seed, Purpose::Spawning, 0);
        let components = components(&r, 9, rows.len());
        let most = components.values().map(Vec::len).max();
        prop_assert_eq!(r.largest(), components.iter().find(|(_, all)| Some(all.len()) == most).map(|(label, _)| *label));
        prop_assert_eq!(r.pick(&mut rand).is_some(), most.is_some());
        for (label, all) in components {
            let inside: Vec<Cell> = all.iter().copied().filter(|c| area.contains(c.centre(1.0))).collect();
            prop_assert_eq!(r.count_in(area, label) as usize, inside.len());
            for _ in 0..20 {
                prop_assert!(r.largest() != Some(label) || r.pick(&mut rand).is_some_and(|c| all.contains(&c)));
                prop_assert_eq!(r.pick_in(area, label, &mut rand).is_some_and(|c| inside.contains(&c)), !inside.is_empty());
            }
        }
    }
}

/// Connected components of the places where a body is free, on a fine grid of them: what a plain flood finds.
struct Fine {
    width: i32,
    height: i32,
    spacing: f32,
    labels: Vec<u32>,
}

impl Fine {
    /// Places a side of a cell.
    const PER_CELL: i32 = 16;

    fn flood(world: &World, radius: impl Fn(f32) -> f32) -> Self {
        let spacing = world.ground.resolution_m() / Self::PER_CELL as f32;
        let [width, height] = [world.ground.width(), world.ground.height()].map(|n| n as i32 * Self::PER_CELL);
        let mut fine = Self { width, height, spacing, labels: vec![0; (width * height) as usize] };
        let radius = radius(spacing).max(0.0);
        let free: Vec<bool> = (0..width * height)
            .map(|i| world.is_free(Cell::new(i % width, i / width).centre(spacing), radius, 1.0, MoveClass::WALK))
            .collect();
        let mut label = 0;
        for first in 0..free.len() {
            if !free[first] || fine.labels[first] > 0 {
                continue;
            }
            label += 1;
            fine.labels[first] = label;
            let mut open = vec![first as i32];
            while let Some(i) = open.pop() {
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let (x, y) = (i % width + dx, i / width + dy);
                    let inside = x >= 0 && y >= 0 && x < width && y < height;
                    let n = (y * width + x) as usize;
                    if inside && free[n] && fine.labels[n] == 0 {
                        fine.labels[n] = label;
                        open.push(n as i32);
                    }
                }
            }
        }
        fine
    }

    /// The component of the place nearest to a point; 0 where the body is not free.
    fn of(&self, at: Vec2) -> u32 {
        let c = Cell::of(at, self.spacing);
        self.labels[(c.y.clamp(0, self.height - 1) * self.width + c.x.clamp(0, self.width - 1)) as usize]
    }
}

/// The cells of each component, in reading order.
fn components(r: &Regions, width: usize, height: usize) -> BTreeMap<u32, Vec<Cell>> {
    let mut all: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
    for cell in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| Cell::new(x, y))) {
        r.of_cell(cell).into_iter().for_each(|label| all.entry(label).or_default().push(cell));
    }
    all
}

/// How many cells of a component are reached from one of them by straight steps.
fn flood(r: &Regions, label: u32, first: Cell) -> usize {
    let mut open = vec![first];
    let mut seen = open.clone();
    while let Some(c) = open.pop() {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let n = Cell::new(c.x + dx, c.y + dy);
            if r.of_cell(n) == Some(label) && !seen.contains(&n) {
                seen.push(n);
                open.push(n);
            }
        }
    }
    seen.len()
}
