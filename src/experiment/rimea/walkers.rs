//! Tests of single persons: 1 (a walking speed is kept), 5 (reaction times) and 7 (walking speeds of groups).

use super::stage::{STEP_S, Stage};
use super::{Failure, Plan, Row, Watcher};

/// Walking speeds of groups, from the least to the greatest, metres a second (RiMEA table 1, after Weidmann 1993).
const GROUPS: [(&str, f64, f64); 4] = [
    ("under 30", 0.58, 1.61),
    ("30 to 50", 1.41, 1.54),
    ("over 50", 0.68, 1.41),
    ("with limited mobility", 0.46, 0.76),
];
/// Persons of each group.
const OF_A_GROUP: usize = 50;
/// Reaction times are these many seconds apart.
const REACTION_S: usize = 10;
/// Persons with reaction times.
const REACTING: usize = 10;

/// Test 1: a person walks 40 m of a corridor 2 m wide at 1.33 m/s.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn corridor(plan: &Plan, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let walker = "to = \"end\", speed = 1.33, speed_spread = 0";
    let mut crowd =
        Stage::new(44.0, 2.0).place("end", 43.0, 1.0).persons([1.0, 0.5, 1.5, 1.0], 1, walker).start(plan)?;
    let began = crowd.bodies().position[0];
    let took = crowd.run(60.0, watcher, |c| c.bodies().position[0].x >= began.x + 40.0)?;
    let passed = took.is_some_and(|s| (26.0..=34.0).contains(&s));
    let ours = took.map_or_else(|| "never".into(), |s| format!("{s:.2} s"));
    Ok(Row::new("1", "a person walks 40 m of a corridor at 1.33 m/s", "26 to 34 s", ours, passed))
}

/// Test 5: ten persons in a room of 8 × 5 m react after 10, 20, … 100 s. Scripts are called every step.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn reactions(plan: &Plan, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let mut stage =
        Stage::new(11.0, 5.0).quick().wall_with_gaps([8.0, 0.0], [8.0, 5.0], &[[2.0, 3.0]]).place("exit 1", 10.0, 2.5);
    for i in 0..REACTING {
        let (x, y) = (1.0 + (i % 5) as f32, 1.0 + (i / 5) as f32 * 2.0);
        let settings = format!("to = \"exits\", reaction = {}", (i + 1) * REACTION_S);
        stage = stage.persons([x, y, x + 0.5, y + 0.5], 1, settings);
    }
    let mut crowd = stage.start(plan)?;
    let began = crowd.bodies().position.clone();
    let mut started = [None; REACTING];
    let mut step = 0_usize;
    crowd.run((REACTING * REACTION_S + 5) as f64, watcher, |c| {
        step += 1;
        for (slot, at) in started.iter_mut().enumerate() {
            if at.is_none() && c.bodies().position[slot] != began[slot] {
                *at = Some(step);
            }
        }
        started.iter().all(Option::is_some)
    })?;
    // A person moves in the step that begins at its time.
    let late = started.iter().enumerate().map(|(i, at)| {
        let due = (((i + 1) * REACTION_S) as f64 / STEP_S).round() as i64 + 1;
        at.map_or(i64::MAX, |at| at as i64 - due)
    });
    let late: Vec<i64> = late.collect();
    let worst = late.iter().copied().max_by_key(|l| l.saturating_abs()).unwrap_or(i64::MAX);
    let ours = if worst == i64::MAX { "one never started".into() } else { format!("{worst} steps late at worst") };
    let passed = worst.saturating_abs() <= 2;
    Ok(Row::new(
        "5",
        "ten persons with reaction times of 10 to 100 s",
        "each starts within 2 steps of its time",
        ours,
        passed,
    ))
}

/// Test 7: the speeds at which persons of four groups walk, each in a lane of its own.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn speeds(plan: &Plan, watcher: &dyn Watcher) -> Result<Row, Failure> {
    let (mut ours, mut passed) = (Vec::new(), true);
    for (group, low, high) in GROUPS {
        let mut stage = Stage::new(20.0, 2.0 * OF_A_GROUP as f32);
        for lane in 0..OF_A_GROUP {
            let y = 2.0 * lane as f32;
            let (mean, spread) = ((low + high) / 2.0, (high - low) / 4.0);
            let settings = format!("to = \"end {lane}\", speed = {mean}, speed_spread = {spread}");
            stage = stage.place(format_args!("end {lane}"), 19.0, y + 1.0).persons(
                [1.0, y + 0.5, 1.5, y + 1.0],
                1,
                settings,
            );
        }
        let mut crowd = stage.start(plan)?;
        crowd.run(3.0, watcher, |_| false)?;
        let before = crowd.bodies().position.clone();
        crowd.run(2.0, watcher, |_| false)?;
        let walked: Vec<f64> =
            before.iter().zip(&crowd.bodies().position).map(|(a, b)| f64::from(a.distance(*b)) / 2.0).collect();
        let (least, most) = walked.iter().fold((f64::MAX, 0.0_f64), |(l, m), v| (l.min(*v), m.max(*v)));
        // Positions are kept in single precision.
        passed &= walked.len() == OF_A_GROUP && least >= low - 1e-3 && most <= high + 1e-3;
        ours.push(format!("{group} {least:.2} to {most:.2} ({low} to {high})"));
    }
    let criterion = "all speeds lie in the range of their group, m/s";
    Ok(Row::new("7", "walking speeds of four groups, 50 persons each", criterion, ours.join("; "), passed))
}
