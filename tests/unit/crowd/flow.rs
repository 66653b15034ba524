//! Flow fields against searches of single paths on the same grid, and against fields that are built again.

use super::density::bodies;
use crate::search::field::fields;
use crate::search::replan::{Changing, kinds};
use bestiary::testing::crowd::{Crowd, Density, FlowField};
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::Field;
use bestiary::testing::search::{Connect, Cost, Landscape, check_path, unpack};
use bestiary::{Storey, Vec2};
use proptest::prelude::*;

/// Works in slices until all is known; returns on how many cells.
fn finish(flow: &mut FlowField, on: Landscape, slice: u32) -> u32 {
    let mut worked = 0;
    while !flow.is_ready() {
        worked += flow.work(on, slice);
    }
    worked
}

fn fresh(on: Landscape, goal: Cell) -> FlowField {
    let mut flow = FlowField::default();
    flow.begin(on, goal);
    finish(&mut flow, on, u32::MAX);
    flow
}

fn cells(field: &Field) -> impl Iterator<Item = Cell> {
    (0..field.nodes() as u32).map(|node| field.cell(node))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn paths_read_off_a_field_are_shortest_and_so_they_are_after_changes(
        (field, start, goal) in fields(),
        kinds in kinds(),
        (eight, seed, slice) in (any::<bool>(), any::<u64>(), prop_oneof![1u32..9, Just(u32::MAX)]),
    ) {
        let connect = if eight { Connect::Eight } else { Connect::Four };
        let mut world = Changing::new(field, kinds.as_deref(), connect, seed);
        let mut flow = FlowField::default();
        flow.begin(world.landscape(), goal);
        let (mut turns, mut path) = (Vec::new(), Vec::new());
        for _ in 0..16 {
            finish(&mut flow, world.landscape(), slice);
            let again = fresh(world.landscape(), goal);
            for cell in cells(&world.field) {
                prop_assert_eq!(flow.cost_from(cell), again.cost_from(cell), "{:?}", cell);
            }
            let ends = [start, world.any_cell(), world.any_cell()];
            for from in ends {
                let best = world.oracle(from, goal);
                prop_assert_eq!(flow.cost_from(from), best);
                flow.read(from, &mut turns);
                unpack(&turns, &mut path);
                prop_assert_eq!(path.is_empty(), best.is_none());
                if let Some(best) = best {
                    check_path(&world.field, &path, from, goal).expect("a legal path");
                    prop_assert_eq!(world.landscape().cost_of(&path), best);
                }
            }
            for _ in 0..world.rand.index(4) {
                let cells = world.change();
                flow.changed(world.landscape(), &cells);
                // Changes come while it is brought up to date as well.
                let most = world.rand.index(40) as u32;
                prop_assert!(flow.work(world.landscape(), most) <= most);
            }
        }
    }

    #[test]
    fn a_crowd_costs_the_time_that_is_lost_in_it(
        (field, _, goal) in fields(),
        kinds in kinds(),
        (seed, weight) in (any::<u64>(), 0u8..5),
    ) {
        let mut world = Changing::new(field, kinds.as_deref(), Connect::Eight, seed);
        let on = |x: usize, of: u32| x as f32 / 100.0 * of as f32;
        let count = world.rand.index(4 * world.field.nodes());
        let all: Vec<(Vec2, Vec2)> = (0..count).map(|_| {
            let at = Vec2::new(on(world.rand.index(50), world.field.width()), on(world.rand.index(50), world.field.height()));
            (at, Vec2::new(world.rand.index(5) as f32 - 2.0, world.rand.index(5) as f32 - 2.0))
        }).collect();
        let size = Vec2::new(world.field.width() as f32, world.field.height() as f32);
        let mut density = Density::default();
        density.rebuild(size, 1.0, Storey::GROUND, &bodies(&all));
        let mut flow = FlowField::default();
        flow.look(&density, &world.field, 1.0, f32::from(weight));
        flow.begin(world.landscape(), goal);
        finish(&mut flow, world.landscape(), 7);
        // Each cost is that of the cheapest step and of what follows; so all of them are right, for steps cost something.
        for cell in cells(&world.field).filter(|cell| world.field.open(*cell) && *cell != goal) {
            let best = steps(&world.field, cell).filter_map(|to| {
                let base = world.landscape().cost_of(&[cell, to]);
                Some(flow.cost_from(to)? + base + crowd_cost(&density, f32::from(weight), cell, to))
            }).min();
            prop_assert_eq!(flow.cost_from(cell), best, "{:?}", cell);
        }
        if weight == 0 {
            let plain = fresh(world.landscape(), goal);
            for cell in cells(&world.field) {
                prop_assert_eq!(flow.cost_from(cell), plain.cost_from(cell));
            }
        }
    }
}

/// The cells to which a step leads, by the rule's own words.
fn steps(field: &Field, from: Cell) -> impl Iterator<Item = Cell> {
    let at = move |x, y| Cell::new(from.x + x, from.y + y);
    let allowed = move |(x, y): &(i32, i32)| {
        field.open(at(*x, *y)) && (*x == 0 || *y == 0 || field.open(at(*x, 0)) && field.open(at(0, *y)))
    };
    let all = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))).filter(|step| *step != (0, 0));
    all.filter(allowed).map(move |(x, y)| at(x, y))
}

/// What a crowd adds to a step, written plainly: in each half of it, the seconds lost for each second of walking, rounded to eighths.
fn crowd_cost(density: &Density, weight: f32, from: Cell, to: Cell) -> Cost {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let eighths = |cell: Cell| {
        let Crowd { per_m2, velocity, top_m_s, .. } = density.at(Cell::new(cell.x / 2, cell.y / 2));
        if per_m2 <= 0.5 {
            return 0;
        }
        let ahead = velocity.dot(Vec2::new(dx as f32, dy as f32).normalize());
        let lost = (top_m_s / ahead.clamp(top_m_s / 8.0, top_m_s) - 1.0) * ((per_m2 - 0.5) / 1.5).min(1.0);
        (lost * weight * 8.0).round().min(504.0) as Cost
    };
    (eighths(from) + eighths(to)) * if dx != 0 && dy != 0 { 41_617 } else { 29_427 }
}

#[test]
fn a_change_is_settled_near_it() {
    // Before: halls in a row, each 65 cells wide, joined by doors; the goal is in the first of them.
    let wall = |x: i32, y: i32| x % 65 == 64 && y != 3;
    let mut grid = bestiary::testing::grid::BitGrid::new(65 * 8, 65);
    (0..65 * 8)
        .flat_map(|x| (0..65).map(move |y| (x, y)))
        .filter(|(x, y)| wall(*x, *y))
        .for_each(|(x, y)| grid.close(x, y));
    let mut field = Field::new(&grid).unwrap();
    let (goal, far) = (Cell::new(3, 3), Cell::new(65 * 8 - 2, 60));
    let mut flow = FlowField::default();
    flow.begin(Landscape::from(&field), goal);
    let whole = finish(&mut flow, Landscape::from(&field), 100);
    // After: the last hall but one is closed, far from the goal; then it opens again.
    for open in [false, true] {
        let door = Cell::new(65 * 7 - 1, 3);
        field.set(door, open);
        flow.changed(Landscape::from(&field), &[door]);
        let cells = finish(&mut flow, Landscape::from(&field), 100);
        assert!(cells * 2 < whole, "{cells} of {whole}");
        assert_eq!(flow.cost_from(far).is_some(), open);
    }
}

#[test]
fn changes_that_come_faster_than_they_are_settled_do_not_pile_up() {
    let mut field = Field::new(&bestiary::testing::grid::BitGrid::new(65, 65)).unwrap();
    let goal = Cell::new(3, 3);
    let mut flow = fresh(Landscape::from(&field), goal);
    for step in 0..400 {
        let cells: Vec<Cell> = (0..64).map(|y| Cell::new(5 + step % 50, y)).collect();
        cells.iter().for_each(|cell| field.set(*cell, step / 50 % 2 == 1));
        flow.changed(Landscape::from(&field), &cells);
        flow.work(Landscape::from(&field), 10);
        assert!(flow.waiting() <= 4 * field.nodes(), "{} in step {step}", flow.waiting());
    }
    // And all that is known at the end is true.
    finish(&mut flow, Landscape::from(&field), 1_000);
    let again = fresh(Landscape::from(&field), goal);
    for cell in cells(&field) {
        assert_eq!(flow.cost_from(cell), again.cost_from(cell), "{cell:?}");
    }
}
