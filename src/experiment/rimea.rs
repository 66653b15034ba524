//! The verification tests of RiMEA e. V. (Richtlinie für Mikroskopische Entfluchtungsanalysen 3.0, annex 2) that have a
//! criterion, and the lanes of a street walked in both directions.

pub(crate) mod doors;
pub(crate) mod flow;
pub(crate) mod lanes;
mod page;
pub(crate) mod paths;
mod row;
pub(crate) mod stage;
pub(crate) mod stairs;
pub(crate) mod walkers;

pub use row::Row;

// What the files below have in common.
use super::{Document, Failure, Plan, Table, Watcher, say, short};

/// Runs the tests and writes `rimea.md` and a table each of all tests and of test 4. All figures follow from the plan's seed.
///
/// # Errors
/// [`Failure`]: an interruption, or scripts and maps of the working directory that do not load.
pub fn rimea(plan: &Plan, watcher: &dyn Watcher) -> Result<Vec<Document>, Failure> {
    type Test = fn(&Plan, &dyn Watcher) -> Result<Row, Failure>;
    let short: [(&str, Test); 11] = [
        ("test 1", walkers::corridor),
        ("test 2", |plan, watcher| stairs::single_person(plan, true, watcher)),
        ("test 3", |plan, watcher| stairs::single_person(plan, false, watcher)),
        ("test 5", walkers::reactions),
        ("test 6", paths::corner),
        ("test 7", walkers::speeds),
        ("test 10", paths::assigned_exits),
        ("test 11", |plan, watcher| doors::nearer_exit(plan, doors::AT_TWO_DOORS, watcher)),
        ("test 12", |plan, watcher| doors::two_rooms(plan, doors::IN_TWO_ROOMS, watcher)),
        ("test 13", |plan, watcher| stairs::jam_before_stairs(plan, stairs::BEFORE_STAIRS, watcher)),
        ("test 15", paths::corner_against_corridors),
    ];
    let parts = short.len() + 3;
    let mut rows = Vec::new();
    for (done, (name, test)) in (1..).zip(short) {
        rows.push(test(plan, watcher)?);
        watcher.progress(done, parts, name);
    }
    let lanes = lanes::measure(plan, lanes::PERSONS, lanes::SECONDS, watcher)?;
    watcher.progress(parts - 2, parts, "street");
    rows.push(doors::four_exits_against_two(plan, doors::PERSONS, watcher)?);
    watcher.progress(parts - 1, parts, "test 9");
    let diagram = flow::diagram(plan, &flow::DENSITIES, watcher)?;
    watcher.progress(parts, parts, "test 4");
    rows.push(diagram.row());
    rows.sort_by_key(|row| row.test.parse::<u32>().unwrap_or(u32::MAX));
    page::documents(plan, &rows, &diagram, &lanes)
}
