//! The part of a run's report about the cost of script functions.

use crate::sim::Sim;
use serde::Serialize;
use std::fmt::Write as _;

/// Rows of the text report.
const MOST_ROWS: usize = 5;

/// One function of one behaviour. Instructions are what budgets count: calls and loop turns, and native work in
/// proportion.
#[derive(Serialize)]
pub(super) struct ProfileReport {
    behaviour: String,
    /// `null` for `on_reload`, which belongs to no state.
    state: Option<String>,
    function: &'static str,
    calls: u64,
    instructions: u64,
    /// Of the instructions of all functions.
    share: f64,
    worst: WorstCall,
}

#[derive(Serialize)]
struct WorstCall {
    instructions: u64,
    creature: Option<u64>,
    tick: u64,
}

/// Every function that was called, the most expensive first.
pub(super) fn rows(sim: &mut Sim) -> Vec<ProfileReport> {
    let rows = sim.profile();
    let all: u64 = rows.iter().map(|r| r.instructions).sum();
    let name = |symbol| sim.catalogue().symbols.name(symbol).to_owned();
    rows.iter()
        .map(|r| ProfileReport {
            behaviour: name(r.behaviour),
            state: r.state.map(name),
            function: r.function,
            calls: r.calls,
            instructions: r.instructions,
            share: r.instructions as f64 / all.max(1) as f64,
            worst: WorstCall { instructions: r.worst, creature: r.worst_by.map(|id| id.number()), tick: r.worst_step },
        })
        .collect()
}

/// The most expensive functions as lines of the text report.
pub(super) fn text(rows: &[ProfileReport]) -> String {
    let mut out = String::new();
    for (i, r) in rows.iter().take(MOST_ROWS).enumerate() {
        let place = [Some(r.behaviour.as_str()), r.state.as_deref(), Some(r.function)];
        let place = place.into_iter().flatten().collect::<Vec<_>>().join(".");
        let head = if i == 0 { "profile" } else { "" };
        let (percent, mean) = (r.share * 100.0, r.instructions as f64 / r.calls.max(1) as f64);
        let (calls, worst) = (r.calls, r.worst.instructions);
        let _ = writeln!(
            out,
            "{head:<11}{place:<26} {percent:4.1} % of the instructions, {calls} calls, {mean:.0} each, worst {worst}"
        );
    }
    out
}
