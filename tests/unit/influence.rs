//! Layers of influence: what fades, spreads and is found.

use bestiary::testing::influence::Layer;
use bestiary::{LayerSpec, Vec2};
use proptest::prelude::*;

/// Seconds of a step.
const STEP_S: f32 = 0.05;
/// Metres of the side of a cell.
const CELL_M: f32 = 4.0;
/// A world that is no whole number of tiles (64 m) wide.
const SIZE: Vec2 = Vec2::new(203.0, 130.0);

fn spec(half_life_s: f32, spread: f32, reach_m: f32) -> LayerSpec {
    LayerSpec { half_life_s, spread, reach_m, ..LayerSpec::named("layer") }
}

fn layer(half_life_s: f32, spread: f32, reach_m: f32) -> Layer {
    Layer::new(spec(half_life_s, spread, reach_m), SIZE, STEP_S)
}

/// The middles of all cells.
fn middles() -> Vec<Vec2> {
    let side = |metres: f32| 0..(metres / CELL_M).ceil() as i32;
    let at = |x: i32, y: i32| Vec2::new(x as f32 + 0.5, y as f32 + 0.5) * CELL_M;
    side(SIZE.y).flat_map(|y| side(SIZE.x).map(move |x| at(x, y))).collect()
}

/// A point of each tile of 64 m.
fn tiles() -> impl Iterator<Item = Vec2> {
    (0..3).flat_map(|y| (0..4).map(move |x| Vec2::new(x as f32 + 0.1, y as f32 + 0.03) * 64.0))
}

fn total(layer: &Layer) -> f32 {
    middles().into_iter().map(|at| layer.at(at)).sum()
}

#[test]
fn half_of_it_is_left_after_a_half_life() {
    let mut l = layer(5.0, 0.0, 0.0);
    let at = Vec2::new(63.0, 65.0);
    l.advance(0);
    l.add(at, 8.0);
    for (seconds, left) in [(0.0, 8.0), (5.0, 4.0), (10.0, 2.0), (12.5, 2.0 / 2.0_f32.sqrt()), (100.0, 0.0)] {
        l.advance((seconds / STEP_S) as u64);
        assert!((l.at(at) - left).abs() < 0.001, "{} after {seconds} s", l.at(at));
    }
    assert_eq!(l.tile_count(), 0, "what has faded takes no memory");
}

#[test]
fn a_creature_that_stays_comes_to_one_and_its_reach_falls_evenly() {
    let mut l = layer(2.0, 0.0, 8.0);
    for step in 0..1_000 {
        l.advance(step);
        if step % 4 == 0 {
            l.leave(Vec2::new(50.0, 50.0), 4);
        }
    }
    for (x, wanted) in [(50.0, 1.0), (54.0, 0.5), (46.0, 0.5), (58.0, 0.0)] {
        let got = l.at(Vec2::new(x, 50.0));
        assert!((got - wanted).abs() < 0.07 * wanted + 0.001, "{got} at {x}");
    }
}

#[test]
fn what_spreads_stays_as_much_and_goes_evenly_to_all_sides() {
    // So long a half-life that nothing fades in a minute.
    let mut l = layer(3_600.0, 0.4, 0.0);
    l.advance(0);
    l.add(Vec2::new(66.0, 66.0), 100.0);
    let mut before = total(&l);
    for step in 1..600 {
        l.advance(step);
        let now = total(&l);
        assert!(now <= before + 0.01, "step {step}: {before} → {now}");
        before = now;
    }
    assert!(before > 97.0, "{before}");
    let at = |x: f32, y: f32| l.at(Vec2::new(66.0 + x, 66.0 + y));
    for away in [4.0, 8.0, 12.0] {
        let sides = [at(away, 0.0), at(-away, 0.0), at(0.0, away), at(0.0, -away)];
        assert!(sides.iter().all(|s| (s - sides[0]).abs() < 0.01), "{sides:?}");
        assert!(sides[0] > 0.1 && sides[0] < at(0.0, 0.0), "{sides:?}");
    }
}

#[test]
fn memory_is_bounded_and_the_weakest_goes_first() {
    let size = Vec2::splat(64.0 * 60.0);
    let mut l = Layer::new(spec(3_600.0, 0.0, 0.0), size, STEP_S);
    l.advance(0);
    let place = |i: u16| Vec2::new(f32::from(i % 60) * 64.0 + 2.0, f32::from(i / 60) * 64.0 + 2.0);
    for i in 0..3_600 {
        // Every third place holds next to nothing.
        l.add(place(i), if i % 3 == 0 { 0.01 } else { 5.0 });
        assert!(l.tile_count() <= 2_048);
    }
    let left = |third: bool| (0..3_600).filter(|i| (i % 3 == 0) == third && l.at(place(*i)) > 0.0).count();
    assert!(left(false) > 1_500, "{} strong ones are left", left(false));
    assert!(left(true) < 200, "{} weak ones are left", left(true));
}

#[test]
fn strange_points_and_amounts_do_no_harm() {
    let mut l = layer(1.0, 0.8, 40.0);
    let points = [0.0, -1.0, 1e9, -1e9, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 202.9];
    for (step, (x, y)) in (0..).zip(points.iter().flat_map(|x| points.iter().map(move |y| (*x, *y)))) {
        l.advance(step);
        for amount in [1e9, -1e9, f32::NAN, f32::INFINITY, 0.0, -0.0, 1e-9] {
            l.add(Vec2::new(x, y), amount);
            let _ = (l.at(Vec2::new(x, y)), l.strongest(Vec2::new(x, y), 200.0));
        }
    }
    assert!(middles().into_iter().all(|at| (0.0..=10_000.0).contains(&l.at(at))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What is brought up to date in every step, everywhere, is to the last bit what is brought up to date when it is needed.
    #[test]
    fn late_is_as_in_time(
        half_life_s in prop::sample::select(vec![0.1, 0.35, 3.2, 4.0]),
        spread in prop::sample::select(vec![0.0, 0.3]),
        adds in prop::collection::vec((0_u64..40, 0_u16..2_100, 0_u16..1_400, -2_i16..9), 1..40),
    ) {
        let mut late = layer(half_life_s, spread, 6.0);
        let mut in_time = layer(half_life_s, spread, 6.0);
        let mut step = 0;
        for (pause, x, y, amount) in adds {
            let at = Vec2::new(f32::from(x) / 10.0, f32::from(y) / 10.0);
            for _ in 0..pause {
                late.advance(step);
                in_time.advance(step);
                tiles().for_each(|at| in_time.add(at, 0.0));
                step += 1;
            }
            late.add(at, f32::from(amount));
            in_time.add(at, f32::from(amount));
        }
        for at in middles() {
            prop_assert_eq!(late.at(at).to_bits(), in_time.at(at).to_bits(), "at {}", at);
        }
    }

    /// The amounts are those of the formula, up to rounding and the 64 parts of a half-life.
    #[test]
    fn amounts_are_those_of_the_formula(
        half_life_s in 0.1_f32..8.0,
        adds in prop::collection::vec((0_u64..60, 1_u16..100), 1..30),
    ) {
        let (mut l, at) = (layer(half_life_s, 0.0, 0.0), Vec2::new(100.0, 65.0));
        let half_life_steps = f64::from((half_life_s / STEP_S).round().max(1.0));
        let (mut step, mut plain) = (0_u64, 0.0_f64);
        for (pause, amount) in adds {
            for _ in 0..pause {
                step += 1;
                l.advance(step);
            }
            plain *= (-(pause as f64) / half_life_steps).exp2();
            l.add(at, f32::from(amount));
            plain += f64::from(amount);
            let got = f64::from(l.at(at));
            // What was added may be a 64th of a half-life too young or too old.
            prop_assert!((got - plain).abs() <= plain * 0.012 + 0.01, "{} instead of {}", got, plain);
        }
    }

    #[test]
    fn the_strongest_place_is_that_of_looking_at_all(
        adds in prop::collection::vec((0_u16..2_100, 0_u16..1_400, 1_i16..4), 0..12),
        (x, y) in (0_u16..2_030, 0_u16..1_300),
        within in 1_u8..120,
    ) {
        let mut l = layer(60.0, 0.0, 9.0);
        l.advance(0);
        for (x, y, amount) in adds {
            l.add(Vec2::new(f32::from(x) / 10.0, f32::from(y) / 10.0), f32::from(amount));
        }
        let (from, within) = (Vec2::new(f32::from(x) / 10.0, f32::from(y) / 10.0), f32::from(within));
        let near = middles().into_iter().filter(|at| at.distance(from) <= within).map(|at| l.at(at));
        let most = near.fold(0.0_f32, f32::max);
        match l.strongest(from, within) {
            Some((at, amount)) => {
                prop_assert_eq!((amount, l.at(at)), (most, most));
                prop_assert!(at.distance(from) <= within);
            }
            None => prop_assert!(most < 0.001, "{} was missed", most),
        }
    }
}
