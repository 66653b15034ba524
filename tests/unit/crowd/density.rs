//! How many bodies there are where.

use bestiary::testing::body::Bodies;
use bestiary::testing::crowd::Density;
use bestiary::testing::geom::Cell;
use bestiary::{MoveClass, Storey, Vec2};
use proptest::prelude::*;

/// A storey that is no whole number of tiles (32 m) or cells (2 m) wide.
const SIZE: Vec2 = Vec2::new(129.0, 65.0);

/// Bodies with a place and a velocity each; all are on the ground and may go at 2 m/s.
pub(super) fn bodies(all: &[(Vec2, Vec2)]) -> Bodies {
    let n = all.len();
    Bodies {
        position: all.iter().map(|(at, _)| *at).collect(),
        storey: vec![Storey::GROUND; n],
        velocity: all.iter().map(|(_, velocity)| *velocity).collect(),
        heading: vec![0.0; n],
        radius: vec![0.25; n],
        height: vec![1.0; n],
        speed: vec![2.0; n],
        moves: vec![MoveClass::WALK; n],
        alive: vec![true; n],
        generation: vec![0; n],
    }
}

fn density_of(bodies: &Bodies) -> Density {
    let mut density = Density::default();
    density.rebuild(SIZE, 1.0, Storey::GROUND, bodies);
    density
}

/// Bodies on all cells together.
fn sum(density: &Density) -> f32 {
    let mut sum = 0.0;
    density.each(|_, crowd| sum += crowd.per_m2 * density.cell_m() * density.cell_m());
    sum
}

fn places() -> impl Strategy<Value = Vec<(Vec2, Vec2)>> {
    let at = (0u16..=12_900, 0u16..=6_500, -20i8..=20, -20i8..=20);
    let body = at.prop_map(|(x, y, vx, vy)| {
        (Vec2::new(f32::from(x), f32::from(y)) / 100.0, Vec2::new(f32::from(vx), f32::from(vy)) / 10.0)
    });
    prop::collection::vec(body, 1..70)
}

#[test]
fn a_body_counts_for_each_cell_by_its_share_of_a_cells_area_round_it() {
    // In the middle of a cell of 2 m; on a border between two; and on a corner of four.
    for (at, shares) in [
        (Vec2::new(5.0, 5.0), [0.25, 0.0, 0.0, 0.0]),
        (Vec2::new(6.0, 5.0), [0.125, 0.125, 0.0, 0.0]),
        (Vec2::new(6.0, 6.0), [0.0625; 4]),
        (Vec2::new(5.5, 5.0), [0.1875, 0.0625, 0.0, 0.0]),
    ] {
        let density = density_of(&bodies(&[(at, Vec2::ZERO)]));
        let cells = [(2, 2), (3, 2), (2, 3), (3, 3)].map(|(x, y)| density.at(Cell::new(x, y)).per_m2);
        assert_eq!(cells, shares, "{at}");
    }
}

#[test]
fn velocities_are_means_over_bodies() {
    let east = (Vec2::new(5.0, 5.0), Vec2::new(2.0, 0.0));
    let west = (Vec2::new(5.0, 5.0), Vec2::new(-1.0, 0.0));
    let there = density_of(&bodies(&[east, west])).at(Cell::new(2, 2));
    assert_eq!((there.velocity, there.speed_m_s, there.top_m_s), (Vec2::new(0.5, 0.0), 1.5, 2.0));
}

#[test]
fn the_dead_and_those_on_other_storeys_do_not_count_and_tiles_exist_where_bodies_are() {
    let mut all = bodies(&[(Vec2::new(5.0, 5.0), Vec2::ZERO); 4]);
    all.alive[0] = false;
    all.storey[1] = Storey(1);
    let mut density = density_of(&all);
    assert_eq!((sum(&density), density.tiles()), (2.0, 1));
    density.rebuild(SIZE, 1.0, Storey(1), &all);
    assert_eq!(sum(&density), 1.0);
    density.rebuild(SIZE, 1.0, Storey(2), &all);
    assert_eq!((sum(&density), density.tiles()), (0.0, 0));
}

#[test]
fn places_and_speeds_that_are_no_numbers_do_no_harm() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30];
    let all: Vec<_> = bad.iter().flat_map(|x| bad.map(|y| (Vec2::new(*x, y), Vec2::new(y, *x)))).collect();
    let mut all = bodies(&all);
    all.speed.fill(f32::INFINITY);
    assert_eq!(sum(&density_of(&all)), 25.0);
}

proptest! {
    #[test]
    fn no_body_is_lost_whatever_the_order(all in places()) {
        let there = density_of(&bodies(&all));
        let mut turned = all.clone();
        turned.reverse();
        let back = density_of(&bodies(&turned));
        prop_assert!((sum(&there) - all.len() as f32).abs() < 1e-3);
        let (columns, rows) = there.size();
        prop_assert_eq!((columns, rows), (65, 33));
        for cell in (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(x, y))) {
            prop_assert_eq!(there.at(cell), back.at(cell));
            // The oracle: how far two squares overlap.
            let over = |at: f32, i: i32| (2.0 - (at - (i as f32 * 2.0 + 1.0)).abs()).max(0.0) / 2.0;
            let inside = |at: &Vec2| at.x > 1.0 && at.y > 1.0 && at.x < 127.0 && at.y < 63.0;
            if all.iter().all(|(at, _)| inside(at)) {
                let area: f32 = all.iter().map(|(at, _)| over(at.x, cell.x) * over(at.y, cell.y)).sum();
                prop_assert!((there.at(cell).per_m2 * 4.0 - area).abs() < 0.01 * all.len() as f32);
            }
        }
    }
}
