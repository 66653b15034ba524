//! Tests of paths: 6 (round a corner), 10 (assigned exits) and 15 (a corner against straight corridors).

use super::stage::{Crowd, Rect, Stage};
use super::{Failure, Plan, Row, Watcher};
use crate::agent::collide::SKIN_M;

/// Where they go.
const TO_EXIT: &str = "to = \"exit\"";
/// Persons in tests 6 and 15.
const PERSONS: usize = 20;
/// Persons in each of the twelve rooms of test 10; all but one of them.
const ROOMS: [usize; 12] = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1];
/// No test takes longer, seconds.
const MOST_S: f64 = 300.0;

/// A corner of corridors 2 m wide, 12 m outside and 10 m inside, with persons in 6 m of one of them.
fn l_shape() -> Stage {
    Stage::new(12.0, 12.0).wall([0.0, 0.0, 10.0, 10.0]).area("exit", [10.0, 0.0, 12.0, 1.0]).persons(
        [0.0, 10.0, 6.0, 12.0],
        PERSONS,
        TO_EXIT,
    )
}

/// Test 6: twenty persons walk round a corner.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn corner(plan: &Plan, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let mut crowd = l_shape().start(plan)?;
    let mut through = 0;
    let took = crowd.run(MOST_S, watcher, |c| {
        through += c.bodies().living().filter(|slot| is_in_wall(c, *slot)).count();
        c.count() == 0
    })?;
    let ours = format!("{}, {through} in the wall", all_out(took));
    let passed = took.is_some() && through == 0;
    Ok(Row::new("6", "twenty persons walk round a corner", "none through the wall", ours, passed))
}

fn is_in_wall(crowd: &Crowd, slot: usize) -> bool {
    let (world, body) = (crowd.sim.world(), crowd.bodies().body(slot));
    !world.is_free(body.position, body.radius_m - SKIN_M, body.height_m, body.moves)
}

fn all_out(took: Option<f64>) -> String {
    took.map_or_else(|| "not all came out".into(), |s| format!("all out after {s:.1} s"))
}

/// Test 10: twelve rooms of 2 × 4.5 m along a corridor 2 m wide; persons of eight of them are assigned the main exit at one end, those of
/// the others the exit at the other end.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn assigned_exits(plan: &Plan, watcher: &dyn Watcher) -> Result<Row, Failure> {
    // Rooms 1 to 6 above the corridor, 7 to 12 below it, walls of half a metre between them.
    let left = |room: usize| 2.5 + 2.5 * (room % 6) as f32;
    let doors: Vec<[f32; 2]> = (0..6).map(|room| [left(room) + 0.5, left(room) + 1.5]).collect();
    let mut stage = Stage::new(19.5, 12.0)
        .wall_with_gaps([2.0, 4.5], [17.5, 4.5], &doors)
        .wall_with_gaps([2.0, 7.0], [17.5, 7.0], &doors)
        .area("main", [0.0, 0.0, 1.5, 12.0])
        .area("secondary", [18.0, 0.0, 19.5, 12.0]);
    for wall in 0..7 {
        let x = 2.0 + 2.5 * wall as f32;
        stage = stage.wall([x, 0.0, x + 0.5, 4.5]).wall([x, 7.5, x + 0.5, 12.0]);
    }
    let mut assigned = Vec::new();
    for (room, count) in ROOMS.into_iter().enumerate() {
        let (x, y) = (left(room), if room < 6 { 0.0 } else { 7.5 });
        let exit = if room % 6 < 4 { "main" } else { "secondary" };
        stage = stage.persons([x, y, x + 2.0, y + 4.5], count, format_args!("to = \"{exit}\", leaves = \"{exit}\""));
        assigned.extend(std::iter::repeat_n(exit, count));
    }
    let mut crowd = stage.start(plan)?;
    let mut last: Vec<f32> = vec![f32::NAN; assigned.len()];
    let took = crowd.run(MOST_S, watcher, |c| {
        c.bodies().living().for_each(|slot| last[slot] = c.bodies().position[slot].x);
        c.count() == 0
    })?;
    let own = last.iter().zip(&assigned).filter(|(x, exit)| (**x < 9.75) == (**exit == "main")).count();
    let ours = format!("{}, {own} of {} by their own", all_out(took), assigned.len());
    let passed = took.is_some() && own == assigned.len();
    Ok(Row::new("10", "twelve rooms with assigned exits", "all use their own", ours, passed))
}

/// Test 15: the time that twenty persons take round the corner, and through straight corridors as long as its inner and its outer side.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn corner_against_corridors(plan: &Plan, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let straight = |length: f32| {
        let exit: Rect = [length - 1.0, 0.0, length, 2.0];
        Stage::new(length, 2.0).area("exit", exit).persons([0.0, 0.0, 6.0, 2.0], PERSONS, TO_EXIT)
    };
    let time = |stage: &Stage| stage.start(plan)?.run(MOST_S, watcher, |c| c.count() == 0);
    let (short, round, long) = (time(&straight(20.0))?, time(&l_shape())?, time(&straight(24.0))?);
    let ours = [("short", short), ("corner", round), ("long", long)].map(|(what, s)| format!("{what} {}", all_out(s)));
    let passed = matches!((short, round, long), (Some(s), Some(r), Some(l)) if s <= r && r <= l);
    let criterion = "the corner takes no less than the short corridor and no more than the long one";
    Ok(Row::new("15", "a corner against corridors of 14 and 18 m", criterion, ours.join(", "), passed))
}
