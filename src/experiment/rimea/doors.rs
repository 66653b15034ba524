//! Tests of doors: 9 (four exits against two), 11 (the nearer of two) and 12 (two rooms and a corridor).

use super::stage::Stage;
use super::{Failure, Plan, Row, Watcher};

/// Persons in test 9.
pub(crate) const PERSONS: usize = 1_000;
/// Persons in test 11, and in test 12.
pub(crate) const AT_TWO_DOORS: usize = 300;
pub(crate) const IN_TWO_ROOMS: usize = 150;
/// No test takes longer, seconds.
const MOST_S: f64 = 3_600.0;
/// A person that walks slower than this is in a jam, metres a second …
const SLOW_M_S: f32 = 0.2;
/// … when so many at one place are.
const JAM: usize = 6;

/// A room of 30 × 20 m with 3 m of ground round it, and the doors of 1 m that are open: two in the upper side, two in the lower one.
fn hall(open: [bool; 4]) -> Stage {
    let gaps = |side: usize| -> Vec<[f32; 2]> {
        [[8.0, 9.0], [27.0, 28.0]]
            .into_iter()
            .zip(&open[2 * side..])
            .filter_map(|(gap, open)| open.then_some(gap))
            .collect()
    };
    let mut stage = Stage::new(36.0, 26.0)
        .wall_with_gaps([3.0, 2.5], [33.0, 2.5], &gaps(0))
        .wall_with_gaps([3.0, 23.0], [33.0, 23.0], &gaps(1))
        .wall([2.5, 2.5, 3.0, 23.5])
        .wall([33.0, 2.5, 33.5, 23.5])
        .area("exit", [0.0, 0.0, 36.0, 1.5])
        .area("exit", [0.0, 24.5, 36.0, 26.0]);
    let doors = [[8.5, 1.0], [27.5, 1.0], [8.5, 25.0], [27.5, 25.0]];
    for (n, [x, y]) in (1..).zip(doors.into_iter().zip(open).filter_map(|(at, open)| open.then_some(at))) {
        stage = stage.place(format_args!("exit {n}"), x, y);
    }
    stage
}

/// Test 9: so many persons leave the room by four exits, and by two.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn four_exits_against_two(plan: &Plan, persons: usize, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let time = |open: [bool; 4]| {
        let stage = hall(open).persons([3.5, 3.5, 32.5, 22.5], persons, "to = \"exits\"");
        stage.start(plan)?.run(MOST_S, watcher, |c| c.count() == 0)
    };
    let (four, two) = (time([true; 4])?, time([false, false, true, true])?);
    let ratio = four.zip(two).map(|(four, two)| two / four);
    let ours = match four.zip(two) {
        Some((four, two)) => format!("{four:.0} s and {two:.0} s: ×{:.2}", two / four),
        None => "not all came out".into(),
    };
    let passed = ratio.is_some_and(|r| (1.6..=2.4).contains(&r));
    Ok(Row::new("9", "persons leave a room by four exits, and by two", "ratio of the times 1.6 to 2.4", ours, passed))
}

/// Test 11: so many persons in one end of the room, two exits in its upper side, one of them nearer.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn nearer_exit(plan: &Plan, persons: usize, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let stage = hall([true, true, false, false]).persons([3.5, 3.5, 14.0, 22.5], persons, "to = \"exits\"");
    let mut crowd = stage.start(plan)?;
    let mut last = vec![f32::NAN; crowd.count()];
    let took = crowd.run(MOST_S, watcher, |c| {
        c.bodies().living().for_each(|slot| last[slot] = c.bodies().position[slot].x);
        c.count() == 0
    })?;
    let nearer = last.iter().filter(|x| **x < 18.0).count();
    let farther = last.len() - nearer;
    let ours = format!("{nearer} by the nearer, {farther} by the other");
    let passed = took.is_some() && nearer > farther && farther > 0;
    Ok(Row::new("11", "two exits, one of them nearer", "the nearer is preferred, some take the other", ours, passed))
}

/// Test 12: so many persons in two rooms of 10 × 10 m, joined by a corridor 5 m long and 1 m wide; the second has an exit of 1 m.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn two_rooms(plan: &Plan, persons: usize, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let mut crowd = Stage::new(28.0, 10.0)
        .wall([10.0, 0.0, 15.0, 4.5])
        .wall([10.0, 5.5, 15.0, 10.0])
        .wall_with_gaps([25.0, 0.0], [25.0, 10.0], &[[4.5, 5.5]])
        .area("exit", [26.5, 0.0, 28.0, 10.0])
        .persons([0.5, 0.5, 9.5, 9.5], persons, "to = \"exit\"")
        .start(plan)?;
    let (mut first, mut later) = (0, 0);
    let took = crowd.run(MOST_S, watcher, |c| {
        let slow = |rect| c.within(rect).filter(|slot| c.bodies().velocity[*slot].length() < SLOW_M_S).count();
        first = first.max(slow([6.0, 2.0, 10.0, 8.0]));
        later = later.max(slow([11.0, 0.0, 28.0, 10.0]));
        c.count() == 0
    })?;
    let ours = format!("at most {first} waited at the first entry, {later} at one time after it");
    let passed = took.is_some() && first >= JAM && later < JAM;
    let criterion = format!("a jam (at least {JAM} slower than {SLOW_M_S} m/s) at the first entry and nowhere else");
    Ok(Row::new("12", "room, corridor, room", criterion, ours, passed))
}
