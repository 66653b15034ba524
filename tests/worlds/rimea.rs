//! The verification tests of RiMEA, with `bestiary experiment rimea` in full; here with fewer persons where they take long.

use bestiary::Diagnostic;
use bestiary::Vec2;
use bestiary::testing::experiment::crowd_tests::{
    Row, assigned_exits, corner, corner_against_corridors, corridor, diagram, four_exits_against_two,
    jam_before_stairs, lanes, nearer_exit, order, reactions, single_person, speeds, two_rooms, weidmann,
};
use bestiary::testing::experiment::{Failure, Plan, Share, Watcher};

struct Quiet;

impl Watcher for Quiet {
    fn progress(&self, _: usize, _: usize, _: &str) {}
    fn left_out(&self, _: &Diagnostic) {}
    fn go_on(&self) -> bool {
        true
    }
}

fn plan() -> Plan {
    Plan { maps: "".into(), share: Share::default(), seed: 1, threads: 1 }
}

fn assert_passes(test: impl Fn(&Plan, &dyn Watcher) -> Result<Row, Failure>) {
    let row = test(&plan(), &Quiet).expect("runs");
    assert!(row.passed, "test {}: {}; wanted: {}", row.test, row.ours, row.criterion);
}

#[test]
fn test_1_a_person_keeps_its_walking_speed() {
    assert_passes(corridor);
}

#[test]
fn test_2_a_person_keeps_its_speed_up_stairs() {
    assert_passes(|plan, watcher| single_person(plan, true, watcher));
}

#[test]
fn test_3_a_person_keeps_its_speed_down_stairs() {
    assert_passes(|plan, watcher| single_person(plan, false, watcher));
}

#[test]
fn test_4_speed_falls_with_density_as_weidmann_measured_it() {
    // The densities that are neither the calibrated one nor take long; the experiment has all.
    let diagram = diagram(&plan(), &[0.5, 2.0], &Quiet).expect("runs");
    assert!(diagram.worst() <= 0.1 && diagram.falls(), "{diagram:?}");
}

#[test]
fn test_5_each_starts_at_its_time() {
    assert_passes(reactions);
}

#[test]
fn test_6_none_goes_through_a_corner() {
    assert_passes(corner);
}

#[test]
fn test_7_walking_speeds_lie_in_the_ranges_of_their_groups() {
    assert_passes(speeds);
}

#[test]
fn test_9_two_exits_take_about_twice_as_long_as_four() {
    assert_passes(|plan, watcher| four_exits_against_two(plan, 300, watcher));
}

#[test]
fn test_10_all_use_the_exits_that_they_are_assigned() {
    assert_passes(assigned_exits);
}

#[test]
fn test_11_the_nearer_exit_is_preferred_and_some_take_the_other() {
    assert_passes(|plan, watcher| nearer_exit(plan, 180, watcher));
}

#[test]
fn test_12_a_jam_forms_at_the_first_entry_alone() {
    assert_passes(|plan, watcher| two_rooms(plan, 80, watcher));
}

#[test]
fn test_13_a_jam_forms_before_stairs() {
    assert_passes(|plan, watcher| jam_before_stairs(plan, 150, watcher));
}

#[test]
fn test_15_a_corner_takes_longer_than_its_inner_side_and_less_than_its_outer_one() {
    assert_passes(corner_against_corridors);
}

#[test]
fn lanes_form_in_the_street() {
    let lanes = lanes(&plan(), 0, 60.0, &Quiet).expect("runs");
    println!("order {:.3}, shuffled {:.3}, {:.0} persons", lanes.order, lanes.shuffled, lanes.persons);
    assert!(lanes.persons > 60.0, "{lanes:?}");
    assert!(lanes.order > 2.0 * lanes.shuffled, "{lanes:?}");
}

#[test]
fn order_is_one_in_lanes_and_nothing_where_every_lane_is_shared() {
    let persons = |directions: [bool; 4]| -> Vec<(Vec2, bool)> {
        let at = [(1.0, 1.0), (5.0, 1.1), (2.0, 4.0), (6.0, 4.1)];
        at.into_iter().zip(directions).map(|((x, y), east)| (Vec2::new(x, y), east)).collect()
    };
    assert_eq!(order(&persons([true, true, false, false])), 1.0);
    // In each lane a person meets one that goes the opposite direction: the share is −1, and its square 1; of three it is 0.
    assert_eq!(order(&[(Vec2::ZERO, true), (Vec2::X, true), (Vec2::X * 2.0, false)]), (0.0 + 0.0 + 1.0) / 3.0);
    assert_eq!(order(&[]), 0.0);
}

#[test]
fn weidmanns_speed_is_1_06_at_one_person_a_square_metre() {
    assert!((weidmann(1.0) - 1.06).abs() < 0.005 && (weidmann(5.4)).abs() < 1e-6);
}
