//! Tests of stairs: 2 and 3 (a walking speed is kept up and down), and 13 (a jam before stairs).

use super::stage::{Crowd, STEP_S, Stage};
use super::{Failure, Plan, Row, Watcher};
use crate::geom::Storey;

/// What persons walk on level ground, metres a second.
const LEVEL_M_S: f32 = 1.34;
/// What they walk on stairs, up and down, measured along the level (Weidmann 1993).
const UP_M_S: f32 = 0.61;
const DOWN_M_S: f32 = 0.694;
/// How steep stairs are, degrees; a common one of buildings.
const RISE_DEG: f32 = 32.0;
/// The time that a person takes differs from that of its speed by no more than this share.
const TOLERANCE: f64 = 0.05;
/// Length of the stairs of tests 2 and 3, along them, metres.
const STAIRS_M: f32 = 10.0;
/// Persons in test 13.
pub(crate) const BEFORE_STAIRS: usize = 150;
/// Length of its corridor and of its stairs, and their width, metres.
const CORRIDOR_M: f32 = 12.0;
const WIDTH_M: f32 = 2.0;
/// How far beyond the end the place is that persons go to, metres.
const FAR_M: f32 = 20.0;
/// No test takes longer, seconds.
const MOST_S: f64 = 1_200.0;
/// Persons are in a jam before the stairs that are no faster than this share of what others are there where it goes on level.
const JAM_SHARE: f64 = 2.0 / 3.0;
/// So many metres of the corridor, the last, are looked at.
const BEFORE_M: f32 = 4.0;
/// Flow and speed are measured from the tenth part of the persons to nine tenths of them.
const COUNTED: [usize; 2] = [1, 9];

/// Shares of their speed that persons have along stairs, up and down.
fn paces() -> [f32; 2] {
    [UP_M_S, DOWN_M_S].map(|level| along(level) / LEVEL_M_S)
}

/// A speed along stairs that is `level_m_s` along the level.
fn along(level_m_s: f32) -> f32 {
    level_m_s / RISE_DEG.to_radians().cos()
}

/// Tests 2 and 3: a person walks up stairs of 10 m, and down.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn single_person(plan: &Plan, goes_up: bool, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let person = |to: &str| format!("to = \"{to}\", speed = {LEVEL_M_S}, speed_spread = 0");
    let stage = Stage::new(18.0, WIDTH_M).place("low end", 1.0, 1.0);
    let begin = [2.0, 0.5, 3.0, 1.5];
    let stage = if goes_up { stage.persons(begin, 1, person("high end")) } else { stage };
    let stage = stage.stairs([4.0, 0.0, 4.5, WIDTH_M], [12.5, 0.0, 13.0, WIDTH_M], STAIRS_M, paces());
    let stage = stage.area_above("high end", [16.0, 0.0, 17.0, WIDTH_M]);
    let stage = if goes_up { stage } else { stage.persons_above([14.0, 0.5, 15.0, 1.5], 1, person("low end")) };
    let mut crowd = stage.start(plan)?;
    let began = crowd.run(MOST_S, watcher, |c| !c.sim.agents().transits.is_empty())?;
    let took = crowd.run(MOST_S, watcher, |c| c.sim.agents().transits.is_empty())?.filter(|_| began.is_some());
    let storey = crowd.bodies().storey[0];
    let speed = if goes_up { UP_M_S } else { DOWN_M_S };
    let wanted = f64::from(STAIRS_M / along(speed));
    let came = storey == Storey(u32::from(goes_up));
    let passed = came && took.is_some_and(|s| (s / wanted - 1.0).abs() <= TOLERANCE);
    let ours = took.map_or_else(|| "never".into(), |s| format!("{s:.2} s"));
    let (test, direction) = if goes_up { ("2", "up") } else { ("3", "down") };
    let what = format!("a person walks {direction} {STAIRS_M} m of stairs, at {speed} m/s along the level");
    let criterion = format!("{wanted:.1} s, within {:.0} %", TOLERANCE * 100.0);
    Ok(Row::new(test, what, criterion, ours, passed))
}

/// What was measured of persons that leave a hall.
struct Flow {
    /// Persons a second and metre of width.
    flow: f64,
    /// Their mean speed in the last part of the corridor, metres a second.
    speed: f64,
}

/// Test 13: so many persons in a hall of 5 × 10 m, which a corridor joins to stairs upwards; and the same where the corridor goes on level.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn jam_before_stairs(plan: &Plan, persons: usize, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let end = 5.0 + CORRIDOR_M;
    // All go on straight to a place that is far beyond where they leave: else they would come together there.
    let stage = |last: f32| {
        Stage::new(last, 10.0).wall([5.0, 0.0, last, 4.0]).wall([5.0, 6.0, last, 10.0]).persons(
            [0.25, 0.25, 4.75, 9.75],
            persons,
            "to = \"far\", leaves = \"exit\"",
        )
    };
    let above = end + CORRIDOR_M * RISE_DEG.to_radians().cos();
    let stairs = stage(above + FAR_M + 1.0)
        .stairs([end, 4.0, end + 0.5, 6.0], [above, 4.0, above + 0.5, 6.0], CORRIDOR_M, paces())
        .area_above("far", [above + FAR_M - 0.5, 4.5, above + FAR_M + 0.5, 5.5])
        .area_above("exit", [above + 1.5, 0.0, above + 3.0, 10.0]);
    let beyond = end + CORRIDOR_M;
    let level = stage(beyond + FAR_M + 1.0)
        .area("far", [beyond + FAR_M - 0.5, 4.5, beyond + FAR_M + 0.5, 5.5])
        .area("exit", [beyond, 4.0, beyond + 1.5, 6.0]);
    let (stairs, level) =
        (empty(&mut stairs.start(plan)?, end, watcher)?, empty(&mut level.start(plan)?, end, watcher)?);
    let ours = match stairs.as_ref().zip(level.as_ref()) {
        Some((s, l)) => format!(
            "{:.2} m/s in the {BEFORE_M} m before the stairs, {:.2} m/s on level; {:.2} and {:.2} persons/(m s)",
            s.speed, l.speed, s.flow, l.flow
        ),
        None => "not all came out".into(),
    };
    let passed = stairs.zip(level).is_some_and(|(s, l)| s.speed <= JAM_SHARE * l.speed && s.flow < l.flow);
    let criterion = "a jam before the stairs: persons there at most two thirds as fast as where the corridor goes on level, and a smaller flow";
    Ok(Row::new("13", "hall, corridor, stairs upwards", criterion, ours, passed))
}

/// Runs until all persons have left; what was measured, if they did. `end` is where the corridor ends.
fn empty(crowd: &mut Crowd, end: f32, watcher: &dyn Watcher) -> Result<Option<Flow>, Failure> {
    let all = crowd.count();
    let [from, to] = COUNTED.map(|tenths| all - tenths * all / 10);
    let (mut steps, mut metres, mut counted) = (0_u32, 0.0, 0_u64);
    let done = crowd.run(MOST_S, watcher, |c| {
        let left = c.count();
        if left <= from && left > to {
            steps += 1;
            for slot in c.within([end - BEFORE_M, 4.0, end, 6.0]).filter(|slot| c.is_on_ground(*slot)) {
                metres += f64::from(c.bodies().velocity[slot].length());
                counted += 1;
            }
        }
        left == 0
    })?;
    let seconds = f64::from(steps) * STEP_S;
    let flow = (from - to) as f64 / seconds / f64::from(WIDTH_M);
    Ok(done.map(|_| Flow { flow, speed: metres / counted.max(1) as f64 }))
}
