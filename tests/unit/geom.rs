//! Tests of geom.rs.

use bestiary::testing::geom::{Cell, MOST_ASSIGNED, Obb, Vec2, assign, heading_of, wrap_angle};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::f32::consts::PI;

#[test]
fn a_cell_and_its_centre_agree() {
    let c = Cell::new(3, 7);
    assert_eq!(c.centre(2.0), Vec2::new(7.0, 15.0));
    assert_eq!(Cell::of(c.centre(2.0), 2.0), c);
    assert_eq!(Cell::of(Vec2::new(-0.1, 0.0), 1.0), Cell::new(-1, 0));
}

#[test]
fn heading_grows_clockwise_because_y_points_down() {
    assert!((heading_of(Vec2::new(0.0, 1.0)) - PI / 2.0).abs() < 1e-6);
    assert!((wrap_angle(3.0 * PI) - PI).abs() < 1e-5);
}

#[test]
fn a_turned_box_knows_inside_outside_and_where_a_line_meets_it() {
    let b = Obb::new(Vec2::new(10.0, 10.0), Vec2::new(4.0, 1.0), PI / 2.0);
    assert!(b.contains(Vec2::new(10.0, 13.0)));
    assert!(!b.contains(Vec2::new(13.0, 10.0)));
    assert!((b.distance(Vec2::new(13.0, 10.0)) - 2.0).abs() < 1e-5);
    let t = b.hit(Vec2::new(0.0, 10.0), Vec2::new(20.0, 10.0)).expect("crosses");
    assert!((t - 0.45).abs() < 1e-5);
    assert_eq!(b.hit(Vec2::new(0.0, 0.0), Vec2::new(20.0, 0.0)), None);
    let e = b.bounds();
    assert!((e.min - Vec2::new(9.0, 6.0)).length() < 1e-4 && (e.max - Vec2::new(11.0, 14.0)).length() < 1e-4);
}

/// The least sum of distances over all orders, written plainly.
fn least(from: &[Vec2], to: &[Vec2], used: &mut Vec<usize>) -> f64 {
    let Some(first) = from.first() else { return 0.0 };
    let mut best = f64::INFINITY;
    for partner in (0..to.len()).filter(|p| !used.contains(p)).collect::<Vec<_>>() {
        used.push(partner);
        best = best.min(f64::from(first.distance(to[partner])) + least(&from[1..], to, used));
        used.pop();
    }
    best
}

fn points(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<Vec2>> {
    let coordinate = || prop_oneof![3 => -20.0f32..20.0, 1 => (-3i8..3).prop_map(f32::from)];
    prop::collection::vec((coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y)), count)
}

fn walked(from: &[Vec2], to: &[Vec2], partners: &[Option<usize>]) -> f64 {
    from.iter().zip(partners).filter_map(|(at, p)| p.map(|p| f64::from(at.distance(to[p])))).sum()
}

proptest! {
    #[test]
    fn points_are_paired_by_the_least_sum_of_distances(from in points(0..6), to in points(0..6)) {
        let (partners, work) = assign(&from, &to);
        let pairs: BTreeSet<usize> = partners.iter().flatten().copied().collect();
        let (short, long) = (from.len().min(to.len()), from.len().max(to.len()));
        prop_assert_eq!((partners.len(), pairs.len(), partners.iter().flatten().count()), (from.len(), short, short));
        let least = if from.len() <= to.len() { least(&from, &to, &mut vec![]) } else { least(&to, &from, &mut vec![]) };
        prop_assert!((walked(&from, &to, &partners) - least).abs() < 1e-3);
        prop_assert!(work as usize <= short * short * long);
    }

    /// As many as there may be and a few more: no two that change partners walk less, and the work is bounded.
    #[test]
    fn many_points_are_paired_and_those_that_are_too_many_are_left_out(from in points(62..67), to in points(62..67)) {
        let (partners, work) = assign(&from, &to);
        let rows = from.len().min(MOST_ASSIGNED);
        let columns = to.len().min(MOST_ASSIGNED);
        prop_assert_eq!(partners.iter().flatten().count(), rows.min(columns));
        prop_assert!(work as usize <= MOST_ASSIGNED.pow(3));
        let walk = |row: usize, partner: Option<usize>| partner.map_or(0.0, |p| f64::from(from[row].distance(to[p])));
        for i in 0..rows {
            for j in 0..i {
                let (now, other) = (walk(i, partners[i]) + walk(j, partners[j]), walk(i, partners[j]) + walk(j, partners[i]));
                if partners[i].is_some() == partners[j].is_some() {
                    prop_assert!(other > now - 1e-3);
                }
            }
        }
    }
}
