//! The verification tests of RiMEA e. V. (Richtlinie für Mikroskopische Entfluchtungsanalysen 3.0, annex 2) that have a criterion and
//! need no stairs, and the lanes of a street walked in both directions.

pub(crate) mod doors;
pub(crate) mod flow;
pub(crate) mod lanes;
mod page;
pub(crate) mod paths;
pub(crate) mod stage;
pub(crate) mod walkers;

// What the files below have in common.
use super::{Document, Failure, Plan, Table, Watcher, say, short};

/// What one test came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number there.
    pub test: &'static str,
    /// What happens in it.
    pub what: &'static str,
    /// When it passes.
    pub criterion: String,
    /// What was measured.
    pub ours: String,
    pub passed: bool,
}

impl Row {
    pub(super) fn new(
        test: &'static str,
        what: &'static str,
        criterion: impl Into<String>,
        ours: impl Into<String>,
        passed: bool,
    ) -> Self {
        Self { test, what, criterion: criterion.into(), ours: ours.into(), passed }
    }
}

/// Runs the tests and writes `rimea.md` and a table each of all tests and of test 4. All figures follow from the plan's seed.
///
/// # Errors
/// [`Failure`]: an interruption, or scripts and maps of the working directory that do not load.
pub fn rimea(plan: &Plan, watcher: &dyn Watcher) -> Result<Vec<Document>, Failure> {
    type Test = fn(&Plan, &dyn Watcher) -> Result<Row, Failure>;
    let short: [(&str, Test); 8] = [
        ("test 1", walkers::corridor),
        ("test 5", walkers::reactions),
        ("test 6", paths::corner),
        ("test 7", walkers::speeds),
        ("test 10", paths::assigned_exits),
        ("test 11", doors::nearer_exit),
        ("test 12", doors::two_rooms),
        ("test 15", paths::corner_against_corridors),
    ];
    if let Ok(only) = std::env::var("RIMEA_ONLY") {
        // TEMPORARY
        for word in only.split(',') {
            if let Some(d) = word.strip_prefix("ring") {
                let d: f32 = d.parse().unwrap_or(1.0);
                eprintln!("ring {d}: {:?} weidmann {}", flow::ring(plan, d, watcher), flow::weidmann(d));
            } else if let Some(d) = word.strip_prefix("corr") {
                let d: f32 = d.parse().unwrap_or(1.0);
                eprintln!("corridor {d}: {:?} weidmann {}", flow::corridor(plan, d, watcher), flow::weidmann(d));
            } else if let Some(n) = word.strip_prefix("nine") {
                eprintln!("{:?}", doors::four_exits_against_two(plan, n.parse().unwrap_or(300), watcher)?);
            } else if let Some(n) = word.strip_prefix("lanes") {
                eprintln!("{:?}", lanes::measure(plan, 100, n.parse().unwrap_or(150.0), watcher)?);
            } else if let Some((_, test)) = short.iter().find(|t| t.0 == word) {
                eprintln!("{:?}", test(plan, watcher)?);
            }
        }
        return Ok(Vec::new());
    }
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
